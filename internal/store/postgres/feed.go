package postgres

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"vitrine/internal/fault"
	"vitrine/internal/schema"
	"vitrine/internal/store"
)

const (
	channel         = "vitrine_changes"
	pollEvery       = 2 * time.Second
	changeRetention = 10 * time.Minute

	drainTimeout = 5 * time.Second
)

// feed carries changes between the instances on one PostgreSQL. Each commit
// records its rows in the table changes and notifies; every instance, the
// writing one too, reads the rows from there, so all see one order. A notice
// only wakes the reader: without it the next poll finds the same.
type feed struct {
	engine   *Engine
	host     store.Host
	instance atomic.Value  // our name in the marks of our commits
	pid      atomic.Uint32 // of the connection that tells others of this server
	cancel   context.CancelFunc
	done     chan struct{}
	tasks    sync.WaitGroup
	nap      nap       // between two looks
	purged   time.Time // when old changes were last removed
	snapshot string    // of the last look: what it shows was delivered
}

func startFeed(ctx context.Context, e *Engine, host store.Host) (*feed, error) {
	f := &feed{engine: e, host: host, done: make(chan struct{}), purged: time.Now()}
	f.rename()
	var clock time.Time
	if err := e.db.QueryRowContext(ctx, "SELECT pg_current_snapshot()::text, clock_timestamp()").Scan(&f.snapshot, &clock); err != nil {
		return nil, fmt.Errorf("start the change feed: %w", err)
	}
	host.SetClock(clock)
	ctx, f.cancel = context.WithCancel(context.WithoutCancel(ctx))
	go f.loop(ctx)
	if e.serves {
		f.tasks.Go(func() { f.flushPendingLoop(ctx) })
		f.tasks.Go(func() { f.buildTrigramsLoop(ctx) })
	}
	return f, nil
}

// rename makes what was recorded until now somebody else's, which is announced
// when it is read: a COMMIT without an answer may still happen.
func (f *feed) rename() { f.instance.Store(uuid.NewString()) }

func (f *feed) close() {
	f.cancel()
	<-f.done
	f.tasks.Wait()
}

// loop listens, and connects anew when the database went away. Whatever was
// missed meanwhile is read from the table.
func (f *feed) loop(ctx context.Context) {
	defer close(f.done)
	for wait := time.Duration(0); fault.Sleep(ctx, wait) && ctx.Err() == nil; wait = min(max(2*wait, 100*time.Millisecond), 2*time.Second) {
		if err := f.listen(ctx, &wait); err != nil && ctx.Err() == nil {
			f.engine.log.Warn("the change feed is interrupted", "error", err)
		}
	}
}

// announce tells of a commit. Whoever hears of it finds that the replica is asked
// again only when it has it too.
func (f *feed) announce(tables []string) {
	if f.engine.replica.expect(tables) {
		f.nap.end()
	}
	f.host.Announce(tables)
}

// hangUp closes a connection, also when the work on it was cancelled.
func hangUp(ctx context.Context, conn *pgx.Conn) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
	defer cancel()
	conn.Close(ctx)
}

func (f *feed) listen(ctx context.Context, wait *time.Duration) error {
	conn, err := pgx.ConnectConfig(ctx, f.engine.config.Copy())
	if err != nil {
		return err
	}
	defer hangUp(ctx, conn)
	every, held, err := f.enter(ctx, conn)
	if err != nil {
		return err
	}
	if held != conn {
		defer hangUp(ctx, held)
	}
	*wait = 0
	// Notices may have been missed before LISTEN.
	f.announce(nil)
	for {
		if err := f.drain(ctx, conn); err != nil {
			return err
		}
		if time.Since(f.purged) > changeRetention/10 {
			f.purged = time.Now()
			if err := evictLimits(ctx, conn); err != nil {
				return err
			}
			if err := purgeChanges(ctx, conn); err != nil {
				return err
			}
		}
		if held != conn {
			if _, err := held.Exec(ctx, "SELECT 1"); err != nil {
				return err
			}
		}
		waiting, cancel := f.nap.begin(ctx, every, f.engine.replica.isUnlocated)
		notice, err := conn.WaitForNotification(waiting)
		cancel()
		switch {
		case err == nil:
			// An older program notifies of what it does not mark.
			if _, tables, _ := strings.Cut(notice.Payload, " "); !strings.Contains(notice.Payload, marked) {
				f.announce(strings.Fields(tables))
			}
		case ctx.Err() != nil:
			return nil
		case waiting.Err() == nil:
			return err
		}
	}
}

// enter begins to listen, and tells others that a server is here. Held is the
// connection that does.
func (f *feed) enter(ctx context.Context, conn *pgx.Conn) (every time.Duration, held *pgx.Conn, err error) {
	if f.engine.pooled {
		if f.engine.serves {
			conn, err = f.serveBehindPooler(ctx)
		}
		return pooledPollEvery, conn, err
	}
	if _, err := conn.Exec(ctx, "LISTEN "+channel); err != nil {
		return 0, nil, err
	}
	if f.engine.serves {
		f.pid.Store(conn.PgConn().PID())
		_, err = conn.Exec(ctx, "SELECT pg_advisory_lock_shared("+serving+")")
	}
	return pollEvery, conn, err
}

// purgeChanges goes by the database's clock, as record does: instances whose
// clocks differ must not take changes from each other.
func purgeChanges(ctx context.Context, conn *pgx.Conn) error {
	_, err := conn.Exec(ctx, "DELETE FROM changes WHERE at < clock_timestamp() - make_interval(secs => $1)", changeRetention.Seconds())
	return err
}

