package content

import (
	"context"
	"encoding/json"
	"slices"

	"vitrine/internal/schema"
	"vitrine/internal/store"
)

// jobLists are the lists of a job by the names in which it is exposed.
var jobLists = []struct {
	name  string
	table *schema.Table
}{
	{"responsibilities", &schema.JobResponsibilities},
	{"qualifications", &schema.JobQualifications},
	{"preferred", &schema.JobPreferred},
}

// saveJob creates a job when no id is given, and changes one otherwise. Blank
// entries of its lists are dropped.
func saveJob(ctx context.Context, db store.Session, raw json.RawMessage) (any, error) {
	a, err := read("save_job", raw, "id", "version", "title", "location", "about", "how_to_apply", "rank", "responsibilities", "qualifications", "preferred")
	if err != nil {
		return nil, err
	}
	var out json.RawMessage
	err = db.Tx(ctx, func(tx store.Session) error {
		var id int64
		if a["id"] == nil {
			id, err = createJob(ctx, tx, a.pick("title", "location", "about", "how_to_apply"))
		} else {
			id, err = changeJob(ctx, tx, a)
		}
		if err != nil {
			return err
		}
		for _, l := range jobLists {
			if _, given := a[l.name]; !given {
				continue
			}
			texts, err := a.texts(l.name)
			if err != nil {
				return err
			}
			if err := saveJobList(ctx, tx, l.table, id, texts); err != nil {
				return err
			}
		}
		out, err = answer(ctx, tx, &schema.JobListings, id,
			list("responsibilities", &schema.JobResponsibilities, "id", "description"),
			list("qualifications", &schema.JobQualifications, "id", "description"),
			list("preferred", &schema.JobPreferred, "id", "description"))
		return err
	})
	return out, err
}

// createJob puts the new job first; the others move down. The lock makes ten
// creations at once ten steps, not one.
func createJob(ctx context.Context, tx store.Session, row store.Row) (int64, error) {
	if err := shiftRanks(ctx, tx); err != nil {
		return 0, err
	}
	row["rank"] = 1
	rows, err := tx.Insert(ctx, &schema.JobListings, row)
	if err != nil {
		return 0, err
	}
	return rows[0].Int("id"), nil
}

func changeJob(ctx context.Context, tx store.Session, a arguments) (int64, error) {
	id, err := a.number("id")
	if err != nil {
		return 0, err
	}
	version, err := a.number("version")
	if err != nil {
		return 0, err
	}
	return id, claim(ctx, tx, &schema.JobListings, id, version, a.pick("title", "location", "about", "how_to_apply", "rank"))
}

func saveJobList(ctx context.Context, tx store.Session, t *schema.Table, id int64, texts []string) error {
	rows, err := tx.Select(ctx, t, store.Query{Where: store.All{store.Eq("job_id", id)}, Order: []store.Order{store.Asc("id")}})
	if err != nil {
		return err
	}
	if slices.EqualFunc(rows, texts, func(row store.Row, text string) bool { return row.Text("description") == text }) {
		return nil
	}
	items := make([]store.Row, len(texts))
	for i, text := range texts {
		items[i] = store.Row{"description": text}
	}
	return replace(ctx, tx, t, id, items)
}

// deleteJob removes a job with its lists. With a version, only if nobody
// changed it meanwhile.
func deleteJob(ctx context.Context, db store.Session, raw json.RawMessage) (any, error) {
	a, err := read("delete_job", raw, "id", "version")
	if err != nil {
		return nil, err
	}
	id, err := a.number("id")
	if err != nil {
		return nil, err
	}
	where := store.All{store.Eq("id", id)}
	if a["version"] != nil {
		version, err := a.number("version")
		if err != nil {
			return nil, err
		}
		where = append(where, store.Eq("version", version))
	}
	return nil, db.Tx(ctx, func(tx store.Session) error {
		rows, err := tx.Delete(ctx, &schema.JobListings, where)
		if err == nil && len(rows) != 1 {
			err = stale()
		}
		return err
	})
}

// incrementJobRanks moves every job one place down.
func incrementJobRanks(ctx context.Context, db store.Session, raw json.RawMessage) (any, error) {
	if _, err := read("increment_job_ranks", raw); err != nil {
		return nil, err
	}
	return nil, db.Tx(ctx, func(tx store.Session) error { return shiftRanks(ctx, tx) })
}

func shiftRanks(ctx context.Context, tx store.Session) error {
	if err := tx.Lock(ctx, schema.JobListings.Name); err != nil {
		return err
	}
	return tx.Shift(ctx, &schema.JobListings, "rank", 1, store.All{})
}
