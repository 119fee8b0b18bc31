package rest

import (
	"net/http"
	"slices"

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
		for i := range q.table.Columns {
			fields = append(fields, store.Field{As: q.table.Columns[i].Name, Column: q.table.Columns[i].Name})
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
