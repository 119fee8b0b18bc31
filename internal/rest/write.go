package rest

import (
	"maps"
	"net/http"
	"slices"

	"vitrine/internal/fault"
	"vitrine/internal/schema"
	"vitrine/internal/store"
)

// begin is the start of each write: permission first, so that a verb that is
// not granted is refused whatever else the request says.
func (q *request) begin(action schema.Action) error {
	if _, err := q.table.Allow(q.actor, action); err != nil {
		return err
	}
	if err := q.enter(); err != nil {
		return err
	}
	return q.open()
}

// manyRows is from how many rows on an insert lets smaller writes go first.
const manyRows = 50

// bulk bounds the rows of one insert. Each row of a visitor counts, so that a
// list is no way around the limits.
func (q *request) bulk(rows int) error {
	if rows > maxRows {
		return fault.New(fault.TooLarge, "A request may write %d rows", maxRows)
	}
	for i := 1; i < rows && q.visit != nil; i++ {
		if err := q.visit.More(); err != nil {
			return err
		}
	}
	return nil
}

func (q *request) insert() (reply, error) {
	if err := q.begin(schema.Insert.Action); err != nil {
		return reply{}, err
	}
	list, err := q.objects()
	if err != nil {
		return reply{}, err
	}
	if err := q.bulk(len(list)); err != nil {
		return reply{}, err
	}
	rows, err := q.normalize(list)
	if err != nil {
		return reply{}, err
	}
	if err := q.onConflict(); err != nil {
		return reply{}, err
	}
	if q.prefer.wantsRows() {
		if err := q.db.MayReadBack(q.table); err != nil {
			return reply{}, err
		}
	}
	if len(q.query.Where) > 0 {
		return reply{}, fault.New(fault.BadQuery, "filters do not apply to INSERT")
	}
	if q.plain(rows) {
		return q.draft(rows)
	}
	status := http.StatusCreated
	var out reply
	var written []store.Row
	err = q.sessionFor(q.actor, len(rows) > manyRows).Tx(q.Context(), func(tx store.Session) (err error) {
		var added int
		if written, added, err = q.put(tx, rows); err != nil {
			return err
		}
		if err := q.judge(tx, written); err != nil {
			return err
		}
		if q.prefer["resolution"] == "merge-duplicates" && added == 0 && len(rows) > 0 {
			status = http.StatusOK
		}
		out, err = q.written(tx, status, written)
		return err
	})
	if err == nil {
		q.remember(written)
	}
	return out, err
}

// plain tells whether an insert can neither merge rows nor fail once they are
// stored.
func (q *request) plain(rows []store.Row) bool {
	return q.prefer["resolution"] == "" && !q.embeds() && (!q.one || len(rows) == 1)
}

// draft checks and judges rows before they wait for their transaction, which
// others wait for too.
func (q *request) draft(rows []store.Row) (reply, error) {
	db := q.sessionFor(q.actor, len(rows) > manyRows)
	d, err := db.Draft(q.Context(), q.table, rows...)
	if err != nil {
		return reply{}, err
	}
	verdicts, err := q.mark(d)
	if err != nil {
		return reply{}, err
	}
	written, err := db.Store(q.Context(), d)
	if fault.Is(err, fault.Duplicate) && q.subscribes() {
		return q.signUpAgain(rows, err)
	}
	if err != nil {
		return reply{}, err
	}
	for i, v := range verdicts {
		q.quarantined(written[i], v)
	}
	q.remember(written)
	return q.written(db, http.StatusCreated, written)
}

func (q *request) put(tx store.Session, rows []store.Row) (written []store.Row, added int, err error) {
	conflict := store.Conflict{On: q.conflict}
	switch q.prefer["resolution"] {
	case "merge-duplicates":
	case "ignore-duplicates":
		conflict.Ignore = true
	default:
		written, err = tx.Insert(q.Context(), q.table, rows...)
		return written, len(written), err
	}
	return tx.Upsert(q.Context(), q.table, conflict, rows...)
}

func (q *request) update() (reply, error) {
	if err := q.begin(schema.Update.Action); err != nil {
		return reply{}, err
	}
	if err := q.filtered("UPDATE"); err != nil {
		return reply{}, err
	}
	list, err := q.objects()
	if err != nil {
		return reply{}, err
	}
	if len(list) != 1 {
		return reply{}, fault.New(fault.BadBody, "The body of an update must be one object")
	}
	patch, err := q.normalize(list)
	if err != nil {
		return reply{}, err
	}
	return q.change(http.StatusNoContent, func(tx store.Session) ([]store.Row, error) {
		return tx.Update(q.Context(), q.table, q.query.Where, patch[0])
	})
}

