package postgres_test

import (
	"bytes"
	"context"
	"database/sql/driver"
	"encoding/binary"
	"encoding/json"
	"errors"
	"io"
	"net"
	"reflect"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"vitrine/internal/fault"
	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/postgres"
	"vitrine/internal/store/storetest"
)

// endless gives number after number for far too long.
const endless = "SELECT generate_series(1, 1000000000)"

func engineAt(t *testing.T, url string) *postgres.Engine {
	t.Helper()
	e, err := postgres.Connect(t.Context(), store.Options{URL: url})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { e.Close() })
	return e
}

// rowsOf is a list that goes into rows.
func rowsOf(rows *[][]any, text string, args ...any) store.List {
	return store.List{Text: text, Args: args, Rows: func() func([]driver.Value) error {
		*rows = nil
		return func(row []driver.Value) error {
			values := make([]any, len(row))
			for i, v := range row {
				values[i] = v
			}
			*rows = append(*rows, values)
			return nil
		}
	}}
}

// still checks that a connection is left as it was found: free, and of use.
func still(t *testing.T, e *postgres.Engine) {
	t.Helper()
	storetest.Eventually(t, 10*time.Second, "no connection is in use", func() bool { return e.DB().Stats().InUse == 0 })
	var rows [][]any
	if err := e.ReadLists(t.Context(), false, []store.List{rowsOf(&rows, "SELECT 1")}); err != nil || len(rows) != 1 {
		t.Errorf("then %v is read (%v)", rows, err)
	}
}

func TestAListHasWhatDatabaseSQLReads(t *testing.T) {
	const text = `SELECT $1::bigint, $2::text, $3::boolean, $4::float8, $5::bytea, $6::jsonb, $7::timestamptz, $8::uuid, $9::json, $10::int, $11::varchar,
		'infinity'::timestamptz, '-infinity'::timestamptz, '1969-12-31 23:59:59.999999Z'::timestamptz, '294276-12-31'::timestamptz, '4713-01-01 BC'::timestamptz,
		'9223372036854775807'::bigint, ''::text, ''::bytea, '{}'::jsonb, 7::smallint, 0.5::real, '2026-11-19'::date, '2026-11-19 12:00'::timestamp, 'x'::name, '-1'::float8
		UNION ALL SELECT NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1`
	args := []any{int64(-1) << 63, "é\n", true, -0.25, []byte{0, 255}, json.RawMessage(`{"a": [1, null]}`), time.Date(2026, 11, 15, 12, 0, 0, 123456000, time.UTC),
		"6ba7b810-9dad-11d1-80b4-00c04fd430c8", json.RawMessage(`{"a": 1}`), -7, "v"}
	for _, mode := range []string{"cache_statement", "cache_describe", "exec", "simple_protocol"} {
		t.Run(mode, func(t *testing.T) {
			e := engineAt(t, storetest.PostgresURL(t)+"&default_query_exec_mode="+mode)
			rows, err := e.DB().QueryContext(t.Context(), text, args...)
			if err != nil {
				t.Fatal(err)
			}
			defer rows.Close()
			var want, got [][]any
			for rows.Next() {
				row, targets := make([]any, 26), make([]any, 26)
				for i := range row {
					targets[i] = &row[i]
				}
				if err := rows.Scan(targets...); err != nil {
					t.Fatal(err)
				}
				want = append(want, row)
			}
			if err := e.ReadLists(t.Context(), false, []store.List{rowsOf(&got, text, args...)}); err != nil {
				t.Fatal(err)
			}
			if len(want) != 2 || len(got) != 2 {
				t.Fatalf("%d rows, want %d", len(got), len(want))
			}
			for r, row := range want {
				for i, v := range row {
					if at, is := v.(time.Time); is {
						v = at.UTC()
					}
					if at, is := got[r][i].(time.Time); is {
						got[r][i] = at.UTC()
					}
					if !reflect.DeepEqual(got[r][i], v) {
						t.Errorf("column %d of row %d is %#v, want %#v", i+1, r+1, got[r][i], v)
					}
				}
			}
		})
	}
}

// cutting stands before a server and can cut connections in the middle of an answer;
// it counts the pipelines that clients send.
type cutting struct {
	url       string
	cuts      atomic.Int64 // how many answers do not get beyond a row with cell
	pipelines atomic.Int64
}

const mark = "the last before a cut"

var cell = string(binary.BigEndian.AppendUint32(nil, uint32(len(mark)))) + mark // which the feed has as a part of one

func startCutting(t *testing.T, url string) *cutting {
	t.Helper()
	c := &cutting{}
	c.url = storetest.Between(t, url, func(client, server net.Conn) {
		go func() {
			defer server.Close()
			message, err := storetest.Message(client, 4)
			for executes := false; err == nil; message, err = storetest.Message(client, 5) {
				switch message[0] {
				case 'E':
					executes = true
				case 'S':
					if executes {
						c.pipelines.Add(1)
					}
					executes = false
				}
				if _, err := server.Write(message); err != nil {
					return
				}
			}
		}()
		for {
			message, err := storetest.Message(server, 5)
			if err != nil {
				return
			}
			if _, err := client.Write(message); err != nil {
				return
			}
			if message[0] == 'D' && bytes.Contains(message, []byte(cell)) && c.cuts.Add(-1) >= 0 {
				return
			}
		}
	})
	return c
}

