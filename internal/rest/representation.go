package rest

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"slices"
	"strconv"

	"github.com/zeebo/xxh3"

	"vitrine/internal/schema"
	"vitrine/internal/store"
)

// written answers a write: nothing, or the rows as they are stored now. A
// client that asked for one row and gets another number rolls the write back.
func (q *request) written(tx store.Session, status int, rows []store.Row) (reply, error) {
	ranges := ""
	if q.prefer.counts() {
		ranges = contentRange(0, 0, int64(len(rows)))
	}
	if q.Method == http.MethodPatch {
		total := int64(-1)
		if q.prefer.counts() {
			total = int64(len(rows))
		}
		ranges = contentRange(0, len(rows), total)
	}
	if !q.prefer.wantsRows() {
		return reply{status: status, ranges: ranges}, nil
	}
	if status == http.StatusNoContent {
		status = http.StatusOK
	}
	res, err := q.project(tx, ordered(rows, q.query.Order))
	if err != nil {
		return reply{}, err
	}
	out, err := q.rows(status, res)
	out.ranges = ranges
	return out, err
}

func (q *request) embeds() bool {
	return slices.ContainsFunc(q.query.Fields, func(f store.Field) bool { return f.Embed != nil })
}

// project picks the selected fields of written rows. With embedded tables it
// reads the rows again, inside the same transaction.
func (q *request) project(tx store.Session, rows []store.Row) (*store.Result, error) {
	fields := q.query.Fields
	if q.embeds() {
		return q.readBack(tx, rows)
	}
	if fields == nil {
		for c := range q.table.Columns.All() {
			fields = append(fields, store.Field{As: c.Name, Column: c.Name})
		}
	}
	res := &store.Result{Fields: fields, Total: -1}
	for _, row := range rows {
		values := make([]any, len(fields))
		for i, f := range fields {
			values[i] = row[f.Column]
		}
		res.Rows = append(res.Rows, values)
	}
	return res, nil
}

func (q *request) readBack(tx store.Session, rows []store.Row) (*store.Result, error) {
	key := q.table.Key().Name
	out := &store.Result{Fields: q.query.Fields, Total: -1}
	for _, row := range rows {
		res, err := tx.Read(q.Context(), q.table, store.Query{Fields: q.query.Fields, Where: store.All{store.Eq(key, row[key])}})
		if err != nil {
			return nil, err
		}
		out.Rows = append(out.Rows, res.Rows...)
	}
	return out, nil
}

// ordered sorts written rows as the database sorts what it reads; without an
// order new ones stay as they were sent, and others as their keys.
func ordered(rows []store.Row, by []store.Order) []store.Row {
	if len(by) == 0 {
		return rows
	}
	rows = slices.Clone(rows)
	slices.SortStableFunc(rows, func(a, b store.Row) int {
		for _, o := range by {
			if c := compare(o, a[o.Column], b[o.Column]); c != 0 {
				return c
			}
		}
		return 0
	})
	return rows
}

func compare(o store.Order, a, b any) (c int) {
	if a == nil || b == nil {
		if c = number(b == nil) - number(a == nil); o.NullsFirst {
			return c
		}
		return -c
	}
	if list, is := a.(json.RawMessage); is {
		c = bytes.Compare(list, b.(json.RawMessage))
	} else {
		c, _ = schema.Compare(a, b)
	}
	if o.Desc {
		return -c
	}
	return c
}

func number(b bool) int {
	if b {
		return 1
	}
	return 0
}

// contentRange says which rows an answer holds; total below 0 is not known.
func contentRange(offset, rows int, total int64) string {
	out := "*"
	if rows > 0 {
		out = strconv.Itoa(offset) + "-" + strconv.Itoa(offset+rows-1)
	}
	if total < 0 {
		return out + "/*"
	}
	return out + "/" + strconv.FormatInt(total, 10)
}

// tagOf names the content of an answer, however it is compressed.
func tagOf(out reply) string {
	sum := xxh3.Hash128(out.body).Bytes()
	return `W/"` + base64.RawURLEncoding.EncodeToString(sum[:]) + out.ranges + `"`
}

var (
	askAgain    = []string{"no-cache"}
	visitorVary = []string{"Authorization, apikey, Accept, Accept-Encoding, Prefer, Range, Accept-Profile"}
)

// visitorHeaders let a visitor keep an answer and ask whether it changed.
func visitorHeaders(h http.Header, tag string) {
	h["Cache-Control"] = askAgain
	h["Etag"] = []string{tag}
	vary(h)
}

// vary names what an answer to a visitor depends on, beside what the front
// door named.
func vary(h http.Header) {
	if before := h["Vary"]; before != nil {
		h["Vary"] = append(before, visitorVary...)
		return
	}
	h["Vary"] = visitorVary
}
