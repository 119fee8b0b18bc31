package store

import (
	"bytes"
	"encoding/json"
	"strconv"
	"time"
	"unicode/utf8"

	"vitrine/internal/schema"
)

// Row is one row by column name. Its values are nil, int64, float64, string, bool,
// time.Time, json.RawMessage or []byte.
type Row map[string]any

// Int is a whole number; 0 when null.
func (r Row) Int(column string) int64 { n, _ := r[column].(int64); return n }

// Text is a text; "" when null.
func (r Row) Text(column string) string { s, _ := r[column].(string); return s }

// Float is a number; 0 when null.
func (r Row) Float(column string) float64 { f, _ := r[column].(float64); return f }

// Bool is a flag; false when null.
func (r Row) Bool(column string) bool { b, _ := r[column].(bool); return b }

// Time is a moment; the zero time when null.
func (r Row) Time(column string) time.Time { at, _ := r[column].(time.Time); return at }

// Result is the answer to a query, ready to be written as JSON.
type Result struct {
	Fields []Field
	Rows   [][]any
	Total  int64 // rows without limit and offset; -1 when not counted
	heads  []string
}

// object is one embedded row; a nil row is JSON null.
type object struct {
	of  *Result
	row []any
}

// Maps returns the rows by name. Embedded rows are []Row, or Row or nil for
// a parent.
func (r *Result) Maps() []Row {
	out := make([]Row, len(r.Rows))
	for i := range r.Rows {
		out[i] = r.Map(i)
	}
	return out
}

// Map returns row i by name.
func (r *Result) Map(i int) Row {
	row := make(Row, len(r.Fields))
	for j, f := range r.Fields {
		switch v := r.Rows[i][j].(type) {
		case *Result:
			row[f.As] = v.Maps()
		case object:
			if v.row == nil {
				row[f.As] = nil
			} else {
				row[f.As] = (&Result{Fields: v.of.Fields, Rows: [][]any{v.row}}).Map(0)
			}
		default:
			row[f.As] = v
		}
	}
	return row
}

// Len is how many rows there are, with those that are embedded in lists.
func (r *Result) Len() int {
	n := len(r.Rows)
	for i, f := range r.Fields {
		if f.Embed == nil {
			continue
		}
		for _, row := range r.Rows {
			if list, is := row[i].(*Result); is {
				n += list.Len()
			}
		}
	}
	return n
}

// AppendJSON writes the rows as a JSON array.
func (r *Result) AppendJSON(dst []byte) []byte {
	dst = append(dst, '[')
	for i, row := range r.Rows {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = r.appendRow(dst, row)
	}
	return append(dst, ']')
}

// AppendRow writes row i as a JSON object.
func (r *Result) AppendRow(dst []byte, i int) []byte { return r.appendRow(dst, r.Rows[i]) }

func (r *Result) appendRow(dst []byte, row []any) []byte {
	if len(row) == 0 {
		return append(dst, "{}"...)
	}
	heads := r.names()
	for i, v := range row {
		dst = appendValue(append(dst, heads[i]...), v)
	}
	return append(dst, '}')
}

// names are the fields as they stand before their values.
func (r *Result) names() []string {
	if r.heads == nil {
		r.heads = make([]string, len(r.Fields))
		for i, f := range r.Fields {
			sep := ","
			if i == 0 {
				sep = "{"
			}
			r.heads[i] = sep + string(appendString(nil, f.As)) + ":"
		}
	}
	return r.heads
}

func appendValue(dst []byte, v any) []byte {
	switch v := v.(type) {
	case nil:
		return append(dst, "null"...)
	case int64:
		return strconv.AppendInt(dst, v, 10)
	case bool:
		return strconv.AppendBool(dst, v)
	case string:
		return appendString(dst, v)
	case time.Time:
		// As PostgREST writes a moment in UTC. The library knows this layout without parsing it.
		dst = v.UTC().Truncate(time.Microsecond).AppendFormat(append(dst, '"'), time.RFC3339Nano)
		return append(dst[:len(dst)-1], `+00:00"`...)
	case json.RawMessage:
		return append(dst, v...)
	case *Result:
		return v.AppendJSON(dst)
	case object:
		if v.row == nil {
			return append(dst, "null"...)
		}
		return v.of.appendRow(dst, v.row)
	}
	raw, err := json.Marshal(v)
	if err != nil {
		return append(dst, "null"...)
	}
	return append(dst, raw...)
}

// AppendJSON writes one row of a table in the order of its columns.
func (r Row) AppendJSON(dst []byte, t *schema.Table) []byte {
	dst = append(dst, '{')
	for i := range t.Columns {
		if i > 0 {
			dst = append(dst, ',')
		}
		name := t.Columns[i].Name
		dst = append(appendString(dst, name), ':')
		dst = appendValue(dst, r[name])
	}
	return append(dst, '}')
}

// Decoded is what AppendJSON writes, read back, with numbers as they are written.
func (r Row) Decoded(t *schema.Table) (map[string]any, error) {
	out := make(map[string]any, len(t.Columns))
	for i := range t.Columns {
		name := t.Columns[i].Name
		switch v := r[name].(type) {
		case nil, string, bool:
			out[name] = v
		case int64:
			out[name] = json.Number(strconv.FormatInt(v, 10))
		default:
			d := json.NewDecoder(bytes.NewReader(appendValue(nil, v)))
			d.UseNumber()
			var value any
			if err := d.Decode(&value); err != nil {
				return nil, err
			}
			out[name] = value
		}
	}
	return out, nil
}

const hex = "0123456789abcdef"

// unescaped are the bytes that a JSON string has as they are.
var unescaped = func() (out [256]bool) {
	for b := ' '; b < utf8.RuneSelf; b++ {
		out[b] = b != '"' && b != '\\'
	}
	return out
}()

// appendString escapes what JSON requires and nothing more.
func appendString(dst []byte, s string) []byte {
	dst = append(dst, '"')
	start := 0
	for i := 0; i < len(s); {
		b := s[i]
		if unescaped[b] {
			i++
			continue
		}
		if b >= utf8.RuneSelf {
			c, size := utf8.DecodeRuneInString(s[i:])
			if c == utf8.RuneError && size == 1 {
				dst = append(append(dst, s[start:i]...), "\ufffd"...)
				start = i + 1
			}
			i += size
			continue
		}
		dst = append(dst, s[start:i]...)
		switch b {
		case '"', '\\':
			dst = append(dst, '\\', b)
		case '\n':
			dst = append(dst, `\n`...)
		case '\r':
			dst = append(dst, `\r`...)
		case '\t':
			dst = append(dst, `\t`...)
		default:
			dst = append(dst, `\u00`...)
			dst = append(dst, hex[b>>4], hex[b&15])
		}
		i++
		start = i
	}
	return append(append(dst, s[start:]...), '"')
}