func (q *request) delete() (reply, error) {
	if err := q.begin(schema.Delete.Action); err != nil {
		return reply{}, err
	}
	if err := q.filtered("DELETE"); err != nil {
		return reply{}, err
	}
	return q.change(http.StatusNoContent, func(tx store.Session) ([]store.Row, error) {
		return tx.Delete(q.Context(), q.table, q.query.Where)
	})
}

// filtered refuses a write that would touch every row, and one that hopes a
// limit would hold it.
func (q *request) filtered(verb string) error {
	if len(q.query.Where) == 0 {
		return fault.New(fault.NoFilter, "%s requires a WHERE clause", verb)
	}
	if q.query.Limit != nil || q.query.Offset > 0 {
		return fault.New(fault.BadQuery, "limit and offset do not apply to %s", verb)
	}
	return nil
}

func (q *request) change(minimal int, write func(store.Session) ([]store.Row, error)) (reply, error) {
	most, err := q.prefer.maxAffected()
	if err != nil {
		return reply{}, err
	}
	if most < 0 && !q.prefer.wantsRows() { // nothing takes it back, so what can be done before its transaction is
		rows, err := write(q.db)
		if err != nil {
			return reply{}, err
		}
		return q.written(q.db, minimal, rows)
	}
	var out reply
	err = q.db.Tx(q.Context(), func(tx store.Session) error {
		var before *store.Result
		if q.Method == http.MethodDelete && q.prefer.wantsRows() && q.embeds() {
			if before, err = tx.Read(q.Context(), q.table, q.query); err != nil {
				return err
			}
		}
		rows, err := write(tx)
		if err != nil {
			return err
		}
		if most >= 0 && len(rows) > most {
			return fault.New(fault.TooMany, "Query result exceeds max-affected preference constraint").Detailing("The query affects %d rows", len(rows))
		}
		if before != nil {
			out, err = q.rows(http.StatusOK, before)
		} else {
			out, err = q.written(tx, minimal, rows)
		}
		return err
	})
	return out, err
}

// normalize gives all rows the same keys: those of the columns parameter, or of
// the rows themselves, which must agree then.
func (q *request) normalize(list []map[string]any) ([]store.Row, error) {
	columns, err := q.columns()
	if err != nil {
		return nil, err
	}
	rows := make([]store.Row, len(list))
	for i, given := range list {
		if columns == nil {
			if i > 0 && !sameKeys(given, list[0]) {
				return nil, fault.New(fault.BadBody, "All object keys must match")
			}
			rows[i] = given
			continue
		}
		rows[i] = store.Row{}
		for _, name := range columns {
			if v, ok := given[name]; ok {
				rows[i][name] = v
			} else if q.prefer["missing"] != "default" && !q.table.Column(name).Auto && !q.table.Column(name).Identity {
				rows[i][name] = nil
			}
		}
	}
	return rows, nil
}

// columns reads columns="a","b"; nil means the parameter is absent.
func (q *request) columns() ([]string, error) {
	names, err := nameList("columns parameter", q.URL.Query().Get("columns"))
	for _, name := range names {
		if q.table.Column(name) == nil {
			return nil, store.NoColumn(q.table, name)
		}
	}
	return names, err
}

// onConflict reads the column whose duplicates an upsert merges; "" means the
// key. No table is unique by two columns together.
func (q *request) onConflict() error {
	names, err := nameList("on_conflict parameter", q.URL.Query().Get("on_conflict"))
	switch {
	case err != nil:
		return err
	case len(names) > 1:
		return fault.New(fault.BadQuery, "there is no unique or exclusion constraint matching the ON CONFLICT specification")
	case len(names) == 1:
		q.conflict = names[0]
	}
	return nil
}

func nameList(what, text string) (out []string, err error) {
	s := &scanner{what: what, text: text}
	for text != "" {
		name, err := s.name()
		if err != nil {
			return nil, err
		}
		out = append(out, name)
		if s.done() {
			break
		}
		if !s.mark(",") {
			return nil, s.fail()
		}
	}
	return out, nil
}

func sameKeys(a, b map[string]any) bool {
	return len(a) == len(b) && !slices.ContainsFunc(slices.Collect(maps.Keys(a)), func(key string) bool { _, ok := b[key]; return !ok })
}
