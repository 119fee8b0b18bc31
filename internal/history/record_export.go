package history

import (
	"context"
	"fmt"

	"vitrine/internal/fault"
	"vitrine/internal/procedure"
	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/revisions"
)

type exported struct {
	Document string `json:"document"`
	ID       *int64 `json:"id"` // of the letter whose recipients they are
}

// recordExport tells in Activity of a file that the screen makes of rows that its
// reader may see.
func (h *history) recordExport(ctx context.Context, db store.Session, of exported) (procedure.Nothing, error) {
	id, summary := "", ""
	switch of.Document {
	case schema.Trashed[&schema.JobApplications], schema.PersonDocument, schema.Activity.Name:
	case schema.Letter.Name:
		if of.ID == nil {
			return nil, fault.New(fault.Missing, "null value in argument %q", "id")
		}
		letter, err := db.One(ctx, &schema.Letters, store.Eq("id", *of.ID))
		if fault.Is(err, fault.NotOne) {
			return nil, notThere("This letter is not there any more.")
		}
		if err != nil {
			return nil, err
		}
		id, summary = fmt.Sprint(*of.ID), letter.Text("subject")
	default:
		return nil, fault.New(fault.Invalid, "%q is not exported", of.Document).Hinting("There is no export of this.")
	}
	return nil, revisions.Note(ctx, db, schema.Exported, of.Document, id, summary)
}
