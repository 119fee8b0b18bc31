// Package people finds and erases what is stored about an address: the rows that
// tables declare to be about it, what is left of them in Trash and activity. A
// keyed hash stays, so that an import or a restored backup does not bring it back.
package people

import (
	"context"
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"time"

	"vitrine/internal/fault"
	"vitrine/internal/procedure"
	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/revisions"
)

// Procedures are what staff do with all that is stored about an address.
func (p *People) Procedures() procedure.All {
	all := procedure.All{
		"export_person": procedure.Of(p.export),
		"list_people":   procedure.Of(p.list),
	}.ForStaff()
	maps.Copy(all, procedure.All{"erase_person": procedure.Of(p.erase).Changing()}.ForAdmins())
	return all
}

// People knows who was erased.
type People struct {
	// RequireFresh refuses who signed in a while ago; nil refuses nobody.
	RequireFresh func(ctx context.Context, db store.Session) error
	// BackupsKept is how long the site keeps the backups that it makes; 0 makes none.
	BackupsKept time.Duration
	// Purge removes the files of rows that are gone for good; nil where there are none.
	Purge func(ctx context.Context, files ...string)

	store  *store.Store
	key    []byte
	counts *store.Cache[string, []Count] // of all people, which a search asks for each time
}

// New takes the signing secret, which is not in the database: without it the
// hashes of those who were erased tell nothing.
func New(s *store.Store, secret []byte) *People {
	key, err := hkdf.Key(sha256.New, secret, nil, "vitrine erased people", sha256.Size)
	if err != nil {
		panic(err) // a length that SHA-256 does not give
	}
	p := &People{store: s, key: key}
	var names []string
	for _, t := range listed() {
		names = append(names, t.Name)
	}
	p.counts = store.NewCache(s, 1, func(string, []Count) int { return 1 }, names...)
	return p
}

// fold is an address as it is compared.
func fold(email string) string { return strings.ToLower(strings.TrimSpace(email)) }

func (p *People) hash(email string) string {
	mac := hmac.New(sha256.New, p.key)
	mac.Write([]byte(fold(email)))
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}

type ofPerson struct {
	Email string `json:"email"`
}

// Receipt says what was removed, and what was not.
type Receipt struct {
	Gone         []Count `json:"gone"`
	Stays        []Place `json:"stays"`         // mentions in what others wrote
	BackupsUntil *string `json:"backups_until"` // the last backup with it is removed; null where the site makes none
}

// Count is how many rows of a kind there were.
type Count struct {
	What string `json:"what"` // a table, or trash
	Rows int64  `json:"rows"`
}

// erase removes a person from everything at once, or from nothing.
func (p *People) erase(ctx context.Context, db store.Session, of ofPerson) (out Receipt, err error) {
	email := fold(of.Email)
	if !schema.ValidEmail(email) {
		return out, fault.New(fault.Invalid, "Please enter a valid email address.")
	}
	if p.RequireFresh != nil {
		if err := p.RequireFresh(ctx, db); err != nil {
			return out, err
		}
	}
	forgetting := store.Doing{Forget: true, Whole: true}
	err = db.AsSystem().Doing(forgetting).Tx(ctx, func(tx store.Session) error {
		users, err := tx.Count(ctx, &schema.Users, store.Folded("email", email))
		if err != nil {
			return err
		}
		if users > 0 {
			return fault.New(fault.Invalid, "This address can sign in. Remove the user first.")
		}
		if out.Gone, err = remove(ctx, tx, email); err != nil {
			return err
		}
		if err := unsign(ctx, tx, email); err != nil {
			return err
		}
		if _, _, err := tx.Upsert(ctx, &schema.Erasures, store.Conflict{Ignore: true}, store.Row{"hash": p.hash(email)}); err != nil {
			return err
		}
		return revisions.Note(ctx, tx, schema.Erased, schema.PersonDocument, "", "")
	})
	if err == nil && p.Purge != nil {
		p.Purge(ctx)
	}
	if err == nil {
		if err := p.store.Resample(ctx, slices.Concat(schema.Tables, schema.InternalTables)); err != nil {
			slog.WarnContext(ctx, "the database may keep samples of what was erased until it analyzes its tables", "error", err)
		}
	}
	if p.BackupsKept > 0 {
		until := schema.FormatTime(db.Now().Add(p.BackupsKept))
		out.BackupsUntil = &until
	}
	if err == nil {
		out.Stays, err = mentions(ctx, db.AsSystem(), email)
	}
	return out, err
}

