package people

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"vitrine/internal/fault"
	"vitrine/internal/schema"
	"vitrine/internal/store"
)

// maxMentions bounds what is listed.
const maxMentions = 100

// Everything is what is stored about a person, by table; what is in Trash stands
// as it was.
type Everything struct {
	Rows      map[string][]json.RawMessage
	Mentioned []Place
}

// TypeScript is the shape of its JSON.
func (Everything) TypeScript() string {
	return "{ [table: string]: unknown[]; trash: unknown[]; mentioned: { table: string; id: string; title: string }[] }"
}

// MarshalJSON writes the tables beside each other.
func (e Everything) MarshalJSON() ([]byte, error) {
	out := map[string]any{"mentioned": e.Mentioned}
	for name, rows := range e.Rows {
		out[name] = rows
	}
	return json.Marshal(out)
}

// Place is where somebody is mentioned.
type Place struct {
	Table string `json:"table"`
	ID    string `json:"id"`
	Title string `json:"title"`
}

// export gives all that is stored about a person.
func (p *People) export(ctx context.Context, db store.Session, of_ ofPerson) (out Everything, err error) {
	email := fold(of_.Email)
	if !schema.ValidEmail(email) {
		return out, fault.New(fault.Invalid, "Please enter a valid email address.")
	}
	db = db.AsSystem()
	out.Rows = map[string][]json.RawMessage{"trash": {}, schema.Notes.Name: {}, schema.MessageReplies.Name: {}, schema.ApplicationEvents.Name: {}}
	ids := map[*schema.Table][]string{}
	for _, t := range about() {
		rows, err := db.Select(ctx, t, store.Query{Where: store.All{of(t, email)}})
		if err != nil {
			return out, err
		}
		out.Rows[t.Name] = []json.RawMessage{}
		for _, row := range rows {
			out.Rows[t.Name] = append(out.Rows[t.Name], row.AppendJSON(nil, t))
			ids[t] = append(ids[t], keyOf(t, row))
		}
	}
	trashed, err := inTrash(ctx, db, email)
	if err != nil {
		return out, err
	}
	for t, rows := range trashed {
		for _, row := range rows {
			raw, _ := row["snapshot"].(json.RawMessage)
			out.Rows["trash"] = append(out.Rows["trash"], raw)
			ids[t] = append(ids[t], row.Text("document_id"))
		}
	}
	own, err := exportBeside(ctx, db, ids, out.Rows)
	if err != nil {
		return out, err
	}
	if out.Mentioned, err = mentions(ctx, db, email); err == nil {
		out.Mentioned = slices.DeleteFunc(out.Mentioned, func(p Place) bool { return own[p.Table+" "+p.ID] })
	}
	return out, err
}

// Everything is what is stored about a person as JSON, with the names of the CVs
// that came from them. One that is held back is not handed on.
func (p *People) Everything(ctx context.Context, db store.Session, email string) (everything json.RawMessage, cvs []string, err error) {
	all, err := p.export(ctx, db, ofPerson{email})
	if err != nil {
		return nil, nil, err
	}
	for _, raw := range slices.Concat(all.Rows[schema.JobApplications.Name], all.Rows["trash"]) {
		var row struct {
			CVName string `json:"cv_name"`
			Scan   string `json:"scan"`
		}
		if err := json.Unmarshal(raw, &row); err != nil {
			return nil, nil, err
		}
		if row.CVName != "" && row.Scan != schema.ScanHeld {
			cvs = append(cvs, row.CVName)
		}
	}
	everything, err = json.MarshalIndent(all, "", "  ")
	return everything, cvs, err
}

// mentions are rows about something else whose texts hold the address, and
// versions in history that do.
func mentions(ctx context.Context, db store.Session, email string) ([]Place, error) {
	out := []Place{}
	for _, t := range schema.Tables {
		if t.Quiet { // its rows follow others
			continue
		}
		var texts store.Any
		for c := range t.Columns.All() {
			if c.Type == schema.String && !slices.Contains(t.Person, c.Name) {
				texts = append(texts, store.Compare{Column: c.Name, Op: store.OpIlike, Value: "%" + store.EscapeLike(email) + "%"})
			}
		}
		if len(texts) == 0 {
			continue
		}
		rows, err := db.Select(ctx, t, store.Query{Where: store.All{texts}, Limit: store.Limit(maxMentions - len(out))})
		if err != nil {
			return nil, err
		}
		for _, row := range rows {
			out = append(out, Place{t.Name, keyOf(t, row), t.TitleOf(row)})
		}
		if len(out) == maxMentions {
			return out, nil
		}
	}
	var trash []string
	for t, called := range schema.Trashed {
		if len(t.Person) > 0 {
			trash = append(trash, called)
		}
	}
	return out, eachRevision(ctx, db, store.Not{Cond: store.In("document", trash...)}, func(row store.Row, raw json.RawMessage) error {
		if len(out) < maxMentions && strings.Contains(strings.ToLower(string(raw)), email) {
			out = append(out, Place{schema.Revisions.Name, keyOf(&schema.Revisions, row), row.Text("document")})
		}
		return nil
	})
}
