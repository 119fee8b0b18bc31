package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
)

var jobChildren = []string{"job_responsibilities", "job_qualifications", "job_preferred"}

const (
	jobList      = "/rest/v1/job_listings"
	jobsExpanded = "/api/collections/job_listings/records?perPage=20&skipTotal=1&sort=rank&expand=job_responsibilities_via_job,job_qualifications_via_job,job_preferred_via_job"
)

// jobPage is a visitor's page of 20 jobs, as supabase-js asks for it.
func jobPage() request {
	return request{method: "GET", header: visitor(),
		path: jobList + "?select=*%2Cjob_responsibilities(*)%2Cjob_qualifications(*)%2Cjob_preferred(*)&order=rank.asc%2Cid.asc&offset=0&limit=20"}
}

// list compares a page of 20 jobs with three lists each: kept in memory, read
// from the database each time, from a bare handler, from nginx and from
// PocketBase; and what staff read.
func list(l *lab) (Section, error) {
	if err := l.seed("data", "--jobs", 20); err != nil {
		return Section{}, err
	}
	if err := os.CopyFS(filepath.Join(l.dir, "fresh"), os.DirFS(filepath.Join(l.dir, "data"))); err != nil {
		return Section{}, err
	}
	kept, err := l.vitrine("data", "VITRINE_DEMO=off")
	if err != nil {
		return Section{}, err
	}
	fresh, err := l.vitrine("fresh", "VITRINE_DEMO=off", "VITRINE_CACHE=off")
	if err != nil {
		return Section{}, err
	}
	far, err := l.farReads()
	if err != nil {
		return Section{}, err
	}
	sent, jobs, err := l.jobsOf(kept)
	if err != nil {
		return Section{}, err
	}
	bare, err := l.bare(sent)
	if err != nil {
		return Section{}, err
	}
	root, err := l.folder("public")
	if err != nil {
		return Section{}, err
	}
	if err := putPage(root, jobList, sent); err != nil {
		return Section{}, err
	}
	static, err := l.nginx(root, jobPage().path, repeated(sent))
	if err != nil {
		return Section{}, err
	}
	peer, err := l.pocketbase(l.dir)
	if err != nil {
		return Section{}, err
	}
	if err := peer.jobs(l, jobs); err != nil {
		return Section{}, err
	}
	b := &contender{name: "bare net/http", server: bare, request: jobPage()}
	v := &contender{name: "Vitrine", server: kept, request: jobPage()}
	u := &contender{name: "Vitrine, cache off", server: fresh, request: jobPage()}
	g := &contender{name: "Vitrine on PostgreSQL, cache off", server: far, request: jobPage()}
	n := &contender{name: "nginx", server: static, request: jobPage()}
	p := &contender{name: "PocketBase, expand", server: peer.server, request: request{method: "GET", path: jobsExpanded}}
	if err := l.same(b, v, u, n); err != nil {
		return Section{}, err
	}
	if err := l.compete(rounds, 32, turn, b, v, u, g, n, p); err != nil {
		return Section{}, err
	}
	if err := l.still(kept, jobPage(), sent); err != nil {
		return Section{}, err
	}
	out := Section{
		Title:  "List API",
		Text:   "A visitor's page of 20 jobs with three child lists each, over 32 kept connections. Ratios are to the bare handler, the last two columns to nginx. Vitrine answers visitors from memory until one of the four tables changes; \"cache off\" reads the database each time. PocketBase expands three back-relations, indexed, without counting. Those who read a database do not compress. nginx has the kept answer as a file, whatever the question. The CPU of PostgreSQL's processes is counted. What staff read comes from the database each time, and is compared with what PocketBase tells a superuser.",
		Tables: []Table{loadTable(b, v, n, u, g, p)},
		Targets: []Target{
			atMost("CPU of a cached list, × bare net/http", ratio(v.cpu(), b.cpu()), 1.5, "×"),
			atLeast("CPU of PocketBase's list, × that of a kept one", ratio(p.cpu(), v.cpu()), 100, "×"),
			atLeast("lists per second with the cache off, × PocketBase", ratio(u.perSecond(), p.perSecond()), 10, "×"),
			atLeast("lists per second on PostgreSQL with the cache off, × PocketBase", ratio(g.perSecond(), p.perSecond()), 10, "×"),
			none("failed requests", b, v, n, u, g, p),
		},
	}
	err = l.staffReads(kept, far, peer, &out)
	return out, err
}

// farReads is a site on PostgreSQL, with 20 jobs and a full inbox, that reads the database each time.
func (l *lab) farReads() (*server, error) {
	database, err := l.database()
	if err != nil {
		return nil, err
	}
	if err := l.seedIn("far", database, "--jobs", 20, "--messages", inboxSize); err != nil {
		return nil, err
	}
	s, err := l.vitrine("far", "VITRINE_DEMO=off", "VITRINE_CACHE=off", "VITRINE_BACKUP=off", "VITRINE_DATABASE_URL="+database)
	if err != nil {
		return nil, err
	}
	master, err := l.postmaster()
	if err != nil {
		return nil, err
	}
	s.also = []int{master}
	if _, err := l.settled(s, jobPage()); err != nil {
		return nil, err
	}
	_, err = l.psqlAt(database, "VACUUM ANALYZE") // as autovacuum does within a minute
	return s, err
}

// jobsOf reads the list once, as it is sent and as data.
func (l *lab) jobsOf(s *server) (sent answer, jobs []object, err error) {
	if sent, err = l.settled(s, jobPage()); err != nil {
		return sent, nil, err
	}
	plain, err := decoded(sent)
	if err != nil {
		return sent, nil, err
	}
	if err := json.Unmarshal(plain, &jobs); err != nil {
		return sent, nil, err
	}
	if len(jobs) != 20 {
		err = fmt.Errorf("the list has %d jobs: %.300s", len(jobs), plain)
	}
	return sent, jobs, err
}
