package postgres_test

import (
	"fmt"
	"strings"
	"testing"

	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

func TestNewMessagesAreSortedIntoTheirIndex(t *testing.T) {
	s, e := open(t, store.Options{URL: storetest.PostgresURL(t)})
	for n := range 3 {
		storetest.Add(t, s, &schema.ContactFormSubmissions, store.Row{"name": "Ada", "email": "a@example.com", "subject": "s", "message": fmt.Sprint(n, strings.Repeat(" quokka", 9))})
	}
	if err := e.FlushPending(t.Context()); err != nil {
		t.Fatal(err)
	}
	var left int
	if err := e.DB().QueryRow("SELECT gin_clean_pending_list('contact_form_submissions_search')").Scan(&left); err != nil || left != 0 {
		t.Errorf("%d pages waited still (%v)", left, err)
	}
}
