package storage

import (
	"context"
	"fmt"
	"strings"

	"vitrine/internal/fault"
	"vitrine/internal/procedure"
	"vitrine/internal/schema"
	"vitrine/internal/store"
)

// Procedures are what staff do with the library, by the names that clients call.
func Procedures() procedure.All {
	return procedure.All{
		"media_uses":    procedure.Of(mediaUses),
		"replace_media": procedure.Of(replaceMedia).Changing(),
		"delete_media":  procedure.Of(deleteMedia).Changing(),
	}.ForStaff()
}

// mediaUses are all places where pictures of the library are shown.
func mediaUses(ctx context.Context, db store.Session, _ struct{}) ([]Use, error) {
	return uses(ctx, db.AsSystem())
}

type replacement struct {
	ID int64 `json:"id"`
	By int64 `json:"by"` // a picture that was uploaded for it
}

// replaceMedia shows another picture wherever one is shown, and brings that one
// to Trash: all of it or nothing.
func replaceMedia(ctx context.Context, db store.Session, r replacement) (procedure.Nothing, error) {
	return nil, db.Tx(ctx, func(tx store.Session) error {
		old, object, err := listed(ctx, tx, r.ID)
		if err != nil {
			return err
		}
		instead, _, err := listed(ctx, tx, r.By)
		if err != nil {
			return err
		}
		if r.ID == r.By || old.Text("bucket") != instead.Text("bucket") {
			return fault.New(fault.Invalid, "picture %d cannot stand in for %d", r.By, r.ID).Hinting("Only another picture of the same kind can stand in for this one.")
		}
		if instead.Text("alt") == "" && old.Text("alt") != "" { // it shows the same, most likely
			if _, err := tx.Update(ctx, &schema.Media, store.Eq("id", r.By), store.Row{"alt": old["alt"]}); err != nil {
				return err
			}
		}
		if err := rewrite(ctx, tx, uploadOf(old), uploadOf(instead)); err != nil {
			return err
		}
		_, err = trash(ctx, tx.AsSystem(), object)
		return err
	})
}

// forced is the word that deletes a picture from under those who show it.
const forced = "delete"

type deletion struct {
	ID    int64   `json:"id"`
	Force *string `json:"force"` // the word delete
}

// deleteMedia brings a picture to Trash. While it is shown somewhere, that takes
// a word more.
func deleteMedia(ctx context.Context, db store.Session, d deletion) (procedure.Nothing, error) {
	return nil, db.Tx(ctx, func(tx store.Session) error {
		row, object, err := listed(ctx, tx, d.ID)
		if err != nil {
			return err
		}
		if d.Force == nil || *d.Force != forced {
			shown, err := usesOf(ctx, tx.AsSystem(), uploadOf(row))
			if err != nil {
				return err
			}
			if len(shown) > 0 {
				return inUse(shown)
			}
		}
		_, err = trash(ctx, tx.AsSystem(), object)
		return err
	})
}

func inUse(shown []Use) error {
	labels := make([]string, len(shown))
	for i, use := range shown {
		labels[i] = fmt.Sprintf("%s (%s)", use.Label, use.Field)
	}
	return fault.New(fault.Invalid, "the picture is in use").Detailing("%s", strings.Join(labels, "\n")).
		Hinting("This picture is used in: " + strings.Join(labels, "; ") + ".")
}

func uploadOf(media store.Row) schema.Upload {
	return schema.Upload{Bucket: media.Text("bucket"), Name: media.Text("name")}
}

// listed is one of the library with its object.
func listed(ctx context.Context, tx store.Session, id int64) (media, object store.Row, err error) {
	if err := tx.Lock(ctx, schema.Media.Name); err != nil {
		return nil, nil, err
	}
	if media, err = tx.AsSystem().One(ctx, &schema.Media, store.Eq("id", id)); err == nil {
		of := uploadOf(media)
		object, err = tx.AsSystem().One(ctx, &schema.StorageObjects, store.Eq("name", key(of.Bucket, of.Name)))
	}
	if fault.Is(err, fault.NotOne) {
		err = fault.New(fault.Stale, "picture %d is gone", id).Hinting("This picture is not here any more.")
	}
	return media, object, err
}
