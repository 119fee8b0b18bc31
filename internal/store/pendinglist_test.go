package store_test

import (
	"fmt"
	"strings"
	"testing"

	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

func TestNewMessagesAreSortedIntoTheirIndex(t *testing.T) {
	s := storetest.Postgres(t)
	for n := range 3 {
		add(t, s, &schema.ContactFormSubmissions, store.Row{"name": "Ada", "email": "a@example.com", "subject": "s", "message": fmt.Sprint(n, strings.Repeat(" quokka", 9))})
	}
	if err := s.FlushPending(t.Context()); err != nil {
		t.Fatal(err)
	}
	var left int
	if err := s.SQL().QueryRow("SELECT gin_clean_pending_list('contact_form_submissions_search')").Scan(&left); err != nil || left != 0 {
		t.Errorf("%d pages waited still (%v)", left, err)
	}
}
