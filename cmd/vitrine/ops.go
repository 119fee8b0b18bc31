package main

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"net/http/pprof"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// ops serves metrics and profiles on a listener of its own, which stays
// private.
type ops struct {
	addr    string
	metrics prometheus.Gatherer
	log     *slog.Logger
}

func newOps(addr string, metrics prometheus.Gatherer, log *slog.Logger) *ops {
	return &ops{addr, metrics, log}
}

// run serves until ctx ends. A port that is taken is logged: the site matters
// more than its metrics.
func (o *ops) run(ctx context.Context) {
	if o.addr == "" {
		return
	}
	ln, err := net.Listen("tcp", o.addr)
	if err != nil {
		o.log.Warn("no metrics: the operations address is taken", "addr", o.addr, "error", err)
		return
	}
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(o.metrics, promhttp.HandlerOpts{}))
	mux.HandleFunc("GET /debug/pprof/", pprof.Index)
	mux.HandleFunc("GET /debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("GET /debug/pprof/trace", pprof.Trace)
	srv := &http.Server{Handler: mux, ReadHeaderTimeout: 5 * time.Second}
	go func() {
		<-ctx.Done()
		srv.Close()
	}()
	if err := srv.Serve(ln); !errors.Is(err, http.ErrServerClosed) {
		o.log.Warn("metrics stopped", "error", err)
	}
}
