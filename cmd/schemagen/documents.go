package main

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	"vitrine/internal/schema"
)

// documentsFile holds each document: as it is stored, as a form has it, its
// empty form and its rules, and how it is read and saved.
func documentsFile() string {
	var b strings.Builder
	b.WriteString("import { z } from \"zod\";\n\nimport type { Declared } from \"./document\";\nimport {\n")
	for _, t := range schema.Tables {
		if d := schema.DocumentOf(t); d != nil && !isTexts(d, t) {
			fmt.Fprintf(&b, "\ttype %s,\n\t%s,\n", t.RowType(), camel(t.Name))
		}
	}
	b.WriteString("\ttype Database,\n} from \"./schema.gen\";\n")
	for _, d := range schema.Documents {
		b.WriteString("\n" + document(d))
	}
	b.WriteString("\n/** Where the rows of a table are shown: what belongs to a document, with it. */\nexport const shownUnder = {\n")
	for _, t := range schema.Tables {
		main := t
		if d := schema.DocumentOf(t); d != nil {
			main = d.Main()
		}
		fmt.Fprintf(&b, "\t%s: %q,\n", t.Name, main.Name)
	}
	b.WriteString("} as const satisfies Record<keyof Database[\"public\"][\"Tables\"], string>;\n")
	return b.String()
}

// isTexts tells whether the table is a list of plain texts, which are strings in
// a document.
func isTexts(d *schema.Document, t *schema.Table) bool {
	return slices.ContainsFunc(d.Lists, func(l schema.List) bool { return l.Table == t && l.Text != "" })
}

func documentTypes() (names []string) {
	for _, d := range schema.Documents {
		if d.Table != nil {
			names = append(names, schema.Pascal(d.Name))
		}
	}
	return names
}

func document(d *schema.Document) string {
	var b strings.Builder
	name := schema.Pascal(d.Name)
	fmt.Fprintf(&b, "export type %s = %s;\n", name, stored(d))
	fmt.Fprintf(&b, "export type %sValues = {\n", name)
	var empty, blank, lists []string
	for _, column := range d.Columns() {
		c := d.Table.Column(column)
		fmt.Fprintf(&b, "\t%s: %s;\n", column, valueType(c))
		empty = append(empty, column+": "+emptyOf(c))
		if c.Rule(schema.Socials) != nil {
			blank = append(blank, column+`: { platform: "", url: "" }`)
		} else if c.Type == schema.JSON && c.Fields == nil {
			blank = append(blank, column+`: ""`)
		}
	}
	for i := range d.Lists {
		l := &d.Lists[i]
		fmt.Fprintf(&b, "\t%s: %s[];\n", l.Name, item(l))
		empty = append(empty, l.Name+": []")
		blank = append(blank, l.Name+": "+blankOf(l))
		how := fmt.Sprintf("table: %q", l.Table.Name)
		if l.Text != "" {
			how += fmt.Sprintf(", text: %q", l.Text)
		}
		if l.Table.Order != "" {
			how += fmt.Sprintf(", order: %q", l.Table.Order)
		}
		if d.Table != nil && l.Joined() == nil {
			how += ", apart: true"
		}
		if l.KeepsID() {
			how += ", keyed: true"
		}
		lists = append(lists, fmt.Sprintf("%s: { %s }", l.Name, how))
	}
	fmt.Fprintf(&b, "};\nexport const %s: Declared<%s, %[2]sValues> = {\n\tname: %q,\n\tlabel: %q,\n\ttable: %q,\n", camel(d.Name), name, d.Name, d.Label, d.Main().Name)
	fmt.Fprintf(&b, "\tkind: %q,\n\torder: [%s],\n", kind(d), strings.Join(order(d), ", "))
	fmt.Fprintf(&b, "\tsave: \"save_%s\",\n", cmp.Or(d.Saves, d.Name))
	if d.Many {
		fmt.Fprintf(&b, "\tremove: \"delete_%s\",\n", d.Name)
	}
	if d.Reorders() {
		fmt.Fprintf(&b, "\treorder: \"reorder_%s\",\n", d.Table.Name)
	}
	fmt.Fprintf(&b, "\tlists: {%s},\n\tempty: {%s},\n\tblank: {%s},\n", spaced(lists), spaced(empty), spaced(blank))
	if hides := d.Main().Hides(); d.Many && hides != "" {
		fmt.Fprintf(&b, "\tshows: %q,\n", hides)
	}
	if pictures := images(d); len(pictures) > 0 {
		fmt.Fprintf(&b, "\timages: [%s],\n", strings.Join(pictures, ", "))
	}
	if bars := toolbars(d); len(bars) > 0 {
		fmt.Fprintf(&b, "\ttools: {%s},\n", spaced(bars))
	}
	fmt.Fprintf(&b, "\trules: %s,\n};\n", documentRules(d))
	return b.String()
}

// images are the fields that hold the address of a picture.
func images(d *schema.Document) (out []string) {
	for _, c := range fieldsOf(d) {
		if c.Rule(schema.Image) != nil || c.Rule(schema.Stored) != nil {
			out = append(out, strconv.Quote(c.Name))
		}
	}
	return out
}

