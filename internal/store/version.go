package store

import (
	"context"

	"vitrine/internal/schema"
)

// writeVersion writes the time and version of an update; next separates them from
// what it sets before. A document's version is bumped once in a transaction,
// however many statements touch it.
func (x Session) writeVersion(b *builder, t *schema.Table, next string) {
	if stamp := t.Column("updated_at"); stamp != nil && stamp.Auto {
		b.write(next, Quote("updated_at"), " = ", b.mark(stamp, x.Now()))
		next = ", "
	}
	if !t.Versioned() {
		return
	}
	b.write(next, Quote("version"), " = ", Quote("version"))
	var bumped []any
	for key := range x.tx.bumped {
		if key.table == t && key.key != nil {
			bumped = append(bumped, key.key)
		}
	}
	if len(bumped) == 0 {
		b.write(" + 1")
		return
	}
	b.write(" + CASE WHEN ")
	b.keyed(t, bumped)
	b.write(" THEN 0 ELSE 1 END")
}

// bumpParents bumps the version of the documents that the rows belong to.
func (x Session) bumpParents(ctx context.Context, t *schema.Table, rows []Row) error {
	if len(rows) == 0 {
		return nil
	}
	parent, ref := t.Parent()
	var ids []any
	switch {
	case t.Document() != nil:
		parent = t.Document()
		if x.tx.bumped[doc{parent, nil}] {
			return nil
		}
		x.tx.bumped[doc{parent, nil}] = true
	case parent != nil && parent.Versioned():
		for _, row := range rows {
			if key := (doc{parent, row[ref.Name]}); !x.tx.bumped[key] {
				x.tx.bumped[key] = true
				ids = append(ids, row[ref.Name])
			}
		}
		if len(ids) == 0 {
			return nil
		}
	default:
		return nil
	}
	b := x.builder()
	b.write("UPDATE ", Quote(parent.Name), " SET ")
	if t.Document() == nil {
		b.write(Quote("version"), " = ", Quote("version"), " + 1, ", Quote("updated_at"), " = ", b.mark(parent.Column("updated_at"), x.Now()), " WHERE ")
		b.keyed(parent, ids)
	} else {
		x.writeVersion(b, parent, "")
	}
	b.write(" RETURNING ", columnList(parent))
	_, err := x.updateVersioned(ctx, parent, b, nil)
	return err
}
