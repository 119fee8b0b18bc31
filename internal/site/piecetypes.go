package site

import (
	"encoding/json"

	"vitrine/internal/schema"
)

// shape is what a piece holds: what is declared, or something of its own.
type shape int

const (
	own shape = iota
	row
	rows
)

// Part is a piece of a page, for those who write down its types.
type Part struct {
	Key   string
	Table *schema.Table
	Many  bool
}

// PieceTypes says what each page is given that is declared. What all pages are
// given stands under "shared".
func PieceTypes() map[string][]Part {
	out := map[string][]Part{"shared": parts(common)}
	for _, k := range kinds {
		if all := parts(k.pieces[len(common):]); k.name != "" && len(all) > 0 {
			out[k.name] = all
		}
	}
	return out
}

func parts(pieces []*piece) (out []Part) {
	for _, p := range pieces {
		if p.shape != own {
			out = append(out, Part{Key: p.key, Table: p.tables[0], Many: p.shape == rows})
		}
	}
	return out
}

// Fallback is what each page is given when nothing can be read: the built-in
// content, in the columns that pages have.
func Fallback(raw []byte) (map[string]map[string]any, error) {
	b, err := readBuiltin(raw)
	if err != nil {
		return nil, err
	}
	out := map[string]map[string]any{}
	for name, all := range PieceTypes() {
		out[name] = map[string]any{}
		for _, p := range all {
			out[name][p.Key] = pick(p.Table, b[p.Key])
		}
	}
	out["shared"][reach.key] = b[reach.key]
	return out, nil
}

// pick takes the columns that pages have, and the lists.
func pick(t *schema.Table, value any) any {
	switch v := value.(type) {
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = pick(t, v[i])
		}
		return out
	case map[string]any:
		out := map[string]any{}
		for _, name := range t.Shown() {
			out[name] = v[name]
		}
		if d := schema.DocumentOf(t); d != nil && d.Table == t {
			for _, l := range joined(d) {
				out[l.Name] = v[l.Name]
			}
		}
		return out
	}
	return json.RawMessage("[]")
}
