package rest

import (
	"time"

	"vitrine/internal/shield"
	"vitrine/internal/store"
)

// enter counts a write before anything of it is read.
func (q *request) enter() (err error) {
	endpoint := shield.EndpointOf(q.table)
	if q.actor.Staff() || endpoint == nil {
		return q.Limits.Allow(writeRate, q.actor.UserID)
	}
	q.visit, err = q.Shield.Admit(endpoint, q.actor.Address, shield.FormOf(q.Request))
	return err
}

// marks is what the server adds to a visitor's row: why it is held back, or
// that letters about it are due.
func marks(v shield.Verdict, now time.Time) store.Row {
	if v.Suspicious() {
		return v.Marks(now)
	}
	return store.Row{"mail_due_at": now}
}

// judge marks rows in the transaction that stores them. The visitor's answer
// is the same for what looks like spam.
func (q *request) judge(tx store.Session, written []store.Row) error {
	if q.visit == nil {
		return nil
	}
	for _, row := range written {
		verdict := q.visit.Judge(shield.TextOf(row.Text))
		if _, err := tx.AsSystem().Update(q.Context(), q.table, store.Eq("id", row.Int("id")), marks(verdict, tx.Now())); err != nil {
			return err
		}
		q.quarantined(row, verdict)
	}
	return nil
}

// mark judges and marks rows before they are stored.
func (q *request) mark(d store.Draft) ([]shield.Verdict, error) {
	if q.visit == nil {
		return nil, nil
	}
	verdicts := make([]shield.Verdict, len(d.Rows()))
	for i, row := range d.Rows() {
		verdicts[i] = q.visit.Judge(shield.TextOf(row.Text))
		if err := d.Mark(i, marks(verdicts[i], q.db.Now())); err != nil {
			return nil, err
		}
	}
	return verdicts, nil
}

func (q *request) quarantined(row store.Row, v shield.Verdict) {
	if v.Suspicious() {
		q.Log.InfoContext(q.Context(), "quarantined", "table", q.table.Name, "row", row.Int("id"), "score", v.Score)
	}
}

// remember tells the shield what is stored now.
func (q *request) remember(written []store.Row) {
	if q.visit == nil {
		return
	}
	for _, row := range written {
		q.visit.Remember(shield.TextOf(row.Text))
	}
}
