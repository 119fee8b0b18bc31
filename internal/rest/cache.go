package rest

import (
	"bytes"
	"compress/gzip"
	"net/http"
	"sync"

	"github.com/andybalholm/brotli"

	"vitrine/internal/client"
	"vitrine/internal/schema"
	"vitrine/internal/store"
)

const (
	maxCached    = 32 << 20 // bytes of all answers together
	worthKeeping = 1 << 20  // a larger answer is made anew each time
	worthPack    = 512      // a smaller answer is sent as it is
)

// answers keeps what visitors read. An answer is good as long as no commit
// touched a table that it was made from; staff never see one.
type answers struct {
	tables map[string]*store.Generation
	cached *store.Cache[question, *answer]
}

// question is everything that an answer to a visitor depends on.
type question struct {
	uri    string
	one    bool
	count  bool
	ranges string
}

// answer is ready to be sent. The header lines are shared between answers and
// must not be changed.
type answer struct {
	reply
	kind   []string
	etag   []string
	ranges []string // nil when it is not known how many rows there are
	plain  client.Encoded
	br     func() client.Encoded
	gzip   func() client.Encoded
	from   []*store.Generation
	since  []uint64
}

func newAnswers(s *store.Store) *answers {
	a := &answers{tables: map[string]*store.Generation{}, cached: store.NewCache(s, maxCached, weight)}
	for _, t := range schema.Tables {
		a.tables[t.Name] = s.Generation(nil, t.Name)
	}
	return a
}

// ServeCached answers a visitor whose very question was answered before and whose
// answer is still good.
func (h *Handler) ServeCached(w http.ResponseWriter, r *http.Request, actor schema.Actor) bool {
	if h.answers == nil || actor.Role != schema.Visitor || r.Header["Accept-Profile"] != nil {
		return false
	}
	question, ok := ask(r)
	if !ok {
		return false
	}
	found := h.answers.find(question)
	if found == nil || h.Limits.Allow(readRate, actor.Address) != nil {
		return false
	}
	h.Served(true)
	found.send(w, r)
	return true
}

// ask is what a request asks, when it is of the kind whose answers are cached.
func ask(r *http.Request) (question, bool) {
	if r.Method != http.MethodGet || r.RequestURI == "" || len(r.Header["Prefer"]) > 1 {
		return question{}, false
	}
	q := question{uri: r.RequestURI, ranges: r.Header.Get("Range")}
	switch r.Header.Get("Prefer") {
	case "":
	case "count=exact":
		q.count = true
	default:
		return question{}, false
	}
	switch r.Header.Get("Accept") {
	case "", "*/*", "application/json":
	case "application/vnd.pgrst.object+json":
		q.one = true
	default:
		return question{}, false
	}
	return q, true
}

// sameForAll tells whether the actor is a visitor and every visitor would
// read the same rows.
func sameForAll(actor schema.Actor, t *schema.Table) bool {
	return actor.Role == schema.Visitor && t.Public()
}

// find returns the cached answer if it is still good.
func (a *answers) find(q question) *answer {
	found, _, ok := a.cached.Get(q)
	if !ok {
		return nil
	}
	for i, n := range found.from {
		if n.Now() != found.since[i] {
			return nil
		}
	}
	return found
}

// begin notes the generations of the tables before they are read: an
// answer that a commit overtakes is never taken for a good one.
func (a *answers) begin(t *schema.Table, q store.Query) *answer {
	out := &answer{}
	var add func(t *schema.Table, q store.Query)
	add = func(t *schema.Table, q store.Query) {
		n := a.tables[t.Name]
		out.from, out.since = append(out.from, n), append(out.since, n.Now())
		for _, f := range q.Fields {
			if f.Embed != nil {
				add(f.Embed.Table, f.Embed.Query)
			}
		}
	}
	add(t, q)
	return out
}

// keep completes an answer and caches it.
func (a *answers) keep(q question, out *answer, made reply) {
	body := made.body
	if len(body) <= worthKeeping {
		body = bytes.Clone(body) // the buffer goes to others
		made.sent()
	}
	made.body, made.lent = body, nil
	out.reply, out.kind, out.etag = made, []string{mediaType(made)}, []string{tagOf(made)}
	if made.ranges != "" {
		out.ranges = []string{made.ranges}
	}
	out.plain = client.Encode(body, "")
	out.br = sync.OnceValue(func() client.Encoded { return brotlied(body) })
	out.gzip = sync.OnceValue(func() client.Encoded { return client.Gzip(body, gzip.DefaultCompression) })
	if len(body) <= worthKeeping {
		_, generation, _ := a.cached.Get(q)
		a.cached.Put(q, out, generation) // find asks whether its tables have changed
	}
}

// weight counts the compressed forms too, whether they are made or not.
func weight(q question, a *answer) int { return 2*len(a.body) + len(q.uri) + 512 }

func brotlied(body []byte) client.Encoded {
	var b bytes.Buffer
	w := brotli.NewWriterLevel(&b, 6)
	w.Write(body)
	w.Close()
	return client.Encode(b.Bytes(), "br")
}

// send writes a cached answer, or that the visitor has it already.
func (a *answer) send(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h["Cache-Control"] = askAgain
	h["Etag"] = a.etag
	vary(h)
	if a.ranges != nil {
		h["Content-Range"] = a.ranges
	}
	if client.Has(r, a.etag[0]) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	as := a.in(r)
	as.Describe(h)
	h["Content-Type"] = a.kind
	w.WriteHeader(a.status)
	w.Write(as.Body)
}

// in picks a coding that the visitor takes.
func (a *answer) in(r *http.Request) client.Encoded {
	if len(a.body) < worthPack {
		return a.plain
	}
	switch client.Coding(r, "br", "gzip") {
	case "br":
		return a.br()
	case "gzip":
		return a.gzip()
	}
	return a.plain
}
