// Passes one message around a ring of N goroutines, and counts how often it is received in SECONDS after a second of
// warm-up; prints one line of JSON.
//
// USAGE: ring N SECONDS WORKERS
package main

import (
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"time"
)

const (
	most   = 2_000_000_000
	warmUp = time.Second
	look   = 1000 // receipts between two looks at the clock
)

// The goroutine that has it changes it: there is one at a time.
type message struct {
	received int64
	value    uint64 // what all receivers made of it, below 2^32
	sent     time.Time
	from     int64 // receipts before counting; 0 during the warm-up
	start    time.Time
	cpu      float64 // ms at that time
	total    time.Duration
}

// One of the ring: receives, and sends on, until the message was counted for so long.
func member(index uint64, counted time.Duration, in <-chan *message, out chan<- *message, last chan<- *message) {
	for m := range in {
		m.value = (m.value*31 + index) % (1 << 32)
		m.received++
		if m.received%look == 0 && m.isOver(counted) {
			last <- m
			return
		}
		out <- m
	}
}

func (m *message) isOver(counted time.Duration) bool {
	now := time.Now()
	if m.from == 0 {
		if now.Sub(m.sent) >= warmUp {
			m.from, m.start, m.cpu = m.received, now, cpuMillis()
		}
		return false
	}
	m.total = now.Sub(m.start)
	return m.total >= counted
}

func main() {
	if len(os.Args) != 4 {
		fail("arguments are '%s', must be three: N SECONDS WORKERS", strings.Join(os.Args[1:], " "))
	}
	n := whole("N", os.Args[1], 2)
	counted := time.Duration(whole("SECONDS", os.Args[2], 1)) * time.Second
	runtime.GOMAXPROCS(whole("WORKERS", os.Args[3], 1))

	start := time.Now()
	last := make(chan *message)
	channels := make([]chan *message, n)
	for i := range channels {
		channels[i] = make(chan *message, 1)
	}
	for i := range channels {
		go member(uint64(i), counted, channels[i], channels[(i+1)%n], last)
	}
	sent := time.Now()
	channels[0] <- &message{sent: sent}
	m := <-last
	cpu := cpuMillis() - m.cpu
	fmt.Printf(`{"tasks":%d,"messages":%d,"received":%d,"startMillis":%.3f,"totalMillis":%.3f,"cpuMillis":%.0f,"checksum":"%d"}`+"\n",
		n, m.received-m.from, m.received, millis(sent.Sub(start)), millis(m.total), cpu, m.value)
}

// User and system time of this process, in ticks of 10 ms: proc_pid_stat(5).
func cpuMillis() float64 {
	stat, err := os.ReadFile("/proc/self/stat")
	if err != nil {
		fail("cannot read /proc/self/stat: %v", err)
	}
	fields := strings.Fields(string(stat[strings.LastIndexByte(string(stat), ')')+1:]))
	user, _ := strconv.Atoi(fields[11])
	system, _ := strconv.Atoi(fields[12])
	return float64(user+system) * 10
}

func millis(duration time.Duration) float64 { return float64(duration) / 1e6 }

func whole(what, text string, least int) int {
	value, err := strconv.ParseUint(text, 10, 64) // takes no sign
	if err != nil || value < uint64(least) || value > most {
		fail("%s is '%s', must be a whole number from %d to %d", what, text, least, most)
	}
	return int(value)
}

func fail(format string, given ...any) {
	fmt.Fprintf(os.Stderr, "go: "+format+"\n", given...)
	os.Exit(2)
}
