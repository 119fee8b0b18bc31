// Package procedure describes remote procedures: what they are called with,
// what they answer, and how their arguments are read. PostgREST knows a
// function by its signature, so a name that is not an argument is refused.
package procedure

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strings"

	"vitrine/internal/fault"
	"vitrine/internal/schema"
	"vitrine/internal/store"
)

// Procedure is one transaction on behalf of the caller.
type Procedure struct {
	Args    []Arg
	Returns string // as TypeScript; "" answers nothing
	Writes  bool   // a list that it answers with cannot be taken back when a single object was wanted
	Body    int64  // bytes of arguments that it takes; 0 is as many as any
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

// Taking lets callers send so many bytes.
func (p Procedure) Taking(bytes int64) Procedure {
	p.Body = bytes
	return p
}

// ForStaff lets only those who edit the site call them.
func (all All) ForStaff() All { return all.only(schema.Actor.Staff, "Only staff may do this.") }

// ForAdmins lets only administrators call them.
func (all All) ForAdmins() All {
	return all.only(func(a schema.Actor) bool { return a.Role == schema.Admin }, "Only an administrator may do this.")
}

func (all All) only(may func(schema.Actor) bool, hint string) All {
	for name, p := range all {
		call := p.call
		p.call = func(ctx context.Context, db store.Session, a Args) (any, error) {
			if !may(db.Actor()) {
				return nil, fault.New(fault.Denied, "permission denied for function %s", name).Hinting(hint)
			}
			return call(ctx, db, a)
		}
		all[name] = p
	}
	return all
}

// Call runs the procedure of that name; raw must be a JSON object.
func (all All) Call(ctx context.Context, db store.Session, name string, raw json.RawMessage) (any, error) {
	p, known := all[name]
	if !known {
		return nil, fault.New(fault.UnknownProcedure, "Could not find the function public.%s in the schema cache", name)
	}
	a := Args{}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	err := d.Decode(&a)
	_, otherType := errors.AsType[*json.UnmarshalTypeError](err)
	if _, after := d.Token(); err != nil && !otherType || after != io.EOF {
		return nil, fault.New(fault.BadBody, "Empty or invalid json").Because(err)
	}
	if otherType || a == nil {
		return nil, fault.New(fault.BadBody, "The arguments must be an object")
	}
	if err := p.accept(name, a); err != nil {
		return nil, err
	}
	doing := db.About()
	doing.Whole = true
	return p.call(ctx, db.Doing(doing), a)
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

// Args are what a caller named.
type Args map[string]any

var wholeNumber = schema.BigInt("argument")

func missing(name string) error {
	return fault.New(fault.Missing, "null value in argument %q", name)
}

// Has tells whether the caller named the argument.
func (a Args) Has(name string) bool { _, given := a[name]; return given }

// Number is a whole number that must be there.
func (a Args) Number(name string) (int64, error) {
	if a[name] == nil {
		return 0, missing(name)
	}
	v, err := wholeNumber.Cast(a[name])
	if err != nil {
		return 0, err
	}
	return v.(int64), nil
}

// Text is a text that must be there.
func (a Args) Text(name string) (string, error) {
	if a[name] == nil {
		return "", missing(name)
	}
	text, ok := a[name].(string)
	if !ok {
		return "", fault.New(fault.BadValue, "argument %q must be a text", name)
	}
	return text, nil
}

// Numbers is a list of whole numbers that must be there.
func (a Args) Numbers(name string) ([]int64, error) {
	list, ok := a[name].([]any)
	if a[name] == nil {
		return nil, missing(name)
	}
	if !ok {
		return nil, fault.New(fault.BadValue, "argument %q must be a list of numbers", name)
	}
	out := make([]int64, len(list))
	for i, v := range list {
		n, err := wholeNumber.Cast(v)
		if err != nil {
			return nil, err
		}
		if n == nil {
			return nil, missing(name)
		}
		out[i] = n.(int64)
	}
	return out, nil
}

// Objects is a list of objects.
func (a Args) Objects(name string, most int) ([]Args, error) {
	list, err := a.list(name, "objects", most)
	if err != nil {
		return nil, err
	}
	out := make([]Args, len(list))
	for i, v := range list {
		object, ok := v.(map[string]any)
		if !ok {
			return nil, fault.New(fault.BadValue, "argument %q must be a list of objects", name)
		}
		out[i] = object
	}
	return out, nil
}

// Texts is a list of texts without the blank ones.
func (a Args) Texts(name string, most int) ([]string, error) {
	list, err := a.list(name, "texts", most)
	if err != nil {
		return nil, err
	}
	var out []string
	for _, v := range list {
		text, ok := v.(string)
		if !ok {
			return nil, fault.New(fault.BadValue, "argument %q must be a list of texts", name)
		}
		if text = strings.TrimSpace(text); text != "" {
			out = append(out, text)
		}
	}
	return out, nil
}

func (a Args) list(name, of string, most int) ([]any, error) {
	list, ok := a[name].([]any)
	if !ok {
		return nil, fault.New(fault.BadValue, "argument %q must be a list of %s", name, of)
	}
	if len(list) > most {
		return nil, fault.New(fault.Invalid, "argument %q holds more than %d items", name, most)
	}
	return list, nil
}

// Pick takes the named columns that the caller gave.
func (a Args) Pick(columns ...string) store.Row {
	row := store.Row{}
	for _, name := range columns {
		if v, given := a[name]; given {
			row[name] = v
		}
	}
	return row
}
