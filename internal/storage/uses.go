package storage

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"vitrine/internal/schema"
	"vitrine/internal/store"
)

// Use is a place where a picture is shown.
type Use struct {
	Bucket     string `json:"bucket"`
	Name       string `json:"name"`
	Document   string `json:"document"`
	DocumentID string `json:"document_id"`
	Label      string `json:"label"` // such as Team, Ada
	Field      string `json:"field"`
	Column     string `json:"column"`
}

// holder is a table whose rows may show pictures.
type holder struct {
	*schema.Table
	columns []*schema.Column
}

// holders are found in what is declared of the documents.
func holders() (out []holder) {
	for _, d := range schema.Recorded() {
		tables := []*schema.Table{d.Table}
		for i := range d.Lists {
			tables = append(tables, d.Lists[i].Table)
		}
		for _, t := range tables {
			if t == nil {
				continue
			}
			h := holder{Table: t}
			for c := range t.Columns.All() {
				if c.MayHoldAddress() {
					h.columns = append(h.columns, c)
				}
			}
			if len(h.columns) > 0 {
				out = append(out, h)
			}
		}
	}
	return out
}

// rows are those that speak of an upload; the database finds them by their
// texts, and those with JSON are looked at one by one.
func (h holder) rows(ctx context.Context, tx store.Session) ([]store.Row, error) {
	var speaks store.Any
	for _, c := range h.columns {
		if c.Type == schema.JSON {
			return tx.Select(ctx, h.Table, store.Query{})
		}
		speaks = append(speaks, store.Compare{Column: c.Name, Op: store.OpLike, Value: "%/storage/v1/%"})
	}
	return tx.Select(ctx, h.Table, store.Query{Where: store.All{speaks}})
}

// uses finds every place where an upload is shown.
func uses(ctx context.Context, tx store.Session) ([]Use, error) {
	out := []Use{}
	for _, h := range holders() {
		rows, err := h.rows(ctx, tx)
		if err != nil {
			return nil, err
		}
		for _, row := range rows {
			for _, c := range h.columns {
				for _, of := range uploadsOf(row[c.Name]) {
					use := h.use(row, c, of)
					if !slices.Contains(out, use) {
						out = append(out, use)
					}
				}
			}
		}
	}
	return out, nil
}

func (h holder) use(row store.Row, c *schema.Column, of schema.Upload) Use {
	d := schema.RecordedAs(h.Table)
	out := Use{Bucket: of.Bucket, Name: of.Name, Document: d.Name, Label: d.Label, Field: c.Named(), Column: c.Name}
	switch ref := h.ReferenceTo(d.Table); {
	case d.Table == h.Table:
		out.DocumentID = fmt.Sprint(row[h.Key().Name])
	case ref != nil:
		out.DocumentID = fmt.Sprint(row[ref.Name])
	}
	if title := h.TitleOf(row); title != "" && (d.Many || d.Table != h.Table) {
		out.Label += ", " + title
	}
	return out
}

func uploadsOf(value any) []schema.Upload {
	switch v := value.(type) {
	case string:
		return schema.UploadsIn(v)
	case json.RawMessage:
		return schema.UploadsIn(string(schema.UnescapedJSON(v)))
	}
	return nil
}

// usesOf are the places of one picture.
func usesOf(ctx context.Context, tx store.Session, of schema.Upload) ([]Use, error) {
	all, err := uses(ctx, tx)
	return slices.DeleteFunc(all, func(u Use) bool { return u.Bucket != of.Bucket || u.Name != of.Name }), err
}

// rewrite has every use of a picture show another one.
func rewrite(ctx context.Context, tx store.Session, old, instead schema.Upload) error {
	for _, h := range holders() {
		rows, err := h.rows(ctx, tx)
		if err != nil {
			return err
		}
		for _, row := range rows {
			changed := store.Row{}
			for _, c := range h.columns {
				switch v := row[c.Name].(type) {
				case string:
					if text := schema.WithUpload(v, old, instead); text != v {
						changed[c.Name] = text
					}
				case json.RawMessage:
					plain := schema.UnescapedJSON(v)
					if text := schema.WithUpload(string(plain), old, instead); text != string(plain) {
						changed[c.Name] = json.RawMessage(text)
					}
				}
			}
			if len(changed) == 0 {
				continue
			}
			// As the server: a letter that was sent shows it too, and nobody edits that.
			if _, err := tx.AsSystem().Update(ctx, h.Table, store.Eq(h.Key().Name, row[h.Key().Name]), changed); err != nil {
				return err
			}
		}
	}
	return nil
}
