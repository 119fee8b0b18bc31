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
	*store.Turn
	ctx     context.Context
	work    store.Work
	insert  *singleInsert // instead of work.Run
	again   bool          // its group lost a transaction; it may not cost the next one
	changes store.Changes
	err     error
}

// abandoned tells that nobody waits for a job, or not for long: a caller whose
// context has ended leaves by itself.
func (j *job) abandoned() bool { return j.HasLeft() || j.ctx.Err() != nil }

func newJob(ctx context.Context, work store.Work) *job {
	j := &job{Turn: store.NewTurn(), ctx: ctx, work: work}
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

// run hands work to the writer and waits for its commit.
func (w *writer) run(j *job) error {
	if err := w.health(); err != nil {
		return err
	}
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
	if err := j.Wait(j.ctx, w.patience, w.done); err != nil {
		return err
	}
	return j.err
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
