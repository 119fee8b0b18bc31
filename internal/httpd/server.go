// Package httpd is the front door: every route on one screen, the headers and
// limits that all answers share, and a stop that cuts no request.
package httpd

import (
	"context"
	"crypto/tls"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"sync/atomic"
	"time"

	"vitrine/internal/schema"
)

const (
	maxURL     = 8 << 10
	maxHeaders = 16 << 10
	// settle is how long a stopping server still takes requests, telling each
	// client that its connection ends; net/http drops what it reads later.
	settle = 400 * time.Millisecond
	// arrive is how long a connection taken last has to send its request.
	arrive = 200 * time.Millisecond
	drain  = 10 * time.Second
)

// Routes is a part of the site that registers its own paths.
type Routes interface{ Routes(mux *http.ServeMux) }

// Options are what the front door opens to.
type Options struct {
	Backend  []Routes // the five protocols
	Site     []Routes // pages and files
	Identify func(*http.Request) (schema.Actor, error)
	Ready    func(context.Context) error
	Proxies  []netip.Prefix
	Origins  []string
	HSTS     string // Strict-Transport-Security of every answer; "" for none
	Capped   bool   // limit the number of connections
	Log      *slog.Logger
	// Observe hears of every answer; nil for nobody.
	Observe func(surface string, status int, took time.Duration)
	// Wrap goes around every request, as tracing does; nil for nothing.
	Wrap func(http.Handler) http.Handler
	TLS  *tls.Config // nil answers without encryption
}

// Server serves until its context ends.
type Server struct {
	Options
	hsts     []string
	handler  http.Handler // the server itself, and what is wrapped around it
	stopping atomic.Bool

	backend, site             *http.ServeMux
	backendCaches, siteCaches []Cache
}

// New assembles the routes.
func New(o Options) *Server {
	s := &Server{Options: o}
	if o.HSTS != "" {
		s.hsts = []string{o.HSTS}
	}
	s.routes(o)
	s.handler = s
	if o.Wrap != nil {
		s.handler = o.Wrap(s.handler)
	}
	return s
}

// Handler is the whole site, for tests that need no socket.
func (s *Server) Handler() http.Handler { return s.handler }

// Serve answers on the listener until ctx ends, then lets running requests
// finish: for a moment it goes on and says on every answer that the connection
// ends, then it takes no more connections, and waits for those it has. Idle
// connections are closed last: a request may be on its way on them.
func (s *Server) Serve(ctx context.Context, inner net.Listener) error {
	own := newListener(inner, s.Capped, s.exempt)
	sweeping, end := context.WithCancel(context.WithoutCancel(ctx))
	defer end()
	go own.sweep(sweeping)
	var ln net.Listener = own
	if s.TLS != nil {
		ln = tls.NewListener(ln, s.TLS)
	}
	srv := &http.Server{
		Handler:           s.handler,
		ConnState:         track,
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       15 * time.Second,
		WriteTimeout:      30 * time.Second,
		IdleTimeout:       60 * time.Second,
		MaxHeaderBytes:    maxHeaders,
		TLSConfig:         s.TLS,
		HTTP2:             &http.HTTP2Config{MaxConcurrentStreams: 100},
		ErrorLog:          slog.NewLogLogger(s.Log.Handler(), slog.LevelDebug),
	}
	failed := make(chan error, 1)
	go func() { failed <- srv.Serve(ln) }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	s.stopping.Store(true)
	time.Sleep(settle)
	emptied(inner, arrive)
	ln.Close()
	time.Sleep(arrive)
	own.release(settle)
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), drain)
	defer cancel()
	err := srv.Shutdown(last)
	if errors.Is(err, context.DeadlineExceeded) {
		s.Log.Warn("some requests did not finish in time")
		err = srv.Close()
	}
	return err
}

// exempt tells who may hold any number of connections.
func (s *Server) exempt(at netip.Addr) bool { return at.IsLoopback() || s.trusts(at) }
