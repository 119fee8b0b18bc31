package main

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"os"
	"sync/atomic"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/sdk/resource"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"

	"vitrine/internal/httpd"
)

// tracing sends one span per request to the collector that the usual
// OTEL_... variables name. Without a provider it is off and costs nothing.
type tracing struct {
	provider *sdktrace.TracerProvider
	tracer   trace.Tracer
	incoming propagation.TraceContext
}

func startTracing(ctx context.Context) (*tracing, error) {
	if os.Getenv("OTEL_EXPORTER_OTLP_ENDPOINT") == "" && os.Getenv("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT") == "" {
		return &tracing{}, nil
	}
	for _, name := range []string{"OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"} {
		u, err := url.Parse(os.Getenv(name))
		if err != nil || os.Getenv(name) != "" && (u.Scheme != "http" && u.Scheme != "https" || u.Host == "") {
			return nil, fmt.Errorf("%s is not like http://collector:4318", name)
		}
	}
	exporter, err := otlptracehttp.New(ctx)
	if err != nil {
		return nil, fmt.Errorf("OTEL_EXPORTER_OTLP_ENDPOINT: %w", err)
	}
	about, err := resource.New(ctx, resource.WithAttributes(attribute.String("service.name", "vitrine")), resource.WithFromEnv(), resource.WithHost())
	if err != nil {
		return nil, fmt.Errorf("OTEL_RESOURCE_ATTRIBUTES: %w", err)
	}
	provider := sdktrace.NewTracerProvider(sdktrace.WithBatcher(&collector{SpanExporter: exporter}), sdktrace.WithResource(about))
	return &tracing{provider: provider, tracer: provider.Tracer("vitrine")}, nil
}

// collector says once that spans do not arrive, and once that they do again.
type collector struct {
	sdktrace.SpanExporter
	away atomic.Bool
}

func (c *collector) ExportSpans(ctx context.Context, spans []sdktrace.ReadOnlySpan) error {
	err := c.SpanExporter.ExportSpans(ctx, spans)
	if was := c.away.Swap(err != nil); err != nil && !was {
		slog.Warn("the collector takes no traces; they are dropped until it does", "error", err)
	} else if err == nil && was {
		slog.Info("the collector takes traces again")
	}
	return nil // said already
}

// wrap is what the front door puts around requests; nil when tracing is off.
func (t *tracing) wrap() func(http.Handler) http.Handler {
	if t.provider == nil {
		return nil
	}
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { t.serve(next, w, r) })
	}
}

// serve tells the path and nothing that a person sent: a query can hold an
// address.
func (t *tracing) serve(next http.Handler, w http.ResponseWriter, r *http.Request) {
	surface := httpd.Surface(r.URL.Path)
	ctx, span := t.tracer.Start(t.incoming.Extract(r.Context(), propagation.HeaderCarrier(r.Header)), r.Method+" "+surface,
		trace.WithSpanKind(trace.SpanKindServer), trace.WithAttributes(
			attribute.String("http.request.method", r.Method), attribute.String("url.path", r.URL.Path), attribute.String("vitrine.surface", surface)))
	defer span.End()
	out := &observed{ResponseWriter: w, status: http.StatusOK}
	next.ServeHTTP(out, r.WithContext(ctx))
	span.SetAttributes(attribute.Int("http.response.status_code", out.status), attribute.String("vitrine.request_id", w.Header().Get("X-Request-Id")))
	if out.status >= http.StatusInternalServerError {
		span.SetStatus(codes.Error, http.StatusText(out.status))
	}
}

// close sends what is left, if the collector takes it soon.
func (t *tracing) close() {
	if t.provider == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), 3*time.Second)
	defer cancel()
	if err := t.provider.Shutdown(ctx); err != nil {
		slog.Warn("some traces were not sent", "error", err)
	}
}

type observed struct {
	http.ResponseWriter
	status int
}

func (w *observed) WriteHeader(status int) {
	w.status = status
	w.ResponseWriter.WriteHeader(status)
}

// Unwrap lets http.ResponseController and the websocket reach the connection.
func (w *observed) Unwrap() http.ResponseWriter { return w.ResponseWriter }
