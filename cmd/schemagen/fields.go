package main

import (
	"fmt"
	"slices"
	"strings"

	"vitrine/internal/schema"
)

// fieldsFile says what a person reads of each part of a page, and in which
// document it is edited: the preview leads from the one to the other.
func fieldsFile() string {
	var b strings.Builder
	b.WriteString(`
/** What a person sees of a value: plain text, HTML, the picture at an address, or some of what it holds. */
export type Shape = "text" | "rich" | "image" | [Shape] | { [column: string]: Shape };

/** list: all rows are a list of the document. each: every row is a document. */
export type Part = { document: string; list?: string; each?: true; shape: Shape };

export const parts: Record<string, Part> = {
`)
	for _, t := range schema.Tables {
		d := schema.DocumentOf(t)
		if d == nil || inside(d, t) {
			continue
		}
		in := ""
		if d.Many {
			in = ", each: true"
		} else if d.Table != t {
			in = fmt.Sprintf(", list: %q", listOf(d, t).Name)
		}
		if shape := rowShape(d, t); shape != "" {
			fmt.Fprintf(&b, "\t%s: { document: %q%s, shape: {%s} },\n", t.Name, d.Name, in, shape)
		}
	}
	b.WriteString("};\n")
	return b.String()
}

func listOf(d *schema.Document, t *schema.Table) *schema.List {
	at := slices.IndexFunc(d.Lists, func(l schema.List) bool { return l.Table == t })
	return &d.Lists[at]
}

func rowShape(d *schema.Document, t *schema.Table) string {
	shapes := columnShapes(t, t.Shown())
	for i := range d.Lists {
		l := &d.Lists[i]
		if d.Table != t || l.Joined() == nil {
			continue
		}
		of := "{" + spaced(columnShapes(l.Table, l.Columns())) + "}"
		if l.Text != "" {
			of = `"text"`
		}
		shapes = append(shapes, fmt.Sprintf("%s: [%s]", l.Name, of))
	}
	return spaced(shapes)
}

func columnShapes(t *schema.Table, columns []string) (out []string) {
	for _, name := range columns {
		c := t.Column(name)
		switch {
		case c.Rule(schema.Texts) != nil:
			out = append(out, name+`: ["text"]`)
		case c.Rule(schema.Socials) != nil:
			out = append(out, name+`: [{ platform: "text" }]`)
		case c.Rule(schema.Image) != nil:
			out = append(out, name+`: "image"`)
		case c.IsHTML():
			out = append(out, name+`: "rich"`)
		case c.Type == schema.String && c.IsInput() && !slices.ContainsFunc(unread, func(rule string) bool { return c.Rule(rule) != nil }):
			out = append(out, name+`: "text"`)
		}
	}
	return out
}

// unread are the rules of texts that pages follow and do not print: addresses, choices, codes.
var unread = []string{schema.Web, schema.Link, schema.Path, schema.Stored, schema.OneOf, schema.Pattern, schema.Zone}
