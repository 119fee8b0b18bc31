package sqlite

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
	"time"

	"vitrine/internal/schema"
	"vitrine/internal/store"
)

const (
	// backfillRows is how many rows the index takes in while others could want to write.
	backfillRows = 20
	// backfillWait is short, because whoever writes next waits for the lock anew.
	backfillWait = 20 * time.Millisecond
)

// lateIndexes are the trigram indexes that SQLite fills behind their rows.
var lateIndexes = func() (out []lateIndex) {
	for _, t := range schema.Tables {
		if t.SearchLater {
			out = append(out, newLateIndex(t))
		}
	}
	return out
}()

type lateIndex struct {
	table      *schema.Table
	fill, mark string // statements for the next rows
}

func newLateIndex(t *schema.Table) lateIndex {
	columns, next := strings.Join(t.Search, ", "), unindexed(t)+" ORDER BY id LIMIT ?"
	return lateIndex{
		table: t,
		fill:  "INSERT INTO " + t.Name + "_search (rowid, " + columns + ") SELECT id, " + columns + " FROM " + t.Name + " WHERE id IN (" + next + ")",
		mark:  "UPDATE " + t.Name + "_searched SET upto = coalesce((SELECT max(id) FROM (" + next + ")), upto)",
	}
}

// unindexed asks for the rows that are not in the index yet.
func unindexed(t *schema.Table) string {
	return "SELECT id FROM " + t.Name + " WHERE id > (SELECT upto FROM " + t.Name + "_searched)"
}

// backfill adds to the index what was written since: a few rows while others
// write, all of it when nobody does.
func (w *writer) backfill() {
	busy := w.works.Load() != w.seen
	w.seen = w.works.Load()
	for w.behind = w.behind || busy; w.behind && len(w.queue) == 0 && w.health() == nil; {
		more, err := w.backfillSome()
		w.behind = more
		if err != nil {
			w.backfillFailed(err)
			return
		}
		w.stuck = false
		if time.Since(w.looked) >= watchEvery {
			w.detectOthers()
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

// backfillSome tells whether there may be more. What it cannot begin it leaves
// for the next look, what fails for the next write.
func (w *writer) backfillSome() (more bool, err error) {
	ctx := context.Background()
	conn, err := w.db.Conn(ctx)
	if err != nil {
		return true, err
	}
	defer conn.Close()
	if err := beginBriefly(ctx, conn); err != nil {
		return true, err
	}
	for _, index := range lateIndexes {
		n, err := index.add(ctx, conn)
		if err != nil {
			if _, e := conn.ExecContext(ctx, "ROLLBACK"); e != nil {
				abandon(conn)
			}
			return false, err
		}
		more = more || n == backfillRows
	}
	if _, err := conn.ExecContext(ctx, "COMMIT"); err != nil {
		abandon(conn)
		return false, err
	}
	for _, index := range lateIndexes {
		w.host.Indexed(index.table)
	}
	return more, nil
}

// add takes the next rows in, and tells how many there were.
func (i lateIndex) add(ctx context.Context, conn *sql.Conn) (n int64, err error) {
	res, err := conn.ExecContext(ctx, i.fill, backfillRows)
	if err != nil {
		return 0, err
	}
	n, _ = res.RowsAffected()
	_, err = conn.ExecContext(ctx, i.mark, backfillRows)
	return n, err
}

// beginBriefly begins a transaction that waits for another process only shortly.
func beginBriefly(ctx context.Context, conn *sql.Conn) error {
	wait := func(d time.Duration) error {
		_, err := conn.ExecContext(ctx, fmt.Sprintf("PRAGMA busy_timeout = %d", d.Milliseconds()))
		return err
	}
	err := wait(backfillWait)
	if err == nil {
		_, err = conn.ExecContext(ctx, "BEGIN IMMEDIATE")
	}
	if e := wait(lockWait); e != nil {
		abandon(conn)
		return e
	}
	return err
}

// backfillFailed says once that the index waits.
func (w *writer) backfillFailed(err error) {
	if isIOError(err) {
		w.failed(err)
	}
	if !w.stuck {
		w.stuck = true
		w.engine.log.Warn("the trigram index of messages is behind", "error", err)
	}
}

// Search asks for the trigrams of a text, if it is long enough to have one.
func (*Engine) Search(t *schema.Table, text string, mark func(any) string) string {
	if len(text) < 3 {
		return ""
	}
	var trigrams []string
	for i := 0; i < len(text); i += 3 {
		at := min(i, len(text)-3)
		trigrams = append(trigrams, `"`+strings.ReplaceAll(text[at:at+3], `"`, `""`)+`"`)
	}
	index := store.Quote(t.Name + "_search")
	found := "SELECT rowid FROM " + index + " WHERE " + index + " MATCH " + mark(strings.Join(trigrams, " AND "))
	if t.SearchLater {
		found += " UNION ALL " + unindexed(t)
	}
	return found
}
