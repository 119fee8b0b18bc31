package postgres

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"vitrine/internal/fault"
	"vitrine/internal/store"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
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
	if _, err := conn.Exec(ctx, "LISTEN "+channel); err != nil {
		return err
	}
	if f.engine.serves {
		f.pid.Store(conn.PgConn().PID())
		if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock_shared("+serving+")"); err != nil {
			return err
		}
	}
	*wait = 0
	// Notices may have been missed before LISTEN.
	f.host.Announce(nil)
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
		waiting, cancel := context.WithTimeout(ctx, pollEvery)
		notice, err := conn.WaitForNotification(waiting)
		cancel()
		switch {
		case err == nil:
			// An older program notifies of what it does not mark.
			if _, tables, _ := strings.Cut(notice.Payload, " "); !strings.Contains(notice.Payload, marked) {
				f.host.Announce(strings.Fields(tables))
			}
		case ctx.Err() != nil:
			return nil
		case waiting.Err() == nil:
			return err
		}
	}
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
	rows, err := conn.Query(ctx, `
		WITH h AS (SELECT pg_current_snapshot() AS snapshot, clock_timestamp() AS now)
		SELECT h.snapshot::text, h.now, c.id, c.at, c.rows FROM h LEFT JOIN changes c
		ON c.tx >= pg_snapshot_xmax($1::text::pg_snapshot) OR c.tx = ANY(ARRAY(SELECT pg_snapshot_xip($1::text::pg_snapshot)))
		ORDER BY c.id`, f.snapshot)
	if err != nil {
		return err
	}
	defer rows.Close()
	var batches [][]store.Event
	var marks []mark
	snapshot := f.snapshot
	for first := true; rows.Next(); first = false {
		var clock time.Time
		var id *int64
		var at *time.Time
		var raw []byte
		if err := rows.Scan(&snapshot, &clock, &id, &at, &raw); err != nil {
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
	f.announce(marks)
	for _, events := range batches {
		f.host.Deliver(events)
	}
	return nil
}

// announce says once what other instances touched; this one has said its own.
func (f *feed) announce(marks []mark) {
	var tables []string
	for _, m := range marks {
		switch {
		case m.From == "" || m.From == f.instance.Load():
			continue
		case len(m.Tables) == 0:
			f.host.Announce(nil)
			return
		}
		tables = append(tables, m.Tables...)
	}
	if slices.Sort(tables); len(tables) > 0 {
		f.host.Announce(slices.Compact(tables))
	}
}
