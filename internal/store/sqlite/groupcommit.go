package sqlite

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"fmt"
	"time"

	"vitrine/internal/fault"
	"vitrine/internal/store"
)

// commitInGroups runs jobs in one transaction, with those that come meanwhile when it
// may grow.
func (w *writer) commitInGroups(jobs []*job, grow bool) {
	for len(jobs) > 0 {
		jobs = w.groupCommit(jobs, grow)
		grow = false
	}
}

// groupCommit commits jobs in one transaction and answers them. It returns
// those that have to run again: SQLite gives up a whole transaction when a
// statement in it is interrupted or finds the disk full.
func (w *writer) groupCommit(jobs []*job, grow bool) (again []*job) {
	finish := func(err error) {
		for _, j := range jobs {
			if err != nil {
				j.err = err
			}
			j.Finish()
		}
	}
	if err := w.health(); err != nil {
		finish(err)
		return nil
	}
	var began time.Time
	ctx := context.Background()
	conn, err := w.db.Conn(ctx)
	if err != nil {
		finish(w.failed(err))
		return nil
	}
	defer conn.Close()
	if _, err := conn.ExecContext(ctx, "BEGIN IMMEDIATE"); err != nil {
		finish(w.failed(err))
		return nil
	}
	for i := 0; i < len(jobs); i++ {
		if lost := w.runInSavepoint(conn, jobs[i]); lost {
			return requeue(jobs, i)
		}
		if i == 0 {
			began = time.Now()
		}
		if grow && i+1 == len(jobs) && len(jobs) < groupSize && time.Since(began) < groupTime {
			jobs = w.takeNext(jobs)
		}
	}
	if err := w.health(); err != nil {
		abandon(conn)
		finish(err)
		return nil
	}
	if _, err := conn.ExecContext(ctx, "COMMIT"); err != nil {
		abandon(conn)
		finish(w.failed(err))
		return nil
	}
	w.groups.Add(1)
	w.works.Add(uint64(len(jobs)))
	w.announce(jobs)
	finish(nil)
	return nil
}

// announce says once for the whole group what changed.
func (w *writer) announce(jobs []*job) {
	var sum store.Changes
	for _, j := range jobs {
		if j.err == nil {
			sum.Events, sum.All = append(sum.Events, j.changes.Events...), sum.All || j.changes.All
		}
	}
	if tables, some := sum.Tables(); some {
		w.host.Announce(tables)
	}
	w.host.Deliver(sum.Events)
}

// abandon rolls back and drops the connection, so that nothing of a failed
// transaction lingers.
func abandon(conn *sql.Conn) (lost bool) {
	conn.ExecContext(context.Background(), "ROLLBACK")
	conn.Raw(func(any) error { return driver.ErrBadConn })
	return true
}

// requeue answers the job that lost the transaction, and those that had
// failed before it; the others run again.
func requeue(jobs []*job, lost int) (again []*job) {
	for i, j := range jobs {
		if i == lost || i < lost && j.err != nil {
			j.Finish()
			continue
		}
		j.work.RolledBack()
		j.err, j.changes, j.again = nil, store.Changes{}, true
		again = append(again, j)
	}
	return again
}

func (w *writer) failed(err error) error {
	if isIOError(err) {
		w.mu.Lock()
		w.broken = err
		w.mu.Unlock()
		w.engine.log.Error("the disk failed; writing stops until a restart", "error", err)
	}
	return store.Unavailable(fmt.Errorf("write: %w", err))
}

// runInSavepoint keeps the failure of a job from the others of its group, unless
// the transaction itself is lost.
func (w *writer) runInSavepoint(conn *sql.Conn, j *job) (lost bool) {
	if err := j.ctx.Err(); err != nil || !j.Begin() {
		j.err = store.NotWaiting(err)
		return false
	}
	if j.insert != nil && !j.again {
		return w.runInsert(conn, j)
	}
	ctx := context.WithoutCancel(j.ctx)
	if _, err := conn.ExecContext(ctx, "SAVEPOINT work"); err != nil {
		j.err = w.failed(err)
		return abandon(conn)
	}
	j.err = fault.Guard(w.engine.log, "a transaction", func() (err error) {
		if j.insert != nil {
			j.changes, err = w.insertRow(conn, j.insert)
		} else {
			j.changes, err = j.work.Run(ctx, conn)
		}
		return err
	})
	if j.err != nil {
		if isIOError(j.err) {
			w.failed(j.err)
		}
		j.work.RolledBack() // before the next one of the group
		if _, err := conn.ExecContext(ctx, "ROLLBACK TO work"); err != nil {
			return abandon(conn)
		}
	}
	if _, err := conn.ExecContext(ctx, "RELEASE work"); err != nil {
		if j.err == nil {
			j.err = w.failed(err)
		}
		return abandon(conn)
	}
	return false
}
