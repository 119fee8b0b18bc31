package archive

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"vitrine/internal/mail"
	"vitrine/internal/schema"
	"vitrine/internal/store"
)

// encodeRow writes a row so that both engines write the same bytes for the
// same content: PostgreSQL sorts the keys of its JSON and SQLite does not.
func encodeRow(dst []byte, t *schema.Table, row store.Row) ([]byte, error) {
	for c := range t.Columns.All() {
		raw, isJSON := row[c.Name].(json.RawMessage)
		if !isJSON {
			continue
		}
		text, err := canonical(raw)
		if err != nil {
			return nil, fmt.Errorf("%s of row %v: %w", c.Name, row[t.Key().Name], err)
		}
		row[c.Name] = text
	}
	return append(row.AppendJSON(dst, t), '\n'), nil
}

// canonical writes JSON with sorted keys, without spaces and with numbers
// spelled out.
func canonical(raw json.RawMessage) (json.RawMessage, error) {
	var v any
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	if err := d.Decode(&v); err != nil {
		return nil, err
	}
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	if err := e.Encode(spelled(v)); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(out.Bytes(), []byte{'\n'}), nil
}

func spelled(v any) any {
	switch v := v.(type) {
	case []any:
		for i := range v {
			v[i] = spelled(v[i])
		}
	case map[string]any:
		for key := range v {
			v[key] = spelled(v[key])
		}
	case json.Number:
		return spellNumber(v)
	}
	return v
}

// spellNumber writes 1.5e3 as 1500, as PostgreSQL keeps it.
func spellNumber(n json.Number) json.Number {
	text := strings.ToLower(string(n))
	mantissa, exponent, has := strings.Cut(text, "e")
	shift, err := strconv.Atoi(exponent)
	if has && (err != nil || shift > 400 || shift < -400) {
		return n
	}
	sign := ""
	if strings.HasPrefix(mantissa, "-") {
		sign, mantissa = "-", mantissa[1:]
	}
	whole, part, _ := strings.Cut(mantissa, ".")
	for ; shift > 0; shift-- {
		part = cmp.Or(part, "0")
		whole, part = whole+part[:1], part[1:]
	}
	for ; shift < 0; shift++ {
		whole = cmp.Or(whole, "0")
		whole, part = whole[:len(whole)-1], whole[len(whole)-1:]+part
	}
	whole = cmp.Or(strings.TrimLeft(whole, "0"), "0")
	if part != "" {
		part = "." + part
	}
	if strings.Trim(whole+part, "0.") == "" {
		sign = "" // there is no minus zero
	}
	return json.Number(sign + whole + part)
}

// decodeRow reads a row back, exactly as it was. A column that the archive's
// schema did not have gets its default.
func decodeRow(t *schema.Table, line []byte, m Manifest) (store.Row, error) {
	var given map[string]json.RawMessage
	if err := json.Unmarshal(line, &given); err != nil {
		return nil, damaged("%v", err)
	}
	row := make(store.Row, len(t.Columns))
	for c := range t.Columns.All() {
		raw, has := given[c.Name]
		delete(given, c.Name)
		value, err := decodeValue(c, raw)
		if err != nil {
			return nil, damaged("column %s: %v", c.Name, err)
		}
		if !has {
			value = c.DefaultValue(m.MadeAt)
		}
		if value == nil && c.NotNull {
			return nil, damaged("column %s has no value", c.Name)
		}
		row[c.Name] = value
	}
	if len(given) > 0 && m.Schema == store.Known() {
		for name := range given {
			return nil, damaged("%s is no column", name)
		}
	}
	return row, nil
}

// decodeValue does not clean texts, as Column.Cast does: they are stored ones.
func decodeValue(c *schema.Column, raw json.RawMessage) (any, error) {
	if len(raw) == 0 || string(raw) == "null" {
		return nil, nil
	}
	switch c.Type {
	case schema.Int8, schema.Int4, schema.Float8:
		return c.Parse(string(raw))
	case schema.Boolean:
		var b bool
		return b, json.Unmarshal(raw, &b)
	case schema.JSON:
		return c.Cast(raw)
	case schema.Bytes:
		var b []byte
		err := json.Unmarshal(raw, &b)
		return b, err
	}
	var text string
	if err := json.Unmarshal(raw, &text); err != nil {
		return nil, err
	}
	return c.Parse(text)
}

const (
	lettersNamed = 4  // the migration that told letters whose they are
	desk         = 17 // the one that gave messages a state
)

// upgrade does to the rows of an older archive what migrations did to the rows
// that they found.
type upgrade struct {
	schema int64
	there  map[*schema.Table]map[int64]bool
}

// row is false for a row that the migration removed. Parents come first.
func (c *upgrade) row(t *schema.Table, row store.Row) bool {
	if c.schema < desk && t == &schema.ContactFormSubmissions {
		readBefore(row)
	}
	if c.schema >= lettersNamed {
		return true
	}
	if t != &schema.Mails {
		c.note(t, row)
		return true
	}
	kind, rest, _ := strings.Cut(row.Text("reason"), " ")
	of, known := mail.Subjects[kind]
	if !known {
		return true
	}
	number, _, _ := strings.Cut(rest, " ")
	id, err := strconv.ParseInt(number, 10, 64)
	if err != nil || !c.there[of.Table][id] {
		return false
	}
	row[of.Column] = id
	return true
}

// readBefore gives a message the state that those had got which were there before
// states were.
func readBefore(row store.Row) {
	row["state"] = schema.MessageRead
	if row["quarantined_at"] != nil {
		row["state"] = schema.MessageSpam
	}
}

func (c *upgrade) note(t *schema.Table, row store.Row) {
	for _, of := range mail.Subjects {
		if of.Table == t {
			if c.there[t] == nil {
				c.there[t] = map[int64]bool{}
			}
			c.there[t][row.Int(t.Key().Name)] = true
		}
	}
}
