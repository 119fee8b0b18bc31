package store

import (
	"context"
	"slices"

	"vitrine/internal/schema"
)

// embed turns the rows of a statement into the rows of the answer.
func (x Session) embed(ctx context.Context, t *schema.Table, p plan, res *Result) error {
	plain := len(p.columns) == len(p.source)
	for i, s := range p.source {
		plain = plain && s == i
	}
	if plain {
		return nil
	}
	found := make([]relatives, len(p.embeds))
	for i, e := range p.embeds {
		if e == nil {
			continue
		}
		var err error
		if found[i], err = x.relatives(ctx, t, e, p, res.Rows); err != nil {
			return err
		}
	}
	for r, row := range res.Rows {
		out := make([]any, len(p.source))
		for i, s := range p.source {
			if s >= 0 {
				out[i] = row[s]
			} else {
				out[i] = found[i].of(row)
			}
		}
		res.Rows[r] = out
	}
	return nil
}

// relatives are related rows by the value that joins them, which is column at of
// the rows that they belong to.
type relatives struct {
	at     int
	toMany bool
	groups map[any]*Result
}

func (r relatives) of(row []any) any {
	group := r.groups[row[r.at]]
	switch {
	case r.toMany && group == nil:
		return &Result{}
	case r.toMany:
		return group
	case group == nil || len(group.Rows) == 0:
		return object{}
	}
	return object{of: group, row: group.Rows[0]}
}

// relatives reads the related rows of all rows at once.
func (x Session) relatives(ctx context.Context, t *schema.Table, e *Embed, p plan, rows [][]any) (out relatives, err error) {
	link, err := relation(t, e.Table)
	if err != nil {
		return out, err
	}
	out.at, out.toMany = slices.Index(p.columns, link), link == t.Key()
	seen := map[any]bool{}
	var ids []any
	for _, row := range rows {
		if v := row[out.at]; v != nil && !seen[v] {
			seen[v] = true
			ids = append(ids, v)
		}
	}
	if len(ids) == 0 {
		// The question is still checked, so that a wrong one fails on an empty table too.
		if _, err = x.visible(e.Table, e.Query); err == nil {
			_, _, err = x.resolve(e.Table, e.Query.Fields)
		}
		return out, err
	}
	of := &children{column: e.Table.Key(), ids: ids}
	if out.toMany {
		of.column = e.Table.ReferenceTo(t)
	}
	if out.groups, err = x.readOf(ctx, e, of); err == nil && out.toMany {
		for _, group := range out.groups {
			window(group, e.Query)
		}
	}
	return out, err
}

// readOf reads the embedded rows and groups them by the joining column.
func (x Session) readOf(ctx context.Context, e *Embed, of *children) (map[any]*Result, error) {
	where, err := x.visible(e.Table, e.Query)
	if err != nil {
		return nil, err
	}
	fields, p, err := x.resolve(e.Table, e.Query.Fields)
	if err != nil {
		return nil, err
	}
	owner := p.add(of.column)
	res := &Result{Fields: fields}
	if err := x.rows(ctx, e.Table, e.Query, where, of, keyset{}, p, res); err != nil {
		return nil, err
	}
	owners := make([]any, len(res.Rows))
	for i, row := range res.Rows {
		owners[i] = row[owner]
	}
	if err := x.embed(ctx, e.Table, p, res); err != nil {
		return nil, err
	}
	groups := map[any]*Result{}
	for from := 0; from < len(owners); {
		to := from + 1
		for to < len(owners) && owners[to] == owners[from] {
			to++
		}
		groups[owners[from]] = &Result{Fields: fields, Rows: res.Rows[from:to:to], heads: res.names()}
		from = to
	}
	return groups, nil
}

// window applies the limit and offset of an embed to the rows of one parent.
func window(r *Result, q Query) {
	r.Rows = r.Rows[min(q.Offset, len(r.Rows)):]
	if q.Limit != nil {
		r.Rows = r.Rows[:min(*q.Limit, len(r.Rows))]
	}
}
