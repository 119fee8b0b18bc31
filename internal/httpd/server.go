// Package httpd is the front door: every route on one screen, the headers and
// limits that all answers share, and a stop that cuts no request.
package httpd

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"time"

	"vitrine/internal/schema"
)

const (
	maxURL     = 8 << 10
	maxHeaders = 16 << 10
	// settle is how long open connections may still send a request that was on
	// its way when the stop began; net/http would drop it.
	settle = 400 * time.Millisecond
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
	Capped   bool // limit the number of connections
	Log      *slog.Logger
}

// Server serves until its context ends.
type Server struct {
	identify func(*http.Request) (schema.Actor, error)
	ready    func(context.Context) error
	proxies  []netip.Prefix
	origins  []string
	capped   bool
	log      *slog.Logger
	handler  http.Handler
}

// New assembles the routes.
func New(o Options) *Server {
	s := &Server{identify: o.Identify, ready: o.Ready, proxies: o.Proxies, origins: o.Origins, capped: o.Capped, log: o.Log}
	s.handler = secured(identified(o.Log, s.routes(o)))
	return s
}

// Handler is the whole site, for tests that need no socket.
func (s *Server) Handler() http.Handler { return s.handler }

// Serve answers on the listener until ctx ends, then lets running requests
// finish: it stops accepting without closing the socket, gives open
// connections a moment for requests already on their way, and waits.
func (s *Server) Serve(ctx context.Context, inner net.Listener) error {
	ln := newListener(inner, s.capped, s.exempt)
	srv := &http.Server{
		Handler:           s.handler,
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       15 * time.Second,
		WriteTimeout:      30 * time.Second,
		IdleTimeout:       60 * time.Second,
		MaxHeaderBytes:    maxHeaders,
		ErrorLog:          slog.NewLogLogger(s.log.Handler(), slog.LevelDebug),
	}
	failed := make(chan error, 1)
	go func() { failed <- srv.Serve(ln) }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	ln.pause()
	srv.SetKeepAlivesEnabled(false)
	time.Sleep(settle)
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), drain)
	defer cancel()
	err := srv.Shutdown(last)
	if errors.Is(err, context.DeadlineExceeded) {
		s.log.Warn("some requests did not finish in time")
		err = srv.Close()
	}
	return err
}

func (s *Server) exempt(addr string) bool {
	p, err := netip.ParsePrefix(addr)
	at := p.Addr()
	if err != nil {
		if at, err = netip.ParseAddr(addr); err != nil {
			return false
		}
	}
	return at.IsLoopback() || addr == "::/64" || s.trusts(at)
}
