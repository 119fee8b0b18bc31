package revisions

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"

	"vitrine/internal/schema"
)

// isMeta are columns that every write changes and nobody fills in.
func isMeta(name string) bool { return name == "id" || name == "version" || name == "updated_at" }

// changedFields names the fields and lists in which two snapshots of a document
// differ; ids of list items do not count. Without a first one it is all that are
// not empty.
func changedFields(d *schema.Document, before, after map[string]any) []string {
	out := []string{}
	if d.Table != nil {
		for c := range d.Table.Columns.All() {
			if name := c.Name; !isMeta(name) && c != d.Table.Key() && !reflect.DeepEqual(before[name], after[name]) && !(before == nil && isEmpty(after[name])) {
				out = append(out, name)
			}
		}
	}
	for i := range d.Lists {
		l := &d.Lists[i]
		a, b := items(l, before[l.Name]), items(l, after[l.Name])
		if !slices.EqualFunc(a, b, func(x, y any) bool { return reflect.DeepEqual(x, y) }) {
			out = append(out, l.Name)
		}
	}
	return out
}

func isEmpty(v any) bool { return v == nil || v == "" }

func parse(raw json.RawMessage) (out map[string]any, err error) {
	if raw == nil {
		return nil, nil
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	if err := d.Decode(&out); err != nil {
		return nil, fmt.Errorf("a snapshot: %w", err)
	}
	return out, nil
}

// items are those of a list by what an editor fills in.
func items(l *schema.List, value any) (out []any) {
	list, _ := value.([]any)
	columns := l.Columns()
	for _, one := range list {
		item, _ := one.(map[string]any)
		kept := map[string]any{}
		for _, name := range columns {
			kept[name] = item[name]
		}
		out = append(out, kept)
	}
	return out
}

// version is that of the document: its row's, or the sum of all.
func version(d *schema.Document, fields map[string]any) int64 {
	if d.Table != nil {
		return number(fields["version"])
	}
	var sum int64
	rows, _ := fields[d.Lists[0].Name].([]any)
	for _, one := range rows {
		row, _ := one.(map[string]any)
		sum += number(row["version"])
	}
	return sum
}

func number(value any) int64 {
	text, _ := value.(json.Number)
	n, _ := text.Int64() // the store wrote it
	return n
}

// title is what people know a document by: its first text that must be there.
func title(d *schema.Document, fields map[string]any) string {
	if d.Table == nil || !d.Many && d != &schema.Section {
		return ""
	}
	return d.Table.TitleOf(fields)
}
