// Passes one message around a ring of N goroutines, MESSAGES times to the next; prints one line of JSON.
//
// USAGE: ring N MESSAGES WORKERS
package main

import (
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"time"
)

const most = 2_000_000_000

type message struct {
	left  int    // times that it is still received
	value uint64 // what all receivers made of it, below 2^32
}

// One of the ring: receives, and sends on.
func member(index uint64, in <-chan message, out chan<- message, last chan<- uint64) {
	for m := range in {
		m.value = (m.value*31 + index) % (1 << 32)
		m.left--
		if m.left == 0 {
			last <- m.value
			return
		}
		out <- m
	}
}

func main() {
	if len(os.Args) != 4 {
		fail("arguments are '%s', must be three: N MESSAGES WORKERS", strings.Join(os.Args[1:], " "))
	}
	n := whole("N", os.Args[1], 2)
	messages := whole("MESSAGES", os.Args[2], 1)
	runtime.GOMAXPROCS(whole("WORKERS", os.Args[3], 1))

	start := time.Now()
	last := make(chan uint64)
	channels := make([]chan message, n)
	for i := range channels {
		channels[i] = make(chan message, 1)
	}
	for i := range channels {
		go member(uint64(i), channels[i], channels[(i+1)%n], last)
	}
	sent := time.Now()
	channels[0] <- message{left: messages}
	checksum := <-last
	fmt.Printf(`{"tasks":%d,"messages":%d,"startMillis":%.3f,"totalMillis":%.3f,"checksum":"%d"}`+"\n",
		n, messages, millis(sent.Sub(start)), millis(time.Since(sent)), checksum)
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
