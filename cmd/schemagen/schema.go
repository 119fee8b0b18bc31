package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"vitrine/internal/auth"
	"vitrine/internal/content"
	"vitrine/internal/functions"
	"vitrine/internal/history"
	"vitrine/internal/letters"
	"vitrine/internal/people"
	"vitrine/internal/procedure"
	"vitrine/internal/schema"
	"vitrine/internal/storage"
	"vitrine/internal/visits"
)

func schemaFile() string {
	var b strings.Builder
	b.WriteString("import { z } from \"zod\";\n\nimport type { " + strings.Join(documentTypes(), ", ") + " } from \"./documents.gen\";\nimport { asPath, isEmail, isImage, isLink, isPath, isStored, isWeb, oneLine } from \"./rules\";\n\n// The policy of the back-office forbids eval; zod would try it.\nz.config({ jitless: true });\n")
	for _, t := range schema.Tables {
		b.WriteString("\n" + rules(t))
	}
	return b.String() + "\n" + database()
}

// rules are what a form may send for one row of the table.
func rules(t *schema.Table) string {
	var b strings.Builder
	fmt.Fprintf(&b, "export const %s = z.object({\n", camel(t.Name))
	for c := range t.Columns.All() {
		if c.IsInput() {
			z := check(c)
			if mayBeNull(c) && schema.DocumentOf(t) != nil { // a field that was cleared holds an empty text
				z = `z.preprocess((typed) => (typed === "" ? null : typed), ` + z + ").optional()"
			}
			fmt.Fprintf(&b, "\t%s: %s,\n", c.Name, z)
		}
	}
	fmt.Fprintf(&b, "});\nexport type %s = Database[\"public\"][\"Tables\"][\"%s\"][\"Row\"];\n", t.RowType(), t.Name)
	return b.String()
}

func check(c *schema.Column) string {
	if r := c.Rule(schema.OneOf); r != nil {
		return fmt.Sprintf("z.enum([\"%s\"], %q)", strings.Join(r.Options, "\", \""), r.Message)
	}
	var z string
	switch c.Type {
	case schema.Int8, schema.Int4:
		z = "z.coerce.number<number>()"
		if c.Rule(schema.Min) == nil {
			z += ".int()"
		}
	case schema.Boolean:
		z = "z.boolean()"
	case schema.Float8:
		z = "z.number()"
	case schema.JSON:
		z = list(c)
		if c.Fields != nil {
			z = object(c)
		}
	case schema.UUID:
		z = "z.uuid()"
	default:
		z = "z.string()"
		if c.Line {
			z += ".overwrite(oneLine)"
		}
	}
	if c.Rule(schema.Required) != nil {
		z += ".trim()"
	}
	if c.Clean == schema.Pathed {
		z += ".overwrite(asPath)"
	}
	for i := range c.Rules {
		z += rule(c, &c.Rules[i])
	}
	if !c.NotNull {
		z += ".nullish()"
	}
	if c.Fallback != nil && c.Type != schema.JSON {
		z += fmt.Sprintf(".default(%#v)", c.Fallback)
	}
	return z
}

func rule(c *schema.Column, r *schema.Rule) string {
	message := c.Sentence(r.Name)
	switch r.Name {
	case schema.Required:
		return fmt.Sprintf(".min(1, %q)", message)
	case schema.Max:
		return fmt.Sprintf(".max(%d, %q)", r.Limit, message)
	case schema.Min:
		what, _, _ := strings.Cut(message, " must be")
		most, whole := fmt.Sprintf("%s must be at most %d", what, schema.MaxPosition), what+" must be a whole number"
		return fmt.Sprintf(".min(%d, %q).max(%d, %q).int(%q)", r.Limit, message, schema.MaxPosition, most, whole)
	case schema.Only:
		return fmt.Sprintf(".min(%d, %q).max(%d, %q)", r.Limit, message, r.Limit, message)
	case schema.Between:
		return fmt.Sprintf(".min(%v, %q).max(%v, %q)", r.Low, message, r.High, message)
	case schema.Pattern:
		return fmt.Sprintf(".regex(/^$|%s/, %q)", strings.ReplaceAll(r.Shape, "/", `\/`), message)
	case schema.Path:
		return refine("isPath", message)
	case schema.Stored:
		return refine("isStored", message)
	case schema.Email:
		return refine("isEmail", message)
	case schema.Web:
		return fmt.Sprintf(".refine(isWeb, %q)", message)
	case schema.Link:
		return refine("isLink", message)
	case schema.Image:
		return refine("isImage", message)
	}
	return ""
}

// refine leaves the empty text alone: only required says that it is missing.
func refine(test, message string) string {
	return fmt.Sprintf(".refine((s) => s === \"\" || %s(s), %q)", test, message)
}

