package functions

import (
	"context"

	"vitrine/internal/fault"
	"vitrine/internal/schema"
	"vitrine/internal/store"
)

// progress is how far a new site is on its way to being somebody's.
type progress struct {
	Identity     bool `json:"identity"` // somebody saved it
	Headline     bool `json:"headline"`
	Mail         bool `json:"mail"` // leaves the house
	Address      bool `json:"address"`
	SecondFactor bool `json:"second_factor"` // the caller has one
	Backup       bool `json:"backup"`        // there is one
	SharingImage bool `json:"sharing_image"`
}

// setupProgress tells staff what is left to do. All of it follows from what is
// stored; a first save raises the version of what came with the program.
func (h *Handler) setupProgress(ctx context.Context, db store.Session, _ struct{}) (out progress, err error) {
	if !db.Actor().Staff() {
		return out, fault.New(fault.Denied, "permission denied for function setup_progress").Hinting("Only staff may do this.")
	}
	own := db.AsSystem()
	rows, err := own.Select(ctx, &schema.SiteSettings, store.Query{Fields: store.Fields("version", "head_image_url")})
	if err != nil {
		return out, err
	}
	for _, row := range rows {
		out.Identity, out.SharingImage = row.Int("version") > 1, row.Text("head_image_url") != ""
	}
	for t, done := range map[*schema.Table]*bool{&schema.HeroContent: &out.Headline, &schema.ContactInfo: &out.Address} {
		n, err := own.Count(ctx, t, store.Gt("version", int64(1)))
		if err != nil {
			return out, err
		}
		*done = n > 0
	}
	factors, err := own.Count(ctx, &schema.Factors, store.Eq("user_id", db.Actor().UserID), store.Not{Cond: store.IsNull("verified_at")})
	if err != nil {
		return out, err
	}
	backup, err := own.Setting(ctx, store.LastBackup)
	out.Mail, out.SecondFactor, out.Backup = h.sender.Leaves(), factors > 0, backup != ""
	return out, err
}
