package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"
)

// message is a contact message that no other message equals.
const message = `{"name":"Ada Sharma","email":"ada.{n}@mail.example","subject":"The shop window {n}","message":"We would like to talk about the shop window in order {n} and when it can be repaired."}`

// companyChange is a save by staff of one row that is on the homepage.
const companyChange = `{"description":"A shop that opens at {n} and repairs what it sells."}`

const onSQLite, onPostgres = "Vitrine on SQLite", "Vitrine on PostgreSQL"

// rivals are the servers that take writes.
type rivals struct {
	sqlite, postgres *server
	peer             *pocketbase
}

// ours are the two of Vitrine, asked as their administrator.
func (all rivals) ours(l *lab, ask func(header map[string]string) request) ([]*contender, error) {
	out := []*contender{{name: onSQLite, server: all.sqlite}, {name: onPostgres, server: all.postgres}}
	for _, c := range out {
		header, err := l.staff(c.server)
		if err != nil {
			return nil, err
		}
		c.request = ask(header)
	}
	return out, nil
}

// writes compares durable writes: an answer of success comes after COMMIT.
func writes(l *lab) (Section, error) {
	all, err := l.rivals()
	if err != nil {
		return Section{}, err
	}
	out := Section{
		Title: "Writes",
		Text: "Every answer of success comes after the commit is on the disk: SQLite with `synchronous=FULL`, PostgreSQL with fsync; PocketBase runs SQLite with `synchronous=NORMAL`, its default, " +
			"which may lose the last commits in a power cut. Ratios are to PocketBase. The CPU of PostgreSQL's processes is counted. " +
			"All load comes from one address, so the limits per caller are off: ours by `VITRINE_LIMITS=off`, PocketBase's by default. All else is as installed: every message differs, " +
			"and is checked, cleaned, judged for spam and logged.",
	}
	for _, part := range []func(*lab, rivals, *Section) error{contactWrites, staffWrites, besideLarge} {
		if err := part(l, all, &out); err != nil {
			return out, err
		}
	}
	return out, nil
}

func (l *lab) rivals() (all rivals, err error) {
	if all.sqlite, err = l.vitrine("data"); err != nil {
		return all, err
	}
	url, err := l.database()
	if err != nil {
		return all, err
	}
	if all.postgres, err = l.vitrine("far", "VITRINE_DATABASE_URL="+url); err != nil {
		return all, err
	}
	master, err := l.postmaster()
	if err != nil {
		return all, err
	}
	all.postgres.also = []int{master}
	for _, s := range []*server{all.sqlite, all.postgres} { // what a start leaves to do is no part of a write
		if _, err := l.settled(s, request{method: "GET", path: "/"}); err != nil {
			return all, err
		}
	}
	all.peer, err = l.pocketbase(l.dir)
	return all, err
}

// contactWrites lets many visitors send messages at once.
func contactWrites(l *lab, all rivals, out *Section) error {
	rules := object{"createRule": ""}
	if _, err := all.peer.collection(l, "messages", rules, textField("name"), object{"name": "email", "type": "email"}, textField("subject"), textField("message")); err != nil {
		return err
	}
	send := request{method: "POST", path: "/rest/v1/contact_form_submissions", header: visitor(), body: message}
	create := request{method: "POST", path: "/api/collections/messages/records", header: map[string]string{"Content-Type": "application/json"}, body: message}
	for _, writers := range []int{64, 256} {
		p := &contender{name: "PocketBase", server: all.peer.server, request: create}
		v := &contender{name: onSQLite, server: all.sqlite, request: send}
		g := &contender{name: onPostgres, server: all.postgres, request: send}
		if err := l.compete(rounds, writers, turn, p, v, g); err != nil {
			return err
		}
		t := loadTable(p, v, g)
		t.Title = fmt.Sprintf("Contact messages, %d writers", writers)
		out.Tables = append(out.Tables, t)
		out.Targets = append(out.Targets,
			atLeast(fmt.Sprintf("contact messages per second of %d writers, × PocketBase", writers), ratio(v.perSecond(), p.perSecond()), 4, "×"),
			none(fmt.Sprintf("failed messages of %d writers", writers), v, g))
		if writers == 64 {
			out.Targets = append(out.Targets,
				atLeast("contact messages per second of 64 writers on PostgreSQL, × PocketBase", ratio(g.perSecond(), p.perSecond()), 2, "×"),
				atMost("CPU of a contact message on PostgreSQL, of both sides", median(g.cpu()), 450, " µs"),
				atMost("p99 of 64 writers, × p50", ratio(v.p99(), v.p50()), 10, "×"),
				atMost("p99 of 64 writers on PostgreSQL, × p50", ratio(g.p99(), g.p50()), 10, "×"))
		}
	}
	return nil
}

