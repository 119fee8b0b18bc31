// Package content holds the saves that touch more than one row. Each is one
// transaction and is callable as a remote procedure: a failure in the middle
// loses nothing, and a document that someone else saved meanwhile is not
// overwritten.
package content

import (
	"cmp"
	"fmt"
	"strings"

	"vitrine/internal/fault"
	"vitrine/internal/procedure"
	"vitrine/internal/schema"
)

// Procedures are all saves, by the names that clients call.
func Procedures() procedure.All {
	all := procedure.All{"increment_job_ranks": procedure.New(incrementJobRanks, "")}
	for _, declared := range schema.Documents {
		d := document{declared}
		save := "save_" + cmp.Or(d.Saves, d.Name)
		if d.Table == nil {
			all[save] = procedure.New(d.saveAll, d.Main().RowType()+"[]", d.arguments()...)
			continue
		}
		all[save] = procedure.New(d.save, d.typeName(), d.arguments()...)
		if d.Many {
			all["delete_"+d.Name] = procedure.New(d.delete, "", id, optional(version))
		}
		if d.Reorders() {
			all["reorder_"+d.Table.Name] = procedure.New(d.reorder, "", append(d.group(), procedure.Arg{Name: "ids", Type: "number[]"}, procedure.Arg{Name: "was", Type: "number[]", Optional: true})...)
		}
	}
	return all
}

var (
	id      = procedure.Arg{Name: "id", Type: "number"}
	version = procedure.Arg{Name: "version", Type: "number"}
)

func optional(a procedure.Arg) procedure.Arg { a.Optional = true; return a }

func stale() error { return fault.New(fault.Stale, fault.StaleMessage).Hinting(fault.StaleMessage) }

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
	if l.KeepsID() {
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
