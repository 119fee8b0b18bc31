package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"vitrine/internal/schema"
	"vitrine/internal/site"
	builtin "vitrine/web/src/content"
)

// pagesFile says what pages are given of each table that visitors read.
func pagesFile() string {
	var b strings.Builder
	for _, t := range schema.Tables {
		d := schema.DocumentOf(t)
		if d == nil && !onPages(t) || d != nil && inside(d, t) {
			continue
		}
		fmt.Fprintf(&b, "\nexport type %s = {\n", singular(t))
		for _, name := range t.Shown() {
			c := t.Column(name)
			fmt.Fprintf(&b, "\t%s%s: %s;\n", remark(c), name, shownAs(c))
		}
		if d != nil && d.Table == t {
			for i := range d.Lists {
				if l := &d.Lists[i]; l.Joined() != nil {
					fmt.Fprintf(&b, "\t%s: %s[];\n", l.Name, shownItem(l))
				}
			}
		}
		b.WriteString("};\n")
		if d != nil && d.Table == t {
			for i := range d.Lists {
				if l := &d.Lists[i]; l.Joined() != nil && l.Text == "" {
					fmt.Fprintf(&b, "export type %s = {\n", singular(l.Table))
					for _, name := range l.Columns() {
						c := l.Table.Column(name)
						fmt.Fprintf(&b, "\t%s%s: %s;\n", remark(c), name, shownAs(c))
					}
					b.WriteString("};\n")
				}
			}
		}
	}
	return b.String() + parts()
}

// parts are what each page is given.
func parts() string {
	var b strings.Builder
	pages := site.PieceTypes()
	for _, page := range slices.Sorted(maps.Keys(pages)) {
		fmt.Fprintf(&b, "\nexport type %sParts = {\n", schema.Pascal(page))
		for _, p := range pages[page] {
			list := ""
			if p.Many {
				list = "[]"
			}
			fmt.Fprintf(&b, "\t%s: %s%s;\n", p.Key, singular(p.Table), list)
		}
		b.WriteString("};\n")
	}
	return b.String()
}

// fallbackFile is what the build renders for when nothing can be read.
func fallbackFile() (string, error) {
	pages, err := site.Fallback(builtin.JSON)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	out := json.NewEncoder(&b)
	out.SetEscapeHTML(false)
	out.SetIndent("", "\t")
	err = out.Encode(pages)
	return b.String(), err
}

// onPages tells whether a page is given the rows as they are.
func onPages(t *schema.Table) bool {
	for _, parts := range site.PieceTypes() {
		if slices.ContainsFunc(parts, func(p site.Part) bool { return p.Table == t }) {
			return true
		}
	}
	return false
}

// inside tells whether the table is a list within its document.
func inside(d *schema.Document, t *schema.Table) bool {
	return d.Table != t && d.Table != nil && t.Document() == nil
}

// shownAs takes the built-in content too, whose texts are any to TypeScript.
func shownAs(c *schema.Column) string {
	if c.Type == schema.String {
		return "string"
	}
	return valueType(c)
}

func remark(c *schema.Column) string {
	if c.IsHTML() {
		return "/** HTML. */\n\t"
	}
	return ""
}

func shownItem(l *schema.List) string {
	if l.Text != "" {
		return "string"
	}
	return singular(l.Table)
}

// singular is one row of a table as a type is called.
func singular(t *schema.Table) string {
	name := schema.Pascal(t.Name)
	if stem, ok := strings.CutSuffix(name, "ies"); ok {
		return stem + "y"
	}
	return strings.TrimSuffix(name, "s")
}
