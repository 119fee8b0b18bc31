package procedure_test

import (
	"context"
	"encoding/json"
	"errors"
	"testing"

	"vitrine/internal/fault"
	"vitrine/internal/procedure"
	"vitrine/internal/store"
)

type args struct {
	ID    procedure.UUID `json:"id"`
	Count int64          `json:"count"`
	Note  *string        `json:"note"`
}

type answer struct {
	ID   string   `json:"id"`
	Note *string  `json:"note"`
	Tags []string `json:"tags"`
}

var all = procedure.All{
	"echo": procedure.Of(func(_ context.Context, _ store.Session, a args) (answer, error) {
		return answer{ID: string(a.ID), Note: a.Note, Tags: []string{}}, nil
	}),
	"forget": procedure.Of(func(context.Context, store.Session, struct{}) (procedure.Nothing, error) { return nil, nil }),
	"list":   procedure.Of(func(context.Context, store.Session, struct{}) ([]answer, error) { return nil, nil }),
	"locked": procedure.All{
		"locked": procedure.Of(func(context.Context, store.Session, struct{}) (procedure.Nothing, error) { return nil, nil }),
	}.ForStaff()["locked"],
}

func call(name, raw string) (any, error) {
	return all.Call(context.Background(), store.Session{}, name, json.RawMessage(raw))
}

const id = "11111111-1111-4111-8111-111111111111"

func TestArgumentsAreReadByTheirTypes(t *testing.T) {
	got, err := call("echo", `{"id":"`+id+`","count":3,"note":"n"}`)
	if out, _ := json.Marshal(got); err != nil || string(out) != `{"id":"`+id+`","note":"n","tags":[]}` {
		t.Errorf("%s (%v)", out, err)
	}
	if _, err := call("echo", `{"id":"`+id+`","count":3}`); err != nil {
		t.Errorf("an optional one is missing: %v", err)
	}
	for raw, want := range map[string]fault.Kind{
		`{"id":"` + id + `"}`:                        fault.Missing,
		`{"id":"` + id + `","count":null}`:           fault.Missing,
		`{"id":"x","count":1}`:                       fault.BadValue,
		`{"id":7,"count":1}`:                         fault.BadValue,
		`{"id":"` + id + `","count":"1"}`:            fault.BadValue,
		`{"id":"` + id + `","count":1.5}`:            fault.BadValue,
		`{"id":"` + id + `","count":1,"to":"a@b.c"}`: fault.UnknownProcedure,
		`[]`:   fault.BadBody,
		`{"id`: fault.BadBody,
	} {
		if _, err := call("echo", raw); !fault.Is(err, want) {
			t.Errorf("%s: %v, want the kind %q", raw, err, want)
		}
	}
	if _, err := call("nobody", `{}`); !fault.Is(err, fault.UnknownProcedure) {
		t.Errorf("an unknown one: %v", err)
	}
	if got, err := call("forget", `{}`); got != nil || err != nil {
		t.Errorf("nothing is %v (%v)", got, err)
	}
	if _, err := call("locked", `{}`); !fault.Is(err, fault.Denied) {
		t.Errorf("who may not call: %v", err)
	}
	var f *fault.Error
	if _, err := call("echo", `{"x":1}`); !errors.As(err, &f) || f.Hint != "The function takes id, count, note." {
		t.Errorf("the hint is %+v", f)
	}
}

func TestTypesAreWrittenForClients(t *testing.T) {
	echo := all["echo"]
	if want := "{ id: string; note: string | null; tags: string[] }"; echo.Returns != want || all["list"].Returns != want+"[]" || all["forget"].Returns != "" {
		t.Errorf("%q, %q, %q", echo.Returns, all["list"].Returns, all["forget"].Returns)
	}
	if !all["list"].IsList() || echo.IsList() {
		t.Error("a list is told by its type")
	}
	want := []procedure.Arg{{Name: "id", Type: "string"}, {Name: "count", Type: "number"}, {Name: "note", Type: "string | null", Optional: true}}
	for i, arg := range echo.Args {
		if arg != want[i] {
			t.Errorf("%+v, want %+v", arg, want[i])
		}
	}
}
