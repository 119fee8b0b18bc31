// Package content holds the saves that touch more than one row. Each is one
// transaction and is callable as a remote procedure: a failure in the middle
// loses nothing, and a document that someone else saved meanwhile is not
// overwritten.
package content

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"
	"strings"

	"vitrine/internal/fault"
	"vitrine/internal/schema"
	"vitrine/internal/store"
)

// Procedure is a save by name; args is a JSON object.
type Procedure = func(ctx context.Context, db store.Session, args json.RawMessage) (any, error)

// Procedures are all saves, by the names that clients call.
func Procedures() map[string]Procedure {
	return map[string]Procedure{
		"save_hero":                hero.save,
		"save_about":               about.save,
		"save_contact":             contact.save,
		"save_team":                saveTeam,
		"save_process":             saveProcess,
		"save_job":                 saveJob,
		"delete_job":               deleteJob,
		"increment_job_ranks":      incrementJobRanks,
		"reorder_navigation_links": reorderNavigation,
		"reorder_footer_links":     reorderFooter,
	}
}

// Lists are the saves that answer with a list.
var Lists = []string{"save_team"}

// arguments are what a caller named.
type arguments map[string]any

// read takes the arguments and refuses names that the procedure does not
// have, as PostgREST does: another signature is another function.
func read(procedure string, raw json.RawMessage, known ...string) (arguments, error) {
	var a arguments
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	if err := d.Decode(&a); err != nil {
		return nil, fault.New(fault.BadBody, "Empty or invalid json").Because(err)
	}
	for name := range a {
		if !slices.Contains(known, name) {
			takes := "no arguments"
			if len(known) > 0 {
				takes = strings.Join(known, ", ")
			}
			return nil, fault.New(fault.UnknownProcedure, "Could not find the function public.%s(%s) in the schema cache", procedure, name).
				Hinting("The function takes " + takes + ".")
		}
	}
	return a, nil
}

var wholeNumber = schema.BigInt("argument")

// number is a whole number that must be there.
func (a arguments) number(name string) (int64, error) {
	if a[name] == nil {
		return 0, fault.New(fault.Missing, "null value in argument %q", name)
	}
	v, err := wholeNumber.Cast(a[name])
	if err != nil {
		return 0, err
	}
	return v.(int64), nil
}

// text is a text that must be there.
func (a arguments) text(name string) (string, error) {
	if a[name] == nil {
		return "", fault.New(fault.Missing, "null value in argument %q", name)
	}
	text, ok := a[name].(string)
	if !ok {
		return "", fault.New(fault.BadValue, "argument %q must be a text", name)
	}
	return text, nil
}

// numbers is a list of whole numbers that must be there.
func (a arguments) numbers(name string) ([]int64, error) {
	list, ok := a[name].([]any)
	if a[name] == nil {
		return nil, fault.New(fault.Missing, "null value in argument %q", name)
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
			return nil, fault.New(fault.Missing, "null value in argument %q", name)
		}
		out[i] = n.(int64)
	}
	return out, nil
}

// maxItems bounds the lists of one document.
const maxItems = 200

// objects is a list of objects; only the keys named are taken from each.
func (a arguments) objects(name string, keys ...string) ([]store.Row, error) {
	list, ok := a[name].([]any)
	if !ok {
		return nil, fault.New(fault.BadValue, "argument %q must be a list of objects", name)
	}
	if len(list) > maxItems {
		return nil, fault.New(fault.Invalid, "argument %q holds more than %d items", name, maxItems)
	}
	out := make([]store.Row, len(list))
	for i, v := range list {
		object, ok := v.(map[string]any)
		if !ok {
			return nil, fault.New(fault.BadValue, "argument %q must be a list of objects", name)
		}
		out[i] = store.Row{}
		for _, key := range keys {
			if value, given := object[key]; given {
				out[i][key] = value
			}
		}
	}
	return out, nil
}

// texts is a list of texts without the blank ones.
func (a arguments) texts(name string) ([]string, error) {
	list, ok := a[name].([]any)
	if !ok {
		return nil, fault.New(fault.BadValue, "argument %q must be a list of texts", name)
	}
	if len(list) > maxItems {
		return nil, fault.New(fault.Invalid, "argument %q holds more than %d items", name, maxItems)
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

// pick takes the named columns that the caller gave.
func (a arguments) pick(columns ...string) store.Row {
	row := store.Row{}
	for _, name := range columns {
		if v, given := a[name]; given {
			row[name] = v
		}
	}
	return row
}

func stale() error { return fault.New(fault.Stale, fault.StaleMessage).Hinting(fault.StaleMessage) }

// claim writes the patch to the document if it still has the version, and
// counts as its write for the whole transaction.
func claim(ctx context.Context, tx store.Session, t *schema.Table, id, version int64, patch store.Row) error {
	where := store.All{store.Eq("id", id), store.Eq("version", version)}
	var rows []store.Row
	var err error
	if len(patch) > 0 {
		rows, err = tx.Update(ctx, t, where, patch)
	} else {
		rows, err = tx.Raise(ctx, t, where)
	}
	if err != nil {
		return err
	}
	if len(rows) != 1 {
		return stale()
	}
	return nil
}

// answer is the stored document with its lists.
func answer(ctx context.Context, tx store.Session, t *schema.Table, id int64, lists ...store.Field) (json.RawMessage, error) {
	var fields []store.Field
	for i := range t.Columns {
		fields = append(fields, store.Field{As: t.Columns[i].Name, Column: t.Columns[i].Name})
	}
	res, err := tx.Read(ctx, t, store.Query{Fields: append(fields, lists...), Where: store.All{store.Eq("id", id)}})
	if err != nil {
		return nil, err
	}
	if len(res.Rows) != 1 {
		return nil, stale()
	}
	return res.AppendRow(nil, 0), nil
}

// list embeds a child table under a name, in the order it was saved.
func list(as string, t *schema.Table, columns ...string) store.Field {
	e := &store.Embed{Table: t, Query: store.Query{Order: []store.Order{store.Asc("id")}}}
	for _, name := range columns {
		e.Query.Fields = append(e.Query.Fields, store.Field{As: name, Column: name})
	}
	return store.Field{As: as, Embed: e}
}
