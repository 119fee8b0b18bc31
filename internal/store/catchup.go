package store

import (
	"context"
	"strings"

	"vitrine/internal/schema"
)

// latecomers is the table whose index of parts SQLite fills behind its rows:
// a long text has hundreds of parts, and its writer shall not wait for them.
var latecomers = &schema.ContactFormSubmissions

// atOnce is how many rows the index takes in while others could want to write.
const atOnce = 20

var (
	notYet     = "SELECT id FROM contact_form_submissions WHERE id > (SELECT upto FROM contact_form_submissions_searched)"
	indexRows  = "INSERT INTO contact_form_submissions_search (rowid, " + strings.Join(latecomers.Search, ", ") + ") SELECT id, " + strings.Join(latecomers.Search, ", ") + " FROM contact_form_submissions WHERE id IN (" + notYet + " ORDER BY id LIMIT ?)"
	indexedTo  = "UPDATE contact_form_submissions_searched SET upto = coalesce((SELECT max(id) FROM (" + notYet + " ORDER BY id LIMIT ?)), upto)"
	catchUpNow = []string{indexRows, indexedTo}
)

// catchUp adds to the index what was written since: a few rows while others
// write, all of it when nobody does.
func (w *writer) catchUp() {
	busy := w.works.Load() != w.seen
	w.seen = w.works.Load()
	for w.behind = w.behind || busy; w.behind && len(w.queue) == 0 && w.health() == nil; {
		w.behind = w.indexSome()
		select {
		case <-w.stop:
			return
		default:
		}
		if busy {
			return
		}
	}
}

// indexSome tells whether there may be more.
func (w *writer) indexSome() (more bool) {
	ctx := context.Background()
	tx, err := w.db.BeginTx(ctx, nil)
	if err != nil {
		return true
	}
	defer tx.Rollback()
	for _, text := range catchUpNow {
		res, err := tx.ExecContext(ctx, text, atOnce)
		if err != nil {
			return w.indexFailed(err)
		}
		if text == indexRows {
			n, _ := res.RowsAffected()
			more = n == atOnce
		}
	}
	if err := tx.Commit(); err != nil {
		return w.indexFailed(err)
	}
	w.store.memory.versions[latecomers].Add(1) // how much is left to read is known anew
	return more
}

// indexFailed leaves it for the next write to try again.
func (w *writer) indexFailed(err error) (more bool) {
	w.failed(err)
	w.store.log.Warn("the index of messages is behind", "error", err)
	return false
}