// staffWrites changes one row of a company that is on the homepage, signed in.
func staffWrites(l *lab, all rivals, out *Section) error {
	signedIn := `@request.auth.id != ""`
	if _, err := all.peer.collection(l, "companies", object{"updateRule": signedIn, "viewRule": signedIn, "listRule": ""}, textField("name"), textField("description")); err != nil {
		return err
	}
	id, err := all.peer.insert(l, "companies", object{"name": "Acme", "description": "A shop."})
	if err != nil {
		return err
	}
	if err := all.peer.addUser(l); err != nil {
		return err
	}
	user, err := all.peer.signIn(l, "users")
	if err != nil {
		return err
	}
	p := &contender{name: "PocketBase", server: all.peer.server, request: request{"PATCH", "/api/collections/companies/records/" + id, companyChange, user}}
	ours, err := all.ours(l, func(header map[string]string) request {
		return request{"PATCH", "/rest/v1/portfolio_companies?id=eq.1", companyChange, header}
	})
	if err != nil {
		return err
	}
	contenders := append([]*contender{p}, ours...)
	if err := l.compete(rounds, 32, turn, contenders...); err != nil {
		return err
	}
	t := loadTable(contenders...)
	t.Title = "Saves of one row by staff, 32 writers"
	out.Tables = append(out.Tables, t)
	out.Targets = append(out.Targets,
		atLeast("saves by staff per second, with history, × PocketBase without", ratio(ours[0].perSecond(), p.perSecond()), 4, "×"),
		atLeast("saves by staff per second on PostgreSQL, × PocketBase", ratio(ours[1].perSecond(), p.perSecond()), 1.5, "×"),
		none("failed saves", ours...))
	return nil
}

// besideLarge looks whether small writes have to wait behind large ones.
func besideLarge(l *lab, all rivals, out *Section) error {
	t := Table{Title: "Contact messages of 16 writers, alone and while one editor saves jobs with 600 lines each without a pause", Head: []string{"", "alone p50 ms", "alone p99 ms", "beside p50 ms", "beside p99 ms", "large save p50 ms", "large saves", "failed"}}
	send := request{method: "POST", path: "/rest/v1/contact_form_submissions", header: visitor(), body: message}
	ours, err := all.ours(l, func(header map[string]string) request {
		return request{"POST", "/rest/v1/rpc/save_job", largeJob(), header}
	})
	if err != nil {
		return err
	}
	for _, c := range ours {
		small := &contender{name: c.name, server: c.server, request: send}
		var alone, beside []round
		saves := &tally{}
		for range 3 {
			one, err := l.wrk(small, 16, 3*time.Second)
			if err != nil {
				return err
			}
			alone = append(alone, one)
			done := make(chan *tally)
			go func() { done <- l.crowd(1, 3*time.Second, c.server, c.request) }()
			both, err := l.wrk(small, 16, 3*time.Second)
			saves.join(<-done)
			if err != nil {
				return err
			}
			beside = append(beside, both)
		}
		if saves.first != nil {
			return fmt.Errorf("large saves: %w", saves.first)
		}
		quiet, busy := contender{rounds: alone}, contender{rounds: beside}
		t.add(c.name, number(median(quiet.p50())), number(median(quiet.p99())), number(median(busy.p50())), number(median(busy.p99())),
			number(saves.quantile(.5)), fmt.Sprint(len(saves.times)), fmt.Sprint(quiet.bad()+busy.bad()+saves.failed))
		out.Targets = append(out.Targets, atMost("p99 of small writes beside large ones, × one large save: "+c.name, median(busy.p99())/saves.quantile(.5), 2, "×"))
	}
	out.Tables = append(out.Tables, t)
	return nil
}

func largeJob() string {
	var lines []string
	for i := range 200 {
		lines = append(lines, fmt.Sprintf("Keep shelf %d in order, %s.", i, strings.Repeat("day after day ", 8)))
	}
	b, _ := json.Marshal(object{"title": "Keeper of shelves {n}", "location": "Delhi, India", "about": "<p>Shelves.</p>", "how_to_apply": "<p>Write to us.</p>", "rank": 1,
		"responsibilities": lines, "qualifications": lines, "preferred": lines})
	return string(b)
}
