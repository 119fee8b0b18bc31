package postgres

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"

	"vitrine/internal/fault"
	"vitrine/internal/schema"
	"vitrine/internal/store"
)

const (
	groupSize     = 128
	groupQueue    = 1024
	groupTime     = 200 * time.Millisecond // after which a group takes no more in
	insertWorkers = 2                      // while one waits for the disk of the server, the other gathers
)

// groupCommit has units of work that wait share one transaction: one flush of the
// log and one announcement, without savepoints. When one of a group fails, the
// group is rolled back and each is tried alone, so that nobody pays for another.
//
// Rows that are inserted alone wait for nobody's lock, and have workers of their
// own. All else has one: two groups that lock rows in different orders would wait
// for each other.
type groupCommit struct {
	engine         *Engine
	inserts, works chan *job
	patience       time.Duration // of a caller whose work has not begun
	time           time.Duration // groupTime, but in tests
	stop           chan struct{}
	tasks          sync.WaitGroup
}

type job struct {
	*store.Turn
	ctx     context.Context
	work    store.Work
	insert  *insert // instead of work.Run
	changes store.Changes
	alone   bool // is to be tried without the others
	err     error
}

func newGroupCommit(e *Engine) *groupCommit {
	g := &groupCommit{engine: e, inserts: make(chan *job, groupQueue), works: make(chan *job, groupQueue), patience: txTimeout, time: groupTime, stop: make(chan struct{})}
	for range insertWorkers {
		g.tasks.Go(func() { g.loop(g.inserts) })
	}
	g.tasks.Go(func() { g.loop(g.works) })
	return g
}

func (g *groupCommit) close() {
	close(g.stop)
	g.tasks.Wait()
}

// run waits for the commit of a job.
func (g *groupCommit) run(j *job) (alone bool, err error) {
	queue := g.works
	if j.insert != nil {
		queue = g.inserts
	}
	select {
	case queue <- j:
	default:
		return false, store.Unavailable(errors.New("the write queue is full"))
	}
	if err := j.Wait(j.ctx, g.patience, g.stop); err != nil {
		return false, err
	}
	return j.alone, j.err
}

// A group keeps the locks of all its works, so that a work of another instance, which
// has one of two and wants the other, could deadlock with it. A group therefore
// runs without works of others, and those run beside each other.
const (
	groupLock = "hashtext('vitrine group commit ' || current_schema())"
	beside    = "SELECT pg_advisory_xact_lock_shared(" + groupLock + ")"
)

func (g *groupCommit) loop(queue chan *job) {
	for {
		select {
		case <-g.stop:
			return
		case j := <-queue:
			g.runGroup(gather(queue, j))
		}
	}
}

// gather takes those that wait already, and waits for nobody.
func gather(queue chan *job, j *job) (group []*job) {
	for {
		if j.Begin() {
			group = append(group, j)
		}
		if len(group) == groupSize {
			return group
		}
		select {
		case j = <-queue:
		default:
			return group
		}
	}
}

// runGroup commits jobs, those that would make a transaction long in another one.
func (g *groupCommit) runGroup(group []*job) {
	for len(group) > 0 {
		tried := 0
		err := fault.Guard(g.engine.log, "a group of transactions", func() error { return g.commit(group, &tried) })
		if tried == 0 {
			tried = len(group) // there is no connection for any of them
		}
		for _, j := range group[:tried] {
			switch {
			case errors.Is(err, errNotStored):
				j.alone = true
			case err != nil:
				j.alone, j.err = false, err
			}
			j.Finish()
		}
		group = group[tried:]
	}
}

// errNotStored tells that nothing of a group was stored, and each may be tried alone.
var errNotStored = errors.New("the group is rolled back")

