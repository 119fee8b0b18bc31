package rest_test

import (
	"encoding/json"
	"strings"

	"vitrine/internal/schema"
	"vitrine/internal/store"
)

// sample is the content that the tests start from. Each call makes new rows,
// because the store fills in what they lack.
var sample = map[string]func() []store.Row{
	"hero_content": rows(
		store.Row{"id": 1, "title": "We build. You shop.", "subtitle": "<p>Ventures</p>", "cta_primary_text": "Talk", "cta_secondary_text": "Look"}),
	"featured_areas": rows(
		store.Row{"id": 1, "hero_id": 1, "title": "Agentic Commerce", "description": "<p>Agents</p>"},
		store.Row{"id": 2, "hero_id": 1, "title": "Marketplaces", "description": nil}),
	"process_content": rows(store.Row{"id": 1, "title": "Our Process", "subtitle": "From idea to scale"}),
	"process_steps": rows(
		store.Row{"id": 1, "title": "Identify", "description": "Find it", "icon": "Search", "step_order": 1},
		store.Row{"id": 2, "title": "Build", "description": "Make it", "icon": "Code", "step_order": 2}),
	"team_members": rows(
		store.Row{"id": 1, "name": "Ada", "position": "Partner", "company": "<p>Engines</p>", "image_url": "/ada.png", "linkedin_url": "https://example.com/ada"},
		store.Row{"id": 2, "name": "Émile", "position": nil, "company": nil, "image_url": nil, "linkedin_url": nil},
		store.Row{"id": 3, "name": `Quote " and, comma (x)`, "position": "100%", "company": nil, "image_url": nil, "linkedin_url": nil},
		store.Row{"id": 4, "name": `back\slash`, "position": "a_b", "company": nil, "image_url": nil, "linkedin_url": ""}),
	"about_content": rows(store.Row{"id": 1, "intro_text": "<p>Intro</p>", "approach_text": "<p>Approach</p>", "why_ecommerce": json.RawMessage(`["Reach","Speed"]`)}),
	"focus_areas":   rows(store.Row{"id": 1, "about_id": 1, "title": "Why now?", "description": "Because"}),
	"contact_info":  rows(store.Row{"id": 1, "email": "hello@example.com", "location": "Delhi, India", "description": "Write to us"}),
	"social_links":  rows(store.Row{"id": 1, "contact_id": 1, "platform": "linkedin", "url": "https://example.com/in"}),
	"job_listings": rows(
		store.Row{"id": 1, "title": "Engineer", "location": "Delhi", "about": "<p>Go</p>", "how_to_apply": nil, "rank": 1, "created_at": "2026-01-01T00:00:00Z"},
		store.Row{"id": 2, "title": "Designer", "location": nil, "about": nil, "how_to_apply": nil, "rank": 2, "created_at": "2026-01-01T06:00:00.5Z"},
		store.Row{"id": 3, "title": "Writer", "location": "Berlin", "about": nil, "how_to_apply": nil, "rank": 3, "created_at": "2026-01-02T00:00:00+02:00"}),
	"job_responsibilities": rows(
		store.Row{"id": 1, "job_id": 1, "description": "Write code"},
		store.Row{"id": 2, "job_id": 1, "description": "Read code"},
		store.Row{"id": 3, "job_id": 2, "description": "Draw"}),
	"job_qualifications": rows(store.Row{"id": 1, "job_id": 1, "description": "Curious"}),
	"job_preferred":      rows(store.Row{"id": 1, "job_id": 1, "description": "Kind"}),
	"footer_content":     rows(store.Row{"company_description": "<p>Studio</p>", "email": "hello@example.com", "location": "Delhi", "social_links": json.RawMessage(`[{"platform":"x","url":"https://example.com/x"}]`)}),
	"footer_links": rows(
		store.Row{"id": 1, "name": "About", "path": "/about", "section": "Company", "order": 1},
		store.Row{"id": 2, "name": "Blog", "path": "https://example.com/blog", "external": true, "section": "Resources", "order": 1},
		store.Row{"id": 3, "name": "Secret", "path": "/secret", "section": "Company", "order": 2, "is_visible": false}),
	"navigation_links": rows(
		store.Row{"id": 1, "name": "Home", "path": "/", "order": 1},
		store.Row{"id": 2, "name": "Hidden", "path": "/hidden", "order": 2, "is_visible": false}),
	"portfolio_companies": rows(
		store.Row{"id": 1, "name": "Acme", "description": "Anvils", "website_url": "https://example.com/acme", "display_order": 2},
		store.Row{"id": 2, "name": "Asleep", "description": "Dreams", "website_url": "https://example.com/asleep", "is_active": false, "display_order": 1},
		store.Row{"id": 3, "name": "Brisk", "description": "Wind", "website_url": "https://example.com/brisk", "display_order": 0}),
	"homepage_sections": rows(store.Row{"section_name": "portfolio_companies", "is_visible": true}),
	"newsletter_subscriptions": rows(
		store.Row{"id": 1, "email": "ann@example.com", "created_at": "2026-01-01T00:00:00Z"},
		store.Row{"id": 2, "email": "Bob@Example.com", "created_at": "2026-01-01T00:00:00Z"}),
	"contact_form_submissions": rows(store.Row{"id": 1, "name": "Carol", "email": "carol@example.com", "subject": "Hi", "message": "Hello there"}),
	"notes":                    rows(store.Row{"id": 1, "about_table": "contact_form_submissions", "about_id": 1, "text": "Fits us"}),
	"job_applications":         rows(store.Row{"id": 1, "name": "Dan", "email": "dan@example.com", "job_id": 1, "job_title": "Engineer", "consent": json.RawMessage(`{}`), "once": "key 1"}),
	"application_events":       rows(store.Row{"id": 1, "application_id": 1, "kind": "opened"}),
	"site_words":               rows(store.Row{"id": 1, "key": "menu_open", "text": "More"}),
	"user_profiles": rows(
		store.Row{"user_id": viewer.UserID, "role": "viewer"},
		store.Row{"user_id": editor.UserID, "role": "editor"},
		store.Row{"user_id": admin.UserID, "role": "admin"}),
}

