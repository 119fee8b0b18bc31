package letters_test

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"vitrine/internal/content"
	"vitrine/internal/letters"
	"vitrine/internal/mail"
	"vitrine/internal/mail/mailtest"
	"vitrine/internal/procedure"
	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

const origin = "https://studio.example"

// house is a site that sends letters to a real server.
type house struct {
	*testing.T
	store   *store.Store
	server  *mailtest.Server
	clock   *storetest.Clock
	letters *letters.Letters
	editor  store.Session
	calls   procedure.All
}

func each(t *testing.T, test func(h *house)) {
	storetest.EachAt(t, func(t *testing.T, s *store.Store, clock *storetest.Clock) { test(open(t, s, clock)) })
}

func open(t *testing.T, s *store.Store, clock *storetest.Clock) *house {
	t.Helper()
	h := &house{T: t, store: s, server: mailtest.Start(t), clock: clock, calls: content.Procedures()}
	h.letters = h.instance(h.server.URL())
	for name, p := range h.letters.Procedures() {
		h.calls[name] = p
	}
	user := storetest.Add(t, s, &schema.Users, store.Row{"id": "11111111-1111-4111-8111-111111111111", "email": "editor@studio.example", "password_hash": "x"})
	h.editor = s.As(schema.Actor{Role: schema.Editor, UserID: user.Text("id")})
	storetest.Add(t, s, &schema.SiteSettings, store.Row{"name": "Atelier"})
	return h
}

// instance is one more server on the same database.
func (h *house) instance(url string) *letters.Letters {
	h.Helper()
	sender, err := mail.Open(mail.Options{SMTPURL: url, From: "hello@studio.example", Dir: filepath.Join(h.TempDir(), "outbox")})
	if err != nil {
		h.Fatal(err)
	}
	l, err := letters.New(h.Context(), letters.Options{Store: h.store, Sender: sender, PublicURL: origin, Delay: time.Minute, Rate: 1000, Connections: 3, Now: h.clock.Now})
	if err != nil {
		h.Fatal(err)
	}
	return l
}

func (h *house) subscribe(emails ...string) {
	h.Helper()
	for _, email := range emails {
		storetest.Add(h, h.store, &schema.NewsletterSubscriptions, store.Row{"email": email})
	}
}

func people(n int) (out []string) {
	for i := range n {
		out = append(out, fmt.Sprintf("p%04d@mail.example", i))
	}
	return out
}

func (h *house) call(name string, args any) (map[string]any, error) {
	h.Helper()
	raw, err := json.Marshal(args)
	if err != nil {
		h.Fatal(err)
	}
	answer, err := h.calls.Call(h.Context(), h.editor, name, raw)
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal(answer)
	if err != nil {
		h.Fatal(err)
	}
	out := map[string]any{}
	if string(text) != "null" {
		if err := json.Unmarshal(text, &out); err != nil {
			h.Fatal(err)
		}
	}
	return out, nil
}

func (h *house) must(name string, args any) map[string]any {
	h.Helper()
	out, err := h.call(name, args)
	if err != nil {
		h.Fatalf("%s: %v", name, err)
	}
	return out
}

type object = map[string]any

// write saves a letter and has it sent now.
func (h *house) write(args object) (id any) {
	h.Helper()
	saved := h.must("save_letter", args)
	h.must("send_letter", object{"id": saved["id"], "version": saved["version"]})
	return saved["id"]
}

func (h *house) letter(id any) store.Row {
	h.Helper()
	row, err := h.store.AsSystem().One(h.Context(), &schema.Letters, store.Eq("id", id))
	if err != nil {
		h.Fatal(err)
	}
	return row
}

// copies are those of a letter, by what became of them.
func (h *house) copies(status string) []string {
	h.Helper()
	rows, err := h.store.AsSystem().Select(h.Context(), &schema.LetterDeliveries, store.Query{Where: store.All{store.Eq("status", status)}})
	if err != nil {
		h.Fatal(err)
	}
	out := []string{}
	for _, row := range rows {
		out = append(out, row.Text("email"))
	}
	slices.Sort(out)
	return out
}

func (h *house) standing(email string) string {
	h.Helper()
	row, err := h.store.AsSystem().One(h.Context(), &schema.NewsletterSubscriptions, store.Folded("email", email))
	if err != nil {
		h.Fatal(err)
	}
	return row.Text("status")
}

// pass lets time go by and the letters do what is due.
func (h *house) pass(d time.Duration) {
	h.Helper()
	h.clock.Pass(d)
	if err := h.letters.Round(h.Context()); err != nil {
		h.Fatal(err)
	}
}
