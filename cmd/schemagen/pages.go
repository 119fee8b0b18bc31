package main

import (
	"fmt"
	"strings"

	"vitrine/internal/schema"
)

// pagesFile says what pages are given of each table that visitors read.
func pagesFile() string {
	var b strings.Builder
	for _, t := range schema.Tables {
		d := schema.DocumentOf(t)
		if d == nil && t != &schema.HomepageSections || d != nil && inside(d, t) {
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
	return b.String()
}

// inside tells whether the table is a list within its document.
func inside(d *schema.Document, t *schema.Table) bool {
	return d.Table != t && d.Table != nil && t.Document == nil
}

// shownAs takes the built-in content too, whose texts are any to TypeScript.
func shownAs(c *schema.Column) string {
	if c.Type == schema.String {
		return "string"
	}
	return c.TypeScript()
}

func remark(c *schema.Column) string {
	if c.Clean == schema.Sanitised {
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
