package auth

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"vitrine/internal/mail"
	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

// TestRemovingAUserRemovesTheLettersToThem: rows and files, of this person alone.
func TestRemovingAUserRemovesTheLettersToThem(t *testing.T) {
	eachAdmin(t, func(t *testing.T, h *house, token string, _ User) {
		dir, db := t.TempDir(), h.s.store
		sender, err := mail.Open(mail.Options{Dir: dir})
		if err != nil {
			t.Fatal(err)
		}
		box := mail.NewOutbox(mail.OutboxOptions{Store: db, Sender: sender, Log: h.s.log})
		post := func(about string) Letter {
			return func(ctx context.Context, tx store.Session, email, link string) error {
				return box.Record(ctx, tx, fmt.Sprintf("%s %d %s", about, tx.Now().UnixMicro(), email), mail.Letter{To: email, Text: link})
			}
		}
		h.s.send, h.s.invite = post(RecoveryLetter), post(InvitationLetter)
		const gone, stays = "Gone@example.com", "stays@example.com"
		for _, email := range []string{gone, stays} {
			if _, err := h.run(token, "invite_user", fmt.Sprintf(`{"email":%q,"role":"viewer"}`, email)); err != nil {
				t.Fatal(err)
			}
			if err := h.s.sendLink(t.Context(), normal(email)); err != nil {
				t.Fatal(err)
			}
		}
		if err := box.Record(t.Context(), db.AsSystem(), "quarantine 1", mail.Letter{To: gone}); err != nil {
			t.Fatal(err)
		}
		if err := box.Drain(t.Context()); err != nil {
			t.Fatal(err)
		}
		files := func() int {
			all, err := filepath.Glob(filepath.Join(dir, "*.eml"))
			if err != nil {
				t.Fatal(err)
			}
			return len(all)
		}
		if files() != 5 {
			t.Fatalf("%d files", files())
		}
		if err := os.WriteFile(filepath.Join(dir, "mine.eml"), nil, 0o600); err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithCancel(t.Context())
		done := make(chan struct{})
		go func() { box.Run(ctx); close(done) }()
		t.Cleanup(func() { stop(); <-done })
		id := h.rows(token, "list_users", "email")[normal(gone)]["id"]
		if _, err := h.run(token, "remove_user", fmt.Sprintf(`{"user_id":%q}`, id)); err != nil {
			t.Fatal(err)
		}
		rows, err := db.AsSystem().Select(t.Context(), &schema.Mails, store.Query{Where: store.All{store.Eq("recipient", normal(gone))}})
		if err != nil || len(rows) != 1 || rows[0].Text("reason") != "quarantine 1" {
			t.Errorf("letters to the person: %v %v", rows, err)
		}
		for end := time.Now().Add(storetest.Busy(20 * time.Second)); files() != 4 && time.Now().Before(end); {
			time.Sleep(5 * time.Millisecond)
		}
		if files() != 4 { // two to who stays, one about the site, one that is not ours
			t.Errorf("%d files", files())
		}
	})
}
