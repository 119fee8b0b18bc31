package main_test

import (
	"strings"
	"testing"
	"time"

	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

func TestServeRemovesWhatIsOver(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	db := storetest.Open(t, store.Options{Dir: dir})
	week := time.Now().Add(-7 * 24 * time.Hour)
	for name, at := range map[string]time.Time{"a week ago": week, "now": time.Now()} {
		_, err := db.AsSystem().Insert(t.Context(), &schema.Activity, store.Row{"created_at": at, "action": "told", "summary": name})
		if err != nil {
			t.Fatal(err)
		}
	}
	s := start(t, settings(dir, "VITRINE_KEEP_ACTIVITY=6d"))
	token := s.signIn(boss, bossWord)
	s.eventually("what is a week old is removed, and nothing else", func() bool {
		told := s.ask("GET", "/rest/v1/activity?action=eq.told&select=summary", token, nil).body
		return !strings.Contains(told, "a week ago") && strings.Contains(told, "now")
	})
}

func TestTheBackOfficeIsToldHowLongTrashWaits(t *testing.T) {
	t.Parallel()
	for knob, want := range map[string]string{"": `&#34;trash_days&#34;:30`, "VITRINE_KEEP_TRASH=12w": `&#34;trash_days&#34;:84`, "VITRINE_KEEP_TRASH=forever": `&#34;trash_days&#34;:0`, "VITRINE_KEEP_ACTIVITY=2y": `&#34;activity_days&#34;:730`} {
		s := start(t, settings(t.TempDir(), knob))
		if page := s.ask("GET", "/admin/trash", "", nil); !strings.Contains(page.body, want) {
			t.Errorf("with %q the page does not say %s: %s", knob, want, page.body)
		}
	}
}