// list is a JSON list; the label of its column is what one item is called.
func list(c *schema.Column) string {
	item := fmt.Sprintf("z.string().overwrite(oneLine).max(%d, \"%s must be at most %[1]d characters.\")", schema.MaxText, c.Named())
	if c.Rule(schema.Socials) != nil {
		one := &schema.SocialLinks
		item = fmt.Sprintf("z.object({ platform: %s, url: %s })", check(one.Column("platform")), check(one.Column("url")))
	}
	return fmt.Sprintf("z.array(%s).max(%d, \"There can be at most %[2]d %ss.\")", item, schema.MaxList, strings.ToLower(c.Named()))
}

// object is JSON of one shape, or a list of such.
func object(c *schema.Column) string {
	fields := make([]string, len(c.Fields))
	for i := range c.Fields {
		fields[i] = c.Fields[i].Name + ": " + strings.Split(check(&c.Fields[i]), ".default(")[0]
	}
	one := "z.strictObject({ " + strings.Join(fields, ", ") + " })"
	if c.Most == 0 {
		return one
	}
	return fmt.Sprintf("z.array(%s).max(%d, \"There can be at most %[2]d %s.\")", one, c.Most, strings.ToLower(c.Named()))
}

// database is the type that createClient<Database> takes.
func database() string {
	var b strings.Builder
	b.WriteString("export type Database = {\n\tpublic: {\n\t\tTables: {\n")
	for _, t := range schema.Tables {
		fmt.Fprintf(&b, "\t\t\t%s: {\n", t.Name)
		shape(&b, t, "Row", func(*schema.Column) bool { return false })
		shape(&b, t, "Insert", func(c *schema.Column) bool { return !c.NotNull || c.Fallback != nil || c.Identity || c.Auto })
		shape(&b, t, "Update", func(*schema.Column) bool { return true })
		b.WriteString("\t\t\t\tRelationships: [")
		for _, ref := range t.References() {
			fmt.Fprintf(&b, "\n\t\t\t\t\t{\n\t\t\t\t\t\tforeignKeyName: \"%s_%s_fkey\";\n\t\t\t\t\t\tcolumns: [\"%s\"];\n\t\t\t\t\t\tisOneToOne: false;\n\t\t\t\t\t\treferencedRelation: \"%s\";\n\t\t\t\t\t\treferencedColumns: [\"%s\"];\n\t\t\t\t\t},\n\t\t\t\t",
				t.Name, ref.Name, ref.Name, ref.Refers.Name, ref.Refers.Key().Name)
		}
		b.WriteString("];\n\t\t\t};\n")
	}
	b.WriteString("\t\t};\n\t\tViews: { [_ in never]: never };\n\t\tFunctions: {\n")
	procedures := procedures()
	for _, name := range slices.Sorted(maps.Keys(procedures)) {
		p := procedures[name]
		fields := []string{}
		for _, a := range p.Args {
			mark := ""
			if a.Optional {
				mark = "?"
			}
			fields = append(fields, a.Name+mark+": "+a.Type)
		}
		args := "Record<string, never>"
		if len(fields) > 0 {
			args = "{ " + strings.Join(fields, "; ") + " }"
		}
		returns := p.Returns
		if returns == "" {
			returns = "null"
		}
		fmt.Fprintf(&b, "\t\t\t%s: { Args: %s; Returns: %s };\n", name, args, returns)
	}
	b.WriteString("\t\t};\n\t\tEnums: { [_ in never]: never };\n\t\tCompositeTypes: { [_ in never]: never };\n\t};\n};\n")
	return b.String()
}

func procedures() procedure.All {
	all := content.Procedures()
	maps.Copy(all, history.Procedures(nil))
	maps.Copy(all, storage.Procedures())
	maps.Copy(all, (*auth.Service)(nil).Procedures()) // only what they are called with is needed
	maps.Copy(all, (*functions.Handler)(nil).Procedures())
	maps.Copy(all, (*people.People)(nil).Procedures())
	maps.Copy(all, (*letters.Letters)(nil).Procedures())
	maps.Copy(all, (*visits.Counter)(nil).Procedures())
	return all
}

// proceduresFile tells reading from writing. It is apart from the schema, which
// the sign-in screen does without.
func proceduresFile() string {
	var b strings.Builder
	b.WriteString("\n/** Procedures that change nothing. */\nexport const reading = [\n")
	all := procedures()
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if !all[name].Writes {
			fmt.Fprintf(&b, "\t%q,\n", name)
		}
	}
	b.WriteString("];\n")
	return b.String()
}

func shape(b *strings.Builder, t *schema.Table, kind string, optional func(*schema.Column) bool) {
	fmt.Fprintf(b, "\t\t\t\t%s: {\n", kind)
	for c := range t.Columns.All() {
		mark := ""
		if optional(c) {
			mark = "?"
		}
		fmt.Fprintf(b, "\t\t\t\t\t%s%s: %s;\n", c.Name, mark, c.Nullable())
	}
	b.WriteString("\t\t\t\t};\n")
}
