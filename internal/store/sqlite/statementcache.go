package sqlite

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"strings"

	sqlitelib "modernc.org/sqlite"
)

const (
	// maxStatements is how many prepared statements a connection keeps; a site
	// uses a few dozen again and again.
	maxStatements = 48
	// maxText leaves out inserts of many rows, which are as good as never
	// alike.
	maxText = 2 << 10
)

// openCaching opens a SQLite database whose connections keep what they
// have prepared: preparing costs as much as running a short statement.
func openCaching(dsn string) (*sql.DB, error) {
	c, err := sqlitelib.NewConnector(dsn)
	if err != nil {
		return nil, err
	}
	return sql.OpenDB(cachingConnector{c}), nil
}

type cachingConnector struct{ driver.Connector }

func (k cachingConnector) Connect(ctx context.Context) (driver.Conn, error) {
	c, err := k.Connector.Connect(ctx)
	if err != nil {
		return nil, err
	}
	return &cachingConn{sqliteConn: c.(sqliteConn), cached: map[string]*statement{}}, nil
}

// sqliteConn is what database/sql uses of the driver's connection.
type sqliteConn interface {
	driver.Conn
	driver.ConnBeginTx
	driver.ConnPrepareContext
	driver.ExecerContext
	driver.QueryerContext
	driver.Pinger
	driver.SessionResetter
	driver.Validator
}

// cachingConn is used by one goroutine at a time, as every driver.Conn.
type cachingConn struct {
	sqliteConn
	cached map[string]*statement
	uses   uint64
}

type statement struct {
	driver.Stmt
	busy bool // its rows are being read
	last uint64
}

// take is the statement for a text, marked busy, unless that has to be
// prepared apart, because it is in use already or will not come again.
func (c *cachingConn) take(ctx context.Context, text string) (s *statement, cached bool, err error) {
	if len(text) > maxText || !worthCaching(text) {
		return nil, false, nil
	}
	c.uses++
	if s := c.cached[text]; s != nil {
		if s.busy {
			return nil, false, nil
		}
		s.busy, s.last = true, c.uses
		return s, true, nil
	}
	made, err := c.PrepareContext(ctx, text)
	if err != nil {
		return nil, false, err
	}
	if len(c.cached) >= maxStatements {
		c.evict()
	}
	s = &statement{Stmt: made, busy: true, last: c.uses}
	c.cached[text] = s
	return s, true, nil
}

// worthCaching leaves out what changes the schema or the connection.
func worthCaching(text string) bool {
	word, _, _ := strings.Cut(text, " ")
	switch word {
	case "SELECT", "INSERT", "UPDATE", "DELETE", "BEGIN", "COMMIT", "SAVEPOINT", "RELEASE", "ROLLBACK":
		return true
	}
	return false
}

// evict closes the statement that was used longest ago.
func (c *cachingConn) evict() {
	var text string
	var oldest *statement
	for t, s := range c.cached {
		if !s.busy && (oldest == nil || s.last < oldest.last) {
			text, oldest = t, s
		}
	}
	if oldest != nil {
		delete(c.cached, text)
		oldest.Close()
	}
}

func (c *cachingConn) QueryContext(ctx context.Context, text string, args []driver.NamedValue) (driver.Rows, error) {
	s, cached, err := c.take(ctx, text)
	if err != nil {
		return nil, err
	}
	if !cached {
		return c.sqliteConn.QueryContext(ctx, text, args)
	}
	rows, err := s.Stmt.(driver.StmtQueryContext).QueryContext(ctx, args)
	if err != nil {
		s.busy = false
		return nil, err
	}
	return &cachedRows{rows, s}, nil
}

func (c *cachingConn) ExecContext(ctx context.Context, text string, args []driver.NamedValue) (driver.Result, error) {
	s, cached, err := c.take(ctx, text)
	if err != nil {
		return nil, err
	}
	if !cached {
		return c.sqliteConn.ExecContext(ctx, text, args)
	}
	defer func() { s.busy = false }()
	return s.Stmt.(driver.StmtExecContext).ExecContext(ctx, args)
}

func (c *cachingConn) Close() error {
	for _, s := range c.cached {
		s.Close()
	}
	clear(c.cached)
	return c.sqliteConn.Close()
}

// cachedRows frees its statement for the next when it is closed.
type cachedRows struct {
	driver.Rows
	of *statement
}

func (r *cachedRows) Close() error {
	err := r.Rows.Close()
	r.of.busy = false
	return err
}