func rows(list ...store.Row) func() []store.Row {
	return func() []store.Row {
		out := make([]store.Row, len(list))
		for i, row := range list {
			out[i] = store.Row{}
			for k, v := range row {
				out[i][k] = v
			}
		}
		return out
	}
}

// sampleOf is the sample of a table; of one that has none here, a row that
// satisfies its rules.
func sampleOf(t *schema.Table) []store.Row {
	if made := sample[t.Name]; made != nil {
		return made()
	}
	row := store.Row{"id": 1}
	for i := range t.Columns {
		c := &t.Columns[i]
		switch r := c.Rule(schema.OneOf); {
		case r != nil:
			row[c.Name] = r.Options[0]
		case c.Refers != nil, c.Rule(schema.Min) != nil:
			row[c.Name] = 1
		case c.Rule(schema.Path) != nil:
			row[c.Name] = "/" + strings.ReplaceAll(c.Name, "_", "-")
		case c.Rule(schema.Zone) != nil:
			row[c.Name] = "Asia/Kolkata"
		case c.Rule(schema.Pattern) != nil:
			row[c.Name] = "en"
		case c.Rule(schema.Stored) != nil:
			row[c.Name] = "/storage/v1/object/public/media/a.png"
		case c.Rule(schema.Email) != nil:
			row[c.Name] = "someone@example.com"
		case c.Rule(schema.Web) != nil, c.Rule(schema.Link) != nil, c.Rule(schema.Image) != nil:
			row[c.Name] = "https://example.com/"
		case c.Rule(schema.Required) != nil:
			row[c.Name] = "Some"
		}
	}
	return []store.Row{row}
}
