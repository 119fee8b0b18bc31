package postgres

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/stdlib"

	"vitrine/internal/store"
)

// ReadLists sends all statements in one pipeline, and takes the driver's rows: those of
// database/sql cost a goroutine for each statement, and locks and a Scan for each row.
func (e *Engine) ReadLists(ctx context.Context, ofVisitor bool, lists []store.List) error {
	return e.read(ctx, ofVisitor, func(ctx context.Context, db *sql.DB) (err error) {
		for range 3 { // as often as database/sql
			if err = readLists(ctx, db, lists); !errors.Is(err, driver.ErrBadConn) {
				return err
			}
		}
		return err
	})
}

// readLists gives ErrBadConn, which has the pool leave the connection out, when that was cut.
func readLists(ctx context.Context, db *sql.DB, lists []store.List) error {
	pooled, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer pooled.Close()
	return pooled.Raw(func(c any) error {
		conn := c.(*stdlib.Conn).Conn()
		var batch pgx.Batch
		for _, l := range lists {
			batch.Queue(l.Text, l.Args...).Query(func(rows pgx.Rows) error { return each(rows, conn.TypeMap(), l.Rows()) })
		}
		err := conn.SendBatch(ctx, &batch).Close()
		if err != nil && conn.IsClosed() {
			return fmt.Errorf("%w: %w", driver.ErrBadConn, err)
		}
		return err
	})
}

func each(rows pgx.Rows, types *pgtype.Map, take func(row []driver.Value) error) (err error) {
	if rows.Err() != nil { // it has no fields
		return rows.Err()
	}
	fields := rows.FieldDescriptions()
	row := make([]driver.Value, len(fields))
	for rows.Next() {
		for i, raw := range rows.RawValues() {
			if row[i], err = decode(types, &fields[i], raw); err != nil {
				return fmt.Errorf("column %s: %w", fields[i].Name, err)
			}
		}
		if err := take(row); err != nil {
			return err
		}
	}
	return rows.Err()
}

// year2000 is where PostgreSQL's time begins.
var year2000 = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC).Unix()

// decode makes what database/sql gets of a value of the types that columns have. What
// lists are full of does not go through the codecs, which look for a plan each time.
func decode(types *pgtype.Map, f *pgconn.FieldDescription, raw []byte) (driver.Value, error) {
	if raw == nil {
		return nil, nil
	}
	if f.DataTypeOID == pgtype.TextOID {
		return string(raw), nil
	}
	if f.Format == pgx.BinaryFormatCode && len(raw) == 8 {
		switch n := int64(binary.BigEndian.Uint64(raw)); {
		case f.DataTypeOID == pgtype.Int8OID:
			return n, nil
		case f.DataTypeOID == pgtype.TimestamptzOID && n != math.MinInt64 && n != math.MaxInt64: // which are infinite
			return time.Unix(year2000+n/1e6, n%1e6*1e3).UTC(), nil
		}
	}
	if t, known := types.TypeForOID(f.DataTypeOID); known {
		return t.Codec.DecodeDatabaseSQLValue(types, f.DataTypeOID, f.Format, raw)
	}
	return string(raw), nil
}
