package main_test

import (
	"bytes"
	"database/sql"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"sync"
	"testing"

	"vitrine/internal/store/storetest"
)

// A save and its revision are one: after a kill at any moment whatever was
// acknowledged has its revision, or is in Trash, and there is no other.
func TestASaveAndItsRevisionAreOneWhenTheServerIsKilled(t *testing.T) {
	t.Run("sqlite", func(t *testing.T) {
		t.Parallel()
		dir := t.TempDir()
		killingStaff(t, settings(dir), rounds(3, 50), func() *sql.DB { return openDB(t, "sqlite", "file:"+filepath.Join(dir, "vitrine.db")+"?mode=ro") })
	})
	t.Run("postgres", func(t *testing.T) {
		t.Parallel()
		url := storetest.PostgresURL(t)
		killingStaff(t, settings(t.TempDir(), "VITRINE_DATABASE_URL="+url), rounds(2, 20), func() *sql.DB { return openDB(t, "pgx", url) })
	})
}

func killingStaff(t *testing.T, env []string, rounds int, open func() *sql.DB) {
	s, all := start(t, env), &staff{}
	for range rounds {
		all.work(s)
		s.kill()
		all.clients.Wait()
		s = start(t, env)
		db := open()
		all.check(t, db)
		db.Close()
	}
	figures(t, "%d kills, %s", rounds, all)
}

// TestASaveAndItsRevisionAreOneInAPowerCut is the same where only what was
// synced is left.
func TestASaveAndItsRevisionAreOneInAPowerCut(t *testing.T) {
	long(t)
	asRoot(t)
	t.Parallel()
	dir := ext4(t)
	env := settings(filepath.Join(dir, "data"))
	const rounds = 20
	s, all := start(t, env), &staff{}
	for range rounds {
		all.work(s)
		s.halt("TD")
		cutPower(t, dir)
		s.kill()
		all.clients.Wait()
		remount(t, dir)
		s = start(t, env)
		db := openDB(t, "sqlite", "file:"+filepath.Join(dir, "data", "vitrine.db")+"?mode=ro")
		all.check(t, db)
		db.Close()
	}
	s.kill()
	figures(t, "%d power cuts, %s", rounds, all)
}

// staff save and delete, each in a way of their own, until the server is gone.
type staff struct {
	server, token string
	clients       sync.WaitGroup
	mu            sync.Mutex
	saved         map[string]int64 // the version that was acknowledged, by document and id
	deleted       map[string]bool
	answers       int
	wanted        int    // answers until the load is on
	under         func() // tells that the load is on

	saves, deletions int // of all rounds
}

func (all *staff) String() string {
	return fmt.Sprintf("%d acknowledged saves and %d deletions by procedures and plain calls, each with its revision or in Trash, and none without", all.saves, all.deletions)
}

// work begins, and returns once the load is on.
func (all *staff) work(s *server) {
	all.server, all.token = s.url, s.signIn(boss, bossWord)
	all.saved, all.deleted, all.answers = map[string]int64{}, map[string]bool{}, 0
	enough := make(chan struct{})
	all.wanted = rounds(60, 600)
	all.under = sync.OnceFunc(func() { close(enough) })
	for _, client := range []func(){all.saveJobs, all.saveJobs, all.changeLinks, all.deleteCompanies, all.deleteMessages} {
		all.clients.Go(func() {
			defer all.under() // a client that fails holds nobody up
			client()
		})
	}
	<-enough
}

// ask is one request; false means that it was not acknowledged.
func (all *staff) ask(method, path string, body any, into any) bool {
	raw, err := json.Marshal(body)
	if err != nil {
		panic(err)
	}
	r, err := http.NewRequest(method, all.server+"/rest/v1/"+path, bytes.NewReader(raw))
	if err != nil {
		panic(err)
	}
	r.Header.Set("Authorization", "Bearer "+all.token)
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Prefer", "return=representation")
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return false
	}
	defer answer.Body.Close()
	got, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode/100 != 2 {
		return false
	}
	all.mu.Lock()
	defer all.mu.Unlock()
	if all.answers++; all.answers == all.wanted {
		all.under()
	}
	return into == nil || json.Unmarshal(got, into) == nil
}

type stored struct{ ID, Version int64 }

func (all *staff) hasSaved(document string, row stored) {
	all.mu.Lock()
	defer all.mu.Unlock()
	all.saved[fmt.Sprint(document, " ", row.ID)] = row.Version
	all.saves++
}

func (all *staff) hasDeleted(document string, row stored) {
	all.mu.Lock()
	defer all.mu.Unlock()
	delete(all.saved, fmt.Sprint(document, " ", row.ID))
	all.deleted[fmt.Sprint(document, " ", row.ID)] = true
	all.deletions++
}

// saveJobs saves one job with a list again and again, as its screen does.
func (all *staff) saveJobs() {
	var job stored
	for n := 0; ; n++ {
		args := map[string]any{"title": fmt.Sprint("Save ", n), "responsibilities": []string{fmt.Sprint("Item ", n)}}
		if job.ID != 0 {
			args["id"], args["version"] = job.ID, job.Version
		}
		if !all.ask("POST", "rpc/save_job", args, &job) {
			return
		}
		all.hasSaved("job", job)
	}
}

