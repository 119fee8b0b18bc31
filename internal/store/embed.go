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
	var all []*listing
	for i, e := range p.embeds {
		if e == nil {
			continue
		}
		var err error
		if found[i], err = x.relatives(t, e, p, res.Rows); err != nil {
			return err
		}
		if found[i].listing != nil {
			all = append(all, found[i].listing)
		}
	}
	if len(all) > 0 {
		if err := x.list(ctx, all...); err != nil {
			return err
		}
	}
	for i := range found {
		if err := x.group(ctx, p.embeds[i], &found[i]); err != nil {
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
// the rows that they belong to, and owner of their own.
type relatives struct {
	at, owner int
	toMany    bool
	fields    []Field
	plan      plan
	*listing  // nil where no row can have any
	groups    map[any]*Result
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

// relatives asks for the related rows of all rows at once. Where there are none, the
// question is still checked, so that a wrong one fails on an empty table too.
func (x Session) relatives(t *schema.Table, e *Embed, p plan, rows [][]any) (out relatives, err error) {
	link, err := relation(t, e.Table)
	if err != nil {
		return out, err
	}
	where, err := x.visible(e.Table, e.Query)
	if err != nil {
		return out, err
	}
	if out.fields, out.plan, err = x.resolve(e.Table, e.Query.Fields); err != nil {
		return out, err
	}
	out.at, out.toMany = slices.Index(p.columns, link), link == t.Key()
	of := &children{column: e.Table.Key()}
	if out.toMany {
		of.column = e.Table.ReferenceTo(t)
	}
	out.owner = out.plan.add(of.column)
	seen := map[any]bool{}
	for _, row := range rows {
		if v := row[out.at]; v != nil && !seen[v] {
			seen[v] = true
			of.ids = append(of.ids, v)
		}
	}
	if len(of.ids) > 0 {
		out.listing = x.listing(e.Table, e.Query, where, of, keyset{}, out.plan)
	}
	return out, nil
}

// group gives the rows that were read what they embed themselves, and groups them by
// the joining column.
func (x Session) group(ctx context.Context, e *Embed, r *relatives) error {
	if r.listing == nil {
		return nil
	}
	res := &Result{Fields: r.fields, Rows: r.rows}
	owners := make([]any, len(res.Rows))
	for i, row := range res.Rows {
		owners[i] = row[r.owner]
	}
	if err := x.embed(ctx, e.Table, r.plan, res); err != nil {
		return err
	}
	r.groups = map[any]*Result{}
	for from := 0; from < len(owners); {
		to := from + 1
		for to < len(owners) && owners[to] == owners[from] {
			to++
		}
		group := &Result{Fields: r.fields, Rows: res.Rows[from:to:to], heads: res.names()}
		if r.toMany {
			window(group, e.Query)
		}
		r.groups[owners[from]] = group
		from = to
	}
	return nil
}

// window applies the limit and offset of an embed to the rows of one parent.
func window(r *Result, q Query) {
	r.Rows = r.Rows[min(q.Offset, len(r.Rows)):]
	if q.Limit != nil {
		r.Rows = r.Rows[:min(*q.Limit, len(r.Rows))]
	}
}
