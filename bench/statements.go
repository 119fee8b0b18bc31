package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"
)

// statement is what pg_stat_statements counted of one.
type statement struct {
	Query string
	Calls float64
	Took  float64 // milliseconds, planned and executed
}

// profileWrites shows what messages and saves on PostgreSQL are made of, in the server and in the database.
func (l *lab) profileWrites(seen *parts) ([]Table, error) {
	database, err := l.counted()
	if err != nil {
		return nil, err
	}
	ops, err := freeAddr()
	if err != nil {
		return nil, err
	}
	s, err := l.vitrine("counted", "VITRINE_DATABASE_URL="+database, "VITRINE_OPS_ADDR="+ops)
	if err != nil {
		return nil, err
	}
	master, err := l.postmaster()
	if err != nil {
		return nil, err
	}
	header, err := l.staff(s)
	if err != nil {
		return nil, err
	}
	if _, err := l.settled(s, request{method: "GET", path: "/"}); err != nil {
		return nil, err
	}
	sides := Table{Title: "A write on PostgreSQL, both sides", Head: []string{"", "CPU of the server µs", "CPU of PostgreSQL µs", "statements", "time in statements µs"}}
	var functions, statements []Table
	for _, load := range []struct {
		*contender
		writers int
	}{
		// Saves first: messages leave mails behind, which are none of theirs.
		{&contender{name: "save by staff", server: s, request: request{"PATCH", "/rest/v1/portfolio_companies?id=eq.1", companyChange, header}}, 32},
		{&contender{name: "contact message", server: s, request: request{"POST", "/rest/v1/contact_form_submissions", message, visitor()}}, 64},
	} {
		if _, err := l.wrk(load.contender, load.writers, time.Second); err != nil { // warm
			return nil, err
		}
		if _, err := l.psqlAt(database, "SELECT bench.pg_stat_statements_reset()"); err != nil {
			return nil, err
		}
		before := cpuTime(master)
		all, r, err := l.profiled(load.contender, ops, load.writers)
		if err != nil {
			return nil, err
		}
		theirs := float64((cpuTime(master) - before).Microseconds()) / float64(r.Requests)
		counted, err := l.statements(database)
		if err != nil {
			return nil, err
		}
		var calls, took float64
		for _, c := range counted {
			calls, took = calls+c.Calls, took+c.Took
		}
		sides.add(fmt.Sprintf("%s, %d writers", load.name, load.writers), number(r.cpu), number(theirs), number(calls/float64(r.Requests)), number(took*1000/float64(r.Requests)))
		seen.add(load.name+" on PostgreSQL", all)
		functions = append(functions, topOf(load.name+" on PostgreSQL", all))
		statements = append(statements, statementTable(load.name, counted, float64(r.Requests)))
	}
	return append(append(functions, sides), statements...), nil
}

// counted makes a database whose statements are counted.
func (l *lab) counted() (string, error) {
	database, err := l.database()
	if err != nil {
		return "", err
	}
	// A schema of its own, since the public one is Vitrine's.
	for _, statement := range []string{
		"CREATE SCHEMA bench",
		"CREATE EXTENSION pg_stat_statements SCHEMA bench",
		"DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET pg_stat_statements.track = top', current_database()); END $$",
		"DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET pg_stat_statements.track_planning = on', current_database()); END $$",
	} {
		if _, err := l.psqlAt(database, statement); err != nil {
			return "", err
		}
	}
	return database, nil
}

// statements are those of a database, by the time that they took in all.
func (l *lab) statements(database string) (out []statement, err error) {
	said, err := l.psqlAt(database, `SELECT coalesce(json_agg(s), '[]') FROM (
		SELECT query, calls, total_plan_time + total_exec_time AS took FROM bench.pg_stat_statements
		WHERE dbid = (SELECT oid FROM pg_database WHERE datname = current_database()) AND query NOT LIKE '%bench.pg_stat_statements%'
		ORDER BY took DESC) s`)
	if err != nil {
		return nil, err
	}
	return out, json.Unmarshal([]byte(said), &out)
}

func statementTable(name string, all []statement, requests float64) Table {
	t := Table{Title: "Statements with the largest share of the time: " + name, Head: []string{"statement", "share %", "times per write", "µs each", "µs per write"}}
	var took float64
	for _, s := range all {
		took += s.Took
	}
	for _, s := range all[:min(8, len(all))] {
		if s.Took < took/1000 {
			break
		}
		t.add("`"+shortened(s.Query)+"`", number(100*s.Took/took), number(s.Calls/requests), number(s.Took*1000/s.Calls), number(s.Took*1000/requests))
	}
	return t
}

// shortened fits a statement into the cell of a table.
func shortened(query string) string {
	const most = 80
	short := []rune(strings.Join(strings.Fields(query), " "))
	if len(short) > most {
		short = append(short[:most-1], '…')
	}
	return strings.NewReplacer("`", "'", "|", `\|`).Replace(string(short))
}
