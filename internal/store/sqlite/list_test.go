package sqlite_test

import (
	"context"
	"database/sql/driver"
	"encoding/json"
	"errors"
	"reflect"
	"testing"
	"time"

	"vitrine/internal/fault"
	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/sqlite"
	"vitrine/internal/store/storetest"
)

// endless gives number after number for far too long, and silent waits for one for ever.
const (
	endless = "SELECT n FROM (WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 3e7) SELECT n FROM c)"
	silent  = "SELECT n FROM (WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT n FROM c) WHERE n < 0"
)

// still checks that nothing of a list is left: its connection is free, and so is its statement.
func still(t *testing.T, e *sqlite.Engine) {
	t.Helper()
	if n := e.DB().Stats().InUse; n != 0 {
		t.Errorf("%d connections are in use", n)
	}
	if busy := e.BusyStatements(t.Context()); busy != nil {
		t.Errorf("statements are in use: %q", busy)
	}
}

func TestAListHasWhatDatabaseSQLReads(t *testing.T) {
	_, e := open(t)
	const text = "SELECT ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1.5, x'00ff', x'', '', 'a' || char(0), -9223372036854775807 - 1, 'é' UNION ALL SELECT NULL, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17"
	args := []any{nil, int64(1) << 60, 7, true, 0.25, "text", []byte{0, 1}, []byte{}, json.RawMessage(`{"a":1}`), time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC)}
	var want, got [][]any
	rows, err := e.DB().QueryContext(t.Context(), text, args...)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		row, targets := make([]any, 17), make([]any, 17)
		for i := range row {
			targets[i] = &row[i]
		}
		if err := rows.Scan(targets...); err != nil {
			t.Fatal(err)
		}
		want = append(want, row)
	}
	if err := e.ReadList(t.Context(), text, args, func(row []driver.Value) error {
		values := make([]any, len(row))
		for i, v := range row {
			values[i] = v
		}
		got = append(got, values)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if len(want) != 2 || !reflect.DeepEqual(got, want) {
		t.Errorf("got %#v\nwant %#v", got, want)
	}
	still(t, e)
	if err := e.ReadList(t.Context(), "SELECT ?", []any{struct{}{}}, nil); err == nil {
		t.Error("an argument that is no value is taken")
	}
}

func TestAListEndsWithItsContext(t *testing.T) {
	_, e := open(t)
	ctx, cancel := context.WithCancel(t.Context())
	n := 0
	if err := e.ReadList(ctx, endless, nil, func([]driver.Value) error {
		switch n++; {
		case n == 3:
			cancel()
		case n > 3:
			return errors.New("it goes on")
		}
		return nil
	}); !errors.Is(err, context.Canceled) || n != 3 {
		t.Errorf("after %d rows: %v", n, err)
	}
	still(t, e)
	if err := e.ReadList(ctx, endless, nil, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("one that was over before it began: %v", err)
	}
	late, stop := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer stop()
	err := e.ReadList(late, silent, nil, nil)
	storetest.WantFault(t, store.Fault(late, e, &schema.TeamMembers, nil, err), fault.TimedOut)
	still(t, e)
}

func TestAListEndsWithAFailureOfItsReaderOrOfTheDatabase(t *testing.T) {
	_, e := open(t)
	full := errors.New("enough")
	if err := e.ReadList(t.Context(), endless, nil, func([]driver.Value) error { return full }); err != full {
		t.Errorf("its reader fails: %v", err)
	}
	still(t, e)
	const broken = "SELECT json(n) FROM (SELECT '1' AS n UNION ALL SELECT '{')"
	n := 0
	if err := e.ReadList(t.Context(), broken, nil, func([]driver.Value) error {
		if n++; n > 1 {
			return full
		}
		return nil
	}); err == nil || err == full {
		t.Errorf("the second row fails: %d rows, %v", n, err)
	}
	still(t, e)
	if err := e.ReadList(t.Context(), "SELECT nothing", nil, nil); err == nil {
		t.Error("a wrong statement is read")
	}
	still(t, e)
}
