package sqlite

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"strings"
	"sync"

	"vitrine/internal/fault"
	"vitrine/internal/schema"
	"vitrine/internal/store"
)

// singleInsert is a unit of work that is one INSERT of one row, which SQLite does
// as a whole or not at all. Its text and arguments are made before it waits for
// the writer.
type singleInsert struct {
	*store.Insert
	text  string
	args  []driver.NamedValue
	keyed bool // the database numbers the row
}

// insertTexts are the statements of tables, by whether the database numbers the
// row: every other column is always named.
var insertTexts sync.Map

type insertKey struct {
	table *schema.Table
	keyed bool
}

func newSingleInsert(of *store.Insert) *singleInsert {
	l := &singleInsert{Insert: of, args: make([]driver.NamedValue, 0, len(of.Table.Columns))}
	for c := range l.Table.Columns.All() {
		v := l.Row[c.Name]
		l.Row[c.Name] = v // an absent one is read back as null
		if c.Identity && v == nil {
			l.keyed = true
			continue
		}
		l.args = append(l.args, driver.NamedValue{Ordinal: len(l.args) + 1, Value: toDriver(v)})
	}
	key := insertKey{l.Table, l.keyed}
	if text, known := insertTexts.Load(key); known {
		l.text = text.(string)
		return l
	}
	l.text = insertText(key)
	insertTexts.Store(key, l.text)
	return l
}

func insertText(of insertKey) string {
	var names, marks []string
	for c := range of.table.Columns.All() {
		if !c.Identity || !of.keyed {
			names, marks = append(names, store.Quote(c.Name)), append(marks, "?")
		}
	}
	return "INSERT INTO " + store.Quote(of.table.Name) + " (" + strings.Join(names, ", ") + ") VALUES (" + strings.Join(marks, ", ") + ")"
}

// insertRow runs a single insert on the writer's connection.
func (w *writer) insertRow(conn *sql.Conn, l *singleInsert) (store.Changes, error) {
	// No deadline: an interrupted write would cost the whole group its transaction.
	ctx := context.Background()
	err := conn.Raw(func(c any) error {
		res, err := c.(*cachingConn).ExecContext(ctx, l.text, l.args)
		if err == nil && l.keyed {
			l.Row[l.Table.Key().Name], err = res.LastInsertId()
		}
		return store.Fault(ctx, w.engine, l.Table, l.Row, err)
	})
	if err != nil {
		return store.Changes{}, err
	}
	return store.Changes{Events: []store.Event{{Table: l.Table, Type: store.Inserted, New: l.Row, At: w.host.Now()}}}, nil
}

// runInsert runs a single insert without a savepoint. Its failure leaves nothing
// behind, but a full disk may cost the group its transaction.
func (w *writer) runInsert(conn *sql.Conn, j *job) (lost bool) {
	j.err = fault.Guard(w.engine.log, "a transaction", func() (err error) {
		j.changes, err = w.insertRow(conn, j.insert)
		return err
	})
	if j.err == nil {
		return false
	}
	if isIOError(j.err) {
		w.failed(j.err)
	}
	// Inside a transaction BEGIN is refused; where it is not, SQLite has rolled back.
	if _, err := conn.ExecContext(context.Background(), "BEGIN"); err != nil {
		return false
	}
	conn.ExecContext(context.Background(), "ROLLBACK")
	return true
}
