package revisions

import (
	"context"
	"time"

	"vitrine/internal/fault"
	"vitrine/internal/schema"
	"vitrine/internal/store"
)

const (
	packEvery  = time.Minute
	sweepEvery = 60  // times of packing: what is over by time may wait for it
	packStep   = 10  // revisions that one transaction packs: long ones take a few milliseconds each
	sweepStep  = 100 // that one looks at
	restTimes  = 4   // as long as a step took, others have the database to themselves
	shortRest  = 5 * time.Millisecond
)

// Retention is how long things are kept; 0 keeps them for ever.
type Retention struct {
	Every    time.Duration // all revisions
	Daily    time.Duration // then the last one of each day
	Trash    time.Duration
	Activity time.Duration
	HeldBack time.Duration // messages that look like spam
}

// Run packs and removes, in small steps, until ctx ends. Of several instances
// one does it at a time.
func Run(ctx context.Context, s *store.Store, keep Retention, failed func(error)) {
	seen := int64(-1) // the newest that was there when all was packed
	for n := 0; n == 0 || fault.Sleep(ctx, packEvery); n++ {
		_, err := s.RunExclusive(ctx, "sweep revisions", func(ctx context.Context) error {
			newest, err := newestID(ctx, s.AsSystem())
			switch {
			case err != nil:
			case n%sweepEvery == 0:
				err = Sweep(ctx, s, keep)
			case newest != seen:
				err = inSteps(ctx, s.AsSystem(), packSome)
			}
			if err == nil {
				seen = newest
			}
			return err
		})
		if err != nil && ctx.Err() == nil {
			failed(err)
		}
	}
}

// Sweep goes once through all that may be packed or removed.
func Sweep(ctx context.Context, s *store.Store, keep Retention) error {
	db := s.AsSystem()
	for _, work := range []step{packSome, keep.thinSome} {
		if err := inSteps(ctx, db, work); err != nil {
			return err
		}
	}
	if keep.HeldBack > 0 {
		// Not to Trash: their time is over.
		if err := inSteps(ctx, db.Doing(store.Doing{Forget: true}), keep.dropHeldBack); err != nil {
			return err
		}
	}
	if keep.Activity == 0 {
		return nil
	}
	return inSteps(ctx, db, keep.dropActivity)
}

// step works on some revisions after one, and tells the last of them; 0 means
// that there are none.
type step func(ctx context.Context, tx store.Session, after int64) (next int64, err error)

func inSteps(ctx context.Context, db store.Session, work step) error {
	for after := int64(0); ; {
		began, next := time.Now(), int64(0)
		err := db.Tx(ctx, func(tx store.Session) (err error) {
			next, err = work(ctx, tx, after)
			return err
		})
		if err != nil || next == 0 {
			return err
		}
		after = next
		if !fault.Sleep(ctx, max(restTimes*time.Since(began), shortRest)) {
			return ctx.Err()
		}
	}
}

func newestID(ctx context.Context, db store.Session) (int64, error) {
	rows, err := db.Select(ctx, &schema.Revisions, store.Query{Fields: store.Fields("id"), Order: []store.Order{store.Desc("id")}, Limit: store.Limit(1)})
	if err != nil || len(rows) == 0 {
		return 0, err
	}
	return rows[0].Int("id"), nil
}

// dropHeldBack removes messages that were held back for as long as they are kept,
// with what lies beside them.
func (keep Retention) dropHeldBack(ctx context.Context, tx store.Session, after int64) (next int64, err error) {
	old := store.All{store.Gt("id", after), store.Eq("state", schema.MessageSpam), store.Lt("quarantined_at", tx.Now().Add(-keep.HeldBack))}
	rows, err := tx.Select(ctx, &schema.ContactFormSubmissions, store.Query{Fields: store.Fields("id"), Where: old, Order: []store.Order{store.Asc("id")}, Limit: store.Limit(sweepStep)})
	if err != nil || len(rows) == 0 {
		return 0, err
	}
	ids := idsOf(rows)
	if _, err := tx.Delete(ctx, &schema.ContactFormSubmissions, store.In("id", ids...)); err != nil {
		return 0, err
	}
	return ids[len(ids)-1], Finish(ctx, tx, &schema.ContactFormSubmissions, ids...)
}

func (keep Retention) dropActivity(ctx context.Context, tx store.Session, after int64) (next int64, err error) {
	old := store.All{store.Gt("id", after), store.Lt("created_at", tx.Now().Add(-keep.Activity))}
	rows, err := tx.Select(ctx, &schema.Activity, store.Query{Fields: store.Fields("id"), Where: old, Order: []store.Order{store.Asc("id")}, Limit: store.Limit(sweepStep)})
	if err != nil || len(rows) == 0 {
		return 0, err
	}
	ids := idsOf(rows)
	_, err = tx.Delete(ctx, &schema.Activity, store.In("id", ids...))
	return ids[len(ids)-1], err
}