// about are the tables with rows about people.
func about() (out []*schema.Table) {
	for _, tables := range [][]*schema.Table{schema.InternalTables, schema.Tables} { // mails before what they are about
		for _, t := range tables {
			if len(t.Person) > 0 {
				out = append(out, t)
			}
		}
	}
	return out
}

func of(t *schema.Table, email string) store.Cond {
	out := make(store.Any, len(t.Person))
	for i, column := range t.Person {
		out[i] = store.Folded(column, email)
	}
	return out
}

func remove(ctx context.Context, tx store.Session, email string) (gone []Count, err error) {
	ids := map[*schema.Table][]string{}
	for _, t := range about() {
		rows, err := tx.Delete(ctx, t, of(t, email))
		if err != nil {
			return nil, err
		}
		gone = append(gone, Count{t.Name, int64(len(rows))})
		for _, row := range rows {
			ids[t] = append(ids[t], keyOf(t, row))
		}
	}
	trashed, err := inTrash(ctx, tx, email)
	if err != nil {
		return nil, err
	}
	var revisionIDs []int64
	for t, rows := range trashed {
		for _, row := range rows {
			revisionIDs = append(revisionIDs, row.Int("id"))
			ids[t] = append(ids[t], row.Text("document_id"))
		}
	}
	if err := revisions.Forget(ctx, tx, revisionIDs...); err != nil {
		return nil, err
	}
	beside, err := removeBeside(ctx, tx, ids)
	if err != nil {
		return nil, err
	}
	gone = append(gone, beside...)
	for t, known := range ids {
		if schema.Trashed[t] == "" {
			continue
		}
		if err := revisions.Anonymize(ctx, tx, t, known...); err != nil {
			return nil, err
		}
	}
	return append(gone, Count{"trash", int64(len(revisionIDs))}), nil
}

// signed are the tables that say who did something.
func signed() (out []*schema.Table) {
	for _, t := range schema.Tables {
		if t.Column("user_email") != nil {
			out = append(out, t)
		}
	}
	return out
}

// unsign takes the address out of what somebody did who worked here once: that it
// was done stays. Outside a transaction it does so in small ones.
func unsign(ctx context.Context, db store.Session, email string) error {
	for _, t := range signed() {
		for after, next := int64(0), int64(0); ; after = next {
			err := db.Tx(ctx, func(tx store.Session) error {
				next = 0
				rows, err := tx.Select(ctx, t, store.Query{
					Fields: store.Fields("id"), Where: store.All{store.Folded("user_email", email), store.Gt("id", after)},
					Order: []store.Order{store.Asc("id")}, Limit: store.Limit(page),
				})
				for _, row := range rows {
					if err != nil {
						return err
					}
					row["user_email"], next = "", row.Int("id")
					_, err = tx.Rewrite(ctx, t, row, "user_email")
				}
				return err
			})
			if err != nil {
				return err
			}
			if next == 0 {
				break
			}
		}
	}
	about := store.Any{store.Folded("summary", email)}
	for _, role := range []schema.Role{schema.Admin, schema.Editor, schema.Viewer} { // invited as, or changed to
		about = append(about, store.Folded("summary", email+" as "+string(role)), store.Folded("summary", email+" to "+string(role)))
	}
	if _, err := db.Update(ctx, &schema.Activity, about, store.Row{"summary": ""}); err != nil {
		return err
	}
	given := store.All{store.Eq("kind", schema.EventAssigned), store.Folded("text", email)}
	_, err := db.Update(ctx, &schema.ApplicationEvents, given, store.Row{"text": "someone who left"})
	return err
}

// Erased are those of the addresses that were erased on request.
func (p *People) Erased(ctx context.Context, db store.Session, emails []string) (map[string]bool, error) {
	of := make(map[string]string, len(emails))
	hashes := make([]string, len(emails))
	for i, email := range emails {
		hashes[i] = p.hash(email)
		of[hashes[i]] = email
	}
	rows, err := db.AsSystem().Select(ctx, &schema.Erasures, store.Query{Where: store.All{store.In("hash", hashes...)}})
	out := map[string]bool{}
	for _, row := range rows {
		out[of[row.Text("hash")]] = true
	}
	return out, err
}
