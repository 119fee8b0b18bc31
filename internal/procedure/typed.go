package procedure

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"

	"github.com/google/uuid"

	"vitrine/internal/fault"
	"vitrine/internal/store"
)

// UUID is an argument that must be one.
type UUID string

// UnmarshalJSON refuses what is no UUID.
func (id *UUID) UnmarshalJSON(raw []byte) error {
	var text string
	if err := json.Unmarshal(raw, &text); err != nil {
		return err
	}
	if uuid.Validate(text) != nil {
		return errNoUUID
	}
	*id = UUID(text)
	return nil
}

var errNoUUID = fault.New(fault.BadValue, "invalid input syntax for type uuid")

// Nothing is an answer without content.
type Nothing *struct{}

// Of makes a procedure of a function: its arguments are the fields of A, all of
// them required but pointers, and its answer is R.
func Of[A, R any](call func(ctx context.Context, db store.Session, args A) (R, error)) Procedure {
	fields := reflect.VisibleFields(reflect.TypeFor[A]())
	p := Procedure{Returns: typeScript(reflect.TypeFor[R]())}
	for _, f := range fields {
		p.Args = append(p.Args, Arg{Name: jsonName(f), Type: typeScript(f.Type), Optional: f.Type.Kind() == reflect.Pointer})
	}
	p.call = func(ctx context.Context, db store.Session, given Args) (any, error) {
		var args A
		for i, f := range fields {
			if err := read(given, p.Args[i], reflect.ValueOf(&args).Elem().FieldByIndex(f.Index).Addr().Interface()); err != nil {
				return nil, err
			}
		}
		out, err := call(ctx, db, args)
		if value := reflect.ValueOf(out); err != nil || value.Kind() == reflect.Pointer && value.IsNil() {
			return nil, err
		}
		return out, nil
	}
	return p
}

// Changing marks a procedure of Of that changes something.
func (p Procedure) Changing() Procedure { p.Writes = true; return p }

func read(given Args, arg Arg, into any) error {
	if given[arg.Name] == nil {
		if arg.Optional {
			return nil
		}
		return missing(arg.Name)
	}
	raw, err := json.Marshal(given[arg.Name])
	if err == nil {
		err = json.Unmarshal(raw, into)
	}
	switch {
	case fault.Is(err, fault.BadValue):
		return fault.New(fault.BadValue, "%s in argument %q", errNoUUID.Message, arg.Name)
	case err != nil:
		return fault.New(fault.BadValue, "argument %q has the wrong type", arg.Name).Because(err)
	}
	return nil
}

func jsonName(f reflect.StructField) string {
	name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
	return name
}

// Shaped is a type that writes its own JSON and says of what shape.
type Shaped interface{ TypeScript() string }

// typeScript is a type as its JSON looks to a client.
func typeScript(t reflect.Type) string {
	if t == reflect.TypeFor[Nothing]() {
		return ""
	}
	if t == reflect.TypeFor[json.RawMessage]() {
		return "unknown"
	}
	if t.Kind() == reflect.Pointer {
		return typeScript(t.Elem()) + " | null"
	}
	if s, ok := reflect.Zero(t).Interface().(Shaped); ok {
		return s.TypeScript()
	}
	switch t.Kind() {
	case reflect.Bool:
		return "boolean"
	case reflect.Int, reflect.Int64, reflect.Float64:
		return "number"
	case reflect.String:
		return "string"
	case reflect.Slice:
		return typeScript(t.Elem()) + "[]"
	case reflect.Struct:
		var b strings.Builder
		for _, f := range reflect.VisibleFields(t) {
			fmt.Fprintf(&b, " %s: %s;", jsonName(f), typeScript(f.Type))
		}
		return "{" + strings.TrimSuffix(b.String(), ";") + " }"
	}
	panic("procedure: no TypeScript for " + t.String())
}
