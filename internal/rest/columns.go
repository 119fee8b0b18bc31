package rest

import (
	"maps"
	"slices"

	"vitrine/internal/fault"
	"vitrine/internal/store"
)

// even gives all rows the same keys: those of the columns parameter, or of
// the rows themselves, which must agree then.
func (q *request) even(list []map[string]any) ([]store.Row, error) {
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
