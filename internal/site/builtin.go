package site

import (
	"encoding/json"
	"fmt"
	"strings"

	"vitrine/internal/schema"
	"vitrine/internal/studio"
)

// named is built-in content in the name of the studio.
func (s *Site) named(p *piece, value any) any {
	switch v := value.(type) {
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = s.named(p, v[i])
		}
		return out
	case map[string]any:
		out := make(map[string]any, len(v))
		for key, one := range v {
			out[key] = s.named(p, one)
			text, isText := one.(string)
			if c := p.tables[0].Column(key); isText && c != nil && c.IsHTML() {
				out[key] = strings.ReplaceAll(text, "{studio}", escape(s.name()))
			}
		}
		return out
	case string:
		return strings.ReplaceAll(v, "{studio}", s.name())
	}
	return value
}

// builtin is the content that stands in for a piece, by its key.
type builtin map[string]any

func readBuiltin(raw []byte) (builtin, error) {
	var content struct {
		Fallback map[string]any `json:"fallback"`
	}
	if err := json.Unmarshal(raw, &content); err != nil {
		return nil, fmt.Errorf("read the built-in content: %w", err)
	}
	b := builtin(content.Fallback)
	b[siteIdentity.key] = studio.Fresh().Page()
	for _, t := range schema.Tables { // what a failed read leaves empty (spec section 8)
		if b[t.Name] == nil {
			b[t.Name] = []any{}
		}
	}
	for _, d := range schema.Documents {
		if d.Table == nil || d.Many {
			continue
		}
		row, ok := b[d.Table.Name].(map[string]any)
		if !ok {
			return nil, fmt.Errorf("the built-in content has no %s", d.Table.Name)
		}
		for _, l := range joined(d) {
			row[l.Name] = b[l.Table.Name]
		}
	}
	contact := b[contactInfo.key].(map[string]any)
	b[reach.key] = map[string]any{"email": contact["email"], "location": contact["location"], "social_links": contact["social_links"]}
	return b, nil
}
