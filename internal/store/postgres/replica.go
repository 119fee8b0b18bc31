package postgres

import (
	"context"
	"database/sql"
	"errors"
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"vitrine/internal/schema"
	"vitrine/internal/store"
)

const (
	replicaTimeout = time.Second     // of a read there, so that the primary has time left for it
	replicaSilence = 2 * time.Second // after which a replica is not used
	warnEvery      = time.Minute
)

// replica is a streaming standby that answers visitors while it has replayed all
// that this instance has announced. Whoever fills a cache notes the generation,
// then reads, and caches nothing if the generation has moved on; an announcement
// raises what is required before it begins a generation. So what is read here in
// a generation has the commit that began it. A nil replica is never used.
type replica struct {
	config          *pgx.ConnConfig
	of              string // the database that it has to be a copy of
	log             *slog.Logger
	reads, failures atomic.Uint64
	nap             nap // of the watcher
	cancel          context.CancelFunc
	done            chan struct{}

	mu        sync.Mutex
	announced uint64   // announcements that concern it
	located   uint64   // of these, those that required stands for
	required  position // that it must have replayed
	reached   position
	pool      *sql.DB   // to the server that the watcher talks to; nil without one
	heard     time.Time // when that one last answered; zero after a read failed
	warned    time.Time
}

// position is a place in the history of a database: after a failover the new
// primary goes on in a timeline of its own.
type position struct {
	timeline int32
	lsn      int64
}

func (p position) has(q position) bool { return p.timeline == q.timeline && p.lsn >= q.lsn }

// Every commit that others can see is in the flushed WAL, unless commits do not
// wait for the disk.
const (
	primaryTimeline = "('x' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8))::bit(32)::int"
	primaryLSN      = "(CASE current_setting('synchronous_commit') WHEN 'off' THEN pg_current_wal_insert_lsn() ELSE pg_current_wal_flush_lsn() END - '0/0'::pg_lsn)::bigint"
)

// touchesPublic tells whether visitors can read one of the tables; none means any.
func touchesPublic(tables []string) bool {
	return len(tables) == 0 || slices.ContainsFunc(tables, func(name string) bool {
		t, err := schema.Lookup(name)
		return err != nil || t.Public()
	})
}

// expect keeps visitors from the replica until the position of a commit to the
// tables is known and reached, and tells whether it does. What visitors send is
// not waited for: a busy form would keep the replica out of use.
func (r *replica) expect(tables []string) bool {
	if r == nil || !touchesPublic(tables) {
		return false
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.announced++
	return true
}

// expected is to be read before the position that locate gets.
func (r *replica) expected() uint64 {
	if r == nil {
		return 0
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.announced
}

func (r *replica) isUnlocated() bool {
	if r == nil {
		return false
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.located < r.announced
}

// locate says where the primary was after the announcements until covered. With
// more, it stands also for one that is about to be made.
func (r *replica) locate(covered uint64, at position, more bool) {
	if r == nil || !r.require(covered, at, more) {
		return
	}
	r.nap.end()
}

func (r *replica) require(covered uint64, at position, more bool) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if covered == r.located && !more {
		return false
	}
	r.located, r.required = covered, at
	return true
}

// current is the pool for visitors' reads; nil while the replica is behind or away.
func (r *replica) current() *sql.DB {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.isBehind() || time.Since(r.heard) > replicaSilence {
		return nil
	}
	return r.pool
}

func (r *replica) isBehind() bool { return r.located < r.announced || !r.reached.has(r.required) }

// read tells whether the replica answered. It is not asked again after a failure
// until the watcher finds it well.
func (r *replica) read(ctx context.Context, ask func(context.Context, *sql.DB) error) (done bool, err error) {
	if r == nil {
		return false, nil
	}
	pool := r.current()
	if pool == nil {
		return false, nil
	}
	short, cancel := context.WithTimeout(ctx, replicaTimeout)
	defer cancel()
	err = ask(short, pool)
	switch {
	case err == nil:
		r.reads.Add(1)
		return true, nil
	case ctx.Err() != nil || isOfQuestion(err):
		return true, err
	}
	r.failures.Add(1)
	r.suspend(err)
	return false, nil
}

// isOfQuestion tells whether any server would refuse the same question.
func isOfQuestion(err error) bool {
	var e *pgconn.PgError
	return errors.As(err, &e) && (e.Code[:2] == "22" || e.Code[:2] == "42")
}

// suspend keeps visitors from the replica until it answers the watcher. The log
// says it now and then, not for each visitor.
func (r *replica) suspend(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.heard = time.Time{}
	if time.Since(r.warned) > warnEvery {
		r.warned = time.Now()
		r.log.Warn("the replica fails, so that visitors read from the primary", "error", err)
	}
}

func (r *replica) addTo(s *store.Stats) {
	if r != nil {
		s.ReplicaInUse, s.ReplicaReads, s.ReplicaFailures = r.current() != nil, r.reads.Load(), r.failures.Load()
	}
}

func (r *replica) close() {
	if r != nil {
		r.cancel()
		<-r.done
	}
}
