package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"strings"
	"sync"
	"time"

	"vitrine/internal/schema"
)

// Draft is rows that an actor may insert: checked, and in the form in which
// they are stored. Making one needs no transaction.
type Draft struct {
	table *schema.Table
	rows  []Row
}

// Draft checks rows for an insert by the actor.
func (x Session) Draft(ctx context.Context, t *schema.Table, rows ...Row) (Draft, error) {
	grant, err := t.Allow(x.actor, schema.Insert.Action)
	if err != nil {
		return Draft{}, err
	}
	x.attempt(ctx, schema.Insert.Action, t)
	d := Draft{t, make([]Row, len(rows))}
	for i, row := range rows {
		if d.rows[i], err = x.prepare(t, row, grant, true); err != nil {
			return Draft{}, err
		}
	}
	return d, nil
}

// Rows are the rows as they will be stored, less what only the store sets.
func (d Draft) Rows() []Row { return d.rows }

// Mark adds to row i what the server itself says about it.
func (d Draft) Mark(i int, columns Row) error {
	for name, given := range columns {
		c := d.table.Column(name)
		if c == nil {
			return noColumn(d.table, name)
		}
		value, err := c.Cast(given)
		if err != nil {
			return err
		}
		d.rows[i][name] = value
	}
	return d.table.Check(d.rows[i], true)
}

// Store inserts a draft and returns the rows as stored. All are stored or
// none.
func (x Session) Store(ctx context.Context, d Draft) (out []Row, err error) {
	if one := x.singleInsert(d); one != nil {
		if err := x.store.writer.run(&job{ctx: ctx, session: x, insert: one}); err != nil {
			return nil, err
		}
		return []Row{one.row}, nil
	}
	err = x.Tx(ctx, func(x Session) error {
		out, err = x.insert(ctx, d.table, nil, d.rows)
		return err
	})
	return out, err
}

// singleInsert is a unit of work that is one INSERT of one row, which SQLite does as a
// whole or not at all. Its text and arguments are made before it waits for the
// writer.
type singleInsert struct {
	table *schema.Table
	row   Row
	text  string
	args  []driver.NamedValue
	keyed bool // the database numbers the row
}

// singleInsert is nil for a draft that takes more than one statement, or whose row
// has to be read back.
func (x Session) singleInsert(d Draft) *singleInsert {
	t := d.table
	if parent, _ := t.Parent(); x.tx != nil || x.store.writer == nil || len(d.rows) != 1 || t.Slug != "" || t.Document != nil || parent != nil {
		return nil
	}
	one := &singleInsert{table: t, row: x.complete(t, d.rows[0])}
	for i := range t.Columns {
		switch v := one.row[t.Columns[i].Name].(type) {
		case time.Time:
			one.row[t.Columns[i].Name] = v.UTC().Truncate(time.Microsecond)
		case nil, int64, bool:
		case string:
			if t.Columns[i].Type == schema.JSON {
				return nil
			}
		default:
			return nil
		}
	}
	one.write(x.store.dia)
	return one
}

// insertTexts are the statements of tables, by whether the database numbers the
// row: every other column is always named.
var insertTexts sync.Map

type insertKey struct {
	table *schema.Table
	keyed bool
}

func (l *singleInsert) write(dia dialect) {
	l.args = make([]driver.NamedValue, 0, len(l.table.Columns))
	for i := range l.table.Columns {
		c := &l.table.Columns[i]
		v := l.row[c.Name]
		l.row[c.Name] = v // an absent one is read back as null
		if c.Identity && v == nil {
			l.keyed = true
			continue
		}
		l.args = append(l.args, driver.NamedValue{Ordinal: len(l.args) + 1, Value: dia.arg(c, v)})
	}
	key := insertKey{l.table, l.keyed}
	if text, known := insertTexts.Load(key); known {
		l.text = text.(string)
		return
	}
	l.text = insertText(key)
	insertTexts.Store(key, l.text)
}

func insertText(of insertKey) string {
	var names, marks []string
	for i := range of.table.Columns {
		if c := &of.table.Columns[i]; !c.Identity || !of.keyed {
			names, marks = append(names, quote(c.Name)), append(marks, "?")
		}
	}
	return "INSERT INTO " + quote(of.table.Name) + " (" + strings.Join(names, ", ") + ") VALUES (" + strings.Join(marks, ", ") + ")"
}

// run inserts the row on the writer's connection.
func (l *singleInsert) run(s *Store, conn *sql.Conn) error {
	// No deadline: an interrupted write would cost the whole group its transaction.
	ctx := context.Background()
	return conn.Raw(func(c any) error {
		res, err := c.(*cachingConn).ExecContext(ctx, l.text, l.args)
		if err == nil && l.keyed {
			l.row[l.table.Key().Name], err = res.LastInsertId()
		}
		return s.explain(ctx, l.table, l.row, err)
	})
}

func (l *singleInsert) event() Event { return Event{Table: l.table, Type: Inserted, New: l.row} }

// runInsert runs a single insert without a savepoint. Its failure leaves nothing
// behind, but a full disk may cost the group its transaction.
func (w *writer) runInsert(conn *sql.Conn, j *job) (lost bool) {
	if j.err = safely(w.store.log, func() error { return j.insert.run(w.store, conn) }); j.err == nil {
		j.events = settle([]Event{j.insert.event()}, j.session.Now())
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
