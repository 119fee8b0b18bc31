package postgres_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"vitrine/internal/fault"
	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/postgres"
	"vitrine/internal/store/storetest"
)

// patientURL is that of a database whose locks are waited for.
func patientURL(t *testing.T) string {
	url := storetest.PostgresURL(t)
	sign := "?"
	if strings.Contains(url, "?") {
		sign = "&"
	}
	return url + sign + "lock_timeout=120000&statement_timeout=120000"
}

func TestRowsThatWaitShareACommit(t *testing.T) {
	s, e := open(t, store.Options{URL: patientURL(t)})
	lock, err := e.DB().BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer lock.Rollback()
	if _, err := lock.Exec("LOCK TABLE newsletter_subscriptions IN SHARE MODE"); err != nil {
		t.Fatal(err)
	}
	const rows = 40
	ids, errs := make([]int64, rows), make([]error, rows)
	var all sync.WaitGroup
	add := func(i int) {
		all.Go(func() {
			stored, err := s.AsSystem().Insert(t.Context(), &schema.NewsletterSubscriptions, store.Row{"email": fmt.Sprintf("%d@example.com", i%(rows-1))})
			if errs[i] = err; err == nil {
				ids[i] = stored[0].Int("id")
			}
		})
	}
	for i := range postgres.GroupWorkers { // each is held by the lock
		add(i)
		storetest.Eventually(t, time.Minute, "an insert waits for the lock", func() bool {
			var n int
			err := e.DB().QueryRow("SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = 'newsletter_subscriptions'::regclass").Scan(&n)
			return err == nil && n == i+1
		})
	}
	for i := postgres.GroupWorkers; i < rows; i++ {
		add(i)
	}
	storetest.Eventually(t, time.Minute, "all others are in the queue", func() bool { return e.Queued() == rows-postgres.GroupWorkers })
	if err := lock.Rollback(); err != nil {
		t.Fatal(err)
	}
	all.Wait()
	seen, refused := map[int64]bool{}, 0
	for i := range rows {
		switch {
		case fault.Is(errs[i], fault.Duplicate):
			refused++
		case errs[i] != nil || ids[i] == 0 || seen[ids[i]]:
			t.Errorf("row %d: %v, number %d", i, errs[i], ids[i])
		}
		seen[ids[i]] = true
	}
	if refused != 1 {
		t.Errorf("%d of two alike were refused", refused)
	}
	var stored, commits int
	if err := e.DB().QueryRow("SELECT (SELECT count(*) FROM newsletter_subscriptions), (SELECT count(*) FROM changes)").Scan(&stored, &commits); err != nil {
		t.Fatal(err)
	}
	if stored != rows-1 || commits > 2*postgres.GroupWorkers {
		t.Errorf("%d rows in %d commits", stored, commits)
	}
}

func TestARowThatTheDatabaseRefusesCostsNobodyElse(t *testing.T) {
	s, e := open(t, store.Options{URL: storetest.PostgresURL(t)})
	if _, err := e.DB().Exec("ALTER TABLE newsletter_subscriptions ADD CHECK (email <> 'bad@example.com')"); err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	for i := range 20 {
		all.Go(func() {
			email := fmt.Sprintf("%d@example.com", i)
			if i == 7 {
				email = "bad@example.com"
			}
			if _, err := s.AsSystem().Insert(t.Context(), &schema.NewsletterSubscriptions, store.Row{"email": email}); (err != nil) != (i == 7) {
				t.Errorf("%s: %v", email, err)
			}
		})
	}
	all.Wait()
	if n, err := s.AsSystem().Count(t.Context(), &schema.NewsletterSubscriptions); err != nil || n != 19 {
		t.Errorf("%d rows: %v", n, err)
	}
}
