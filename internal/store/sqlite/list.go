package sqlite

import (
	"cmp"
	"context"
	"database/sql/driver"
	"io"

	"vitrine/internal/store"
)

// ReadLists reads one list after another: there is no round trip.
func (e *Engine) ReadLists(ctx context.Context, _ bool, lists []store.List) error {
	for _, l := range lists {
		if err := e.ReadList(ctx, l.Text, l.Args, l.Rows()); err != nil {
			return err
		}
	}
	return nil
}

// ReadList takes the driver's rows: those of database/sql cost a goroutine for each
// statement, and locks and a Scan for each row.
func (e *Engine) ReadList(ctx context.Context, text string, args []any, take func(row []driver.Value) error) error {
	values := make([]driver.NamedValue, len(args))
	for i, arg := range args {
		v, err := driver.DefaultParameterConverter.ConvertValue(arg) // as database/sql does
		if err != nil {
			return err
		}
		values[i] = driver.NamedValue{Ordinal: i + 1, Value: v}
	}
	conn, err := e.read.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	return conn.Raw(func(c any) (err error) {
		rows, err := c.(driver.QueryerContext).QueryContext(ctx, text, values)
		if err != nil {
			return err
		}
		defer func() { err = cmp.Or(err, rows.Close()) }()
		return each(ctx, rows, take)
	})
}

// each hands rows on while the context lasts, at which the driver looks until the first
// row only.
func each(ctx context.Context, rows driver.Rows, take func(row []driver.Value) error) error {
	row := make([]driver.Value, len(rows.Columns()))
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := rows.Next(row); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		if err := take(row); err != nil {
			return err
		}
	}
}
