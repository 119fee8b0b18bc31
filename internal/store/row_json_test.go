package store_test

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"vitrine/internal/schema"
	"vitrine/internal/store"
)

func TestARowDecodedIsWhatItsJSONReadsBackAs(t *testing.T) {
	values := []any{nil, int64(-1 << 62), 0.1, "a \"quoted\" \u2028 text", true, time.Date(2026, 11, 16, 9, 12, 0, 120_000, time.UTC), json.RawMessage(`{"a":[1,2.50,null]}`), json.RawMessage(`[]`)}
	table, row := schema.Table{}, store.Row{}
	for i, v := range values {
		name := string(rune('a' + i))
		table.Columns = append(table.Columns, schema.Column{Name: name})
		row[name] = v
	}
	d := json.NewDecoder(strings.NewReader(string(row.AppendJSON(nil, &table))))
	d.UseNumber()
	var want map[string]any
	if err := d.Decode(&want); err != nil {
		t.Fatal(err)
	}
	got, err := row.Decoded(&table)
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %#v (%v), want %#v", got, err, want)
	}
}

func TestATextInJSONEscapesWhatItMustAndNothingElse(t *testing.T) {
	for b := range 256 {
		text := "a" + string([]byte{byte(b)}) + "é\u2028z"
		raw := string(store.Row{"x": text}.AppendJSON(nil, &schema.Table{Columns: []schema.Column{{Name: "x"}}}))
		var back struct{ X string }
		if err := json.Unmarshal([]byte(raw), &back); err != nil || back.X != strings.ToValidUTF8(text, "\ufffd") {
			t.Errorf("%q is written as %s (%v)", text, raw, err)
		}
		if must := b < ' ' || b == '"' || b == '\\' || b >= utf8.RuneSelf; !must && raw != `{"x":"`+text+`"}` {
			t.Errorf("%q is written as %s", text, raw)
		}
	}
}
