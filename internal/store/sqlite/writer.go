package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"vitrine/internal/fault"
	"vitrine/internal/store"
)

const (
	groupSize  = 256
	groupTime  = 100 * time.Millisecond // after its first job, when a group takes no more in
	queueSize  = 1024
	watchEvery = 500 * time.Millisecond
)

// writer is the only one that writes to SQLite, with group commit: waiting units
// of work share one transaction, each in its own savepoint, so that one fsync
// serves them all; nobody gets an answer before the COMMIT that holds their work.
type writer struct {
	engine   *Engine
	host     store.Host
	db       *sql.DB
	queue    chan *job
	patience time.Duration // of a caller whose work has not begun
	stop     chan struct{}
	done     chan struct{}
	once     sync.Once

	mu     sync.Mutex
	broken error // set after an I/O error: no more promises until a restart

	version      int64 // PRAGMA data_version of the last look
	conn         any   // the connection that said so
	looked       time.Time
	large        []*job       // taken from the queue, to run alone
	largeWaiting atomic.Int64 // how many these are

	groups, works atomic.Uint64 // commits, and units of work in them
	seen          uint64        // works at the last look
	behind        bool          // the trigram index may lack rows
	stuck         bool          // the log knows that the index waits
}

type job struct {
	ctx     context.Context
	work    store.Work
	insert  *singleInsert // instead of work.Run
	state   atomic.Int32
	again   bool // its group lost a transaction; it may not cost the next one
	changes store.Changes
	err     error
	done    chan struct{}
}

// States of a job. Either the writer begins it or its caller leaves.
const (
	waits int32 = iota
	begun
	left
)

// begin holds once more for a job whose transaction was lost.
func (j *job) begin() bool {
	return j.state.CompareAndSwap(waits, begun) || j.state.Load() == begun
}

func (j *job) leave() bool { return j.state.CompareAndSwap(waits, left) }

// abandoned tells that nobody waits for a job, or not for long: a caller whose
// context has ended leaves by itself.
func (j *job) abandoned() bool { return j.state.Load() == left || j.ctx.Err() != nil }

func newJob(ctx context.Context, work store.Work) *job {
	j := &job{ctx: ctx, work: work}
	if work.Insert != nil {
		if row := work.Insert(); row != nil {
			j.insert = newSingleInsert(row)
		}
	}
	return j
}

func newWriter(e *Engine, host store.Host) *writer {
	w := &writer{engine: e, host: host, db: e.write, queue: make(chan *job, queueSize), patience: lockWait, stop: make(chan struct{}), done: make(chan struct{})}
	go w.loop()
	return w
}

// run hands work to the writer and waits for its commit. Work that does not
// begin in time is never done. Once the writer has begun, the caller's going away
// does not take the answer back.
func (w *writer) run(j *job) error {
	if err := w.health(); err != nil {
		return err
	}
	j.done = make(chan struct{})
	select {
	case <-w.stop:
		return store.Unavailable(errors.New("the store is closing"))
	default:
	}
	full := store.Unavailable(errors.New("the write queue is full"))
	if w.waiting() >= queueSize {
		return full
	}
	select {
	case w.queue <- j:
	default:
		return full
	}
	if err := w.await(j); err != nil && j.leave() {
		return err
	}
	select {
	case <-j.done:
		return j.err
	case <-w.done:
		select {
		case <-j.done:
			return j.err
		default:
			return store.Unavailable(errors.New("the store closed"))
		}
	}
}

// await is nil when there is an answer, and says otherwise why the caller does
// not wait for its turn any longer.
func (w *writer) await(j *job) error {
	patience := time.NewTimer(w.patience)
	defer patience.Stop()
	select {
	case <-j.done:
	case <-w.done:
	case <-j.ctx.Done():
		return notWaiting(j.ctx.Err())
	case <-patience.C:
		return store.Unavailable(errors.New("others held the database for too long"))
	}
	return nil
}

func notWaiting(err error) error {
	return fault.New(fault.TimedOut, "the caller did not wait").Because(err)
}

// waiting is how many units of work have not begun.
func (w *writer) waiting() int { return len(w.queue) + int(w.largeWaiting.Load()) }

func (w *writer) health() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.broken != nil {
		return store.Unavailable(fmt.Errorf("writing stopped after a disk error: %w", w.broken))
	}
	return nil
}

func (w *writer) close() {
	w.once.Do(func() { close(w.stop) })
	<-w.done
}

func (w *writer) loop() {
	defer close(w.done)
	watch := time.NewTicker(watchEvery)
	defer watch.Stop()
	w.detectOthers()
	w.behind = true
	for {
		if len(w.large) > 0 {
			w.turn(nil)
			select {
			case <-watch.C:
				w.detectOthers()
			default:
			}
			continue
		}
		select {
		case j := <-w.queue:
			w.turn(j)
		case <-watch.C:
			w.detectOthers()
			w.backfill()
		case <-w.stop:
			w.finish()
			return
		}
	}
}

// finish does what still waits.
func (w *writer) finish() {
	for {
		select {
		case j := <-w.queue:
			w.turn(j)
		default:
			if len(w.large) == 0 {
				return
			}
			w.turn(nil)
		}
	}
}

// turn commits what writes little, together, and then one that writes much:
// neither kind waits for more than one turn of the other. What comes while the
// large one is at work has waited for it, and shares its commit.
func (w *writer) turn(first *job) {
	var small []*job
	if first != nil {
		small = w.enqueue(small, first)
	}
	if len(small) == 0 {
		small = w.takeNext(small)
	}
	w.commitInGroups(small, true)
	if next := w.nextLarge(); next != nil {
		w.commitInGroups([]*job{next}, true)
	}
}

// nextLarge is the first that waits to run alone and whose caller waits for it.
func (w *writer) nextLarge() *job {
	for len(w.large) > 0 {
		next := w.large[0]
		w.large = w.large[1:]
		w.largeWaiting.Add(-1)
		if !next.abandoned() {
			return next
		}
	}
	return nil
}

// detectOthers notices commits of other processes: data_version changes only when
// another connection wrote. A new connection counts anew, so what came before
// it is not known.
func (w *writer) detectOthers() {
	w.looked = time.Now()
	conn, err := w.db.Conn(context.Background())
	if err != nil {
		return
	}
	defer conn.Close()
	var version int64
	if err := conn.QueryRowContext(context.Background(), "PRAGMA data_version").Scan(&version); err != nil {
		return
	}
	before := w.conn
	conn.Raw(func(c any) error { w.conn = c; return nil })
	if before != nil && (before != w.conn || version != w.version) {
		w.behind = true
		w.host.Announce(nil)
	}
	w.version = version
}

// takeNext adds to a group the next one that waits and writes little.
func (w *writer) takeNext(jobs []*job) []*job {
	if len(w.queue) == 0 {
		runtime.Gosched() // whoever is about to ask shares the fsync; alone this takes no time
	}
	for before := len(jobs); len(jobs) == before; {
		select {
		case j := <-w.queue:
			jobs = w.enqueue(jobs, j)
		default:
			return jobs
		}
	}
	return jobs
}

// enqueue puts a job where it belongs; one whose caller left is dropped.
func (w *writer) enqueue(jobs []*job, j *job) []*job {
	switch {
	case j.abandoned():
		return jobs
	case j.work.Large:
		w.large = append(w.large, j)
		w.largeWaiting.Add(1)
		return jobs
	}
	return append(jobs, j)
}
