// Package archive moves and keeps a whole site: content, people, messages,
// subscribers and uploads in one file that any zip program opens. An archive
// is checked from end to end before it replaces anything, and replaces
// everything or nothing.
package archive

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"strings"
	"time"

	"vitrine/internal/schema"
	"vitrine/internal/store"
)

// Format is the newest shape of an archive that this program reads, and the
// one that it writes.
const Format = 1

// Kinds of archive.
const (
	KindTables = "tables" // one file per table: moves between engines
	KindSQLite = "sqlite" // a copy of the database file
)

// Disk is where the bytes of uploads lie.
type Disk interface {
	Put(ctx context.Context, file string, content []byte) error
	Open(ctx context.Context, file string) (io.ReadSeekCloser, error)
}

// Manifest says what an archive holds.
type Manifest struct {
	Format  int       `json:"format"`
	Kind    string    `json:"kind"`
	Schema  int64     `json:"schema"`
	Source  string    `json:"source"`
	MadeAt  time.Time `json:"made_at"`
	Tables  []Table   `json:"tables"`
	Members []Member  `json:"members"`
	// Lost counts the uploads whose files were missing when the archive was made.
	Lost int `json:"lost_uploads,omitempty"`
	// Bare says that uploads were left out, because they stay where they are.
	Bare bool `json:"without_uploads,omitempty"`
}

// Table is one table of an archive.
type Table struct {
	Name   string `json:"name"`
	Rows   int64  `json:"rows"`
	LastID int64  `json:"last_id,omitempty"` // the highest number ever given
}

// Member is one file inside an archive.
type Member struct {
	Name   string `json:"name"`
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"`
}

const (
	manifestName = "manifest.json"
	databaseName = "vitrine.db"
	secretName   = "secret"
	uploadPrefix = "uploads/"
)

func tableMember(name string) string { return "tables/" + name + ".jsonl" }

// Rows counts the rows of all tables.
func (m Manifest) Rows() (n int64) {
	for _, t := range m.Tables {
		n += t.Rows
	}
	return n
}

// Uploads counts the uploads.
func (m Manifest) Uploads() (n int) {
	for _, one := range m.Members {
		if _, is := uploadOf(one); is {
			n++
		}
	}
	return n
}

// ended are the tables that a move ends: sign-ins, and what refers to them.
// Afterwards everybody signs in again.
func ended() []*schema.Table {
	out := []*schema.Table{&schema.Sessions, &schema.OneTimeTokens, &schema.Presence}
	for _, t := range everyTable() {
		for c := range t.Columns.All() {
			if slices.Contains(out, c.Refers) && !slices.Contains(out, t) {
				out = append(out, t)
			}
		}
	}
	return out
}

func everyTable() []*schema.Table { return slices.Concat(schema.Tables, schema.InternalTables) }

// ownSettings belong to an installation and not to the site on it.
var ownSettings = []string{"jwt_secret", "installation", lastBackup, lastName, lastStored, lastTrial, lastTry, store.LastCheck}

// CertificateMark begins the settings that hold certificates and their
// private keys; they belong to an installation too.
const CertificateMark = "certificate "

// moved lists the tables that an archive holds, parents before children.
func moved() []*schema.Table {
	out, gone := everyTable(), ended()
	return slices.DeleteFunc(out, func(t *schema.Table) bool { return slices.Contains(gone, t) })
}

func lookup(name string) *schema.Table {
	for _, t := range moved() {
		if t.Name == name {
			return t
		}
	}
	return nil
}

// stays tells whether a row belongs to the installation.
func stays(t *schema.Table, row store.Row) bool {
	return t == &schema.Settings && (slices.Contains(ownSettings, row.Text("name")) || strings.HasPrefix(row.Text("name"), CertificateMark))
}

// Options are what the work may be told.
type Options struct {
	Progress Progress
	Log      *slog.Logger
	Now      func() time.Time
	// Judge tells the type of a picture and refuses what is none.
	Judge func(content []byte) (mimetype string, err error)
	// Strip takes out of a judged picture what visitors must not learn.
	Strip func(mimetype string, content []byte) []byte
	// Secret is the signing secret of the installation, for an export that takes
	// it along: without it second factors cannot be opened elsewhere.
	Secret []byte
	// Force lets an import replace what is there.
	Force bool
	// Broken says that the database that a restore replaces is damaged.
	Broken bool
	// Key encrypts backups; nil, and one of no text, does not.
	Key *Key
	// Scratch is a folder of this machine for what must be written unencrypted on the way.
	Scratch string
}

// Progress hears how far a step has come, and at its end that done is total,
// which is -1 as long as nobody knows it.
type Progress func(step string, done, total int64)

func (p Progress) at(step string, done, total int64) {
	if p != nil {
		p(step, done, total)
	}
}

func (o Options) now() time.Time {
	if o.Now == nil {
		return time.Now().UTC()
	}
	return o.Now().UTC()
}

func (o Options) warn(ctx context.Context, text string, args ...any) {
	cmp.Or(o.Log, slog.Default()).WarnContext(ctx, text, args...)
}

// tooNew refuses what a newer program made, in one line.
func (m Manifest) tooNew() error {
	switch known := store.Known(); {
	case m.Format > Format:
		return fmt.Errorf("the archive has format %d and this vitrine knows %d; use a newer vitrine", m.Format, Format)
	case m.Schema > known:
		return fmt.Errorf("the archive has schema %d and this vitrine knows %d; use a newer vitrine", m.Schema, known)
	}
	return m.strange()
}

// strange refuses what is no manifest of ours.
func (m Manifest) strange() error {
	if m.Format < 1 || m.Schema < 1 || m.Kind != KindTables && m.Kind != KindSQLite {
		return errNoArchive
	}
	return nil
}
