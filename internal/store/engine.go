package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"time"

	"vitrine/internal/limit"
	"vitrine/internal/schema"
)

// Engine is an open database. Whatever SQLite and PostgreSQL do differently is
// behind it: nothing else asks which of the two it is.
type Engine interface {
	Name() string // for archives and people
	DB() *sql.DB  // for reads

	// Read has ask read. Where visitors' reads may go to a replica, what fails there
	// is asked again of the primary.
	Read(ctx context.Context, ofVisitor bool, ask func(ctx context.Context, q Querier) error) error

	// ReadLists is Read for rows, with less work than database/sql and all in one round
	// trip, where there is one.
	ReadLists(ctx context.Context, ofVisitor bool, lists []List) error

	// Migrate brings the tables up to date. Those of an older program are backed
	// up first; drop removes the backup again.
	Migrate(ctx context.Context, backup func(have, want int64) (drop func(), err error)) error
	// Start begins to take commits, and to tell the host of them and of others'.
	Start(ctx context.Context, host Host) error
	// Commit does work in one transaction. Success means that it is on disk.
	Commit(ctx context.Context, work Work) error
	// RunExclusive runs work unless another instance is at the same work now.
	RunExclusive(ctx context.Context, name string, work func(context.Context) error) (ran bool, err error)
	Servers(ctx context.Context) ([]string, error) // others that use the database now
	SharedLimits() limit.Shared                    // nil where there is one server only
	Visitors() Visitors                            // likewise
	File() File                                    // nil where a database server has the files
	Ready() error                                  // whether commits can be promised
	Stats() Stats
	Close() error

	Placeholder(n int) string
	Arg(c *schema.Column, v any) any // a value of the column's type as the driver takes it
	// Like is a pattern match; folded ignores the case of all of Unicode. Each
	// call of mark adds the pattern as an argument.
	Like(column, pattern string, mark func() string, folded bool) string
	// Search asks the trigram index for the keys of rows that may contain a text;
	// "" when there is none to ask, or it does not help.
	Search(t *schema.Table, text string, mark func(any) string) string
	// Unsearched is the column of rows that the trigram index leaves out; "" where it has all.
	Unsearched(t *schema.Table) string
	FoldCase(text string) string                     // the form of a text in which ASCII case does not count
	UniqueIndex(c *schema.Column) string             // a unique column as its index has it
	AnyOf(column, mark string) string                // matches a column with a list that is one argument
	List(ids []any) any                              // this argument
	ForUpdate() string                               // ends a read whose rows the transaction is about to change
	LastID(t *schema.Table) string                   // asks for the highest number that a table has given out
	Columns() (query string, typed bool)             // asks for a table's columns; typed tells how values are meant
	Fault(t *schema.Table, row Row, err error) error // what a caller can act on; nil means it is not known

	// StatementContext is that of a statement inside a transaction.
	StatementContext(ctx context.Context) context.Context
	// AdvisoryLock makes transactions that name the same thing wait for each other.
	AdvisoryLock(ctx context.Context, q Querier, name string) error
	// LockTables keeps others from writing to tables until the transaction ends.
	LockTables(ctx context.Context, q Querier, tables []*schema.Table) error
	// NoTimeouts lets the statements of a transaction take as long as they need.
	NoTimeouts(ctx context.Context, q Querier) error
	// Resample has the planner forget the values that it sampled from tables; those
	// that are there now take their place.
	Resample(ctx context.Context, tables []*schema.Table) error
	// SkipIDs numbers the next row after last and after every row there is.
	SkipIDs(ctx context.Context, q Querier, t *schema.Table, last int64) error
}

// List is a statement and what takes its rows.
type List struct {
	Text string
	Args []any
	// Rows begins to take rows, from the first on each time that it is called. The slice
	// of a row is used again for the next one, the values in it are not.
	Rows func() (take func(row []driver.Value) error)
}

// File is a database in a file of ours.
type File interface {
	CopyTo(ctx context.Context, path string) error // as it is now, into a new file for its owner alone
	Size() (int64, error)
	Check(ctx context.Context) error // reads all of it, which a start does not take the time for
	UncleanShutdown() bool           // the last server did not close it, and no Check has found it sound since
}

// Querier is a connection or a transaction.
type Querier interface {
	QueryContext(ctx context.Context, text string, args ...any) (*sql.Rows, error)
	ExecContext(ctx context.Context, text string, args ...any) (sql.Result, error)
}

// Deferrer is a Querier that may hold changes of rows back for as long as no
// statement reads them. If a row turns out not to be there, all is rolled back, and
// work runs again without.
type Deferrer interface {
	Defer(t *schema.Table, patch Row) // the key and what to set
}

// Work is what one transaction does.
type Work struct {
	// Run may be called again after a conflict.
	Run func(ctx context.Context, q Querier) (Changes, error)
	// RolledBack may be called when what Run did is about to be undone, so that
	// nobody builds on it.
	RolledBack func()
	// Insert is the one row that Run comes to, if it does: an engine may insert
	// that instead, and sets a key that the database numbers.
	Insert func() *Insert
	Large  bool // where transactions queue, the smaller ones go first
	Own    bool // of the server itself, which waits as long as it takes
}

// Insert is one complete row for a table.
type Insert struct {
	Table *schema.Table
	Row   Row
}

// Changes is what a transaction changed; All means whole tables, which no event
// tells of.
type Changes struct {
	Events []Event
	All    bool
}

// Host is the store as its engine knows it.
type Host struct {
	Now      func() time.Time
	Announce func(tables []string) // a commit touched these; none means any
	Deliver  func(events []Event)  // in the order of commits
	SetClock func(now time.Time)   // of the database server
	Indexed  func(t *schema.Table) // rows have come into the trigram index of t
}

// Stats is how busy the database is. What the engine does not have is zero.
type Stats struct {
	Pool    sql.DBStats // of reads; on PostgreSQL of everything
	Waiting int         // units of work that wait for the SQLite writer
	Commits uint64      // of the SQLite writer
	Works   uint64      // units of work in those commits

	ReplicaInUse    bool   // visitors' reads go to the replica now
	ReplicaReads    uint64 // that it answered
	ReplicaFailures uint64 // reads that it failed at, and the primary answered
}

// ReplicaFinding is what a look at a replica saw.
type ReplicaFinding struct {
	Took      time.Duration // of one read
	IsPrimary bool          // the address leads to the primary itself
	Follows   bool          // it is in the timeline of the primary
	Behind    int64         // bytes of WAL that it has yet to replay
	Waited    bool          // a commit waits for a standby
}

// Finding is what a look at a database saw.
type Finding struct {
	Engine      string        // with its version
	Schema      int64         // newest migration that was applied; 0 when there are no tables
	Took        time.Duration // of one read
	Clock       time.Time     // of a database server; zero on SQLite
	Risks       []string      // settings of a database server that deserve a look
	NoChecksums bool          // a database server without data checksums
	Served      int           // by how many servers now; 0 on SQLite
}
