package main

import (
	"os"
	"strconv"
	"strings"
	"syscall"
)

// The keys of the READY line, in its order.
type identity struct {
	Server  string  `json:"server"`
	Model   string  `json:"model"`
	Pid     int     `json:"pid"`
	URL     string  `json:"url"`
	Store   *string `json:"store"` // it has none
	Workers int     `json:"workers"`
}

type stopped struct {
	Server      string `json:"server"`
	Pid         int    `json:"pid"`
	Requests    int64  `json:"requests"`
	HandlerPeak int64  `json:"handlerPeak"`
}

// What /health answers.
type health struct {
	identity
	Limits limits `json:"limits"`
}

// Those in force; null = unlimited, or not to be read here.
type limits struct {
	NofileSoft *uint64 `json:"nofileSoft"`
	NofileHard *uint64 `json:"nofileHard"`
	NprocSoft  *uint64 `json:"nprocSoft"`
	NprocHard  *uint64 `json:"nprocHard"`
	Somaxconn  *uint64 `json:"somaxconn"`
}

const rlimitNproc = 6 // RLIMIT_NPROC of Linux, which package syscall leaves out

func readLimits() (read limits) {
	read.NofileSoft, read.NofileHard = limit(syscall.RLIMIT_NOFILE)
	read.NprocSoft, read.NprocHard = limit(rlimitNproc)
	if text, err := os.ReadFile("/proc/sys/net/core/somaxconn"); err == nil {
		if value, err := strconv.ParseUint(strings.TrimSpace(string(text)), 10, 64); err == nil {
			read.Somaxconn = &value
		}
	}
	return read
}

func limit(resource int) (soft, hard *uint64) {
	const infinity = ^uint64(0)
	var read syscall.Rlimit
	if err := syscall.Getrlimit(resource, &read); err != nil {
		return nil, nil
	}
	if read.Cur != infinity {
		soft = &read.Cur
	}
	if read.Max != infinity {
		hard = &read.Max
	}
	return soft, hard
}
