package rest

import (
	"bytes"
	"compress/gzip"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/andybalholm/brotli"

	"vitrine/internal/schema"
	"vitrine/internal/store"
)

const (
	maxKept      = 32 << 20 // bytes of all answers together
	worthKeeping = 1 << 20  // a larger answer is made anew each time
	worthPack    = 512      // a smaller answer is sent as it is
)

// answers keeps what visitors read. An answer is good as long as no commit
// touched a table that it was made from; staff never see one.
type answers struct {
	tables map[string]*atomic.Uint64 // how often each table changed

	mu   sync.RWMutex
	kept map[question]*answer
	size int
}

// question is everything that an answer to a visitor depends on.
type question struct {
	uri    string
	one    bool
	count  bool
	ranges string
}

type answer struct {
	reply
	etag  string
	gzip  func() []byte
	br    func() []byte
	from  []*atomic.Uint64
	since []uint64
}

func newAnswers(s *store.Store) *answers {
	a := &answers{tables: map[string]*atomic.Uint64{}, kept: map[question]*answer{}}
	for _, t := range schema.Tables {
		a.tables[t.Name] = &atomic.Uint64{}
	}
	s.OnChange(a.changed)
	return a
}

func (a *answers) changed(tables []string) {
	if len(tables) == 0 {
		for _, n := range a.tables {
			n.Add(1)
		}
	}
	for _, name := range tables {
		if n := a.tables[name]; n != nil {
			n.Add(1)
		}
	}
}

// ask is what a request asks, when its answer may be kept: a visitor's GET
// of a table whose rows are the same for every visitor.
func ask(r *http.Request, actor schema.Actor, t *schema.Table) (question, bool) {
	if r.Method != http.MethodGet || !sameForAll(actor, t) || len(r.Header.Values("Prefer")) > 1 {
		return question{}, false
	}
	q := question{uri: r.URL.RequestURI(), ranges: r.Header.Get("Range")}
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
	grant, err := t.Allow(actor, schema.Read.Action)
	return err == nil && actor.Role == schema.Visitor && (grant.Scope == schema.AllRows || grant.Scope == schema.Matching)
}

// find returns the kept answer if it is still good.
func (a *answers) find(q question) *answer {
	a.mu.RLock()
	found := a.kept[q]
	a.mu.RUnlock()
	if found == nil {
		return nil
	}
	for i, n := range found.from {
		if n.Load() != found.since[i] {
			return nil
		}
	}
	return found
}

// begin notes how often the tables have changed before they are read: an
// answer that a commit overtakes is never taken for a good one.
func (a *answers) begin(t *schema.Table, q store.Query) *answer {
	out := &answer{}
	var add func(t *schema.Table, q store.Query)
	add = func(t *schema.Table, q store.Query) {
		n := a.tables[t.Name]
		out.from, out.since = append(out.from, n), append(out.since, n.Load())
		for _, f := range q.Fields {
			if f.Embed != nil {
				add(f.Embed.Table, f.Embed.Query)
			}
		}
	}
	add(t, q)
	return out
}

// keep completes an answer and remembers it, in place of any others when
// there is no more room.
func (a *answers) keep(q question, out *answer, made reply) {
	out.reply, out.etag = made, tagOf(made)
	body := made.body
	out.br = sync.OnceValue(func() []byte {
		return packed(body, func(b *bytes.Buffer) packer { return brotli.NewWriterLevel(b, 6) })
	})
	out.gzip = sync.OnceValue(func() []byte { return packed(body, func(b *bytes.Buffer) packer { return gzip.NewWriter(b) }) })
	if len(body) > worthKeeping {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if before := a.kept[q]; before != nil {
		a.size -= before.weight(q)
		delete(a.kept, q)
	}
	for other, one := range a.kept {
		if a.size+out.weight(q) <= maxKept {
			break
		}
		a.size -= one.weight(other)
		delete(a.kept, other)
	}
	a.kept[q] = out
	a.size += out.weight(q)
}

// weight counts the compressed forms too, whether they are made or not.
func (a *answer) weight(q question) int { return 2*len(a.body) + len(q.uri) + 512 }

type packer interface {
	Write([]byte) (int, error)
	Close() error
}

func packed(body []byte, open func(*bytes.Buffer) packer) []byte {
	var b bytes.Buffer
	w := open(&b)
	w.Write(body)
	w.Close()
	return b.Bytes()
}

// send writes a kept answer, or that the visitor has it already.
func (a *answer) send(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	visitorHeaders(h, a.etag)
	if a.ranges != "" {
		h.Set("Content-Range", a.ranges)
	}
	if hasTag(r, a.etag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	h.Set("Content-Type", mediaType(a.reply))
	body := a.body
	if len(body) >= worthPack {
		switch accepted := r.Header.Get("Accept-Encoding"); {
		case strings.Contains(accepted, "br"):
			h.Set("Content-Encoding", "br")
			body = a.br()
		case strings.Contains(accepted, "gzip"):
			h.Set("Content-Encoding", "gzip")
			body = a.gzip()
		}
	}
	h.Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(a.status)
	w.Write(body)
}