// packSome packs what is not the newest of its document: that one is needed for
// the next save.
func packSome(ctx context.Context, tx store.Session, after int64) (next int64, err error) {
	rows, err := tx.Select(ctx, &schema.Revisions, store.Query{
		Where: store.All{store.Gt("id", after), store.Not{Cond: store.IsNull("snapshot")}, store.Not{Cond: store.In("document", trashedNames()...)}}, Order: []store.Order{store.Asc("id")}, Limit: store.Limit(packStep),
	})
	var p packer
	defer func() { p.base.close() }()
	for _, row := range rows {
		newer, err := followed(ctx, tx, row)
		if err != nil {
			return 0, err
		}
		if newer != nil {
			// Until it was followed, others could fold into it.
			now, err := tx.Select(ctx, &schema.Revisions, store.Query{Where: store.All{store.Eq("id", row.Int("id"))}})
			if err == nil && len(now) == 1 {
				err = p.pack(ctx, tx, now[0])
			}
			if err != nil {
				return 0, err
			}
		}
		next = row.Int("id")
	}
	return next, err
}

// trashedNames are of rows that have no history: nothing follows a deletion, but
// another one.
func trashedNames() (out []string) {
	for _, name := range schema.Trashed {
		out = append(out, name)
	}
	for _, d := range schema.Documents {
		for i := range d.Lists {
			if name := d.Lists[i].Item; name != "" {
				out = append(out, name)
			}
		}
	}
	return out
}

// followed is the next revision of the same document; nil means there is none.
func followed(ctx context.Context, tx store.Session, row store.Row) (store.Row, error) {
	rows, err := tx.Select(ctx, &schema.Revisions, store.Query{
		Fields: store.Fields("id", "created_at", "action"),
		Where:  store.All{store.Eq("document", row["document"]), store.Eq("document_id", row["document_id"]), store.Gt("id", row.Int("id"))},
		Order:  []store.Order{store.Asc("id")}, Limit: store.Limit(1),
	})
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	return rows[0], nil
}

// thinSome removes what is older than its time. The newest of a document stays
// while the document does.
func (keep Retention) thinSome(ctx context.Context, tx store.Session, after int64) (next int64, err error) {
	young := tx.Now().Add(-keep.Every)
	if keep.Trash > 0 && keep.Trash < keep.Every || keep.Every == 0 {
		young = tx.Now().Add(-keep.Trash)
	}
	rows, err := tx.Select(ctx, &schema.Revisions, store.Query{
		Fields: store.Fields("id", "document", "document_id", "action", "created_at", "restored_at"),
		Where:  store.All{store.Gt("id", after), store.Lt("created_at", young)}, Order: []store.Order{store.Asc("id")}, Limit: store.Limit(sweepStep),
	})
	for _, row := range rows {
		newer, err := followed(ctx, tx, row)
		if err != nil {
			return 0, err
		}
		if keep.isOver(tx.Now(), row, newer) {
			where := store.Cond(store.Eq("id", row.Int("id")))
			if newer == nil { // a deletion, and with it all that was before
				some, err := removeBefore(ctx, tx, row)
				if err != nil {
					return 0, err
				}
				if some { // perhaps there are more
					return row.Int("id") - 1, nil
				}
			}
			if _, err := remove(ctx, tx, where); err != nil {
				return 0, err
			}
			if newer == nil && row["restored_at"] == nil {
				if err := finish(ctx, tx, row); err != nil {
					return 0, err
				}
			}
		}
		next = row.Int("id")
	}
	return next, err
}

// removeBefore removes revisions of a document that are older than one, as many as
// a step may; some tells whether there were any.
func removeBefore(ctx context.Context, tx store.Session, row store.Row) (some bool, err error) {
	older, err := tx.Select(ctx, &schema.Revisions, store.Query{
		Fields: store.Fields("id"), Limit: store.Limit(sweepStep),
		Where: store.All{store.Eq("document", row["document"]), store.Eq("document_id", row["document_id"]), store.Lt("id", row.Int("id"))},
	})
	if err != nil || len(older) == 0 {
		return false, err
	}
	_, err = remove(ctx, tx, store.In("id", idsOf(older)...))
	return true, err
}

func idsOf(rows []store.Row) []int64 {
	ids := make([]int64, len(rows))
	for i, row := range rows {
		ids[i] = row.Int("id")
	}
	return ids
}

func (keep Retention) isOver(now time.Time, row, newer store.Row) bool {
	at, age := row.Time("created_at"), now.Sub(row.Time("created_at"))
	if row.Text("action") == schema.Deleted && newer == nil {
		return keep.Trash > 0 && age > keep.Trash
	}
	switch {
	case newer == nil || keep.Every == 0 || age <= keep.Every:
		return false
	case keep.Daily > 0 && age > keep.Daily:
		return true
	}
	return newer.Time("created_at").Truncate(24 * time.Hour).Equal(at.Truncate(24 * time.Hour))
}
