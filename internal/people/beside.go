package people

import (
	"context"
	"encoding/json"
	"slices"
	"strconv"

	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/revisions"
)

// beside visits what lies beside rows about a person, such as notes and answers,
// some rows at a time. It is about that person as they are.
func beside(ids map[*schema.Table][]string, visit func(t *schema.Table, where store.Cond) error) error {
	for _, t := range about() {
		var keys []int64
		for _, id := range ids[t] {
			if key, err := strconv.ParseInt(id, 10, 64); err == nil {
				keys = append(keys, key)
			}
		}
		for _, b := range schema.BesideOf(t) {
			for some := range slices.Chunk(keys, page) {
				if err := visit(b.Table, revisions.Beside(b, t, some...)); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

func removeBeside(ctx context.Context, tx store.Session, ids map[*schema.Table][]string) (gone []Count, err error) {
	counts := map[string]int64{}
	err = beside(ids, func(t *schema.Table, where store.Cond) error {
		rows, err := tx.Delete(ctx, t, where)
		counts[t.Name] += int64(len(rows))
		return err
	})
	for _, t := range schema.Tables {
		if n, has := counts[t.Name]; has {
			gone = append(gone, Count{t.Name, n})
		}
	}
	return gone, err
}

// exportBeside adds the rows beside others, and tells which they are.
func exportBeside(ctx context.Context, db store.Session, ids map[*schema.Table][]string, out map[string][]json.RawMessage) (own map[string]bool, err error) {
	own = map[string]bool{}
	err = beside(ids, func(t *schema.Table, where store.Cond) error {
		rows, err := db.Select(ctx, t, store.Query{Where: store.All{where}})
		for _, row := range rows {
			out[t.Name] = append(out[t.Name], row.AppendJSON(nil, t))
			own[t.Name+" "+keyOf(t, row)] = true
		}
		return err
	})
	return own, err
}
