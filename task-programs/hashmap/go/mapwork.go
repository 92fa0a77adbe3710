package main

import "strconv"

// Fills a map for a task, reads it back, and returns the sum of what it found.
type mapWork func(task, entries uint64) uint64

var mapWorks = map[string]mapWork{"numbers": numberKeys, "strings": stringKeys}

type item struct{ id, score uint64 }

// Whole numbers as keys; all items are read back when the map is full.
func numberKeys(task, entries uint64) uint64 {
	items := make(map[uint64]item)
	for id := uint64(0); id < entries; id++ {
		items[id] = item{id, task*31 + id}
	}
	var sum uint64
	for id := uint64(0); id < entries; id++ {
		found := items[id]
		sum += found.id ^ found.score
	}
	return sum
}

type namedItem struct {
	name  string
	score uint64
}

// Strings as keys, which the items have, too; each item is read back as soon as it is put. That is the
// loop of curvednebula's go-rust-perf-tests of 2025.
func stringKeys(task, entries uint64) uint64 {
	items := make(map[string]namedItem)
	var sum uint64
	for id := uint64(0); id < entries; id++ {
		name := strconv.FormatUint(id, 10)
		items[name] = namedItem{name, task*31 + id}
		if found, exists := items[name]; exists && found.name == name {
			sum += id ^ found.score
		}
	}
	return sum
}
