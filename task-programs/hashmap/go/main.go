// Runs tasks that each fill a hash map and read it back, in one of four ways; prints one line of JSON.
//
// USAGE: hashmap unrestricted|goroutines-workers|workers|pool TASKS ENTRIES burst|K/MS WORKERS numbers|strings
package main

import (
	"fmt"
	"sort"
	"time"
)

// A run: each task notes its sum and time in a place of its own.
type run struct {
	ask
	sums  []uint64
	times []time.Duration
}

// What a task does; its time is from its first instruction.
func (r *run) work(task int) {
	began := time.Now()
	r.sums[task] = r.ask.work(uint64(task), r.entries)
	r.times[task] = time.Since(began)
}

func main() {
	r := run{ask: arguments()}
	r.sums = make([]uint64, r.tasks)
	r.times = make([]time.Duration, r.tasks)
	start := time.Now()
	variants[r.variant](&r, start)
	r.report(time.Since(start))
}

// Prints the line. The 99th percentile is the nearest rank of all times.
func (r *run) report(total time.Duration) {
	sort.Slice(r.times, func(i, j int) bool { return r.times[i] < r.times[j] })
	var checksum uint64
	for _, sum := range r.sums {
		checksum += sum
	}
	var all float64
	for _, time := range r.times {
		all += millis(time)
	}
	n := len(r.times)
	fmt.Printf(`{"tasks":%d,"totalMillis":%.3f,"meanMillis":%.6f,"p99Millis":%.6f,"maxMillis":%.6f,"checksum":"%d"}`+"\n",
		n, millis(total), all/float64(n), millis(r.times[(n*99+99)/100-1]), millis(r.times[n-1]), checksum)
}

func millis(duration time.Duration) float64 { return float64(duration) / 1e6 }
