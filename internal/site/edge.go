package site

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"vitrine/internal/config"
	"vitrine/internal/edge"
	"vitrine/internal/schema"
	"vitrine/internal/store"
)

// forEdge says how a shared cache may keep a page, and by which keys it is
// purged. Browsers still ask each time.
type forEdge struct {
	lifetime time.Duration
	lines    http.Header
}

// notForEdge is said of what no shared cache is to keep, where there is one: some
// keep for an hour what says no-cache.
var notForEdge = &forEdge{}

var surrogatesAsk = []string{"max-age=0"}

// describe adds the header lines. A page that the clock makes wrong is kept until
// then.
func (e *forEdge) describe(h http.Header, until time.Time) {
	if e == notForEdge {
		h["Surrogate-Control"] = surrogatesAsk
		return
	}
	maps.Copy(h, e.lines)
	if left := time.Until(until); !until.IsZero() && left < e.lifetime {
		control := []string{"max-age=" + strconv.Itoa(max(0, int(left.Seconds())))}
		h["Cdn-Cache-Control"], h["Surrogate-Control"] = control, control
	}
	if e.lifetime <= config.ShortLifetime { // nginx knows no other, and is told of no change
		seconds, _, _ := strings.Cut(strings.TrimPrefix(h["Cdn-Cache-Control"][0], "max-age="), ",")
		h["X-Accel-Expires"] = []string{seconds}
	}
}

// edgeOf is how an edge keeps what a kind shows: by the tables, and by the
// document that it is about instead of its table.
func (s *Site) edgeOf(k *kind, content data) *forEdge {
	if s.EdgeLifetime == 0 {
		return nil
	}
	if content["received"] == true || k.status != http.StatusOK && k.status != http.StatusGone {
		return notForEdge
	}
	keys, about := []string{edge.All}, (*schema.Document)(nil)
	if k.subject != nil {
		row, _ := content[k.subject.key].(store.Row)
		if d := schema.DocumentOf(k.subject.tables[0]); d != nil && row["id"] != nil {
			keys, about = append(keys, edge.KeyOf(d.Name, fmt.Sprint(row["id"]))), d
		}
	}
	for _, name := range k.tables {
		// Settings that the subject is shown by have no part in the key of its document.
		isOwn := func(t *schema.Table) bool { return t.Name == name && schema.DocumentOf(t) == about && !k.lists(t) }
		if about == nil || !slices.ContainsFunc(k.subject.tables, isOwn) {
			keys = append(keys, name)
		}
	}
	return &forEdge{s.EdgeLifetime, edge.Lines(s.EdgeLifetime, keys...)}
}

// lists tells whether the page shows a table besides what it is about.
func (k *kind) lists(t *schema.Table) bool {
	return slices.ContainsFunc(k.pieces, func(p *piece) bool { return p != k.subject && slices.Contains(p.tables, t) })
}

func (s *Site) withEdge(page *response, k *kind, content data) *response {
	if page != nil {
		page.edge = s.edgeOf(k, content)
	}
	return page
}

// EdgeTables are the tables by which pages are purged.
func EdgeTables() (out []string) {
	for _, k := range kinds {
		for _, name := range k.tables {
			if !slices.Contains(out, name) {
				out = append(out, name)
			}
		}
	}
	return out
}

// withoutEdge is the page as one that no shared cache is to keep: a better one is being made.
func (p *response) withoutEdge() *response {
	if p == nil || p.edge == nil {
		return p
	}
	without := *p
	without.edge = notForEdge
	return &without
}
