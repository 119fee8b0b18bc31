package schema

import "strings"

var typeScript = map[Type]string{
	Int8: "number", Int4: "number", Float8: "number", String: "string", Boolean: "boolean", Timestamp: "string", UUID: "string", JSON: "string[]",
}

// TypeScript is the type of a value that is there.
func (c *Column) TypeScript() string {
	if r := c.Rule(OneOf); r != nil {
		return `"` + strings.Join(r.Options, `" | "`) + `"`
	}
	if c.Rule(Socials) != nil {
		return "{ platform: string; url: string }[]"
	}
	if c.Fields == nil {
		return typeScript[c.Type]
	}
	fields := make([]string, len(c.Fields))
	for i := range c.Fields {
		fields[i] = c.Fields[i].Name + ": " + c.Fields[i].Nullable()
	}
	out := "{ " + strings.Join(fields, "; ") + " }"
	if c.Most > 0 {
		out += "[]"
	}
	return out
}

// Pascal is a name of ours as TypeScript calls a type.
func Pascal(name string) string {
	parts := strings.Split(name, "_")
	for i, part := range parts {
		parts[i] = strings.ToUpper(part[:1]) + part[1:]
	}
	return strings.Join(parts, "")
}

// RowType is what the generated types call a row of the table.
func (t *Table) RowType() string { return Pascal(t.Name) + "Row" }

// Nullable is the type of a value that may be null.
func (c *Column) Nullable() string {
	if c.NotNull {
		return c.TypeScript()
	}
	return c.TypeScript() + " | null"
}
