package realtime

import (
	"encoding/json"
	"strconv"

	"vitrine/internal/schema"
	"vitrine/internal/store"
)

// change is one event on its way out, encoded once for all its readers.
type change struct {
	event   *store.Event
	encoded []byte
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
	if err != nil {
		return false
	}
	row := rowOf(e)
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

// columnsOf lists the columns of each table as the protocol names them.
var columnsOf = func() map[*schema.Table]json.RawMessage {
	out := map[*schema.Table]json.RawMessage{}
	for _, t := range schema.Tables {
		list := make([]map[string]string, len(t.Columns))
		for i := range t.Columns {
			list[i] = map[string]string{"name": t.Columns[i].Name, "type": string(t.Columns[i].Type)}
		}
		out[t], _ = json.Marshal(list) // strings always have a JSON form
	}
	return out
}()

func (c *change) json() []byte {
	if c.encoded != nil {
		return c.encoded
	}
	e := c.event
	out := append([]byte(`{"schema":"public","table":`), quoted(e.Table.Name)...)
	out = append(append(out, `,"type":`...), quoted(e.Type)...)
	out = e.At.UTC().AppendFormat(append(out, `,"commit_timestamp":"`...), "2006-01-02T15:04:05.000Z")
	out = append(append(out, `","columns":`...), columnsOf[e.Table]...)
	if e.Type != store.Deleted {
		out = e.New.AppendJSON(append(out, `,"record":`...), e.Table)
	}
	if e.Type != store.Inserted {
		key := e.Table.Key().Name
		value, _ := json.Marshal(e.Old[key]) // a key is a number or a text
		out = append(append(append(out, `,"old_record":{`...), quoted(key)...), ':')
		out = append(append(out, value...), '}')
	}
	c.encoded = append(out, `,"errors":null}`...)
	return c.encoded
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
