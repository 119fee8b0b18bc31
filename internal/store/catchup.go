package store

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
	"time"

	"vitrine/internal/schema"
)

// latecomers is the table whose index of parts SQLite fills behind its rows:
// a long text has hundreds of parts, and its writer shall not wait for them.
var latecomers = &schema.ContactFormSubmissions

const (
	// atOnce is how many rows the index takes in while others could want to write.
	atOnce = 20
	// indexWait is short, because whoever writes next waits for the lock anew.
	indexWait = 20 * time.Millisecond
)

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
		more, err := w.indexSome()
		w.behind = more
		if err != nil {
			w.indexFailed(err)
			return
		}
		w.stuck = false
		if time.Since(w.looked) >= watchEvery {
			w.look()
		}
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

// indexSome tells whether there may be more. What it cannot begin it leaves
// for the next look, what fails for the next write.
func (w *writer) indexSome() (more bool, err error) {
	ctx := context.Background()
	conn, err := w.db.Conn(ctx)
	if err != nil {
		return true, err
	}
	defer conn.Close()
	if err := beginSoon(ctx, conn); err != nil {
		return true, err
	}
	for _, text := range catchUpNow {
		res, err := conn.ExecContext(ctx, text, atOnce)
		if err != nil {
			if _, e := conn.ExecContext(ctx, "ROLLBACK"); e != nil {
				abandon(conn)
			}
			return false, err
		}
		if text == indexRows {
			n, _ := res.RowsAffected()
			more = n == atOnce
		}
	}
	if _, err := conn.ExecContext(ctx, "COMMIT"); err != nil {
		abandon(conn)
		return false, err
	}
	w.store.memory.versions[latecomers].Add(1) // how much is left to read is known anew
	return more, nil
}

// beginSoon begins a transaction that waits for another process only shortly.
func beginSoon(ctx context.Context, conn *sql.Conn) error {
	wait := func(d time.Duration) error {
		_, err := conn.ExecContext(ctx, fmt.Sprintf("PRAGMA busy_timeout = %d", d.Milliseconds()))
		return err
	}
	err := wait(indexWait)
	if err == nil {
		_, err = conn.ExecContext(ctx, "BEGIN IMMEDIATE")
	}
	if e := wait(lockWait); e != nil {
		abandon(conn)
		return e
	}
	return err
}

// indexFailed says once that the index waits.
func (w *writer) indexFailed(err error) {
	if isIOError(err) {
		w.failed(err)
	}
	if !w.stuck {
		w.stuck = true
		w.store.log.Warn("the index of messages is behind", "error", err)
	}
}
