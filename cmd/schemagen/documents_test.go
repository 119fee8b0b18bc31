package main

import (
	"slices"
	"strings"
	"testing"

	"vitrine/internal/schema"
)

// sale is a document with the columns that no document of the site has.
func sale(t *testing.T) *schema.Document {
	t.Helper()
	table := &schema.Table{Name: "sales", Columns: schema.Columns{
		schema.ID(),
		schema.Title("title"),
		schema.Moment("closes_at"),
		schema.Int("seats").Optional(),
		schema.TextList("notes"),
		schema.Title("state").OneOf("", "open", "closed").Default("closed"),
	}}
	lots := &schema.Table{Name: "lots", Order: "place", Columns: schema.Columns{
		schema.ID(),
		schema.Ref("hero_id", &schema.HeroContent),
		schema.Ref("sale_id", table),
		schema.Title("title"),
		schema.Int("place"),
	}}
	d := &schema.Document{Name: "sale", Label: "Sale", Table: table, Many: true, Lists: []schema.List{{Name: "lots", Table: lots}}}
	before := schema.Documents
	schema.Documents = append(slices.Clip(before), d)
	t.Cleanup(func() { schema.Documents = before })
	return d
}

func holds(t *testing.T, got string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if !strings.Contains(got, part) {
			t.Errorf("no %q in\n%s", part, got)
		}
	}
}

func TestANullableDateOrNumberIsNullInANewForm(t *testing.T) {
	d := sale(t)
	holds(t, document(d),
		"closes_at: string | null;", "seats: number | null;", "title: string;", "notes: string[];",
		`empty: { title: "", closes_at: null, seats: null, notes: [], state: `)
	holds(t, rules(d.Table), `closes_at: z.preprocess((typed) => (typed === "" ? null : typed), z.string().nullish()).optional(),`)
	for column, want := range map[string]string{"title": "string", "closes_at": "string | null", "seats": "number | null", "notes": "string[]"} {
		if got := shownAs(d.Table.Column(column)); got != want {
			t.Errorf("a page has %s as %s, want %s", column, got, want)
		}
	}
}

func TestANewFormHasTheDefaultOfAChoice(t *testing.T) {
	holds(t, document(sale(t)), `state: "closed"`)
}

func TestAListSaysInWhichOrderItIsRead(t *testing.T) {
	holds(t, document(sale(t)), `lists: { lots: { table: "lots", order: "place", keyed: true } }`)
	holds(t, document(&schema.Process), `lists: { steps: { table: "process_steps", order: "step_order", apart: true, keyed: true } }`)
}

func TestASingleDocumentWithoutBuiltInContentIsAnError(t *testing.T) {
	sale(t).Many = false
	if _, err := generated(); err == nil || !strings.Contains(err.Error(), "sales") {
		t.Errorf("it says %v", err)
	}
}

func TestAListOfTextsNeedsNoLongestLength(t *testing.T) {
	d := sale(t)
	table := &schema.Table{Name: "remarks", Columns: schema.Columns{schema.ID(), schema.Ref("sale_id", d.Table), {Name: "text", Type: schema.String}}}
	d.Lists = append(d.Lists, schema.List{Name: "remarks", Table: table, Text: "text"})
	holds(t, document(d), "remarks: z.array(z.string())")
}

func TestTheItemsOfAWholeTableMayHaveTheirIDs(t *testing.T) {
	holds(t, database(), "save_team: { Args: { loaded: { id: number; version: number }[]; members: { id?: number; name: string;")
}

func TestThePreviewKnowsWhatPeopleReadAndWhereItIsEdited(t *testing.T) {
	sale(t)
	holds(t, fieldsFile(),
		`hero_content: { document: "hero", shape: { title: "text", subtitle: "rich", cta_primary_text: "text", cta_secondary_text: "text", featured_areas: [{ title: "text", description: "rich" }] } },`,
		`process_steps: { document: "process", list: "steps", shape: { title: "text", description: "text" } },`,
		`portfolio_companies: { document: "company", each: true, shape: { name: "text", description: "text", logo_url: "image" } },`,
		`pages: { document: "page", each: true, shape: { title: "text", body: "rich" } },`,
		`social_links: [{ platform: "text" }]`, `responsibilities: ["text"]`)
	if got := fieldsFile(); strings.Contains(got, "website_url") || strings.Contains(got, "icon") || strings.Contains(got, "slug") {
		t.Errorf("addresses and choices are no text of a page:\n%s", got)
	}
}

func TestARichTextDeclaresItsTools(t *testing.T) {
	holds(t, document(&schema.About), `tools: { "intro_text": "prose", "approach_text": "prose" }`)
	holds(t, document(&schema.Hero), `tools: { "featured_areas.*.description": "lists" }`)
	holds(t, document(&schema.Job), `tools: { "about": "lists", "how_to_apply": "lists" }`)
	holds(t, document(&schema.Page), `tools: { "body": "page" }`)
	for _, d := range []*schema.Document{&schema.Team, &schema.Footer} {
		if strings.Contains(document(d), "tools:") {
			t.Errorf("%s has more than bold, italic and links", d.Name)
		}
	}
}
