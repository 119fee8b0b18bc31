// Package realtime speaks the Realtime protocol: browsers join channels on a
// websocket and hear of each committed row that they may read. It never makes
// a writer wait; a reader that cannot keep up is disconnected and comes back.
package realtime

import (
	"cmp"
	"context"
	"log/slog"
	"maps"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/coder/websocket"

	"vitrine/internal/fault"
	"vitrine/internal/limit"
	"vitrine/internal/schema"
	"vitrine/internal/store"
)

const (
	idleAfter    = 75 * time.Second // a client beats every 25 to 30 s
	maxFrame     = 1 << 20
	maxBacklog   = 4096 // commits that wait to be told
	perAddress   = 64   // sockets of one address
	maxChannels  = 50   // channels of one socket
	maxBindings  = 200  // bindings of one socket
	maxFilter    = 2 << 10
	maxToken     = 8 << 10
	closePatient = 2 * time.Second
)

// frameRate is what the clients of one address may send: heartbeats and a
// page full of joins, not a flood.
var frameRate = limit.Rate{Name: "realtime frames", Count: 1200, Per: time.Minute, Burst: 600}

// Options say whom to listen to and whom to trust.
type Options struct {
	Store *store.Store
	// Identify tells who holds an access token, or the public key, now.
	Identify func(ctx context.Context, token string) (schema.Actor, error)
	AnonKey  string
	Origins  []string       // pages that may connect, besides those of the same host
	Limits   *limit.Limiter // nil lifts the caps on sockets and frames of one address
	Log      *slog.Logger
}

// Server holds the open sockets.
type Server struct {
	Options
	idle  time.Duration
	queue int // messages that may wait for one socket

	ctx      context.Context
	cancel   context.CancelFunc
	commits  chan []store.Event
	channels atomic.Int64 // joined channels; none means nobody to tell

	mu      sync.Mutex
	sockets map[*socket]bool
	from    map[string]int // sockets per address
	closed  bool
	running sync.WaitGroup
}

// New starts to listen to the store. Close ends it.
func New(o Options) *Server {
	s := &Server{
		Options: o, idle: idleAfter, queue: maxQueued,
		commits: make(chan []store.Event, maxBacklog), sockets: map[*socket]bool{}, from: map[string]int{},
	}
	s.Log = cmp.Or(s.Log, slog.Default())
	s.ctx, s.cancel = context.WithCancel(context.Background())
	s.running.Go(s.tell)
	o.Store.OnEvents(s.hear)
	return s
}

// Routes registers the protocol's path.
func (s *Server) Routes(mux *http.ServeMux) {
	mux.HandleFunc("/realtime/v1/websocket", s.connect)
	mux.HandleFunc("/realtime/v1/", func(w http.ResponseWriter, r *http.Request) {
		refuse(w, http.StatusNotFound, "Not found")
	})
}

// Sockets is how many are open.
func (s *Server) Sockets() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.sockets)
}

// Close tells every client that the server goes away, so that it connects to
// the next one, and returns when all are gone.
func (s *Server) Close() {
	s.mu.Lock()
	s.closed = true
	open := s.open()
	s.mu.Unlock()
	var leaving sync.WaitGroup
	for _, k := range open {
		leaving.Go(func() { k.close(websocket.StatusGoingAway, "the server is stopping") })
	}
	gone := make(chan struct{})
	go func() {
		leaving.Wait()
		close(gone)
	}()
	select {
	case <-gone:
	case <-time.After(closePatient):
		for _, k := range open {
			k.conn.CloseNow()
		}
	}
	s.cancel()
	s.running.Wait()
}

// open lists the sockets; the caller holds mu.
func (s *Server) open() []*socket {
	return slices.Collect(maps.Keys(s.sockets))
}

// hear takes what a commit changed. It runs in the store's own goroutine and
// must not wait: when the backlog is full, everybody starts over.
func (s *Server) hear(events []store.Event) {
	if s.channels.Load() == 0 || s.ctx.Err() != nil {
		return
	}
	select {
	case s.commits <- events:
	default:
		s.Log.Warn("realtime fell behind; clients connect anew")
		s.mu.Lock()
		open := s.open()
		s.mu.Unlock()
		for _, k := range open {
			go k.conn.CloseNow()
		}
	}
}

// tell hands commits to the sockets, one after another.
func (s *Server) tell() {
	for {
		select {
		case <-s.ctx.Done():
			return
		case events := <-s.commits:
			fault.Guard(s.Log, "realtime", func() error { s.spread(events); return nil })
		}
	}
}

func (s *Server) spread(events []store.Event) {
	s.mu.Lock()
	open := s.open()
	s.mu.Unlock()
	d := delivery{server: s, known: map[string]identity{}}
	for i := range events {
		if events[i].Table.Internal {
			continue
		}
		change := &change{event: &events[i]}
		for _, k := range open {
			k.deliver(&d, change)
		}
	}
}

// delivery remembers who holds a token while one commit is told, so that a
// role change counts from the next commit on.
type delivery struct {
	server *Server
	known  map[string]identity
}

type identity struct {
	actor schema.Actor
	err   error
}

func (d *delivery) who(token string) (schema.Actor, error) {
	id, ok := d.known[token]
	if !ok {
		id.actor, id.err = d.server.Identify(d.server.ctx, token)
		d.known[token] = id
	}
	return id.actor, id.err
}
