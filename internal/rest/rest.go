// Package rest answers table requests the way PostgREST does, for the tables
// in schema, so that @supabase/supabase-js works against us unmodified.
package rest

import (
	"context"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"time"

	"vitrine/internal/fault"
	"vitrine/internal/limit"
	"vitrine/internal/procedure"
	"vitrine/internal/schema"
	"vitrine/internal/shield"
	"vitrine/internal/store"
)

// Options are what the protocol is built on.
type Options struct {
	Store      *store.Store
	Procedures procedure.All
	Limits     *limit.Limiter
	Shield     *shield.Shield // judges what visitors write; nil makes one with these limits
	Consent    Consent        // how visitors subscribe; nil is without confirmation
	Keep       bool           // answer visitors from memory while nothing changed
	Log        *slog.Logger
	Served     func(cached bool) // hears whether an answer was in memory; may be nil
}

// Consent is what becomes of an address that a visitor leaves for the newsletter.
type Consent interface {
	// Asks tells whether addresses are confirmed by mail: then known and unknown
	// ones look the same to visitors.
	Asks(ctx context.Context) bool
	// Fresh is what a new row says besides.
	Fresh(ctx context.Context) store.Row
	// Again takes an address that is there, and tells whether that was all.
	Again(ctx context.Context, email string, wantsJobs bool, marks store.Row) (taken bool, err error)
}

// Handler serves everything below /rest/v1/.
type Handler struct {
	Options
	answers *answers // nil when nothing is cached
}

// New makes the handler.
func New(o Options) *Handler {
	h := &Handler{Options: o}
	if h.Shield == nil {
		h.Shield = shield.New(shield.Options{Limits: o.Limits, Log: o.Log})
	}
	if h.Served == nil {
		h.Served = func(bool) {}
	}
	if o.Keep {
		h.answers = newAnswers(o.Store)
	}
	return h
}

var (
	readRate   = limit.Rate{Name: "rest read", Count: 600, Per: time.Minute, Burst: 200}
	writeRate  = limit.Rate{Name: "rest write", Count: 600, Per: time.Minute}
	lookupRate = limit.Rate{Name: "newsletter lookup", Count: 10, Per: time.Minute, Shared: true}
)

// Routes registers the protocol. The path is read by hand, so that every
// wrong one is answered in JSON.
func (h *Handler) Routes(mux *http.ServeMux) {
	serve := func(w http.ResponseWriter, r *http.Request) {
		h.serve(w, r, func(r *http.Request) (reply, error) { return h.route(w, r) })
	}
	mux.HandleFunc("/rest/v1/", serve)
	mux.HandleFunc("/rest/v1", serve)
}

func (h *Handler) route(w http.ResponseWriter, r *http.Request) (reply, error) {
	actor, err := schema.ActorFrom(r.Context())
	if err != nil {
		return reply{}, err
	}
	if err := checkProfile(r); err != nil {
		return reply{}, err
	}
	path := strings.TrimPrefix(strings.TrimPrefix(r.URL.Path, "/rest/v1"), "/")
	if path == "" {
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			return reply{}, fault.New(fault.NotOffered, "Unsupported HTTP method: %s", r.Method)
		}
		return h.describe()
	}
	if r.URL.Path == batchPath {
		return h.batch(w, r, actor)
	}
	if name, ok := strings.CutPrefix(path, "rpc/"); ok {
		return h.call(w, r, actor, name)
	}
	t, err := schema.Lookup(path)
	if err != nil {
		return reply{}, err
	}
	q := &request{Handler: h, w: w, Request: r, actor: actor, table: t, db: h.Store.As(actor)}
	switch r.Method {
	case http.MethodGet, http.MethodHead:
		return q.read()
	case http.MethodPost:
		return q.insert()
	case http.MethodPatch:
		return q.update()
	case http.MethodDelete:
		return q.delete()
	}
	return reply{}, fault.New(fault.NotOffered, "Unsupported HTTP method: %s", r.Method)
}

