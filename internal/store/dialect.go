package store

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"vitrine/internal/schema"
)

// dialect is everything SQLite and PostgreSQL disagree on once a connection
// is open.
type dialect interface {
	placeholder(n int) string
	// arg is a value of the column's type as the driver takes it.
	arg(c *schema.Column, v any) any
	// like is a pattern match; folded ignores the case of all of Unicode. Each
	// call of mark adds the pattern as an argument.
	like(column, pattern string, mark func() string, folded bool) string
	// search asks for the keys of rows whose searched column may hold a text;
	// "" when there is no trigram index to ask, or it does not help.
	search(t *schema.Table, text string, mark func(any) string) string
	// folded is the form of a text in which ASCII case does not count.
	folded(text string) string
	// unique is a unique column as its index has it.
	unique(c *schema.Column) string
	// anyOf matches a column with a list that is one argument.
	anyOf(column, mark string) string
	list(ids []any) any
	// lock makes transactions that name the same thing wait for each other.
	lock(ctx context.Context, q querier, name string) error
	// forUpdate ends a read whose rows the transaction is about to change.
	forUpdate() string
	engine() string
	// noTimeouts lets the statements of a transaction take as long as they need.
	noTimeouts(ctx context.Context, q querier) error
	// lockTables keeps others from writing to tables until the transaction ends.
	lockTables(ctx context.Context, q querier, tables []*schema.Table) error
	// tables asks whether there is a table, as 1 or 0.
	tables(name string) string
	// columns asks for the name and type of every column of a table.
	columns() string
	// lastID asks for the highest number that a table has given out.
	lastID(t *schema.Table) string
	// resume numbers the next row after last and after every row there is.
	resume(ctx context.Context, q querier, t *schema.Table, last int64) error
	// numbered tells the database that a key was given by hand.
	numbered(ctx context.Context, q querier, t *schema.Table) error
	// explain names what a caller can act on; nil means it is not known.
	explain(t *schema.Table, row Row, err error) error
}

// fromSQL evens out what the two drivers hand back.
func fromSQL(c *schema.Column, v any) (any, error) {
	switch x := v.(type) {
	case nil:
		return nil, nil
	case int64:
		switch c.Type {
		case schema.Boolean:
			return x != 0, nil
		case schema.Timestamp:
			return time.UnixMicro(x).UTC(), nil
		}
		return x, nil
	case string:
		if c.Type == schema.JSON {
			return json.RawMessage(x), nil
		}
		return x, nil
	case []byte:
		switch c.Type {
		case schema.JSON:
			return json.RawMessage(x), nil
		case schema.Bytes:
			return x, nil
		}
		return string(x), nil
	case time.Time:
		return x.UTC(), nil
	case bool:
		return x, nil
	}
	return nil, fmt.Errorf("column %s holds a %T", c.Name, v)
}

// quote is safe because only names declared in the schema reach it.
func quote(name string) string { return `"` + name + `"` }
