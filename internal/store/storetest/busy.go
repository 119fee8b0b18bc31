package storetest

import (
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"runtime"
	"testing"
	"time"
)

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
// On Linux all of 127/8 is this machine: nobody else's connection takes a port
// of an address that is drawn at random.
func FreeAddress(t testing.TB) string {
	t.Helper()
	host := "127.0.0.1"
	if runtime.GOOS == "linux" {
		host = fmt.Sprintf("127.%d.%d.%d", 1+rand.IntN(254), rand.IntN(256), 1+rand.IntN(254))
	}
	ln, err := net.Listen("tcp", host+":0")
	if err != nil {
		t.Fatal(err)
	}
	defer ln.Close()
	return ln.Addr().String()
}
