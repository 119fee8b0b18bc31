// Package procedure describes remote procedures: what they are called with,
// what they answer, and how their arguments are read. PostgREST knows a
// function by its signature, so a name that is not an argument is refused.
package procedure

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"
	"strings"

	"vitrine/internal/fault"
	"vitrine/internal/store"
)

// Procedure is one transaction on behalf of the caller.
type Procedure struct {
	Args    []Arg
	Returns string // as TypeScript; "" answers nothing
	Writes  bool   // a list that it answers with cannot be taken back when a single object was wanted
	call    func(ctx context.Context, db store.Session, a Args) (any, error)
}

// Arg is a named argument and its type in TypeScript.
type Arg struct {
	Name, Type string
	Optional   bool
}

// All are procedures by the names that clients call.
type All map[string]Procedure

// New makes a procedure that reads its arguments one by one.
func New(call func(ctx context.Context, db store.Session, a Args) (any, error), returns string, args ...Arg) Procedure {
	return Procedure{Args: args, Returns: returns, Writes: true, call: call}
}

// IsList tells whether the answer is a list.
func (p Procedure) IsList() bool { return strings.HasSuffix(p.Returns, "[]") }

// Only lets those call it that may.
func (p Procedure) Only(may func(db store.Session) error) Procedure {
	call := p.call
	p.call = func(ctx context.Context, db store.Session, a Args) (any, error) {
		if err := may(db); err != nil {
			return nil, err
		}
		return call(ctx, db, a)
	}
	return p
}

// Call runs the procedure of that name; raw is a JSON object.
func (all All) Call(ctx context.Context, db store.Session, name string, raw json.RawMessage) (any, error) {
	p, known := all[name]
	if !known {
		return nil, fault.New(fault.UnknownProcedure, "Could not find the function public.%s in the schema cache", name)
	}
	a := Args{}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	if err := d.Decode(&a); err != nil {
		return nil, fault.New(fault.BadBody, "Empty or invalid json").Because(err)
	}
	if err := p.accept(name, a); err != nil {
		return nil, err
	}
	return p.call(ctx, db, a)
}

func (p Procedure) accept(name string, a Args) error {
	known := make([]string, len(p.Args))
	for i, arg := range p.Args {
		known[i] = arg.Name
	}
	takes := "no arguments"
	if len(known) > 0 {
		takes = strings.Join(known, ", ")
	}
	for given := range a {
		if !slices.Contains(known, given) {
			return fault.New(fault.UnknownProcedure, "Could not find the function public.%s(%s) in the schema cache", name, given).
				Hinting("The function takes " + takes + ".")
		}
	}
	return nil
}
