package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"
)

const most = 2_000_000_000

// What is asked for, and when each task is to start.
type ask struct {
	variant string
	tasks   int
	entries uint64
	atOnce  int           // so many tasks
	every   time.Duration // every so long; 0 is a burst
	workers int
	work    mapWork
}

// Anything else than what it must be is one line on stderr and exit 2.
func arguments() ask {
	if len(os.Args) != 7 {
		fail("arguments are '%s', must be six: VARIANT TASKS ENTRIES ARRIVAL WORKERS KEYS",
			strings.Join(os.Args[1:], " "))
	}
	if variants[os.Args[1]] == nil {
		fail("VARIANT is '%s', must be unrestricted, goroutines-workers, workers or pool", os.Args[1])
	}
	if mapWorks[os.Args[6]] == nil {
		fail("KEYS is '%s', must be numbers or strings", os.Args[6])
	}
	atOnce, every := schedule(os.Args[4])
	return ask{os.Args[1], whole("TASKS", os.Args[2]), uint64(whole("ENTRIES", os.Args[3])),
		atOnce, every, whole("WORKERS", os.Args[5]), mapWorks[os.Args[6]]}
}

// Waits until a task is to start: by the schedule from start on, so one that is late holds up no later one.
func (a *ask) waitFor(task int, start time.Time) {
	if a.every > 0 {
		time.Sleep(time.Until(start.Add(time.Duration(task/a.atOnce) * a.every)))
	}
}

func schedule(text string) (int, time.Duration) {
	if text == "burst" {
		return 1, 0
	}
	atOnce, millis, both := strings.Cut(text, "/")
	k, wrongK := number(atOnce)
	ms, wrongMillis := number(millis)
	if !both || wrongK || wrongMillis {
		fail("ARRIVAL is '%s', must be burst, or K/MS: K tasks every MS milliseconds", text)
	}
	return k, time.Duration(ms) * time.Millisecond
}

func whole(what, text string) int {
	value, wrong := number(text)
	if wrong {
		fail("%s is '%s', must be a whole number from 1 to %d", what, text, most)
	}
	return value
}

func number(text string) (value int, wrong bool) {
	parsed, err := strconv.ParseUint(text, 10, 64) // takes no sign
	return int(parsed), err != nil || parsed < 1 || parsed > most
}

func fail(format string, given ...any) {
	fmt.Fprintf(os.Stderr, "go: "+format+"\n", given...)
	os.Exit(2)
}
