package postgres_test

import (
	"context"
	"errors"
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
	for i := range postgres.InsertWorkers { // each is held by the lock
		add(i)
		storetest.Eventually(t, time.Minute, "an insert waits for the lock", func() bool {
			var n int
			err := e.DB().QueryRow("SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = 'newsletter_subscriptions'::regclass").Scan(&n)
			return err == nil && n == i+1
		})
	}
	for i := postgres.InsertWorkers; i < rows; i++ {
		add(i)
	}
	storetest.Eventually(t, time.Minute, "all others are in the queue", func() bool {
		inserts, _ := e.Queued()
		return inserts == rows-postgres.InsertWorkers
	})
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
	if stored != rows-1 || commits > 2*postgres.InsertWorkers {
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

// saveBehind has saves wait in the queue behind one that is held, and then lets
// all of them go on.
func saveBehind(t *testing.T, s *store.Store, e *postgres.Engine, saves ...func(store.Session) error) []error {
	t.Helper()
	begun, hold := make(chan struct{}), make(chan struct{})
	held := make(chan error, 1)
	go func() {
		held <- s.As(storetest.Editor).Tx(context.Background(), func(x store.Session) error {
			close(begun)
			<-hold
			return describe("First")(x)
		})
	}()
	<-begun
	errs := make([]error, len(saves))
	var all sync.WaitGroup
	for i, save := range saves {
		all.Go(func() { errs[i] = s.As(storetest.Editor).Tx(context.Background(), save) })
		storetest.Eventually(t, time.Minute, "the save is in the queue", func() bool { _, works := e.Queued(); return works == i+1 })
	}
	close(hold)
	all.Wait()
	if err := <-held; err != nil {
		t.Error(err)
	}
	return errs
}

func describe(what string) func(store.Session) error {
	return func(x store.Session) error {
		_, err := x.Update(context.Background(), &schema.PortfolioCompanies, store.Eq("id", 1), store.Row{"description": what})
		return err
	}
}

func TestSavesThatWaitShareACommit(t *testing.T) {
	s, e := open(t, store.Options{URL: storetest.PostgresURL(t)})
	storetest.Add(t, s, &schema.PortfolioCompanies, store.Row{"name": "Acme", "description": "A shop", "website_url": "https://acme.example"})
	before := commitsOf(t, e)
	const rows = 20
	var saves []func(store.Session) error
	for i := range rows {
		saves = append(saves, describe(fmt.Sprint("A shop ", i)))
	}
	for i, err := range saveBehind(t, s, e, saves...) {
		if err != nil {
			t.Errorf("save %d: %v", i, err)
		}
	}
	row := storetest.Get(t, s, &schema.PortfolioCompanies, 1)
	if row.Text("description") != "A shop 19" || row.Int("version") != 1+1+rows {
		t.Errorf("%q, version %d", row.Text("description"), row.Int("version"))
	}
	if n := commitsOf(t, e) - before; n != 2 {
		t.Errorf("%d commits, want that of the first and that of the others", n)
	}
}

func TestAGroupThatTakesLongTakesNoMoreIn(t *testing.T) {
	s, e := open(t, store.Options{URL: storetest.PostgresURL(t)})
	storetest.Add(t, s, &schema.PortfolioCompanies, store.Row{"name": "Acme", "description": "A shop", "website_url": "https://acme.example"})
	e.EndGroups()
	before := commitsOf(t, e)
	for i, err := range saveBehind(t, s, e, describe("Second"), describe("Third"), describe("Fourth")) {
		if err != nil {
			t.Errorf("save %d: %v", i, err)
		}
	}
	if n := commitsOf(t, e) - before; n != 4 {
		t.Errorf("%d commits of 4 saves", n)
	}
	if row := storetest.Get(t, s, &schema.PortfolioCompanies, 1); row.Text("description") != "Fourth" || row.Int("version") != 5 {
		t.Errorf("%q, version %d", row.Text("description"), row.Int("version"))
	}
}

func commitsOf(t *testing.T, e *postgres.Engine) (n int) {
	t.Helper()
	if err := e.DB().QueryRow("SELECT count(*) FROM changes").Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

func TestASaveThatFailsCostsNobodyElse(t *testing.T) {
	s, e := open(t, store.Options{URL: storetest.PostgresURL(t)})
	storetest.Add(t, s, &schema.PortfolioCompanies, store.Row{"name": "Acme", "description": "A shop", "website_url": "https://acme.example"})
	refused := errors.New("no")
	undone := 0
	fails := func(x store.Session) error { // after it has written, which nobody may see
		x.OnRollback(func() { undone++ })
		return errors.Join(describe("Bad")(x), refused)
	}
	panics := func(x store.Session) error { panic(errors.Join(describe("Bad")(x), refused)) }
	errs := saveBehind(t, s, e, describe("Second"), fails, describe("Third"))
	if errs[0] != nil || !errors.Is(errs[1], refused) || errs[2] != nil || undone != 2 { // in the group, and alone
		t.Errorf("%v, undone %d times", errs, undone)
	}
	if errs := saveBehind(t, s, e, panics); errs[0] == nil {
		t.Error("a save that panics is acknowledged")
	}
	if row := storetest.Get(t, s, &schema.PortfolioCompanies, 1); row.Text("description") != "First" || row.Int("version") != 5 {
		t.Errorf("%q, version %d", row.Text("description"), row.Int("version"))
	}
}

func TestASaveWhoseCallerLeftIsNeverDone(t *testing.T) {
	s, e := open(t, store.Options{URL: storetest.PostgresURL(t)})
	storetest.Add(t, s, &schema.PortfolioCompanies, store.Row{"name": "Acme", "description": "A shop", "website_url": "https://acme.example"})
	ctx, leave := context.WithCancel(t.Context())
	left := make(chan error, 1)
	err := s.As(storetest.Editor).Tx(t.Context(), func(x store.Session) error {
		go func() { left <- s.As(storetest.Editor).Tx(ctx, describe("Left")) }()
		storetest.Eventually(t, time.Minute, "it is in the queue", func() bool { _, works := e.Queued(); return works == 1 })
		leave()
		if err := <-left; !fault.Is(err, fault.TimedOut) {
			t.Errorf("the caller who left: %v", err)
		}
		return describe("Stayed")(x)
	})
	if err == nil {
		err = s.As(storetest.Editor).Tx(t.Context(), func(store.Session) error { return nil }) // after whatever is in the queue
	}
	if row := storetest.Get(t, s, &schema.PortfolioCompanies, 1); err != nil || row.Text("description") != "Stayed" || row.Int("version") != 2 {
		t.Errorf("%v, %q, version %d", err, row.Text("description"), row.Int("version"))
	}
}
