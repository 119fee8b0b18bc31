package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"vitrine/internal/schema"
)

const (
	channel   = "vitrine_changes"
	pollEvery = 2 * time.Second
	keepFor   = 10 * time.Minute

	drainPatience = 5 * time.Second
)

// feed carries changes between the instances on one PostgreSQL. Each commit
// records its rows in the table changes and notifies; every instance, the
// writing one too, reads the rows from there, so all see one order.
type feed struct {
	store    *Store
	config   *pgx.ConnConfig
	instance string
	cancel   context.CancelFunc
	done     chan struct{}
	purged   time.Time      // when old changes were last removed
	horizon  string         // no transaction below it is still to come
	seen     map[int64]bool // delivered changes of transactions at or above the horizon
}

func startFeed(ctx context.Context, s *Store, config *pgx.ConnConfig) (*feed, error) {
	f := &feed{store: s, config: config, instance: uuid.NewString(), done: make(chan struct{}), purged: time.Now(), seen: map[int64]bool{}}
	if err := s.read.QueryRowContext(ctx, "SELECT pg_snapshot_xmin(pg_current_snapshot())::text").Scan(&f.horizon); err != nil {
		return nil, fmt.Errorf("start the change feed: %w", err)
	}
	ctx, f.cancel = context.WithCancel(context.WithoutCancel(ctx))
	go f.loop(ctx)
	return f, nil
}

func (f *feed) close() {
	f.cancel()
	<-f.done
}

// record writes the events of a transaction as the last thing before its
// commit: of two transactions that touch one row, the later one records later.
func (f *feed) record(ctx context.Context, tx *sql.Tx, events []Event, wholesale bool) error {
	tables := tablesOf(events)
	if wholesale {
		tables = nil
	} else if len(events) == 0 {
		return nil
	}
	var rows []map[string]any
	for _, e := range events {
		if !e.Table.Internal {
			rows = append(rows, map[string]any{"table": e.Table.Name, "type": e.Type, "new": asJSON(e.Table, e.New), "old": asJSON(e.Table, e.Old)})
		}
	}
	text, args := "SELECT pg_notify($1, $2)", []any{channel, f.instance + " " + strings.Join(tables, " ")}
	if rows != nil {
		raw, err := json.Marshal(rows)
		if err != nil {
			return err
		}
		text, args = "WITH recorded AS (INSERT INTO changes (at, rows) VALUES ($3, $4)) "+text, append(args, events[0].At, string(raw))
	}
	_, err := tx.ExecContext(ctx, text, args...)
	return err
}

func asJSON(t *schema.Table, row Row) any {
	if row == nil {
		return nil
	}
	out := map[string]any{}
	for i := range t.Columns {
		if v, ok := row[t.Columns[i].Name]; ok {
			if at, isTime := v.(time.Time); isTime {
				v = schema.FormatTime(at)
			}
			out[t.Columns[i].Name] = v
		}
	}
	return out
}

// loop listens, and connects anew when the database went away. Whatever was
// missed meanwhile is read from the table.
func (f *feed) loop(ctx context.Context) {
	defer close(f.done)
	for wait := time.Duration(0); ctx.Err() == nil; wait = min(max(2*wait, 100*time.Millisecond), 2*time.Second) {
		select {
		case <-ctx.Done():
			return
		case <-time.After(wait):
		}
		if err := f.listen(ctx, &wait); err != nil && ctx.Err() == nil {
			f.store.log.Warn("the change feed is interrupted", "error", err)
		}
	}
}

func (f *feed) listen(ctx context.Context, wait *time.Duration) error {
	conn, err := pgx.ConnectConfig(ctx, f.config.Copy())
	if err != nil {
		return err
	}
	defer func() {
		closing, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		conn.Close(closing)
	}()
	if _, err := conn.Exec(ctx, "LISTEN "+channel); err != nil {
		return err
	}
	*wait = 0
	// Notices may have been missed before LISTEN.
	f.store.changes.announce(nil)
	for {
		if err := f.drain(ctx, conn); err != nil {
			return err
		}
		if time.Since(f.purged) > keepFor/10 {
			f.purged = time.Now()
			if err := purgeLedger(ctx, conn); err != nil {
				return err
			}
			if _, err := conn.Exec(ctx, "DELETE FROM changes WHERE at < $1", f.store.now().Add(-keepFor)); err != nil {
				return err
			}
		}
		waiting, cancel := context.WithTimeout(ctx, pollEvery)
		notice, err := conn.WaitForNotification(waiting)
		cancel()
		switch {
		case err == nil:
			from, tables, _ := strings.Cut(notice.Payload, " ")
			if from != f.instance {
				f.store.changes.announce(strings.Fields(tables))
			}
		case ctx.Err() != nil:
			return nil
		case waiting.Err() == nil:
			return err
		}
	}
}

// drain delivers what was committed since the last look, in the order of
// recording. A change that waits for a row lock is recorded after the one it
// waited for, so the changes of one row keep their order; a long transaction
// of somebody else holds nothing up.
func (f *feed) drain(ctx context.Context, conn *pgx.Conn) error {
	// A connection that died without a word must not hold the feed for long.
	ctx, cancel := context.WithTimeout(ctx, drainPatience)
	defer cancel()
	rows, err := conn.Query(ctx, `
		WITH h AS (SELECT pg_snapshot_xmin(pg_current_snapshot()) AS x)
		SELECT h.x::text, c.id, c.tx >= h.x, c.at, c.rows FROM h LEFT JOIN changes c ON c.tx >= $1::text::xid8 ORDER BY c.id`, f.horizon)
	if err != nil {
		return err
	}
	defer rows.Close()
	var batches [][]Event
	horizon, seen := f.horizon, map[int64]bool{}
	for rows.Next() {
		var id *int64
		var keep *bool
		var at *time.Time
		var raw []byte
		if err := rows.Scan(&horizon, &id, &keep, &at, &raw); err != nil {
			return err
		}
		if id == nil {
			continue
		}
		if *keep {
			seen[*id] = true
		}
		if !f.seen[*id] {
			batches = append(batches, parseEvents(f.store.log, raw, *at))
		}
	}
	if err := rows.Err(); err != nil {
		return err
	}
	f.horizon, f.seen = horizon, seen
	for _, events := range batches {
		f.store.changes.deliver(events)
	}
	return nil
}

func parseEvents(log *slog.Logger, raw []byte, at time.Time) []Event {
	var rows []struct {
		Table, Type string
		New, Old    map[string]any
	}
	d := json.NewDecoder(strings.NewReader(string(raw)))
	d.UseNumber()
	if err := d.Decode(&rows); err != nil {
		log.Error("read a recorded change", "error", err)
		return nil
	}
	var out []Event
	for _, r := range rows {
		t, err := schema.Lookup(r.Table)
		if err != nil {
			continue // a newer instance knows more tables
		}
		out = append(out, Event{Table: t, Type: r.Type, New: typed(t, r.New), Old: typed(t, r.Old), At: at.UTC()})
	}
	return out
}

func typed(t *schema.Table, row map[string]any) Row {
	if row == nil {
		return nil
	}
	out := Row{}
	for name, v := range row {
		c := t.Column(name)
		if c == nil {
			continue
		}
		if s, ok := v.(string); ok && c.Type == schema.String {
			out[name] = s // stored text is clean already
		} else if value, err := c.Cast(v); err == nil {
			out[name] = value
		}
	}
	return out
}
