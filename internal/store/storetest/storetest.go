// Package storetest opens real databases for tests.
package storetest

import (
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib"

	"vitrine/internal/fault"
	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/engines"
)

// Each runs test once per engine on an empty database: SQLite, and the
// PostgreSQL server that VITRINE_TEST_POSTGRES names. A missing server fails
// the test: a suite that runs on one engine proves half. Only make quick, which
// sets -short, leaves it out.
func Each(t *testing.T, test func(t *testing.T, s *store.Store)) {
	t.Helper()
	t.Run("sqlite", func(t *testing.T) { test(t, SQLite(t)) })
	t.Run("postgres", func(t *testing.T) { test(t, Postgres(t)) })
}

// EachAt is Each at the time of a clock that is set by hand.
func EachAt(t *testing.T, test func(t *testing.T, s *store.Store, clock *Clock)) {
	t.Helper()
	run := func(name string, options func(t *testing.T) store.Options) {
		t.Run(name, func(t *testing.T) {
			o, clock := options(t), NewClock()
			o.Now = clock.Now
			test(t, Open(t, o), clock)
		})
	}
	run("sqlite", func(t *testing.T) store.Options { return store.Options{Dir: Folder(t)} })
	run("postgres", func(t *testing.T) store.Options { return store.Options{URL: PostgresURL(t)} })
}

// SQLite opens an empty database in a folder of its own.
func SQLite(t testing.TB) *store.Store {
	t.Helper()
	return Open(t, store.Options{Dir: Folder(t)})
}

// Folder is one with an empty database.
func Folder(t testing.TB) string {
	t.Helper()
	file, err := migrated()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "vitrine.db"), file, 0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}

// migrated is the file of an empty database. Under -race the migrations take
// a quarter of a second, so they run once per test program.
var migrated = sync.OnceValues(func() ([]byte, error) {
	dir, err := os.MkdirTemp("", "vitrine")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	s, err := engines.Open(context.Background(), store.Options{Dir: dir, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		return nil, err
	}
	if err := s.Close(); err != nil {
		return nil, err
	}
	return os.ReadFile(filepath.Join(dir, "vitrine.db"))
})

// Open opens a store that is closed when the test ends.
func Open(t testing.TB, o store.Options) *store.Store {
	t.Helper()
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	s, err := engines.Open(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Errorf("close the store: %v", err)
		}
	})
	return s
}

// Serve runs a room's handler alone. The header "role" says who asks, "address"
// from where; "forged" and "away" are what goes wrong on the way in.
func Serve(t testing.TB, rooms http.Handler) *httptest.Server {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		role := r.Header.Get("role")
		actor, err := schema.Actor{Role: schema.Role(role), UserID: "u-" + role, Address: r.Header.Get("address")}, error(nil)
		switch role {
		case "":
			actor.Role = schema.Visitor
		case "forged":
			err = fault.New(fault.BadToken, "No suitable key was found to decode the JWT")
		case "away":
			err = fault.New(fault.Unavailable, "The database is not available.")
		}
		rooms.ServeHTTP(w, r.WithContext(schema.WithActor(r.Context(), actor, err)))
	}))
	t.Cleanup(server.Close)
	return server
}

// Clock is set by hand.
type Clock struct {
	mu sync.Mutex
	at time.Time
}

// NewClock stands still at a noon.
func NewClock() *Clock { return &Clock{at: time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC)} }

// Now is what time.Now is elsewhere.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at
}

// Pass moves the clock, back too.
func (c *Clock) Pass(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = c.at.Add(d)
}

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
