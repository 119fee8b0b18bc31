package realtime

import (
	"encoding/json"
	"strconv"
	"strings"

	"vitrine/internal/schema"
	"vitrine/internal/store"
)

// change is one event on its way out, encoded once for all who see the same of
// it.
type change struct {
	event   *store.Event
	encoded map[string][]byte // by the names of the columns
}

// row is what readability and filters are judged by.
func rowOf(e *store.Event) store.Row {
	if e.Type == store.Deleted {
		return e.Old
	}
	return e.New
}

// readable tells whether the actor could read the event's row with a select
// that names nothing: a grant for exact lookups gives no news.
func readable(a schema.Actor, e *store.Event) bool {
	grant, err := e.Table.Allow(a, schema.Read.Action)
	if err != nil || e.Table.Quiet {
		return false
	}
	row := rowOf(e)
	if also := grant.Besides; also != nil && row[also.Column] != also.Value {
		return false
	}
	switch grant.Scope {
	case schema.AllRows:
		return true
	case schema.Matching:
		want, err := e.Table.Column(grant.Column).Cast(grant.Value)
		return err == nil && want != nil && row[grant.Column] == want
	case schema.Own:
		return a.UserID != "" && row[grant.Column] == a.UserID
	}
	return false
}

// view is what a listener sees of the rows of a table.
type view struct {
	names   string        // of its columns, which tell it from others
	table   *schema.Table // with these columns only
	columns json.RawMessage
}

func viewOf(t *schema.Table, shown func(*schema.Column) bool) *view {
	narrow, list, names := &schema.Table{Name: t.Name}, []map[string]string{}, []string{}
	for c := range t.Columns.All() {
		if shown(c) {
			narrow.Columns = append(narrow.Columns, *c)
			names = append(names, c.Name)
			list = append(list, map[string]string{"name": c.Name, "type": string(c.Type)})
		}
	}
	columns, _ := json.Marshal(list) // strings always have a JSON form
	return &view{strings.Join(names, ","), narrow, columns}
}

var whole = func() map[*schema.Table]*view {
	out := map[*schema.Table]*view{}
	for _, t := range schema.Tables {
		out[t] = viewOf(t, func(*schema.Column) bool { return true })
	}
	return out
}()

func (c *change) json(v *view) []byte {
	if done := c.encoded[v.names]; done != nil {
		return done
	}
	e := c.event
	out := append([]byte(`{"schema":"public","table":`), quoted(e.Table.Name)...)
	out = append(append(out, `,"type":`...), quoted(e.Type)...)
	out = e.At.UTC().AppendFormat(append(out, `,"commit_timestamp":"`...), "2006-01-02T15:04:05.000Z")
	out = append(append(out, `","columns":`...), v.columns...)
	if e.Type != store.Deleted {
		out = e.New.AppendJSON(append(out, `,"record":`...), v.table)
	}
	if e.Type != store.Inserted {
		key := e.Table.Key().Name
		value, _ := json.Marshal(e.Old[key]) // a key is a number or a text
		out = append(append(append(out, `,"old_record":{`...), quoted(key)...), ':')
		out = append(append(out, value...), '}')
	}
	out = append(out, `,"errors":null}`...)
	if c.encoded == nil {
		c.encoded = map[string][]byte{}
	}
	c.encoded[v.names] = out
	return out
}

func appendIDs(dst []byte, ids []int64) []byte {
	dst = append(dst, `{"ids":[`...)
	for i, id := range ids {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = strconv.AppendInt(dst, id, 10)
	}
	return append(dst, ']')
}
