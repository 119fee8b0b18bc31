package mail

import (
	"os"
	"testing"
	"time"

	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

func TestOldLettersInTheFolderGo(t *testing.T) {
	dir := t.TempDir()
	x := start(t, storetest.SQLite(t), inFiles(t, dir))
	x.send("newsletter 1 studio", "studio@example.com")
	for after, want := range []int{1, 0} {
		x.Pass(Retention*time.Duration(after) + time.Second)
		if err := x.Tidy(t.Context()); err != nil {
			t.Fatal(err)
		}
		if letters, _ := os.ReadDir(dir); len(letters) != want {
			t.Errorf("%d letters lie in the folder, not %d", len(letters), want)
		}
	}
}

// TestALetterWrittenWhileItsMessageWasDeletedGoesToo sends what was leased
// before the message went.
func TestALetterWrittenWhileItsMessageWasDeletedGoesToo(t *testing.T) {
	dir, table := t.TempDir(), &schema.ContactFormSubmissions
	x := start(t, storetest.SQLite(t), inFiles(t, dir))
	message := store.Row{"name": "Ann", "email": "ann@example.org", "subject": "S", "message": "M"}
	if _, err := x.s.AsSystem().Insert(t.Context(), table, message); err != nil {
		t.Fatal(err)
	}
	if err := x.RecordAbout(t.Context(), x.s.AsSystem(), "contact 1 studio", Letter{To: "studio@example.com"}, store.Row{"message_id": 1}); err != nil {
		t.Fatal(err)
	}
	row, _, err := x.lease(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := x.s.AsSystem().Delete(t.Context(), table, store.Eq("id", 1)); err != nil {
		t.Fatal(err)
	}
	<-x.orphans // the sweep of the deletion finds nothing yet
	if err := <-x.deliver(t.Context(), row); err != nil {
		t.Fatal(err)
	}
	select {
	case <-x.orphans:
	default:
		t.Fatal("nobody looks for the file")
	}
	if err := x.removeOrphans(t.Context()); err != nil {
		t.Fatal(err)
	}
	if files, _ := os.ReadDir(dir); len(files) != 0 {
		t.Errorf("%v is left", files)
	}
}
