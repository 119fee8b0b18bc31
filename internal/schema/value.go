package schema

import (
	"bytes"
	"cmp"
	"encoding/json"
	"math"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"

	"vitrine/internal/fault"
)

var typeNames = map[Type]string{
	Int8: "bigint", Int4: "integer", String: "text", Boolean: "boolean",
	Timestamp: "timestamp with time zone", JSON: "json", UUID: "uuid", Bytes: "bytea", Float8: "double precision",
}

// Storable refuses a text that no database holds.
func Storable(text string) error {
	switch {
	case strings.ContainsRune(text, 0):
		return fault.New(fault.BadValue, "invalid byte sequence for encoding \"UTF8\": 0x00").Hinting("A text cannot hold the null character.")
	case !utf8.ValidString(text):
		return fault.New(fault.BadValue, "invalid byte sequence for encoding \"UTF8\"")
	}
	return nil
}

// Parse turns the text of a query string into a value of the column's type,
// so that both engines compare like with like.
func (c *Column) Parse(text string) (any, error) {
	if err := Storable(text); err != nil {
		return nil, err
	}
	switch c.Type {
	case Int8, Int4:
		return c.integer(strings.TrimSpace(text))
	case Float8:
		return c.float(strings.TrimSpace(text))
	case Boolean:
		return c.boolean(text)
	case Timestamp:
		return parseTime(text)
	case UUID:
		id, err := uuid.Parse(text)
		if err != nil || len(text) > 38 {
			return nil, c.bad(text)
		}
		return id.String(), nil
	case JSON:
		return c.document([]byte(text))
	}
	return text, nil
}

// Cast turns what JSON or Go code gives into a value of the column's type,
// cleaned as the column asks: int64, float64, string, bool, time.Time,
// json.RawMessage or nil.
func (c *Column) Cast(v any) (any, error) {
	switch x := v.(type) {
	case nil:
		return nil, nil
	case string:
		if c.Type == JSON {
			return c.document(encode(x))
		}
		value, err := c.Parse(x)
		if s, ok := value.(string); ok && err == nil {
			if s = c.Clean.Apply(s); c.Line {
				s = OneLine(s)
			}
			return s, nil
		}
		return value, err
	case bool:
		switch c.Type {
		case Boolean:
			return x, nil
		case JSON:
			return json.RawMessage(strconv.FormatBool(x)), nil
		}
		return c.Cast(strconv.FormatBool(x))
	case json.Number:
		if c.Type == JSON {
			return json.RawMessage(x), nil
		}
		return c.Parse(x.String())
	case int:
		return c.Cast(int64(x))
	case int64:
		if c.Type == Int8 {
			return x, nil
		}
		return c.Parse(strconv.FormatInt(x, 10))
	case float64:
		return c.Parse(strconv.FormatFloat(x, 'f', -1, 64))
	case time.Time:
		return x.UTC().Truncate(time.Microsecond), nil
	case []byte:
		if c.Type == Bytes {
			return x, nil
		}
	case json.RawMessage:
		if c.Type == JSON {
			return c.document(x)
		}
	}
	raw := encode(v)
	if c.Type == JSON {
		return c.document(raw)
	}
	return c.Cast(string(raw))
}

// encode writes what came as JSON as JSON again, without the escapes that only
// a page would need. What JSON cannot hold becomes nothing, which is no value.
func encode(v any) []byte {
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	if e.Encode(v) != nil {
		return nil
	}
	return bytes.TrimSuffix(out.Bytes(), []byte("\n"))
}

func (c *Column) bad(text string) error {
	if len(text) > 100 {
		text = strings.ToValidUTF8(text[:100], "")
	}
	return fault.New(fault.BadValue, "invalid input syntax for type %s: %q", typeNames[c.Type], text)
}

