// Starts N goroutines, each of which sleeps MILLIS once, and waits for all; prints one line of JSON.
//
// USAGE: sleep N MILLIS
package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

const most = 2_000_000_000

// What the goroutines count and note.
var started, alive, mostAlive, latest atomic.Int64 // latest wake-up, in nanoseconds behind its time

func sleeper(asked time.Duration) {
	raiseTo(&mostAlive, alive.Add(1))
	started.Add(1)
	began := time.Now()
	time.Sleep(asked)
	raiseTo(&latest, int64(time.Since(began)-asked))
	alive.Add(-1)
}

func main() {
	if len(os.Args) != 3 {
		fail("arguments are '%s', must be two: N MILLIS", strings.Join(os.Args[1:], " "))
	}
	n := whole("N", os.Args[1], 1)
	asked := time.Duration(whole("MILLIS", os.Args[2], 0)) * time.Millisecond

	start := time.Now()
	var all sync.WaitGroup
	for i := 0; i < n; i++ {
		all.Add(1)
		go func() {
			defer all.Done()
			sleeper(asked)
		}()
	}
	took := time.Since(start)
	all.Wait()
	fmt.Printf(`{"tasks":%d,"started":%d,"mostAlive":%d,"startMillis":%.3f,"latestWakeUpMillis":%.3f}`+"\n",
		n, started.Load(), mostAlive.Load(), float64(took)/1e6, float64(latest.Load())/1e6)
}

func raiseTo(greatest *atomic.Int64, value int64) {
	for seen := greatest.Load(); value > seen && !greatest.CompareAndSwap(seen, value); {
		seen = greatest.Load()
	}
}

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
