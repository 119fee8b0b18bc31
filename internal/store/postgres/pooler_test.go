package postgres_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/postgres"
	"vitrine/internal/store/storetest"
)

// TestEverythingWorksThroughAPooler has two servers behind PgBouncer, which gives
// them another connection of PostgreSQL for each transaction.
func TestEverythingWorksThroughAPooler(t *testing.T) {
	direct := storetest.StartServer(t)
	url := direct.Pooler(t, "transaction")
	here, e := open(t, store.Options{URL: url, Serves: true})
	there, _ := open(t, store.Options{URL: url, Serves: true})
	heard := storetest.ListenAfter(t, there)

	id := storetest.Add(t, here, &schema.TeamMembers, store.Row{"name": "0"})["id"]
	job := storetest.Add(t, here, &schema.JobListings, store.Row{"title": "Animator", "rank": int64(1)})["id"]
	var jobs store.Query
	for _, table := range []*schema.Table{&schema.JobResponsibilities, &schema.JobQualifications, &schema.JobPreferred} {
		storetest.Add(t, here, table, store.Row{"job_id": job, "description": "d"})
		jobs.Fields = append(jobs.Fields, store.Field{As: table.Name, Embed: &store.Embed{Table: table}})
	}
	var all sync.WaitGroup
	for w := range 8 {
		all.Go(func() {
			s := []*store.Store{here, there}[w%2]
			for n := range 20 {
				if _, err := s.As(storetest.Visitor).Insert(t.Context(), &schema.NewsletterSubscriptions, store.Row{"email": fmt.Sprintf("w%d.%d@example.com", w, n)}); err != nil {
					t.Error(err)
				}
				if _, err := s.As(storetest.Editor).Update(t.Context(), &schema.TeamMembers, store.Eq("id", id), store.Row{"name": fmt.Sprint(w, n)}); err != nil {
					t.Error(err)
				}
				if _, err := s.As(storetest.Visitor).One(t.Context(), &schema.TeamMembers, store.Eq("id", id)); err != nil {
					t.Error(err)
				}
				if rows, err := s.As(storetest.Visitor).Select(t.Context(), &schema.JobListings, jobs); err != nil || len(rows) != 1 || len(rows[0]["job_preferred"].([]store.Row)) != 1 {
					t.Errorf("the jobs are %v (%v)", rows, err)
				}
			}
		})
	}
	running := make(chan struct{}, 1)
	for w := range 4 {
		all.Go(func() {
			s := []*store.Store{here, there}[w%2]
			for range 20 {
				if _, err := s.RunExclusive(t.Context(), "work", func(context.Context) error {
					select {
					case running <- struct{}{}:
						defer func() { <-running }()
					default:
						t.Error("two are at the same work")
					}
					_, err := s.AsSystem().Count(t.Context(), &schema.TeamMembers)
					return err
				}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	if n, err := here.AsSystem().Count(t.Context(), &schema.NewsletterSubscriptions); n != 160 || err != nil {
		t.Errorf("%d rows are stored (%v), want 160", n, err)
	}
	updates := 0
	for _, event := range heard.Until(t, there) {
		if event.Table == &schema.TeamMembers && event.Type == store.Updated {
			updates++
		}
	}
	if updates != 160 {
		t.Errorf("%d updates are delivered, want 160", updates)
	}
	if ran, err := here.RunExclusive(t.Context(), "work", func(context.Context) error { return nil }); !ran || err != nil {
		t.Errorf("a lock is left behind (%v)", err)
	}
	servers := func() int {
		names, err := here.OtherServers(t.Context())
		if err != nil {
			t.Error(err)
		}
		return len(names)
	}
	storetest.Eventually(t, 10*time.Second, "each server sees the other", func() bool { return servers() == 1 })
	t.Run("for a while", func(t *testing.T) {
		open(t, store.Options{URL: url, Serves: true})
		storetest.Eventually(t, 10*time.Second, "a third is seen", func() bool { return servers() == 2 })
	})
	storetest.Eventually(t, 10*time.Second, "the third is gone", func() bool { return servers() == 1 })
	var locks int
	if err := e.DB().QueryRow("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'").Scan(&locks); err != nil || locks != 2 {
		t.Errorf("%d advisory locks are left (%v), want one for each server", locks, err)
	}
}

func TestAPoolerIsNamedWhereItTakesSomethingAway(t *testing.T) {
	server := storetest.StartServer(t)
	named := func(url string) bool {
		found, err := postgres.Examine(t.Context(), url)
		if err != nil {
			t.Fatal(err)
		}
		return strings.Contains(strings.Join(found.Risks, ";"), "a pooler in transaction mode")
	}
	if named(server.URL()) || named(server.Pooler(t, "session")) {
		t.Error("a pooler is named where there is none, or one that takes nothing away")
	}
	pooler := server.Pooler(t, "transaction")
	if !named(pooler) {
		t.Error("a pooler in transaction mode is not named")
	}
	refusesReplica(t, server.URL(), pooler, "VITRINE_DATABASE_READ_URL leads through a pooler")
}
