package content

import (
	"fmt"
	"strings"

	"vitrine/internal/procedure"
	"vitrine/internal/schema"
)

// typeName is what the generated types call the document.
func (d document) typeName() string { return schema.Pascal(d.Name) }

// arguments are what its save takes.
func (d document) arguments() []procedure.Arg {
	var out []procedure.Arg
	if d.Table == nil {
		out = append(out, procedure.Arg{Name: "loaded", Type: "{ id: number; version: number }[]"})
	} else {
		out = append(out, procedure.Arg{Name: "id", Type: "number", Optional: d.Many}, procedure.Arg{Name: "version", Type: "number", Optional: d.Many})
	}
	for _, name := range d.Columns() {
		out = append(out, procedure.Arg{Name: name, Type: d.Table.Column(name).Nullable(), Optional: true})
	}
	for i := range d.Lists {
		out = append(out, procedure.Arg{Name: d.Lists[i].Name, Type: itemOf(&d.Lists[i]) + "[]", Optional: d.Table != nil})
	}
	return out
}

func (d document) group() []procedure.Arg {
	if d.Group == "" {
		return nil
	}
	return []procedure.Arg{{Name: d.Group, Type: d.Table.Column(d.Group).TypeScript()}}
}

func itemOf(l *schema.List) string {
	if l.Text != "" {
		return "string"
	}
	var fields []string
	if l.Keyed() {
		fields = append(fields, "id?: number")
	}
	for _, name := range l.Columns() {
		c := l.Table.Column(name)
		mark := "?"
		if c.NotNull && c.Fallback == nil {
			mark = ""
		}
		fields = append(fields, fmt.Sprintf("%s%s: %s", name, mark, c.Nullable()))
	}
	return "{ " + strings.Join(fields, "; ") + " }"
}
