package postgres

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"

	"vitrine/internal/fault"
	"vitrine/internal/schema"
	"vitrine/internal/store"
)

const (
	groupSize    = 128
	groupWorkers = 2 // while one waits for the disk of the server, the other gathers
	groupQueue   = 1024
)

// groupInsert is group commit for rows that are inserted alone: those that wait
// share one transaction of two round trips, one flush of the log and one
// announcement. A row that another one stands in the way of, or whose group
// fails, is tried alone, so that nobody pays for somebody else's row.
type groupInsert struct {
	engine *Engine
	queue  chan *insertJob
	stop   chan struct{}
	tasks  sync.WaitGroup
}

type insertJob struct {
	*store.Insert
	text  string
	args  []any
	state atomic.Int32
	alone bool // is to be tried without the others
	err   error
	done  chan struct{}
}

// States of a job. Either a worker begins it or its caller leaves.
const (
	waits int32 = iota
	begun
	left
)

func newGroupInsert(e *Engine) *groupInsert {
	g := &groupInsert{engine: e, queue: make(chan *insertJob, groupQueue), stop: make(chan struct{})}
	for range groupWorkers {
		g.tasks.Go(g.work)
	}
	return g
}

func (g *groupInsert) close() {
	close(g.stop)
	g.tasks.Wait()
}

// insertTexts are the statements of tables: every column but the key is named.
var insertTexts sync.Map

// newInsertJob is nil for a row whose number is given, which moves the sequence.
func newInsertJob(e *Engine, of *store.Insert) *insertJob {
	key := of.Table.Key()
	if !key.Identity || of.Row[key.Name] != nil {
		return nil
	}
	j := &insertJob{Insert: of, args: make([]any, 0, len(of.Table.Columns)), done: make(chan struct{})}
	for c := range of.Table.Columns.All() {
		if c != key {
			v := of.Row[c.Name]
			of.Row[c.Name] = v // an absent one is read back as null
			j.args = append(j.args, e.Arg(c, v))
		}
	}
	text, known := insertTexts.Load(of.Table)
	if !known {
		text = insertText(of.Table)
		insertTexts.Store(of.Table, text)
	}
	j.text = text.(string)
	return j
}

func insertText(t *schema.Table) string {
	var names, marks []string
	for c := range t.Columns.All() {
		if c != t.Key() {
			names, marks = append(names, store.Quote(c.Name)), append(marks, fmt.Sprintf("$%d", len(marks)+1))
		}
	}
	return "INSERT INTO " + store.Quote(t.Name) + " (" + strings.Join(names, ", ") + ") VALUES (" + strings.Join(marks, ", ") +
		") ON CONFLICT DO NOTHING RETURNING " + store.Quote(t.Key().Name)
}

// run waits for the commit of a row. One that does not begin in time is never
// stored; once it has begun, the caller's going away does not take it back.
func (g *groupInsert) run(ctx context.Context, j *insertJob) (alone bool, err error) {
	select {
	case g.queue <- j:
	default:
		return false, store.Unavailable(errors.New("the write queue is full"))
	}
	select {
	case <-j.done:
	case <-g.stop:
		if j.state.CompareAndSwap(waits, left) {
			return false, store.Unavailable(errors.New("the store is closing"))
		}
		<-j.done
	case <-ctx.Done():
		if j.state.CompareAndSwap(waits, left) {
			return false, fault.New(fault.TimedOut, "the caller did not wait").Because(ctx.Err())
		}
		<-j.done
	}
	return j.alone, j.err
}

func (g *groupInsert) work() {
	for {
		select {
		case <-g.stop:
			return
		case j := <-g.queue:
			g.runGroup(g.gather(j))
		}
	}
}

// gather takes those that wait already, and waits for nobody.
func (g *groupInsert) gather(j *insertJob) (group []*insertJob) {
	for {
		if j.state.CompareAndSwap(waits, begun) {
			group = append(group, j)
		}
		if len(group) == groupSize {
			return group
		}
		select {
		case j = <-g.queue:
		default:
			return group
		}
	}
}

func (g *groupInsert) runGroup(group []*insertJob) {
	if len(group) == 0 {
		return
	}
	err := fault.Guard(g.engine.log, "a group of inserts", func() error { return g.commit(group) })
	for _, j := range group {
		switch {
		case errors.Is(err, errNotStored):
			j.alone = true
		case err != nil:
			j.alone, j.err = false, err
		}
		close(j.done)
	}
}

// errNotStored tells that nothing of a group was stored, and each may be tried alone.
var errNotStored = errors.New("the group is rolled back")

func (g *groupInsert) commit(group []*insertJob) error {
	e := g.engine
	ctx, cancel := context.WithTimeout(context.Background(), txTimeout)
	defer cancel()
	pooled, err := e.db.Conn(ctx)
	if err != nil {
		return store.Fault(ctx, e, &schema.Settings, nil, fmt.Errorf("begin: %w", err))
	}
	defer pooled.Close()
	return pooled.Raw(func(driver any) error { return g.commitOn(ctx, driver.(*stdlib.Conn).Conn(), group) })
}

func (g *groupInsert) commitOn(ctx context.Context, conn *pgx.Conn, group []*insertJob) error {
	e := g.engine
	var inserts, end pgx.Batch
	inserts.Queue("BEGIN")
	for _, j := range group {
		inserts.Queue(j.text, j.args...).QueryRow(func(row pgx.Row) error {
			var id int64
			err := row.Scan(&id)
			if errors.Is(err, pgx.ErrNoRows) {
				j.alone = true // another row has its place
				return nil
			}
			j.Row[j.Table.Key().Name] = id
			return err
		})
	}
	err := conn.SendBatch(ctx, &inserts).Close()
	var changes store.Changes
	for _, j := range group {
		if !j.alone {
			changes.Events = append(changes.Events, store.Event{Table: j.Table, Type: store.Inserted, New: j.Row, At: e.feed.host.Now()})
		}
	}
	var statement string
	var args []any
	if err == nil {
		statement, args, err = e.feed.statement(changes)
	}
	if err != nil || len(changes.Events) == 0 {
		return g.rollBack(ctx, conn, group)
	}
	end.Queue(statement, args...)
	end.Queue("COMMIT")
	// Both are on their way at once: without an answer to the first, the second may have happened.
	if err = conn.SendBatch(ctx, &end).Close(); err != nil {
		var refused *pgconn.PgError
		if errors.As(err, &refused) && !conn.IsClosed() {
			return g.rollBack(ctx, conn, group)
		}
		// It may have happened: it is announced, and reported as a failure.
		e.feed.rename()
		err = store.Unavailable(fmt.Errorf("commit: %w", err))
	}
	tables, _ := changes.Tables()
	e.feed.host.Announce(tables)
	return err
}

// rollBack leaves the connection as others find it, or closed.
func (g *groupInsert) rollBack(ctx context.Context, conn *pgx.Conn, group []*insertJob) error {
	for _, j := range group {
		delete(j.Row, j.Table.Key().Name)
	}
	if _, err := conn.Exec(ctx, "ROLLBACK"); err != nil {
		hangUp(ctx, conn)
	}
	return errNotStored
}