func TestListsTakeOneRoundTrip(t *testing.T) {
	c := startCutting(t, storetest.PostgresURL(t))
	e := engineAt(t, c.url)
	for range 2 { // statements are prepared in the first
		c.pipelines.Store(0)
		var a, b, d [][]any
		lists := []store.List{rowsOf(&a, "SELECT 1::bigint"), rowsOf(&b, "SELECT $1::bigint", int64(2)), rowsOf(&d, "SELECT $1::bigint", int64(3))}
		if err := e.ReadLists(t.Context(), false, lists); err != nil {
			t.Fatal(err)
		}
		if want := [][]any{{int64(1)}, {int64(2)}, {int64(3)}}; !reflect.DeepEqual(slices.Concat(a, b, d), want) {
			t.Errorf("read %v %v %v, want %v", a, b, d, want)
		}
		if n := c.pipelines.Load(); n != 1 {
			t.Errorf("%d pipelines, want 1", n)
		}
	}
}

// members reads the names of three, of which the second ends what arrives before a cut.
func members(t *testing.T, s store.Session) []string {
	t.Helper()
	rows, err := s.Select(t.Context(), &schema.TeamMembers, store.Query{Order: []store.Order{store.Asc("id")}})
	if err != nil {
		t.Error(err)
	}
	return storetest.Texts(rows, "name")
}

var threeNames = []string{"first", mark, "third"}

func TestAListThatIsCutIsReadAgain(t *testing.T) {
	c := startCutting(t, storetest.PostgresURL(t))
	s, e := open(t, store.Options{URL: c.url})
	for _, name := range threeNames {
		storetest.Add(t, s, &schema.TeamMembers, store.Row{"name": name})
	}
	c.cuts.Store(2)
	if got := members(t, s.As(storetest.Editor)); !slices.Equal(got, threeNames) {
		t.Errorf("after two cuts %q is read", got)
	}
	c.cuts.Store(3)
	_, err := s.As(storetest.Editor).Select(t.Context(), &schema.TeamMembers, store.Query{})
	storetest.WantFault(t, err, fault.Unavailable)
	if c.cuts.Load() != 0 {
		t.Errorf("%d of 3 tries are left", c.cuts.Load())
	}
	still(t, e)
}

func TestAListThatTheReplicaCutsIsReadFromThePrimary(t *testing.T) {
	primary := storetest.StartServer(t)
	c := startCutting(t, primary.Replica().URL())
	s, e := open(t, store.Options{URL: primary.URL(), ReadURL: c.url})
	for _, name := range threeNames {
		storetest.Add(t, s, &schema.TeamMembers, store.Row{"name": name})
	}
	storetest.Eventually(t, 10*time.Second, "the replica answers", func() bool {
		before := s.Stats().ReplicaReads
		members(t, s.As(storetest.Visitor))
		return s.Stats().ReplicaReads > before
	})
	failures := s.Stats().ReplicaFailures
	c.cuts.Store(1000)
	if got := members(t, s.As(storetest.Visitor)); !slices.Equal(got, threeNames) {
		t.Errorf("%q is read", got)
	}
	if n := s.Stats().ReplicaFailures - failures; n != 1 || c.cuts.Load() == 1000 {
		t.Errorf("the replica failed at %d reads", n)
	}
	still(t, e)
}

func TestAListEndsWithItsContext(t *testing.T) {
	e := engineAt(t, storetest.PostgresURL(t))
	ctx, cancel := context.WithCancel(t.Context())
	n := 0
	err := e.ReadLists(ctx, false, []store.List{{Text: endless, Rows: func() func([]driver.Value) error {
		return func([]driver.Value) error {
			if n++; n == 3 {
				cancel()
			}
			return nil
		}
	}}})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("after %d rows: %v", n, err)
	}
	still(t, e)
	var none [][]any
	if err := e.ReadLists(ctx, false, []store.List{rowsOf(&none, "SELECT 1")}); !errors.Is(err, context.Canceled) {
		t.Errorf("one that was over before it began: %v", err)
	}
	late, stop := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer stop()
	err = e.ReadLists(late, false, []store.List{rowsOf(&none, "SELECT pg_sleep(60)::text")})
	storetest.WantFault(t, store.Fault(late, e, &schema.TeamMembers, nil, err), fault.TimedOut)
	still(t, e)
	impatient := engineAt(t, storetest.PostgresURL(t)+"&statement_timeout=2000")
	err = impatient.ReadLists(t.Context(), false, []store.List{rowsOf(&none, "SELECT pg_sleep(60)::text")})
	storetest.WantFault(t, store.Fault(t.Context(), impatient, &schema.TeamMembers, nil, err), fault.TimedOut)
	still(t, impatient)
}

func TestAListEndsWithAFailureOfItsReaderOrOfTheDatabase(t *testing.T) {
	e := engineAt(t, storetest.PostgresURL(t))
	full := errors.New("enough")
	var before, after [][]any
	for _, broken := range []store.List{
		{Text: "SELECT 1", Rows: func() func([]driver.Value) error { return func([]driver.Value) error { return full } }},
		rowsOf(&after, "SELECT nothing"),
		rowsOf(&after, "SELECT 1 / (3 - n) FROM generate_series(1, 4) AS n"),
		rowsOf(&after, "SELECT $1::bigint", "no number"),
	} {
		for range 2 {
			before = nil
			err := e.ReadLists(t.Context(), false, []store.List{rowsOf(&before, "SELECT 1"), broken, rowsOf(&after, "SELECT 2")})
			if err == nil || errors.Is(err, io.EOF) || len(after) > 0 && after[len(after)-1][0] == int64(2) {
				t.Errorf("%s: %v, then %v", broken.Text, err, after)
			}
			still(t, e)
		}
	}
}
