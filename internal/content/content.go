// Package content holds the saves that touch more than one row. Each is one
// transaction and is callable as a remote procedure: a failure in the middle
// loses nothing, and a document that someone else saved meanwhile is not
// overwritten.
package content

import (
	"cmp"

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
		if d.Order == schema.Sequence {
			all["reorder_"+d.Table.Name] = procedure.New(d.reorder, "", append(d.group(), procedure.Arg{Name: "ids", Type: "number[]"})...)
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
