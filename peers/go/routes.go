package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"sync/atomic"
	"time"
)

const (
	allowed      = "GET, HEAD"
	longestSleep = 3_600_000 // ms
	longestQuote = 80        // characters of what a client sent that its refusal repeats
)

// Of the measured routes: all requests, those in the handler, the most of these ever.
var requests, inHandler, handlerPeak atomic.Int64

type hello struct {
	Message string `json:"message"`
}

type refusal struct {
	Error string `json:"error"`
}

func routes(me identity) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("/json", get(func(out http.ResponseWriter, _ *http.Request) {
		enter()
		defer inHandler.Add(-1)
		reply(out, http.StatusOK, hello{"Hello, World!"})
	}))
	mux.HandleFunc("/json2", get(json2))
	mux.HandleFunc("/health", get(func(out http.ResponseWriter, _ *http.Request) {
		reply(out, http.StatusOK, health{me, readLimits()})
	}))
	mux.HandleFunc("/", func(out http.ResponseWriter, in *http.Request) {
		reply(out, http.StatusNotFound, refusal{"no such route: " + shortened(in.URL.EscapedPath())})
	})
	return mux
}

func json2(out http.ResponseWriter, in *http.Request) {
	millis := 0
	if in.URL.Query().Has("time") {
		time := in.URL.Query().Get("time")
		value, err := strconv.ParseUint(time, 10, 32)
		if err != nil || value > longestSleep {
			reply(out, http.StatusBadRequest, refusal{fmt.Sprintf(
				"time must be a whole number of milliseconds from 0 to %d, not '%s'", longestSleep, shortened(time))})
			return
		}
		millis = int(value)
	}
	enter()
	defer inHandler.Add(-1)
	time.Sleep(time.Duration(millis) * time.Millisecond)
	reply(out, http.StatusOK, hello{fmt.Sprintf("Hello, World! %d", millis)})
}

// Lets GET and HEAD through, the methods that every route takes.
func get(route http.HandlerFunc) http.HandlerFunc {
	return func(out http.ResponseWriter, in *http.Request) {
		if in.Method != http.MethodGet && in.Method != http.MethodHead {
			out.Header().Set("Allow", allowed)
			reply(out, http.StatusMethodNotAllowed, refusal{fmt.Sprintf(
				"%s is not allowed on %s; allowed: %s", shortened(in.Method), in.URL.Path, allowed)})
			return
		}
		route(out, in)
	}
}

func enter() {
	requests.Add(1)
	for now, peak := inHandler.Add(1), handlerPeak.Load(); now > peak; peak = handlerPeak.Load() {
		if handlerPeak.CompareAndSwap(peak, now) {
			return
		}
	}
}

func reply(out http.ResponseWriter, status int, value any) {
	body, _ := json.Marshal(value) // of plain fields, which cannot fail
	out.Header().Set("Content-Type", "application/json")
	out.Header().Set("Content-Length", strconv.Itoa(len(body)))
	out.WriteHeader(status)
	_, _ = out.Write(body) // a client that is gone need not be told
}

func shortened(sent string) string {
	if characters := []rune(sent); len(characters) > longestQuote {
		return string(characters[:longestQuote]) + "…"
	}
	return sent
}
