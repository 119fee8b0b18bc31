package store

import (
	"context"
	"errors"
	"fmt"

	"vitrine/internal/fault"
	"vitrine/internal/schema"
)

// Fault names the failures a caller can act on. Everything else stays an
// internal error.
func Fault(ctx context.Context, e Engine, t *schema.Table, row Row, err error) error {
	if err == nil {
		return nil
	}
	if _, is := errors.AsType[*fault.Error](err); is {
		return err
	}
	if ctx.Err() != nil && errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return fault.New(fault.TimedOut, "canceling statement due to statement timeout").Because(err)
	}
	if named := e.Fault(t, row, err); named != nil {
		return named
	}
	return fmt.Errorf("%s: %w", t.Name, err)
}

func (s *Store) fault(ctx context.Context, t *schema.Table, row Row, err error) error {
	return Fault(ctx, s.engine, t, row, err)
}

// Unavailable is the fault of a database that cannot be used now.
func Unavailable(err error) error {
	return fault.New(fault.Unavailable, "The database is not available. Please try again later.").Because(err)
}

// Duplicate is the fault of a value that a unique column has already.
func Duplicate(t *schema.Table, column string, row Row, err error) error {
	constraint := t.Name + "_" + column + "_key"
	if column == "" || column == t.Key().Name {
		column, constraint = t.Key().Name, t.Name+"_pkey"
	}
	f := fault.New(fault.Duplicate, "duplicate key value violates unique constraint %q", constraint).Because(err)
	if v, ok := row[column]; ok && v != nil {
		f.Detailing("Key (%s)=(%v) already exists.", column, v)
	}
	if t.DuplicateHint != "" {
		f.Hinting(t.DuplicateHint)
	}
	return f
}

// NoParent is the fault of a row that belongs to one that is not there.
func NoParent(t *schema.Table, err error) error {
	name := t.Name + "_fkey"
	if _, c := t.Parent(); c != nil {
		name = t.Name + "_" + c.Name + "_fkey"
	}
	return fault.New(fault.NoParent, "insert or update on table %q violates foreign key constraint %q", t.Name, name).Because(err)
}
