package main

import (
	"sync"
	"time"
)

// The ways to run all tasks, as they arrive; each returns when the last task is done.
var variants = map[string]func(*run, time.Time){
	"unrestricted":       unrestricted,
	"goroutines-workers": goroutinesWorkers,
	"workers":            workers,
	"pool":               pool,
}

// A goroutine each, all at once.
func unrestricted(r *run, start time.Time) {
	var all sync.WaitGroup
	all.Add(r.tasks)
	for task := 0; task < r.tasks; task++ {
		r.waitFor(task, start)
		go func(task int) {
			defer all.Done()
			r.work(task)
		}(task)
	}
	all.Wait()
}

// A goroutine each, which has a worker do its work and waits for that; there are W workers.
func goroutinesWorkers(r *run, start time.Time) {
	jobs := make(chan func())
	for worker := 0; worker < r.workers; worker++ {
		go func() {
			for job := range jobs {
				job()
			}
		}()
	}
	var all sync.WaitGroup
	all.Add(r.tasks)
	for task := 0; task < r.tasks; task++ {
		r.waitFor(task, start)
		go func(task int) {
			defer all.Done()
			done := make(chan struct{})
			jobs <- func() {
				r.work(task)
				close(done)
			}
			<-done
		}(task)
	}
	all.Wait()
}

// A goroutine each, started only when fewer than W are at work.
func workers(r *run, start time.Time) {
	places := make(chan struct{}, r.workers)
	var all sync.WaitGroup
	all.Add(r.tasks)
	for task := 0; task < r.tasks; task++ {
		r.waitFor(task, start)
		places <- struct{}{}
		go func(task int) {
			defer all.Done()
			r.work(task)
			<-places
		}(task)
	}
	all.Wait()
}

// W goroutines that last, and take the tasks off a channel.
func pool(r *run, start time.Time) {
	tasks := make(chan int)
	var all sync.WaitGroup
	all.Add(r.workers)
	for worker := 0; worker < r.workers; worker++ {
		go func() {
			defer all.Done()
			for task := range tasks {
				r.work(task)
			}
		}()
	}
	for task := 0; task < r.tasks; task++ {
		r.waitFor(task, start)
		tasks <- task
	}
	close(tasks)
	all.Wait()
}
