package postgres

import (
	"fmt"
	"strings"
	"sync"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/schema"
	"vitrine/internal/store"
)

// insert is a row that the database numbers, with the values of all its other columns.
type insert struct {
	*store.Insert
	args []any
}

// newInsert is nil for a row whose number is given, which moves the sequence.
func newInsert(e *Engine, of *store.Insert) *insert {
	key := of.Table.Key()
	if !key.Identity || of.Row[key.Name] != nil {
		return nil
	}
	out := &insert{Insert: of, args: make([]any, 0, len(of.Table.Columns))}
	for c := range of.Table.Columns.All() {
		if c != key {
			v := of.Row[c.Name]
			of.Row[c.Name] = v // an absent one is read back as null
			out.args = append(out.args, e.Arg(c, v))
		}
	}
	return out
}

// queueInserts sends the rows of one table as one statement: its plan, its
// constraints and its indexes are then looked up once.
func (g *groupCommit) queueInserts(batch *pgx.Batch, group []*job) {
	var tables []*schema.Table
	jobs := map[*schema.Table][]*job{}
	for _, j := range group {
		if j.insert == nil {
			continue
		}
		t := j.insert.Table
		if jobs[t] == nil {
			tables = append(tables, t)
		}
		jobs[t] = append(jobs[t], j)
	}
	for _, t := range tables {
		rows := jobs[t]
		args := make([]any, len(rows[0].insert.args))
		for i := range args {
			values := make([]any, len(rows))
			for n, j := range rows {
				values[n] = j.insert.args[i]
			}
			args[i] = values
		}
		batch.Queue(insertText(t), args...).Query(func(answer pgx.Rows) error {
			var nth, id int64
			var stored bool
			_, err := pgx.ForEachRow(answer, []any{&nth, &id, &stored}, func() error {
				g.inserted(rows[nth-1], id, stored)
				return nil
			})
			return err
		})
	}
}

// inserted notes the number of a row. One that another row stands in the way of
// is tried alone, for its error.
func (g *groupCommit) inserted(j *job, id int64, stored bool) {
	if j.alone = !stored; stored {
		j.insert.Row[j.insert.Table.Key().Name] = id
		j.changes.Events = []store.Event{{Table: j.insert.Table, Type: store.Inserted, New: j.insert.Row, At: g.engine.feed.host.Now()}}
	}
}

var insertTexts sync.Map

// insertText takes each column as a list. The rows are numbered before they are
// stored, as no order is promised of RETURNING.
func insertText(t *schema.Table) string {
	if text, known := insertTexts.Load(t); known {
		return text.(string)
	}
	var names, lists []string
	for c := range t.Columns.All() {
		if c != t.Key() {
			names = append(names, store.Quote(c.Name))
			lists = append(lists, fmt.Sprintf("$%d::%s[]", len(names), c.Type))
		}
	}
	key, columns := store.Quote(t.Key().Name), strings.Join(names, ", ")
	text := fmt.Sprintf(`
		WITH numbered AS MATERIALIZED (
			SELECT nextval((SELECT pg_get_serial_sequence('%[1]s', '%[5]s')::regclass)) AS %[2]s, given.* FROM unnest(%[4]s) WITH ORDINALITY AS given(%[3]s, nth)
		), stored AS (
			INSERT INTO %[1]s (%[2]s, %[3]s) SELECT %[2]s, %[3]s FROM numbered ON CONFLICT DO NOTHING RETURNING %[2]s
		)
		SELECT numbered.nth, numbered.%[2]s, stored.%[2]s IS NOT NULL FROM numbered LEFT JOIN stored USING (%[2]s)`,
		store.Quote(t.Name), key, columns, strings.Join(lists, ", "), t.Key().Name)
	insertTexts.Store(t, text)
	return text
}
