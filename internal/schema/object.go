package schema

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
)

// Object is JSON of one shape: its fields are columns with rules of their own.
// A field that is left out takes its default, and there are no others.
func Object(name string, fields ...Column) Column {
	c := Column{Name: name, Type: JSON, NotNull: true, Fields: fields}
	c.Fallback = string(c.filled(nil))
	return c
}

// Objects is a list of at most so many of them.
func Objects(name string, most int, fields ...Column) Column {
	return Column{Name: name, Type: JSON, NotNull: true, Fields: fields, Most: most, Fallback: "[]"}
}

// Float is a number.
func Float(name string) Column { return Column{Name: name, Type: Float8, NotNull: true} }

// Between asks for a number of the range.
func (c Column) Between(low, high float64) Column {
	return c.with(Rule{Name: Between, Low: low, High: high})
}

// filled is an object with the defaults of what it leaves out and without line
// breaks in texts of one line, in the order in which the fields are declared. What it should not hold stays, to be refused.
func (c *Column) filled(given map[string]json.RawMessage) []byte {
	var b bytes.Buffer
	sep := byte('{')
	put := func(name string, value []byte) {
		b.WriteByte(sep)
		b.Write(encode(name))
		b.WriteByte(':')
		b.Write(value)
		sep = ','
	}
	for i := range c.Fields {
		f := &c.Fields[i]
		value, ok := given[f.Name]
		if !ok {
			value = f.fallback()
		}
		if f.Line {
			value = oneLineOf(value)
		}
		put(f.Name, value)
	}
	for _, name := range slices.Sorted(maps.Keys(given)) {
		if !slices.ContainsFunc(c.Fields, func(f Column) bool { return f.Name == name }) {
			put(name, given[name])
		}
	}
	b.WriteByte('}')
	return b.Bytes()
}

// oneLineOf folds the line breaks of a text; what is none stays, to be refused.
func oneLineOf(value json.RawMessage) json.RawMessage {
	var text string
	if json.Unmarshal(value, &text) != nil || OneLine(text) == text {
		return value
	}
	return encode(OneLine(text))
}

func (c *Column) fallback() json.RawMessage {
	if text, ok := c.Fallback.(string); ok && c.Type == JSON {
		return json.RawMessage(text)
	}
	return encode(c.Fallback)
}

// complete fills in the objects of a document that is one, or a list of them.
func (c *Column) complete(raw []byte) []byte {
	if c.Most == 0 {
		var one map[string]json.RawMessage
		if json.Unmarshal(raw, &one) != nil || one == nil {
			return raw
		}
		for i := range c.Fields {
			if f := &c.Fields[i]; f.Fields != nil && one[f.Name] != nil {
				one[f.Name] = f.complete(one[f.Name])
			}
		}
		return c.filled(one)
	}
	var all []map[string]json.RawMessage
	if json.Unmarshal(raw, &all) != nil || all == nil || slices.ContainsFunc(all, func(one map[string]json.RawMessage) bool { return one == nil }) {
		return raw
	}
	out := []byte{'['}
	for i, one := range all {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(out, c.filled(one)...)
	}
	return append(out, ']')
}

// misshapen says what is wrong with a document; "" means nothing.
func (c *Column) misshapen(raw json.RawMessage) string {
	if c.Most == 0 {
		var one map[string]any
		if decode(raw, &one) != nil || one == nil {
			return c.Named() + " must be an object."
		}
		return c.wrongIn(one)
	}
	var all []map[string]any
	if decode(raw, &all) != nil || all == nil || slices.ContainsFunc(all, func(one map[string]any) bool { return one == nil }) {
		return c.Named() + " must be a list of objects."
	}
	if len(all) > c.Most {
		return fmt.Sprintf("%s must be at most %d.", c.Named(), c.Most)
	}
	for _, one := range all {
		if wrong := c.wrongIn(one); wrong != "" {
			return wrong
		}
	}
	return ""
}

func decode(raw []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	return d.Decode(into)
}

func (c *Column) wrongIn(one map[string]any) string {
	for _, name := range slices.Sorted(maps.Keys(one)) {
		if !slices.ContainsFunc(c.Fields, func(f Column) bool { return f.Name == name }) {
			return fmt.Sprintf("%s has no %.60q.", c.Named(), name)
		}
	}
	for i := range c.Fields {
		f := &c.Fields[i]
		value, fits := f.typed(one[f.Name])
		if !fits {
			return fmt.Sprintf("%s: %s has a value of another kind.", c.Named(), strings.ToLower(f.Named()))
		}
		if value == nil {
			continue
		}
		for _, r := range f.Rules {
			if !r.holds(value) {
				return fmt.Sprintf("%s: %s", c.Named(), f.Sentence(r.Name))
			}
		}
		if raw, ok := value.(json.RawMessage); ok && f.Fields != nil {
			if wrong := f.misshapen(raw); wrong != "" {
				return wrong
			}
		}
	}
	return ""
}

// typed is a value of JSON as the column's type; nothing is read as something
// else here, because what is stored is the JSON itself.
func (c *Column) typed(v any) (any, bool) {
	if v == nil {
		return nil, !c.NotNull
	}
	switch x := v.(type) {
	case string:
		return x, c.Type == String && Storable(x) == nil
	case bool:
		return x, c.Type == Boolean
	case json.Number:
		if c.Type == Int4 {
			n, err := x.Int64()
			return n, err == nil
		}
		f, err := x.Float64()
		return f, err == nil && c.Type == Float8 && !math.IsInf(f, 0)
	}
	return json.RawMessage(encode(v)), c.Type == JSON
}