// drain announces and delivers what was committed since the last look, in the
// order of recording: changes of transactions that were open then, or began
// since. A change that waits for a row lock is recorded after the one it waited
// for, so the changes of one row keep their order; a long transaction of somebody
// else holds nothing up and makes nothing be read again.
func (f *feed) drain(ctx context.Context, conn *pgx.Conn) error {
	// A connection that died without a word must not hold the feed for long.
	ctx, cancel := context.WithTimeout(ctx, drainTimeout)
	defer cancel()
	replica := f.engine.replica
	covered := replica.expected()
	rows, err := conn.Query(ctx, `
		WITH h AS (SELECT pg_current_snapshot() AS snapshot, clock_timestamp() AS now,
			CASE WHEN $2::bool THEN `+primaryTimeline+` ELSE 0 END AS timeline, CASE WHEN $2::bool THEN `+primaryLSN+` ELSE 0 END AS lsn)
		SELECT h.snapshot::text, h.now, h.timeline, h.lsn, c.id, c.at, c.rows FROM h LEFT JOIN changes c
		ON c.tx >= pg_snapshot_xmax($1::text::pg_snapshot) OR c.tx = ANY(ARRAY(SELECT pg_snapshot_xip($1::text::pg_snapshot)))
		ORDER BY c.id`, f.snapshot, replica != nil)
	if err != nil {
		return err
	}
	defer rows.Close()
	var batches [][]store.Event
	var marks []mark
	snapshot := f.snapshot
	var now position
	for first := true; rows.Next(); first = false {
		var clock time.Time
		var id *int64
		var at *time.Time
		var raw []byte
		if err := rows.Scan(&snapshot, &clock, &now.timeline, &now.lsn, &id, &at, &raw); err != nil {
			return err
		}
		if first {
			f.host.SetClock(clock)
		}
		if id != nil {
			m, events := parseChange(f.engine.log, raw, *at)
			marks, batches = append(marks, m), append(batches, events)
		}
	}
	if err := rows.Err(); err != nil {
		return err
	}
	f.snapshot = snapshot
	tables, others := f.ofOthers(marks)
	replica.locate(covered, now, others && touchesPublic(tables))
	if others {
		f.host.Announce(tables)
	}
	for _, events := range batches {
		f.host.Deliver(events)
	}
	return nil
}

// ofOthers is what other instances touched, none for any; this one has announced its own.
func (f *feed) ofOthers(marks []mark) (tables []string, some bool) {
	for _, m := range marks {
		switch {
		case m.From == "" || m.From == f.instance.Load():
			continue
		case len(m.Tables) == 0:
			return nil, true
		}
		tables = append(tables, m.Tables...)
	}
	slices.Sort(tables)
	return slices.Compact(tables), len(tables) > 0
}

// record writes the events of a transaction as the last thing before its
// commit: of two transactions that touch one row, the later one records later.
// A mark of the tables, private ones too, comes first, so that a lost notice is
// made up for by the next poll; who knows no marks passes over it.
func (f *feed) record(ctx context.Context, tx *sql.Tx, c store.Changes) error {
	text, args, err := f.statement(c)
	if err != nil || text == "" {
		return err
	}
	_, err = tx.ExecContext(ctx, text, args...)
	return err
}

// statement records and announces what a transaction changed; "" for nothing.
func (f *feed) statement(c store.Changes) (text string, args []any, err error) {
	tables, some := c.Tables()
	if !some {
		return "", nil, nil
	}
	instance := f.instance.Load().(string)
	rows := []any{mark{From: instance, Tables: tables}}
	for _, e := range c.Events {
		// Nobody is told of a quiet table's rows; those who clean up after them hear of deletions.
		if !e.Table.Internal && (!e.Table.Quiet || e.Type == store.Deleted) {
			rows = append(rows, map[string]any{"table": e.Table.Name, "type": e.Type, "new": asJSON(e.Table, e.New), "old": asJSON(e.Table, e.Old)})
		}
	}
	raw, err := json.Marshal(rows)
	return "WITH recorded AS (INSERT INTO changes (at, rows) VALUES (clock_timestamp(), $3)) SELECT pg_notify($1, $2)",
		[]any{channel, instance + marked + strings.Join(tables, " "), string(raw)}, err
}

// mark says who committed, and to which tables; none means any.
type mark struct {
	From   string   `json:"from"`
	Tables []string `json:"tables"`
}

// marked separates the words of a notice whose commit is marked; others have one
// space there.
const marked = "  "

func asJSON(t *schema.Table, row store.Row) any {
	if row == nil {
		return nil
	}
	out := map[string]any{}
	for c := range t.Columns.All() {
		if v, ok := row[c.Name]; ok {
			if at, isTime := v.(time.Time); isTime {
				v = schema.FormatTime(at)
			}
			out[c.Name] = v
		}
	}
	return out
}

func parseChange(log *slog.Logger, raw []byte, at time.Time) (by mark, events []store.Event) {
	var rows []struct {
		mark
		Table, Type string
		New, Old    map[string]any
	}
	d := json.NewDecoder(strings.NewReader(string(raw)))
	d.UseNumber()
	if err := d.Decode(&rows); err != nil {
		log.Error("read a recorded change", "error", err)
		return by, nil
	}
	for _, r := range rows {
		if r.From != "" {
			by = r.mark
			continue
		}
		t, err := schema.Lookup(r.Table)
		if err != nil {
			continue // a newer instance knows more tables
		}
		events = append(events, store.Event{Table: t, Type: r.Type, New: typed(t, r.New), Old: typed(t, r.Old), At: at.UTC()})
	}
	return by, events
}

func typed(t *schema.Table, row map[string]any) store.Row {
	if row == nil {
		return nil
	}
	out := store.Row{}
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
