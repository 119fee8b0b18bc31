package rest

import (
	"maps"
	"net/http"
	"time"

	"vitrine/internal/schema"
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

// subscribes tells of a visitor at the list of subscribers.
func (q *request) subscribes() bool {
	return q.Consent != nil && q.table == &schema.NewsletterSubscriptions && !q.actor.Staff()
}

// signUpAgain stores rows of which one is there already, one by one. It gives the
// failure back where the visitor is to hear of it.
func (q *request) signUpAgain(rows []store.Row, failure error) (reply, error) {
	ctx := q.Context()
	if len(rows) > 1 && !q.Consent.Asks(ctx) {
		return reply{}, failure
	}
	for _, row := range rows {
		d, err := q.db.Draft(ctx, q.table, row)
		if err != nil {
			return reply{}, err
		}
		ready := d.Rows()[0]
		verdict := q.visit.Judge(shield.TextOf(ready.Text))
		taken, err := q.Consent.Again(ctx, ready.Text("email"), ready["wants_jobs"] == true, marks(verdict, q.db.Now()))
		if err != nil {
			return reply{}, err
		}
		if taken {
			continue
		}
		if len(rows) == 1 {
			return reply{}, failure
		}
		if _, err := q.mark(d); err != nil {
			return reply{}, err
		}
		if _, err := q.db.Store(ctx, d); err != nil {
			return reply{}, err
		}
	}
	return q.written(q.db, http.StatusCreated, rows)
}

// marks is what the server adds to a visitor's row: why it is held back, or
// that letters about it are due.
func marks(v shield.Verdict, now time.Time) store.Row {
	if v.Suspicious() {
		return v.Marks(now)
	}
	return store.Row{schema.MailDue: now}
}

// marks of a new row also say how a subscription stands.
func (q *request) marks(v shield.Verdict, now time.Time) store.Row {
	out := marks(v, now)
	if q.subscribes() {
		maps.Copy(out, q.Consent.Fresh(q.Context()))
	}
	return out
}

// judge marks rows in the transaction that stores them. The visitor's answer
// is the same for what looks like spam.
func (q *request) judge(tx store.Session, written []store.Row) error {
	if q.visit == nil {
		return nil
	}
	for _, row := range written {
		verdict := q.visit.Judge(shield.TextOf(row.Text))
		if _, err := tx.AsSystem().Update(q.Context(), q.table, store.Eq("id", row.Int("id")), q.marks(verdict, tx.Now())); err != nil {
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
		if err := d.Mark(i, q.marks(verdicts[i], q.db.Now())); err != nil {
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
