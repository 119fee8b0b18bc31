package main

import (
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"sync"
)

const (
	staffRounds = 5
	inboxSize   = 20_000
)

// staffReads compares what staff read, which is never answered from memory: the page of 20 jobs,
// and a search in a full inbox.
func (l *lab) staffReads(sqlite, postgres *server, peer *pocketbase, out *Section) error {
	page := func(header map[string]string) request { return request{"GET", jobPage().path, "", header} }
	p := &contender{name: "PocketBase, superuser, expand", server: peer.server, request: request{"GET", jobsExpanded, "", peer.header}}
	if err := l.staffRead("A page of 20 jobs by staff", "staff lists", p, rivals{sqlite: sqlite, postgres: postgres}, page, out); err != nil {
		return err
	}
	if err := l.seed("inbox", "--messages", inboxSize); err != nil {
		return err
	}
	full, err := l.vitrine("inbox", "VITRINE_DEMO=off", "VITRINE_BACKUP=off")
	if err != nil {
		return err
	}
	for _, s := range []*server{full, postgres} {
		if err := l.rest(s); err != nil { // messages are indexed
			return err
		}
	}
	if err := l.messagesOf(full, peer); err != nil {
		return err
	}
	search := func(header map[string]string) request {
		counted := map[string]string{"apikey": header["apikey"], "Authorization": header["Authorization"], "Prefer": "count=exact"}
		return inboxSearch(soughtName, counted)
	}
	var parts []string
	for _, column := range searchedColumns {
		parts = append(parts, fmt.Sprintf("%s ~ '%s'", column, soughtName))
	}
	p = &contender{name: "PocketBase, superuser, filter ~", server: peer.server, request: request{"GET",
		"/api/collections/inbox/records?perPage=50&sort=-created&filter=" + url.QueryEscape(strings.Join(parts, " || ")), "", peer.header}}
	title := fmt.Sprintf("Staff search %d messages for a name that many have, the first 50 and their count", inboxSize)
	return l.staffRead(title, "searches in 20,000 messages", p, rivals{sqlite: full, postgres: postgres}, search, out)
}

// staffRead gives one question of staff to PocketBase and to both of ours.
func (l *lab) staffRead(title, what string, p *contender, of rivals, ask func(header map[string]string) request, out *Section) error {
	ours, err := of.ours(l, ask)
	if err != nil {
		return err
	}
	all := append([]*contender{p}, ours...)
	for _, c := range all {
		a, err := l.fetch(c.server, c.request)
		if err != nil {
			return fmt.Errorf("%s: %w", c.name, err)
		}
		if len(a.Body) < 1000 {
			return fmt.Errorf("%s found nothing: %s", c.name, a.Body)
		}
	}
	if err := l.compete(staffRounds, 32, turn, all...); err != nil {
		return err
	}
	t := loadTable(all...)
	t.Title = fmt.Sprintf("%s; %d rounds, ratios to PocketBase", title, staffRounds)
	out.Tables = append(out.Tables, t)
	for _, c := range ours {
		out.Targets = append(out.Targets, atLeast(fmt.Sprintf("%s per second, × PocketBase: %s", what, c.name), ratio(c.perSecond(), p.perSecond()), 10, "×"))
	}
	out.Targets = append(out.Targets, none("failed "+what, all...))
	return nil
}

// messagesOf puts the messages of a site into a collection.
func (l *lab) messagesOf(s *server, peer *pocketbase) error {
	header, err := l.staff(s)
	if err != nil {
		return err
	}
	fields := []object{{"name": "created", "type": "autodate", "onCreate": true}}
	for _, column := range searchedColumns {
		fields = append(fields, textField(column))
	}
	indexed := object{"indexes": []string{"CREATE INDEX idx_inbox_created ON inbox (created)"}}
	if _, err := peer.collection(l, "inbox", indexed, fields...); err != nil {
		return err
	}
	for offset := 0; offset < inboxSize; {
		var rows []object
		path := fmt.Sprintf("/rest/v1/contact_form_submissions?select=%s&order=id&limit=1000&offset=%d", strings.Join(searchedColumns, ","), offset)
		a, err := l.fetch(s, request{method: "GET", path: path, header: header})
		if err != nil {
			return err
		}
		plain, err := decoded(a)
		if err != nil {
			return err
		}
		if err := json.Unmarshal(plain, &rows); err != nil {
			return err
		}
		if len(rows) == 0 {
			return fmt.Errorf("there are %d messages", offset)
		}
		if err := peer.insertAll(l, "inbox", rows); err != nil {
			return err
		}
		offset += len(rows)
	}
	return nil
}

// insertAll adds rows with 16 callers, in no particular order.
func (p *pocketbase) insertAll(l *lab, collection string, rows []object) error {
	next, failed := make(chan object), make(chan error, len(rows))
	var callers sync.WaitGroup
	for range 16 {
		callers.Go(func() {
			for row := range next {
				if _, err := p.insert(l, collection, row); err != nil {
					failed <- err
				}
			}
		})
	}
	for _, row := range rows {
		next <- row
	}
	close(next)
	callers.Wait()
	close(failed)
	return <-failed // nil once it is closed and empty
}
