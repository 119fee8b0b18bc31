package content

import (
	"context"
	"encoding/json"
	"math"
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

// createJob puts the new job first; the others move down.
func createJob(ctx context.Context, tx store.Session, row store.Row) (int64, error) {
	if err := lockRanks(ctx, tx); err != nil {
		return 0, err
	}
	row["rank"] = 1
	rows, err := tx.Insert(ctx, &schema.JobListings, row)
	if err != nil {
		return 0, err
	}
	id := rows[0].Int("id")
	return id, tx.Renumber(ctx, &schema.JobListings, "rank", id, 1)
}

// changeJob writes what the caller named. A new rank moves the others, as in
// a list; the rank that the job has moves nothing.
func changeJob(ctx context.Context, tx store.Session, a arguments) (int64, error) {
	id, err := a.number("id")
	if err != nil {
		return 0, err
	}
	version, err := a.number("version")
	if err != nil {
		return 0, err
	}
	patch := a.pick("title", "location", "about", "how_to_apply", "rank")
	if a["rank"] == nil { // absent, or null and refused
		return id, claim(ctx, tx, &schema.JobListings, id, version, patch)
	}
	rank, moves, err := newRank(ctx, tx, id, a["rank"])
	if err != nil {
		return 0, err
	}
	patch["rank"] = rank
	if !moves {
		delete(patch, "rank")
	}
	if err := claim(ctx, tx, &schema.JobListings, id, version, patch); err != nil || !moves {
		return id, err
	}
	return id, tx.Renumber(ctx, &schema.JobListings, "rank", id, rank)
}

// newRank is where a job goes that is to have the rank, which is the end of
// the list if it lies beyond, and whether it is elsewhere now.
func newRank(ctx context.Context, tx store.Session, id int64, wanted any) (rank int64, moves bool, err error) {
	value, err := schema.JobListings.Column("rank").Cast(wanted)
	if err != nil {
		return 0, false, err
	}
	if err := lockRanks(ctx, tx); err != nil {
		return 0, false, err
	}
	rows, err := tx.Select(ctx, &schema.JobListings, store.Query{Where: store.All{store.Eq("id", id)}})
	if err != nil {
		return 0, false, err
	}
	if len(rows) == 0 {
		return 0, false, stale()
	}
	last, err := tx.Count(ctx, &schema.JobListings)
	return min(value.(int64), last), rows[0].Int("rank") != value.(int64), err
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

// deleteJob removes a job with its lists, and the others close the gap. With a
// version, only if nobody changed it meanwhile.
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
		if err := lockRanks(ctx, tx); err != nil {
			return err
		}
		rows, err := tx.Delete(ctx, &schema.JobListings, where)
		if err != nil {
			return err
		}
		if len(rows) != 1 {
			return stale()
		}
		return tx.Renumber(ctx, &schema.JobListings, "rank", id, math.MaxInt32) // no gap
	})
}

// incrementJobRanks moves every job one place down.
func incrementJobRanks(ctx context.Context, db store.Session, raw json.RawMessage) (any, error) {
	if _, err := read("increment_job_ranks", raw); err != nil {
		return nil, err
	}
	return nil, db.Tx(ctx, func(tx store.Session) error {
		if err := lockRanks(ctx, tx); err != nil {
			return err
		}
		return tx.Shift(ctx, &schema.JobListings, "rank", 1)
	})
}

// lockRanks comes before any row is written, so that moves at once are one
// after the other and none waits for another in a circle.
func lockRanks(ctx context.Context, tx store.Session) error {
	if _, err := schema.JobListings.Allow(tx.Actor(), schema.Update.Action); err != nil {
		return err
	}
	return tx.Lock(ctx, schema.JobListings.Name)
}
