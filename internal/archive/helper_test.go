package archive

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"vitrine/internal/archive/archivetest"
	"vitrine/internal/schema"
	"vitrine/internal/store"
)

// shelf is a disk of this process: where bytes lie is the business of storage,
// and cmd/vitrine tries the real ones.
type shelf struct {
	mu    sync.Mutex
	files map[string][]byte
}

func newShelf() *shelf { return &shelf{files: map[string][]byte{}} }

func (d *shelf) Put(_ context.Context, file string, content []byte) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.files[file] = bytes.Clone(content)
	return nil
}

func (d *shelf) Open(_ context.Context, file string) (io.ReadSeekCloser, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	content, there := d.files[file]
	if !there {
		return nil, fs.ErrNotExist
	}
	return struct {
		io.ReadSeeker
		io.Closer
	}{bytes.NewReader(content), io.NopCloser(nil)}, nil
}

var quiet = Options{Log: slog.New(slog.DiscardHandler)}

// volume is how much a test fills in.
type volume struct{ jobs, subscribers, messages, logos int }

// fill makes a site that has been lived in: gaps in the ids, raised versions,
// nulls, old times and letters of many alphabets.
func fill(t testing.TB, s *store.Store, disk Disk, v volume) {
	t.Helper()
	ctx, db := t.Context(), s.AsSystem()
	insert := func(table *schema.Table, rows ...store.Row) []store.Row {
		t.Helper()
		out, err := db.Insert(ctx, table, rows...)
		if err != nil {
			t.Fatalf("%s: %v", table.Name, err)
		}
		return out
	}
	many := func(table *schema.Table, n int, row func(i int) store.Row) {
		t.Helper()
		for start := 0; start < n; start += 1000 {
			var rows []store.Row
			for i := start; i < min(start+1000, n); i++ {
				rows = append(rows, row(i))
			}
			insert(table, rows...)
		}
	}
	insert(&schema.Settings, store.Row{"name": "seeded", "value": "1"}, store.Row{"name": "jwt_secret", "value": "of " + s.Engine()})
	hero := insert(&schema.HeroContent, store.Row{"title": "Räume. 空間", "subtitle": "<p>a &amp; b</p>"})
	insert(&schema.FeaturedAreas, store.Row{"hero_id": hero[0]["id"], "title": "Ein\tTab \"und\" \\ mehr\u2028"})
	insert(&schema.AboutContent, store.Row{"intro_text": "", "why_ecommerce": []any{"zwei", "<eins>", "\u2028"}})
	insert(&schema.FooterContent, store.Row{"social_links": []any{map[string]any{"url": "https://z.example/?a&b", "platform": "Z"}}})
	insert(&schema.HomepageSections, store.Row{"section_name": "portfolio_companies", "is_visible": false})
	insert(&schema.TeamMembers, store.Row{"name": "Ada"}, store.Row{"name": "Gone"})
	if _, err := db.Delete(ctx, &schema.TeamMembers, store.Eq("name", "Gone")); err != nil {
		t.Fatal(err)
	}
	for i := range v.jobs {
		job := insert(&schema.JobListings, store.Row{"title": fmt.Sprintf("Job %d", i%7), "about": "<p>x</p>", "rank": i + 1})
		insert(&schema.JobPreferred, store.Row{"job_id": job[0]["id"], "description": "d"}, store.Row{"job_id": job[0]["id"], "description": "e"})
	}
	many(&schema.NewsletterSubscriptions, v.subscribers, func(i int) store.Row {
		return store.Row{"email": fmt.Sprintf("Reader%d@mail.example", i), "created_at": time.Date(1999, 1, 2, 3, 4, 5, i*1000, time.UTC)}
	})
	many(&schema.ContactFormSubmissions, v.messages, func(i int) store.Row {
		return store.Row{"name": "N", "email": "n@mail.example", "subject": "S", "message": fmt.Sprintf("line one\nline %d 😀", i)}
	})
	id := uuid.NewString()
	insert(&schema.Users, store.Row{"id": id, "email": "ada@mail.example", "password_hash": "$argon2id$x", "user_metadata": map[string]any{"zz": 1, "a": map[string]any{"d": 1.5e30, "c": nil}}})
	insert(&schema.UserProfiles, store.Row{"user_id": id, "role": "admin"})
	session, factor := uuid.NewString(), uuid.NewString()
	insert(&schema.Sessions, store.Row{"id": session, "user_id": id})
	insert(&schema.Factors, store.Row{"id": factor, "user_id": id, "secret": []byte{0, 1, 0xfe, 0xff}})
	insert(&schema.RecoveryCodes, store.Row{"hash": "of a code", "user_id": id})
	insert(&schema.Challenges, store.Row{"id": uuid.NewString(), "factor_id": factor, "session_id": session})
	insert(&schema.Mails, store.Row{"reason": "contact 1", "recipient": "a@mail.example", "attempts": 2})
	if v.messages > 0 {
		insert(&schema.Mails, store.Row{"reason": "contact 2", "recipient": "a@mail.example", "message_id": 1})
	}
	for i := range v.logos {
		content := []byte(fmt.Sprintf("picture %d", i))
		sum, file := sha256.Sum256(content), rand.Text()
		if err := disk.Put(ctx, file, content); err != nil {
			t.Fatal(err)
		}
		insert(&schema.StorageObjects, store.Row{"id": uuid.NewString(), "name": fmt.Sprintf("logo_%d.png", i), "file": file,
			"size": len(content), "mimetype": "image/png", "etag": hex.EncodeToString(sum[:16])})
	}
}

func export(t testing.TB, s *store.Store, disk Disk) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "site.zip")
	if _, err := Export(t.Context(), s, disk, path, quiet); err != nil {
		t.Fatal(err)
	}
	return path
}

func load(t testing.TB, path string, s *store.Store, disk Disk, force bool) error {
	t.Helper()
	r, err := Open(path, nil)
	if err != nil {
		return err
	}
	defer r.Close()
	o := quiet
	o.Force = force
	return r.Import(t.Context(), s, disk, o)
}

// state is everything in a database, but for who is signed in and what
// belongs to the installation.
func state(t testing.TB, s *store.Store, disk Disk) map[string]string {
	t.Helper()
	return archivetest.Members(t, export(t, s, disk))
}

func write(t testing.TB, raw []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "written.zip")
	if err := os.WriteFile(path, raw, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

var errBroken = errors.New("the disk is broken")

type brokenDisk struct{ Disk }

func (brokenDisk) Open(context.Context, string) (io.ReadSeekCloser, error) { return nil, errBroken }
