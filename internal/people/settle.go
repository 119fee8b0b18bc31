package people

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"vitrine/internal/schema"
	"vitrine/internal/store"
)

// dueName is the file with the hashes that a database which replaces another has
// yet to hear of. It outlives a crash in between.
const dueName = "erasures.due"

// Carry writes down who was erased from a database that is about to be replaced.
func Carry(ctx context.Context, s *store.Store, dir string) error {
	var hashes []string
	err := s.Snapshot(ctx, func(v store.Snapshot) error {
		if has, err := v.Has(ctx, &schema.Erasures); err != nil || !has {
			return err
		}
		return v.Each(ctx, &schema.Erasures, func(row store.Row) error {
			hashes = append(hashes, row.Text("hash"))
			return nil
		})
	})
	if err != nil {
		return fmt.Errorf("read who was erased: %w", err)
	}
	f, err := os.OpenFile(filepath.Join(dir, dueName), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	for _, hash := range hashes {
		if _, err = fmt.Fprintln(f, hash); err != nil {
			break
		}
	}
	return errors.Join(err, f.Sync(), f.Close())
}

// Settle erases again whom a database that came here brings back: those that
// Carry wrote down, and those that it knows of itself.
func (p *People) Settle(ctx context.Context, dir string) error {
	path := filepath.Join(dir, dueName)
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer f.Close()
	var due []store.Row
	for lines := bufio.NewScanner(f); lines.Scan(); {
		if lines.Text() != "" {
			due = append(due, store.Row{"hash": lines.Text()})
		}
	}
	// Each step by itself, so that other servers write meanwhile: one that was stopped begins again.
	db := p.store.AsSystem().Doing(store.Doing{Forget: true}).Large()
	for some := range slices.Chunk(due, page) {
		if _, _, err := db.Upsert(ctx, &schema.Erasures, store.Conflict{Ignore: true}, some...); err != nil {
			return err
		}
	}
	err = p.eraseAgain(ctx, db)
	if err != nil {
		return fmt.Errorf("erase again who was erased: %w", err)
	}
	return os.Remove(path)
}

// eraseAgain removes everybody who is known to be erased. What somebody did who
// can sign in stays signed, as they cannot be erased.
func (p *People) eraseAgain(ctx context.Context, db store.Session) error {
	rows, err := db.Select(ctx, &schema.Erasures, store.Query{})
	if err != nil || len(rows) == 0 {
		return err
	}
	erased := map[string]bool{}
	for _, row := range rows {
		erased[row.Text("hash")] = true
	}
	found := map[string]bool{}
	look := func(email string) {
		if email = fold(email); email != "" && erased[p.hash(email)] {
			found[email] = true
		}
	}
	for _, t := range about() {
		rows, err := db.Select(ctx, t, store.Query{Fields: store.Fields(t.Person...)})
		if err != nil {
			return err
		}
		for _, row := range rows {
			for _, column := range t.Person {
				look(row.Text(column))
			}
		}
	}
	err = eachTrashed(ctx, db, func(t *schema.Table, _ store.Row, was map[string]any) {
		for _, column := range t.Person {
			text, _ := was[column].(string)
			look(text)
		}
	})
	if err == nil {
		err = eachSigned(ctx, db, look)
	}
	for email := range found {
		if err == nil {
			err = eraseOne(ctx, db, email)
		}
	}
	return err
}

func eraseOne(ctx context.Context, db store.Session, email string) error {
	if err := db.Tx(ctx, func(tx store.Session) error {
		_, err := remove(ctx, tx, email)
		return err
	}); err != nil {
		return err
	}
	users, err := db.Count(ctx, &schema.Users, store.Folded("email", email))
	if err != nil || users > 0 {
		return err
	}
	return unsign(ctx, db, email)
}

// eachSigned goes through the addresses that unsign takes out.
func eachSigned(ctx context.Context, db store.Session, visit func(email string)) error {
	for _, t := range signed() {
		fields := store.Fields("id", "user_email")
		switch t {
		case &schema.Activity:
			fields = store.Fields("id", "user_email", "summary")
		case &schema.ApplicationEvents:
			fields = store.Fields("id", "user_email", "kind", "text")
		}
		for after := int64(0); ; {
			rows, err := db.Select(ctx, t, store.Query{Fields: fields, Where: store.All{store.Gt("id", after)}, Order: []store.Order{store.Asc("id")}, Limit: store.Limit(page)})
			if err != nil {
				return err
			}
			if len(rows) == 0 {
				break
			}
			for _, row := range rows {
				after = row.Int("id")
				visit(row.Text("user_email"))
				address, _, _ := strings.Cut(row.Text("summary"), " ") // "ada@example.com as editor"
				visit(address)
				if row.Text("kind") == schema.EventAssigned {
					visit(row.Text("text"))
				}
			}
		}
	}
	return nil
}