func (c *Column) integer(text string) (any, error) {
	n, err := strconv.ParseInt(text, 10, 64)
	if err == nil && c.Type == Int4 && (n > math.MaxInt32 || n < math.MinInt32) {
		err = strconv.ErrRange
	}
	switch {
	case err == nil:
		return n, nil
	case strings.Trim(text, "+-0123456789") == "" && strings.ContainsAny(text, "0123456789") && !strings.ContainsAny(strings.TrimLeft(text, "+-"), "+-"):
		return nil, fault.New(fault.OutOfRange, "value %q is out of range for type %s", text, typeNames[c.Type])
	}
	return nil, c.bad(text)
}

func (c *Column) float(text string) (any, error) {
	f, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(f) || math.IsInf(f, 0) {
		return nil, c.bad(text)
	}
	return f, nil
}

func (c *Column) boolean(text string) (any, error) {
	switch strings.ToLower(strings.TrimSpace(text)) {
	case "true", "t", "yes", "y", "on", "1":
		return true, nil
	case "false", "f", "no", "n", "off", "0":
		return false, nil
	}
	return nil, c.bad(text)
}

// document compacts JSON, in which lists of lines have no line breaks, and
// refuses the NUL that PostgreSQL cannot keep.
func (c *Column) document(raw []byte) (any, error) {
	var out bytes.Buffer
	if !utf8.Valid(raw) || json.Compact(&out, raw) != nil {
		return nil, c.bad(string(raw))
	}
	if bytes.Contains(bytes.ReplaceAll(out.Bytes(), []byte(`\\`), nil), []byte(`\u0000`)) {
		return nil, fault.New(fault.BadValue, "unsupported Unicode escape sequence")
	}
	var v any
	if c.Line && bytes.ContainsAny(out.Bytes(), "\\\u0085\u2028\u2029") && json.Unmarshal(out.Bytes(), &v) == nil {
		return json.RawMessage(encode(oneLines(v))), nil
	}
	if c.Fields != nil {
		return json.RawMessage(c.complete(out.Bytes())), nil
	}
	return json.RawMessage(out.Bytes()), nil
}

var timeLayouts = []string{
	"2006-01-02T15:04:05.999999999Z07:00", "2006-01-02 15:04:05.999999999Z07:00",
	"2006-01-02T15:04:05.999999999Z0700", "2006-01-02 15:04:05.999999999Z0700",
	"2006-01-02T15:04:05.999999999Z07", "2006-01-02 15:04:05.999999999Z07",
	"2006-01-02T15:04:05.999999999", "2006-01-02 15:04:05.999999999",
	"2006-01-02T15:04", "2006-01-02 15:04", "2006-01-02",
}

func parseTime(text string) (any, error) {
	trimmed := strings.TrimSpace(text)
	for _, layout := range timeLayouts {
		if at, err := time.Parse(layout, trimmed); err == nil {
			at = at.UTC().Truncate(time.Microsecond)
			if at.Year() < 1 || at.Year() > 9999 {
				break
			}
			return at, nil
		}
	}
	if len(text) > 100 {
		text = strings.ToValidUTF8(text[:100], "")
	}
	return nil, fault.New(fault.BadTime, "invalid input syntax for type timestamp with time zone: %q", text)
}

// Compare orders two values of one type; null and lists are not comparable.
func Compare(a, b any) (order int, comparable bool) {
	switch a := a.(type) {
	case int64:
		if b, ok := b.(int64); ok {
			return cmp.Compare(a, b), true
		}
	case float64:
		if b, ok := b.(float64); ok {
			return cmp.Compare(a, b), true
		}
	case string:
		if b, ok := b.(string); ok {
			return strings.Compare(a, b), true
		}
	case bool:
		if b, ok := b.(bool); ok && a != b {
			return map[bool]int{false: -1, true: 1}[a], true
		} else if ok {
			return 0, true
		}
	case time.Time:
		if b, ok := b.(time.Time); ok {
			return a.Compare(b), true
		}
	}
	return 0, false
}

// FormatTime writes a moment the way PostgreSQL does in JSON.
func FormatTime(at time.Time) string {
	return at.UTC().Format("2006-01-02T15:04:05.999999+00:00")
}