// commit stores the first of a group, and tells how many it tried.
func (g *groupCommit) commit(group []*job, tried *int) error {
	e := g.engine
	ctx, cancel := context.WithTimeout(context.Background(), txTimeout)
	defer cancel()
	conn, err := e.db.Conn(ctx)
	if err != nil {
		return store.Fault(ctx, e, &schema.Settings, nil, fmt.Errorf("begin: %w", err))
	}
	defer conn.Close()
	err = g.write(ctx, conn, group, tried)
	group = group[:*tried]
	if err != nil {
		rollBack(ctx, conn, group)
		if len(group) == 1 && group[0].insert == nil && !isRetryable(err) && !errors.Is(err, errRowGone) {
			return err
		}
		if ctx.Err() != nil { // a database that does not answer must not hold callers twice
			return store.Unavailable(err)
		}
		return errNotStored
	}
	return g.end(ctx, conn, group)
}

// write does all but the commit.
func (g *groupCommit) write(ctx context.Context, conn *sql.Conn, group []*job, tried *int) error {
	*tried = len(group)
	var begin pgx.Batch
	begin.Queue("BEGIN")
	switch {
	case group[0].insert != nil:
	case len(group) > 1:
		begin.Queue("SELECT pg_advisory_xact_lock(" + groupLock + ")")
	default:
		begin.Queue(beside)
	}
	g.queueInserts(&begin, group)
	if err := sendBatch(ctx, conn, &begin); err != nil {
		return store.Fault(ctx, g.engine, &schema.Settings, nil, fmt.Errorf("begin: %w", err))
	}
	var q store.Querier = conn
	var deferred *deferral
	if len(group) > 1 {
		deferred = newDeferral(conn, g.engine)
		q = deferred
	}
	began := time.Now()
	for i, j := range group {
		if j.insert != nil {
			continue
		}
		if i > 0 && time.Since(began) >= g.time {
			*tried = i
			break
		}
		*tried = i + 1
		deadline, _ := ctx.Deadline()
		ctx, cancel := context.WithDeadline(context.WithoutCancel(j.ctx), deadline)
		err := fault.Guard(g.engine.log, "a transaction", func() (err error) {
			j.changes, err = j.work.Run(ctx, q)
			return err
		})
		if cancel(); err != nil {
			return err
		}
	}
	return deferred.flush(ctx)
}

func sendBatch(ctx context.Context, conn *sql.Conn, batch *pgx.Batch) error {
	return conn.Raw(func(driver any) error { return driver.(*stdlib.Conn).Conn().SendBatch(ctx, batch).Close() })
}

// end commits, and announces what changed.
func (g *groupCommit) end(ctx context.Context, conn *sql.Conn, group []*job) error {
	e := g.engine
	var changes store.Changes
	for _, j := range group {
		changes.Events, changes.All = append(changes.Events, j.changes.Events...), changes.All || j.changes.All
	}
	text, args, err := e.feed.statement(changes)
	if err != nil {
		rollBack(ctx, conn, group)
		return err
	}
	var batch pgx.Batch
	if text != "" {
		batch.Queue(text, args...)
	}
	batch.Queue("COMMIT")
	// Both are on their way at once: without an answer to the first, the second may have happened.
	if err = sendBatch(ctx, conn, &batch); err != nil {
		var refused *pgconn.PgError
		if errors.As(err, &refused) && isOpen(conn) {
			rollBack(ctx, conn, group)
			return errNotStored
		}
		// It may have happened: it is announced, and reported as a failure.
		e.feed.rename()
		err = store.Unavailable(fmt.Errorf("commit: %w", err))
	}
	if tables, some := changes.Tables(); some {
		e.feed.announce(tables)
	}
	return err
}

func isOpen(conn *sql.Conn) (open bool) {
	conn.Raw(func(driver any) error {
		open = !driver.(*stdlib.Conn).Conn().IsClosed()
		return nil
	})
	return open
}

// rollBack leaves the connection as others find it, or closed.
func rollBack(ctx context.Context, conn *sql.Conn, group []*job) {
	for _, j := range group {
		if j.changes = (store.Changes{}); j.insert != nil {
			delete(j.insert.Row, j.insert.Table.Key().Name)
		} else {
			j.work.RolledBack() // before another transaction can read what it left
		}
	}
	if _, err := conn.ExecContext(ctx, "ROLLBACK"); err != nil {
		conn.Raw(func(any) error { return driver.ErrBadConn })
	}
}
