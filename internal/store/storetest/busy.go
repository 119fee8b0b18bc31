package storetest

import (
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"testing"
	"time"
)

// Long leaves a test out of make quick, which runs with -short: it needs another
// program, or seconds.
func Long(t testing.TB) {
	t.Helper()
	if testing.Short() {
		t.Skip("make test runs it")
	}
}

// Soaking tells whether the long runs are wanted: make soak sets it.
func Soaking() bool { return os.Getenv("VITRINE_TEST_SOAK") != "" }

// Busy is how long something may take that has a limit: a soak has the machine
// for itself and holds to it, elsewhere the machine may be busy.
func Busy(limit time.Duration) time.Duration {
	if Soaking() {
		return limit
	}
	return limit + time.Minute
}

// FreeAddress is where a server of a test can listen, now and after a restart.
func FreeAddress() string { return fmt.Sprintf("127.0.0.1:%d", freePort()) }

// freePort stays below the ports that connections are given, which come and go
// between a look and a start.
func freePort() int {
	for {
		port := 10_000 + rand.IntN(20_000)
		if ln, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port)); err == nil {
			ln.Close()
			return port
		}
	}
}
