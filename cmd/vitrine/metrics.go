package main

import (
	"context"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"

	"vitrine/internal/edge"
	"vitrine/internal/fault"
	"vitrine/internal/mail"
	"vitrine/internal/realtime"
	"vitrine/internal/site"
	"vitrine/internal/store"
)

// metrics is what Prometheus reads. The rooms of the house know nothing of
// it: they call plain functions.
type metrics struct {
	registry *prometheus.Registry
	requests *prometheus.CounterVec
	took     *prometheus.HistogramVec
	surfaces map[string]*surface
	cached   *prometheus.CounterVec
	renders  *prometheus.HistogramVec
	mails    *prometheus.CounterVec
	signIns  *prometheus.CounterVec
	uploads  *prometheus.CounterVec
	purges   *prometheus.CounterVec
}

// surface has its counters at hand: looking labels up costs more than
// serving a cached page does.
type surface struct {
	classes [6]prometheus.Counter
	took    prometheus.Observer
}

func newMetrics() *metrics {
	m := &metrics{registry: prometheus.NewRegistry(), surfaces: map[string]*surface{}}
	counter := func(name, help string, labels ...string) *prometheus.CounterVec {
		v := prometheus.NewCounterVec(prometheus.CounterOpts{Namespace: "vitrine", Name: name, Help: help}, labels)
		m.registry.MustRegister(v)
		return v
	}
	histogram := func(name, help string, buckets []float64, labels ...string) *prometheus.HistogramVec {
		v := prometheus.NewHistogramVec(prometheus.HistogramOpts{Namespace: "vitrine", Name: name, Help: help, Buckets: buckets}, labels)
		m.registry.MustRegister(v)
		return v
	}
	m.requests = counter("requests_total", "Answers by part of the server and class of status.", "surface", "class")
	m.took = histogram("request_seconds", "Time until a request was answered; sockets are not in it.", []float64{.0005, .001, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10}, "surface")
	m.cached = counter("cache_total", "Answers to visitors by cache (page, rest) and result (hit, miss).", "cache", "result")
	m.renders = histogram("render_seconds", "Time that rendering took, by page and result.", []float64{.005, .01, .025, .05, .1, .25, .5, 1, 2.5}, "page", "result")
	m.mails = counter("mail_tries_total", "Tries to send a letter by result (sent, failed).", "result")
	m.signIns = counter("sign_ins_total", "Attempts to sign in by result (ok, refused, crowded, failed).", "result")
	m.uploads = counter("uploads_total", "Uploads by result (stored, refused, crowded, failed).", "result")
	m.purges = counter("edge_purges_total", "Requests to caches in front by result (sent, failed).", "result")
	b := thisBuild()
	info := prometheus.NewGauge(prometheus.GaugeOpts{Namespace: "vitrine", Name: "build_info", Help: "Which program this is.", ConstLabels: prometheus.Labels{"version": release, "commit": b.commit, "date": b.date}})
	info.Set(1)
	m.registry.MustRegister(info, collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	for _, name := range []string{"site", "assets", "admin", "rest", "auth", "storage", "functions", "realtime", "health"} {
		s := &surface{took: m.took.WithLabelValues(name)}
		for class := range s.classes {
			s.classes[class] = m.requests.WithLabelValues(name, strconv.Itoa(class)+"xx")
		}
		m.surfaces[name] = s
	}
	// A rate needs the zero before the first event, and an alarm its series.
	for v, results := range map[*prometheus.CounterVec][]string{
		m.signIns: {"ok", "refused", "crowded", "failed"}, m.uploads: {"stored", "refused", "crowded", "failed"}, m.mails: {"sent", "failed"}, m.purges: {"sent", "failed"},
	} {
		for _, result := range results {
			v.WithLabelValues(result)
		}
	}
	for _, page := range site.Pages() {
		m.renders.WithLabelValues(page, "ok")
		m.renders.WithLabelValues(page, "failed")
	}
	return m
}

// answered hears of every request.
func (m *metrics) answered(name string, status int, took time.Duration) {
	s := m.surfaces[name]
	if s == nil {
		return
	}
	if status == 0 {
		status = 200 // nothing was written, which net/http sends as 200
	}
	s.classes[min(status/100, 5)].Inc()
	if status != 101 {
		s.took.Observe(took.Seconds())
	}
}

// served makes the function that counts hits and misses of a cache.
func (m *metrics) served(cache string) func(cached bool) {
	hit, miss := m.cached.WithLabelValues(cache, "hit"), m.cached.WithLabelValues(cache, "miss")
	return func(cached bool) {
		if cached {
			hit.Inc()
		} else {
			miss.Inc()
		}
	}
}

func (m *metrics) rendered(page string, took time.Duration, err error) {
	result := "ok"
	if err != nil {
		result = "failed"
	}
	m.renders.WithLabelValues(page, result).Observe(took.Seconds())
}

func (m *metrics) mailed(err error) { m.mails.WithLabelValues(sent(err)).Inc() }

func (m *metrics) purged(err error) { m.purges.WithLabelValues(sent(err)).Inc() }

func sent(err error) string {
	if err != nil {
		return "failed"
	}
	return "sent"
}

func (m *metrics) signedIn(err error) { m.signIns.WithLabelValues(outcome(err, "ok")).Inc() }

func (m *metrics) uploaded(err error) { m.uploads.WithLabelValues(outcome(err, "stored")).Inc() }

// outcome sorts errors into the caller's fault, too many calls, and ours.
func outcome(err error, fine string) string {
	if err == nil {
		return fine
	}
	switch fault.From(err).Kind {
	case fault.Crowded:
		return "crowded"
	case fault.Internal, fault.Unavailable, fault.TimedOut:
		return "failed"
	}
	return "refused"
}

// checks makes the function that counts checks of the SQLite file.
func (m *metrics) checks() func(error) {
	made := prometheus.NewCounterVec(prometheus.CounterOpts{Namespace: "vitrine", Name: "database_checks_total", Help: "Checks of the whole SQLite file by result (sound, failed)."}, []string{"result"})
	m.registry.MustRegister(made)
	return counts(made.WithLabelValues("sound"), made.WithLabelValues("failed"))
}

// watch adds what is measured when Prometheus asks.
func (m *metrics) watch(s *store.Store, sockets *realtime.Server, outbox *mail.Outbox, caches *edge.Edge) {
	gauge := func(name, help string, value func() float64) {
		m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Namespace: "vitrine", Name: name, Help: help}, value))
	}
	counter := func(name, help string, value func() float64) {
		m.registry.MustRegister(prometheus.NewCounterFunc(prometheus.CounterOpts{Namespace: "vitrine", Name: name, Help: help}, value))
	}
	gauge("realtime_sockets", "Open realtime sockets.", func() float64 { return float64(sockets.Sockets()) })
	gauge("writer_queue_length", "Writes that wait for the SQLite writer.", func() float64 { return float64(s.Stats().Waiting) })
	counter("writer_commits_total", "Commits of the SQLite writer.", func() float64 { return float64(s.Stats().Commits) })
	counter("writer_works_total", "Writes in those commits; divided by them, the size of a group.", func() float64 { return float64(s.Stats().Works) })
	gauge("database_connections_in_use", "Connections that are working.", func() float64 { return float64(s.Stats().Pool.InUse) })
	gauge("database_connections_idle", "Connections that are waiting for work.", func() float64 { return float64(s.Stats().Pool.Idle) })
	gauge("database_connections_max", "Connections that there may be.", func() float64 { return float64(s.Stats().Pool.MaxOpenConnections) })
	counter("database_waits_total", "Times that a connection had to be waited for.", func() float64 { return float64(s.Stats().Pool.WaitCount) })
	counter("database_wait_seconds_total", "Time spent waiting for connections.", func() float64 { return s.Stats().Pool.WaitDuration.Seconds() })
	gauge("database_replica_in_use", "1 while visitors read from the replica, 0 while it is behind or away, or there is none.", func() float64 {
		if s.Stats().ReplicaInUse {
			return 1
		}
		return 0
	})
	counter("database_replica_reads_total", "Reads of visitors that the replica answered.", func() float64 { return float64(s.Stats().ReplicaReads) })
	counter("database_replica_failures_total", "Reads that the replica failed at and the primary answered.", func() float64 { return float64(s.Stats().ReplicaFailures) })
	gauge("edge_keys_waiting", "Keys that caches in front have yet to drop.", func() float64 { return float64(caches.Waiting()) })
	m.registry.MustRegister(outboxCollector{outbox})
}

// outboxCollector counts the letters in the database, so every instance tells
// the same number.
type outboxCollector struct{ outbox *mail.Outbox }

var (
	lettersWaiting = prometheus.NewDesc("vitrine_mail_waiting", "Letters in the outbox that are not delivered yet.", nil, nil)
	lettersGivenUp = prometheus.NewDesc("vitrine_mail_given_up", "Letters that could not be delivered for three days.", nil, nil)
)

func (outboxCollector) Describe(out chan<- *prometheus.Desc) {
	out <- lettersWaiting
	out <- lettersGivenUp
}

func (c outboxCollector) Collect(out chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	waiting, givenUp, err := c.outbox.Lengths(ctx)
	if err != nil {
		return // the other metrics matter most when the database is away
	}
	out <- prometheus.MustNewConstMetric(lettersWaiting, prometheus.GaugeValue, float64(waiting))
	out <- prometheus.MustNewConstMetric(lettersGivenUp, prometheus.GaugeValue, float64(givenUp))
}