// toolbars are the rich texts with more tools at hand than the least.
func toolbars(d *schema.Document) (out []string) {
	for path, c := range fieldsOf(d) {
		if c.Tools != schema.InlineTools {
			out = append(out, fmt.Sprintf("%q: %q", path, c.Tools))
		}
	}
	return out
}

// fieldsOf are all columns of a document, by their paths in its form: those of an item after the name of its list.
func fieldsOf(d *schema.Document) iter.Seq2[string, *schema.Column] {
	return func(yield func(string, *schema.Column) bool) {
		if d.Table != nil {
			for c := range d.Table.Columns.All() {
				if !yield(c.Name, c) {
					return
				}
			}
		}
		for _, l := range d.Lists {
			for c := range l.Table.Columns.All() {
				if !yield(l.Name+".*."+c.Name, c) {
					return
				}
			}
		}
	}
}

func spaced(parts []string) string {
	if len(parts) == 0 {
		return ""
	}
	return " " + strings.Join(parts, ", ") + " "
}

func kind(d *schema.Document) string {
	switch {
	case d.Table == nil:
		return "whole"
	case d.Many:
		return "many"
	}
	return "single"
}

func order(d *schema.Document) []string {
	var by []string
	for _, column := range []string{d.Group, d.Main().Order, "id"} {
		if column != "" {
			by = append(by, fmt.Sprintf("%q", column))
		}
	}
	return by
}

func stored(d *schema.Document) string {
	if d.Table == nil {
		return d.Main().RowType() + "[]"
	}
	out := d.Table.RowType()
	var lists []string
	for i := range d.Lists {
		l := &d.Lists[i]
		row := l.Table.RowType()
		if l.Text != "" {
			row = fmt.Sprintf("{ id: number; %s: string }", l.Text)
		}
		lists = append(lists, l.Name+": "+row+"[]")
	}
	if len(lists) > 0 {
		out += " & { " + strings.Join(lists, "; ") + " }"
	}
	return out
}

func item(l *schema.List) string {
	if l.Text != "" {
		return "string"
	}
	var fields []string
	if l.KeepsID() {
		fields = append(fields, "id?: number")
	}
	for _, column := range l.Columns() {
		fields = append(fields, column+": "+valueType(l.Table.Column(column)))
	}
	return "{ " + strings.Join(fields, "; ") + " }"
}

func blankOf(l *schema.List) string {
	if l.Text != "" {
		return `""`
	}
	var fields []string
	for _, column := range l.Columns() {
		fields = append(fields, column+": "+emptyOf(l.Table.Column(column)))
	}
	return "{ " + strings.Join(fields, ", ") + " }"
}

// mayBeNull tells whether a form and a page have null where nothing is stored: a
// text or a list is empty instead.
func mayBeNull(c *schema.Column) bool {
	return !c.NotNull && c.Type != schema.String && c.Type != schema.JSON
}

// valueType is the type of a column's value in a form.
func valueType(c *schema.Column) string {
	if mayBeNull(c) {
		return c.Nullable()
	}
	return c.TypeScript()
}

// emptyOf is what a new form has in the field of a column.
func emptyOf(c *schema.Column) string {
	text, isText := c.Fallback.(string)
	if r := c.Rule(schema.OneOf); r != nil && !isText {
		return fmt.Sprintf("%q", r.Options[0])
	}
	if mayBeNull(c) {
		return "null"
	}
	switch c.Type {
	case schema.JSON:
		return cmp.Or(text, "[]")
	case schema.Boolean:
		return fmt.Sprint(c.Fallback == true)
	case schema.Int4, schema.Int8:
		if c.Fallback == nil {
			return "0"
		}
		return fmt.Sprint(c.Fallback)
	}
	return fmt.Sprintf("%q", text)
}

func documentRules(d *schema.Document) string {
	var lists []string
	for i := range d.Lists {
		l := &d.Lists[i]
		one := picked(l.Table, l.Columns())
		switch {
		case l.Text != "":
			c := l.Table.Column(l.Text)
			one = "z.string()"
			if r := c.Rule(schema.Max); r != nil {
				one += rule(c, r)
			}
		case l.KeepsID():
			one = "z.object({ id: z.number().optional(), ..." + one + ".shape })"
		}
		lists = append(lists, fmt.Sprintf("%s: z.array(%s)", l.Name, one))
	}
	if d.Table == nil {
		return "z.object({ " + strings.Join(lists, ", ") + " })"
	}
	out := picked(d.Table, d.Columns())
	if len(lists) > 0 {
		out += ".extend({ " + strings.Join(lists, ", ") + " })"
	}
	return out
}

func picked(t *schema.Table, columns []string) string {
	all := true
	for c := range t.Columns.All() {
		if c.IsInput() && !slices.Contains(columns, c.Name) {
			all = false
		}
	}
	if all {
		return camel(t.Name)
	}
	return camel(t.Name) + ".pick({ " + strings.Join(columns, ": true, ") + ": true })"
}
