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
	found := make([]map[any]any, len(p.embeds))
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
				continue
			}
			e := p.embeds[i]
			link, _ := relation(t, e.Table)
			if v, ok := found[i][row[slices.Index(p.columns, link)]]; ok {
				out[i] = v
			} else if link == t.Key() {
				out[i] = &Result{}
			} else {
				out[i] = object{}
			}
		}
		res.Rows[r] = out
	}
	return nil
}

// relatives reads the related rows of all rows at once, by the value that
// joins them.
func (x Session) relatives(ctx context.Context, t *schema.Table, e *Embed, p plan, rows [][]any) (map[any]any, error) {
	link, err := relation(t, e.Table)
	if err != nil {
		return nil, err
	}
	at := slices.Index(p.columns, link)
	seen := map[any]bool{}
	var ids []any
	for _, row := range rows {
		if v := row[at]; v != nil && !seen[v] {
			seen[v] = true
			ids = append(ids, v)
		}
	}
	of := &children{column: e.Table.Key(), ids: ids}
	toMany := link == t.Key()
	if toMany {
		of.column = e.Table.ReferenceTo(t)
	}
	out := make(map[any]any, len(ids))
	if len(ids) == 0 {
		// The question is still checked, so that a wrong one fails on an empty table too.
		_, err := x.visible(e.Table, e.Query)
		if err == nil {
			_, _, err = x.resolve(e.Table, e.Query.Fields)
		}
		return out, err
	}
	all, err := x.readOf(ctx, e, of)
	if err != nil {
		return nil, err
	}
	for id, group := range all {
		if toMany {
			out[id] = window(group, e.Query)
		} else if len(group.Rows) > 0 {
			out[id] = object{of: group, row: group.Rows[0]}
		}
	}
	return out, nil
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
func window(r *Result, q Query) *Result {
	r.Rows = r.Rows[min(q.Offset, len(r.Rows)):]
	if q.Limit != nil {
		r.Rows = r.Rows[:min(*q.Limit, len(r.Rows))]
	}
	return r
}
