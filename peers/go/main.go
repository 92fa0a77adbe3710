// A peer to compare with: net/http, a goroutine a connection. docs/reference/servers.md has the routes, the options and the lines on stdout.
//
// Exit codes: 0 stopped by SIGTERM or SIGINT, 1 failed, 2 usage, 4 the environment does not allow it.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/signal"
	"runtime"
	"strconv"
	"syscall"
	"time"
)

const (
	name  = "go"
	grace = 3 * time.Second // for requests in flight
)

func fail(code int, format string, values ...any) {
	fmt.Fprintf(os.Stderr, name+": "+format+"\n", values...)
	os.Exit(code)
}

func say(word string, value any) {
	line, _ := json.Marshal(value) // of plain fields, which cannot fail
	fmt.Printf("%s %s\n", word, line)
}

type options struct {
	host          string
	port, workers int
}

func parse(words []string) options {
	var asked options
	flags := flag.NewFlagSet(name, flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.StringVar(&asked.host, "host", "127.0.0.1", "`ADDRESS` to listen on")
	flags.IntVar(&asked.port, "port", 8080, "`N`, 0 for any")
	flags.IntVar(&asked.workers, "workers", runtime.GOMAXPROCS(0), "`N`: GOMAXPROCS")
	err := flags.Parse(words)
	switch {
	case errors.Is(err, flag.ErrHelp):
		fmt.Println("A peer to compare with: Go's net/http, one goroutine per connection. It has no store and no /fortunes.")
		flags.SetOutput(os.Stdout)
		flags.PrintDefaults()
		os.Exit(0)
	case err != nil:
		fail(2, "%v (see --help)", err)
	case flags.NArg() > 0:
		fail(2, "unmatched argument: '%s' (see --help)", flags.Arg(0))
	case asked.port < 0 || asked.port > 65535:
		fail(2, "--port must be from 0 to 65535, not %d (see --help)", asked.port)
	case asked.workers < 1:
		fail(2, "--workers must be at least 1, not %d (see --help)", asked.workers)
	}
	return asked
}

// Asks for an accept queue of net.core.somaxconn, as Go always does.
func listen(asked options) net.Listener {
	port := strconv.Itoa(asked.port)
	listener, err := net.Listen("tcp", net.JoinHostPort(asked.host, port))
	if errors.Is(err, syscall.EADDRINUSE) {
		fail(4, "port %s on %s is in use; choose another with --port, or end what listens there (ss -ltnp 'sport = :%s')",
			port, asked.host, port)
	} else if err != nil {
		fail(4, "cannot listen on port %s of %s: %v; choose another with --host or --port", port, asked.host, err)
	}
	return listener
}

func main() {
	asked := parse(os.Args[1:])
	runtime.GOMAXPROCS(asked.workers)
	listener := listen(asked)
	port := strconv.Itoa(listener.Addr().(*net.TCPAddr).Port)
	me := identity{
		Server: name, Model: "goroutines", Pid: os.Getpid(),
		URL: "http://" + net.JoinHostPort(asked.host, port), Workers: asked.workers,
	}
	stop, _ := signal.NotifyContext(context.Background(), syscall.SIGTERM, syscall.SIGINT)
	server := http.Server{Handler: routes(me)}
	go func() {
		if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			fail(1, "%v", err)
		}
	}()
	say("READY", me)

	<-stop.Done()
	bound, cancel := context.WithTimeout(context.Background(), grace)
	defer cancel()
	if err := server.Shutdown(bound); err != nil {
		fmt.Fprintln(os.Stderr, name+": not all requests in progress were answered:", err)
	}
	say("STOPPED", stopped{name, me.Pid, requests.Load(), handlerPeak.Load()})
}