// request is one request on one table.
type request struct {
	*Handler
	*http.Request
	w        http.ResponseWriter
	actor    schema.Actor
	table    *schema.Table
	db       store.Session
	prefer   preferences
	query    store.Query
	visit    *shield.Visit // of a visitor who writes
	conflict string        // column of an upsert; "" means the key
	one      bool
}

// open reads what all requests share: the preferences, the media type and
// the query string.
func (q *request) open() (err error) {
	if q.prefer, err = preferencesOf(q.Request); err != nil {
		return err
	}
	if q.one, err = wantsOne(q.Request); err != nil {
		return err
	}
	values, err := parameters(q.Request)
	if err != nil {
		return err
	}
	q.query, err = query(q.table, values)
	return err
}

func (q *request) read() (reply, error) {
	if err := q.Limits.Allow(readRate, q.actor.Address); err != nil {
		return reply{}, err
	}
	if q.table == &schema.NewsletterSubscriptions && !q.actor.Staff() {
		if err := q.Limits.Allow(lookupRate, q.actor.Address); err != nil {
			return reply{}, err
		}
	}
	if q.answers == nil {
		return q.fetch(nil)
	}
	question, keepable := ask(q.Request)
	if !keepable || !sameForAll(q.actor, q.table) {
		return q.fetch(nil)
	}
	found := q.answers.find(question)
	q.Served(found != nil)
	if found != nil {
		return reply{cached: found}, nil
	}
	var made *answer
	out, err := q.fetch(func() { made = q.answers.begin(q.table, q.query) })
	if err != nil {
		return out, err
	}
	q.answers.keep(question, made, out)
	return reply{cached: made}, nil
}

// fetch reads from the database; before is called when the query is known
// and nothing is read yet.
func (q *request) fetch(before func()) (reply, error) {
	if err := q.open(); err != nil {
		return reply{}, err
	}
	if err := page(q.Request, &q.query); err != nil {
		return reply{}, err
	}
	if q.subscribes() && q.Consent.Asks(q.Context()) {
		q.query.Where = append(q.query.Where, store.Any{}) // nobody learns who is on the list
	}
	q.query.Count = q.prefer.counts()
	if before != nil {
		before()
	}
	res, err := q.db.Read(q.Context(), q.table, q.query)
	if err != nil {
		return reply{}, err
	}
	if res.Total >= 0 && int64(q.query.Offset) > res.Total {
		return reply{}, fault.New(fault.BadRange, "Requested range not satisfiable").
			Detailing("An offset of %d was requested, but there are only %d rows.", q.query.Offset, res.Total)
	}
	out, err := q.rows(http.StatusOK, res)
	out.shared = sameForAll(q.actor, q.table)
	out.ranges = contentRange(q.query.Offset, len(res.Rows), res.Total)
	if res.Total >= 0 && int64(len(res.Rows)) < res.Total && err == nil {
		out.status = http.StatusPartialContent
	}
	return out, err
}

// rows writes rows as the client asked: a list, or exactly one object.
func (q *request) rows(status int, res *store.Result) (reply, error) {
	if q.one {
		if len(res.Rows) != 1 {
			return reply{}, store.NotOne(len(res.Rows))
		}
		return reply{status: status, single: true, body: res.AppendRow(nil, 0)}, nil
	}
	lent := bodies.Get().(*[]byte)
	body := append(slices.Grow((*lent)[:0], 256*(res.Len()+1)), '[') // room for most answers
	for i := range res.Rows {
		if i > 0 {
			body = append(body, ',')
		}
		if body = res.AppendRow(body, i); len(body) > maxAnswer {
			return reply{}, fault.New(fault.BadQuery, "the answer is larger than %d bytes; ask for fewer rows or fields", maxAnswer)
		}
	}
	return reply{status: status, body: append(body, ']'), lent: lent}, nil
}