// changeLinks adds links and changes each a few times, as any client may.
func (all *staff) changeLinks() {
	for n := 0; ; n++ {
		method, path := "POST", "navigation_links"
		for step := range 4 {
			var rows []stored
			if !all.ask(method, path, map[string]any{"name": fmt.Sprint("Link ", n, " ", step), "path": "/about", "order": n + 1}, &rows) {
				return
			}
			all.hasSaved("navigation_link", rows[0])
			method, path = "PATCH", fmt.Sprint("navigation_links?id=eq.", rows[0].ID)
		}
	}
}

// deleteCompanies adds one and deletes it, by the procedure and by a plain call.
func (all *staff) deleteCompanies() {
	for n := 0; ; n++ {
		var company stored
		if !all.ask("POST", "rpc/save_company", map[string]any{"name": fmt.Sprint("Company ", n), "description": "d", "website_url": "https://c.example"}, &company) {
			return
		}
		all.hasSaved("company", company)
		ok := n%2 == 0 && all.ask("POST", "rpc/delete_company", company.named(), nil) ||
			n%2 == 1 && all.ask("DELETE", fmt.Sprint("portfolio_companies?id=eq.", company.ID), nil, nil)
		if !ok {
			return
		}
		all.hasDeleted("company", company)
	}
}

func (row stored) named() map[string]any {
	return map[string]any{"id": row.ID, "version": row.Version}
}

// deleteMessages deletes what has no history and goes to Trash all the same.
func (all *staff) deleteMessages() {
	for {
		var rows []stored
		if !all.ask("POST", "contact_form_submissions", map[string]any{"name": "N", "email": "n@example.com", "subject": "S", "message": "M"}, &rows) ||
			!all.ask("DELETE", fmt.Sprint("contact_form_submissions?id=eq.", rows[0].ID), nil, nil) {
			return
		}
		all.hasDeleted("message", rows[0])
	}
}

// last is the newest revision of a document.
type last struct {
	action    string
	version   int64
	revisions int64
}

// check compares the documents with their revisions, and both with what was
// acknowledged.
func (all *staff) check(t *testing.T, db *sql.DB) {
	t.Helper()
	newest, rows := revisionsOf(t, db), map[string]int64{}
	for document, table := range map[string]string{"job": "job_listings", "navigation_link": "navigation_links", "company": "portfolio_companies", "hero": "hero_content"} {
		each(t, db, "SELECT id, version FROM "+table, func(scan func(...any)) {
			var row stored
			scan(&row.ID, &row.Version)
			name := fmt.Sprint(document, " ", row.ID)
			if rows[name] = row.Version; newest[name].version != row.Version || newest[name].action == "deleted" {
				t.Errorf("%s is stored with version %d, and its newest revision is %+v", name, row.Version, newest[name])
			}
		})
	}
	each(t, db, "SELECT id FROM contact_form_submissions", func(scan func(...any)) {
		var id int64
		scan(&id)
		rows[fmt.Sprint("message ", id)] = 1
	})
	for name, revision := range newest {
		if _, there := rows[name]; there == (revision.action == "deleted") {
			t.Errorf("%s has the revision %+v, and that it is stored is %v", name, revision, there)
		}
	}
	for name, version := range all.saved {
		if revision := newest[name]; revision.version < version && revision.action != "deleted" {
			t.Errorf("version %d of %s was acknowledged, and its newest revision is %+v", version, name, revision)
		}
		if isJob := name[:4] == "job "; isJob && newest[name].revisions != rows[name] {
			t.Errorf("%s was saved %d times and has %d revisions", name, rows[name], newest[name].revisions)
		}
	}
	for name := range all.deleted {
		if newest[name].action != "deleted" {
			t.Errorf("%s was deleted, and its newest revision is %+v", name, newest[name])
		}
	}
	for what, text := range map[string]string{
		"revisions that nobody made":      "SELECT id FROM revisions WHERE user_id <> '' AND id NOT IN (SELECT revision_id FROM activity)",
		"activities without their change": "SELECT id FROM activity WHERE revision_id > 0 AND revision_id NOT IN (SELECT id FROM revisions)",
	} {
		n := 0
		each(t, db, text, func(func(...any)) { n++ })
		if n > 0 {
			t.Errorf("there are %d %s", n, what)
		}
	}
}

func revisionsOf(t *testing.T, db *sql.DB) map[string]last {
	t.Helper()
	newest := map[string]last{}
	each(t, db, "SELECT document, document_id, document_version, action FROM revisions WHERE document IN ('job', 'navigation_link', 'company', 'hero', 'message') ORDER BY id", func(scan func(...any)) {
		var document, id string
		is := last{}
		scan(&document, &id, &is.version, &is.action)
		name := document + " " + id
		is.revisions = newest[name].revisions + 1
		newest[name] = is
	})
	return newest
}

// each calls with every row of a query.
func each(t *testing.T, db *sql.DB, query string, row func(scan func(...any))) {
	t.Helper()
	rows, err := db.Query(query)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		row(func(into ...any) {
			if err := rows.Scan(into...); err != nil {
				t.Fatal(err)
			}
		})
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
}
