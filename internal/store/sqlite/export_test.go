package sqlite

import (
	"context"
	"database/sql"
	"log/slog"
	"time"

	"vitrine/internal/schema"
	"vitrine/internal/store"
)

const QueueSize = queueSize

// MoveSteps are the steps in which a database is moved.
func MoveSteps(from, to string) []func() error { return moveSteps(from, to) }

// BreakDisk does what an I/O error does.
func (e *Engine) BreakDisk(err error) {
	e.writer.mu.Lock()
	defer e.writer.mu.Unlock()
	e.writer.broken = err
}

// Hurry makes callers leave after d when their work has not begun.
func (e *Engine) Hurry(d time.Duration) { e.writer.patience = d }

// Renew drops the connection that writes.
func (e *Engine) Renew(ctx context.Context) error {
	conn, err := e.write.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	abandon(conn)
	return nil
}

// Filler is a second hand at the trigram index of messages, which fills it when
// told.
type Filler struct {
	w       *writer
	Noticed int // how often another process was seen to have written
}

func (e *Engine) Filler(log *slog.Logger) *Filler {
	f := &Filler{}
	host := store.Host{Announce: func([]string) { f.Noticed++ }, Indexed: func(*schema.Table) {}}
	f.w = &writer{engine: &Engine{log: log}, host: host, db: e.write, stop: make(chan struct{})}
	f.w.detectOthers()
	return f
}

// Fill does what a watch does long after the last one, and tells whether
// something is left to do.
func (f *Filler) Fill() (behind bool) {
	f.w.looked, f.w.behind = time.Time{}, true
	f.w.backfill()
	return f.w.behind
}

// BusyStatements are those that the readers hold on to; it is to be called while
// nobody reads.
func (e *Engine) BusyStatements(ctx context.Context) (busy []string) {
	var conns []*sql.Conn
	for range e.read.Stats().OpenConnections {
		conn, err := e.read.Conn(ctx)
		if err != nil {
			return []string{err.Error()}
		}
		defer conn.Close()
		conns = append(conns, conn)
	}
	for _, conn := range conns {
		conn.Raw(func(c any) error {
			for text, s := range c.(*cachingConn).cached {
				if s.busy {
					busy = append(busy, text)
				}
			}
			return nil
		})
	}
	return busy
}
