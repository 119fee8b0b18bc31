package mail

import (
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"net"
	"strconv"
	"time"

	"vitrine/internal/schema"
	"vitrine/internal/store"
)

// Settings are the stored ones.
type Settings struct {
	Host      string
	Port      int
	Username  string
	From      string
	To        string
	Selector  string
	Public    string // of the key that signs here; "" when others sign or nobody
	UpdatedAt time.Time
	UpdatedBy string

	password string
	signer   *signer
}

// HasPassword tells whether one is stored; it is never shown.
func (s Settings) HasPassword() bool { return s.password != "" }

// Stored reads and writes the settings in the database. Their secrets are sealed
// with a key made from the signing secret, which lies elsewhere.
type Stored struct {
	store *store.Store
	key   cipher.AEAD
}

// NewStored derives the key.
func NewStored(s *store.Store, secret []byte) *Stored {
	raw, err := hkdf.Key(sha256.New, secret, nil, "vitrine mail settings", sha256.Size)
	if err != nil {
		panic("mail: " + err.Error()) // the length is a constant
	}
	block, err := aes.NewCipher(raw)
	if err != nil {
		panic("mail: " + err.Error())
	}
	key, err := cipher.NewGCMWithRandomNonce(block)
	if err != nil {
		panic("mail: " + err.Error())
	}
	return &Stored{s, key}
}

// Read is what is stored; nothing is no error.
func (x *Stored) Read(ctx context.Context, db store.Session) (Settings, error) {
	rows, err := db.AsSystem().Select(ctx, &schema.MailSettings, store.Query{Limit: store.Limit(1)})
	if err != nil || len(rows) == 0 {
		return Settings{Port: 587}, err
	}
	row := rows[0]
	set := Settings{
		Host: row.Text("host"), Port: int(row.Int("port")), Username: row.Text("username"), From: row.Text("mail_from"), To: row.Text("mail_to"),
		Selector: row.Text("dkim_selector"), Public: row.Text("dkim_public"), UpdatedAt: row.Time("updated_at"), UpdatedBy: row.Text("updated_by"),
	}
	password, err := x.open(ctx, db, passwordName)
	if err != nil {
		return set, err
	}
	set.password = string(password)
	key, err := x.open(ctx, db, keyName)
	if err == nil && key != nil {
		set.signer, err = newSigner(set.Selector, key)
	}
	return set, err
}

// The names of what is sealed; each opens under its own alone.
const (
	passwordName = "mail_password"
	keyName      = "mail_dkim_key"
)

func (x *Stored) open(ctx context.Context, db store.Session, name string) ([]byte, error) {
	text, err := db.AsSystem().Setting(ctx, name)
	if err != nil || text == "" {
		return nil, err
	}
	sealed, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return nil, fmt.Errorf("the setting %s is damaged: %w", name, err)
	}
	open, err := x.key.Open(nil, nil, sealed, []byte(name))
	if err != nil {
		return nil, fmt.Errorf("the stored mail settings were sealed with another secret; enter the password anew: %w", err)
	}
	return open, nil
}

// seal stores a secret; nothing is stored of an empty one.
func (x *Stored) seal(ctx context.Context, tx store.Session, name string, secret []byte) error {
	if len(secret) == 0 {
		return tx.SetSetting(ctx, name, "")
	}
	return tx.SetSetting(ctx, name, base64.StdEncoding.EncodeToString(x.key.Seal(nil, nil, secret, []byte(name))))
}

// Change is what somebody saves. A nil password leaves the stored one.
type Change struct {
	Settings
	Password *string
	Sign     bool // with a key of ours
}

// Save stores the change.
func (x *Stored) Save(ctx context.Context, tx store.Session, c Change) error {
	tx = tx.AsSystem()
	rows, err := tx.Select(ctx, &schema.MailSettings, store.Query{})
	if err != nil {
		return err
	}
	row := store.Row{
		"host": c.Host, "port": c.Port, "username": c.Username, "mail_from": c.From, "mail_to": c.To, "dkim_selector": c.Selector,
		"updated_at": tx.Now(), "updated_by": c.UpdatedBy,
	}
	if c.Password != nil {
		if err := x.seal(ctx, tx, passwordName, []byte(*c.Password)); err != nil {
			return err
		}
	}
	if hasKey := len(rows) == 1 && rows[0].Text("dkim_public") != ""; c.Sign != hasKey {
		var private []byte
		row["dkim_public"] = ""
		if c.Sign {
			if private, row["dkim_public"], err = newSigningKey(); err != nil {
				return err
			}
		}
		if err := x.seal(ctx, tx, keyName, private); err != nil {
			return err
		}
	}
	if len(rows) == 0 {
		_, err = tx.Insert(ctx, &schema.MailSettings, row)
		return err
	}
	_, err = tx.Update(ctx, &schema.MailSettings, store.Eq("id", 1), row)
	return err
}

// readPatience is how long a letter waits for its settings; after it the last
// ones stand, and the next letter asks again.
const readPatience = 2 * time.Second

// Follow makes the sender go by the stored settings too, from now on, whichever
// instance they are saved on.
func (s *Sender) Follow(stored *Stored) {
	s.mu.Lock()
	s.stored = stored
	s.mu.Unlock()
	s.Refresh()
	stored.store.Generation(s.Refresh, schema.MailSettings.Name)
}

// Refresh makes the next letter read its settings anew.
func (s *Sender) Refresh() { s.stale.Store(true) }

func (s *Sender) current() *route {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.stored == nil || !s.stale.Swap(false) {
		return s.route
	}
	ctx, cancel := context.WithTimeout(context.Background(), readPatience)
	defer cancel()
	set, err := s.stored.Read(ctx, s.stored.store.AsSystem())
	if err == nil {
		var r *route
		if r, err = s.plan(set); err == nil {
			s.route = r
		}
	}
	if err != nil {
		s.Refresh()
	}
	return s.route
}

// Environment is what Open was given, which wins over what is stored.
func (s *Sender) Environment() Settings {
	out := Settings{From: s.options.From}
	if server, err := parseURL(s.options.SMTPURL); err == nil {
		out.Host, out.Port, out.Username, out.password = server.host, server.port, server.user, server.pass
	}
	return out
}

// Server says where mails are handed over, and whether others could read them on
// the way; "" without a server.
func (s *Sender) Server() string {
	server := s.current().server
	if server == nil {
		return ""
	}
	at := net.JoinHostPort(server.host, strconv.Itoa(server.port))
	if server.loopback && !server.implicit {
		return at + ", on this machine"
	}
	return at + ", encrypted"
}
