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
		_, err := db.Itself().Insert(t.Context(), &schema.Activity, store.Row{"created_at": at, "action": "told", "summary": name})
		if err != nil {
			t.Fatal(err)
		}
	}
	s := start(t, settings(dir, "VITRINE_KEEP_ACTIVITY=6d"))
	token := s.signIn(boss, bossWord)
	for end := time.Now().Add(storetest.Busy(20 * time.Second)); ; time.Sleep(50 * time.Millisecond) {
		told := s.ask("GET", "/rest/v1/activity?action=eq.told&select=summary", token, nil).body
		if !strings.Contains(told, "a week ago") && strings.Contains(told, "now") {
			return
		}
		if time.Now().After(end) {
			t.Fatal("kept ", told)
		}
	}
}
