package store_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

// inMessages looks for a text as the inbox does.
func inMessages(text string) store.All {
	pattern := "%" + strings.NewReplacer(`\`, `\\`, "%", `\%`, "_", `\_`).Replace(text) + "%"
	var any store.Any
	for _, column := range schema.ContactFormSubmissions.Search {
		any = append(any, store.Compare{Column: column, Op: store.OpIlike, Value: pattern})
	}
	return store.All{store.IsNull("quarantined_at"), any}
}

// indexed waits until the trigram index holds every message.
func indexed(t *testing.T, s *store.Store) {
	t.Helper()
	if !s.OnSQLite() {
		return
	}
	storetest.Eventually(t, 30*time.Second, "the index holds every message", func() bool {
		var left int
		err := s.ReadSQL().QueryRow("SELECT count(*) FROM contact_form_submissions WHERE id > (SELECT upto FROM contact_form_submissions_searched)").Scan(&left)
		return err == nil && left == 0
	})
}

// What a search in messages finds does not depend on whether the index has
// caught up with them, and follows every change.
func TestAPartOfAMessageIsFoundWhereverItStands(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		table := &schema.ContactFormSubmissions
		var due any // of every other message, whose letters are still to be recorded
		message := func(name, email, subject, text string) store.Row {
			if due == nil {
				due = s.AsSystem().Now()
			} else {
				due = nil
			}
			return store.Row{"name": name, "email": email, "subject": subject, "message": text, "mail_due_at": due}
		}
		kept := map[int64]string{} // all texts of a message
		var special []int64
		put := func(rows ...store.Row) {
			t.Helper()
			stored, err := s.AsSystem().Insert(t.Context(), table, rows...)
			if err != nil {
				t.Fatal(err)
			}
			for _, row := range stored {
				kept[row.Int("id")] = strings.ToLower(row.Text("name") + "\n" + row.Text("email") + "\n" + row.Text("subject") + "\n" + row.Text("message"))
				special = append(special, row.Int("id"))
			}
		}
		check := func(when string) {
			t.Helper()
			for _, text := range []string{"ada", "LOVE", "window 7", "e_h", "100%", "jürg", "rgen", "ab", "@", "nobody", "order", "shop window 11", "window 1", `say "hello"`, "lovelace@ex", "sharmathe", "quokka"} {
				var want []int64
				for id, all := range kept {
					if slices.ContainsFunc(strings.Split(all, "\n"), func(one string) bool { return strings.Contains(one, strings.ToLower(text)) }) {
						want = append(want, id)
					}
				}
				slices.Sort(want)
				res, err := s.As(storetest.Editor).Read(t.Context(), table, store.Query{Where: inMessages(text), Order: []store.Order{store.Asc("id")}, Limit: store.Limit(20), Count: true})
				if err != nil {
					t.Fatal(err)
				}
				var got []int64
				for _, row := range res.Maps() {
					got = append(got, row.Int("id"))
				}
				if res.Total != int64(len(want)) || !slices.Equal(got, want[:min(20, len(want))]) {
					t.Errorf("%s, %q finds %d, %v; want %d, %v", when, text, res.Total, got, len(want), want[:min(20, len(want))])
				}
			}
		}
		put(message("Ada Lovelace", "ada.lovelace@example.com", "100% sure", "A note"), message("Jürgen", "grace_hopper@navy.example", "Ein Gruß", "Line one\nline two"),
			message("Sharma", "x@y.example", "The end", `They say "hello" to the quokka`))
		check("at once")
		indexed(t, s)
		check("when three are indexed")
		var many []store.Row
		for n := range 2100 {
			many = append(many, message("Someone", fmt.Sprintf("s%d@example.com", n), "An order", fmt.Sprintf("The shop window %d is broken.", n)))
		}
		put(many...)
		check("with many to come")
		indexed(t, s)
		check("when all are indexed")
		put(message("Late", "late@example.com", "quokka", "ab"))
		if _, err := s.AsSystem().Update(t.Context(), table, store.Eq("id", special[0]), store.Row{"message": "Another quokka", "name": "Nobody"}); err != nil {
			t.Fatal(err)
		}
		kept[special[0]] = "nobody\nada.lovelace@example.com\n100% sure\nanother quokka"
		for _, id := range []int64{special[2], special[20]} {
			if _, err := s.AsSystem().Delete(t.Context(), table, store.Eq("id", id)); err != nil {
				t.Fatal(err)
			}
			delete(kept, id)
		}
		again := message("Ada again", "again@example.com", "quokka", "back in its old place")
		again["id"] = special[2]
		put(again)
		check("after changes")
		indexed(t, s)
		check("after changes, indexed")
	})
}

func TestASearchInMessagesGoesByTheTrigramIndex(t *testing.T) {
	onNew(t, func(t *testing.T, s *store.Store) {
		if s.OnSQLite() {
			storetest.Add(t, s, &schema.ContactFormSubmissions, store.Row{"name": "Ada", "email": "ada@example.com", "subject": "s", "message": "m"})
		} else {
			volume(t, s, "contact_form_submissions", "INSERT INTO contact_form_submissions (name, email, subject, message, created_at, state, mail_due_at) SELECT 'Ada', 'ada@example.com', 'An order', 'The shop window ' || n, now(), 'new', CASE WHEN n > 4980 THEN now() END FROM generate_series(1, 5000) n")
		}
		indexed(t, s)
		asked := []store.All{inMessages("lovelace"), append(inMessages("lovelace"), store.Gte("created_at", time.Now().Add(-time.Hour)))}
		if !s.OnSQLite() { // which reads what its index does not fold
			asked = append(asked, inMessages("Müller"), store.All{store.Compare{Column: "email", Op: store.OpIlike, Value: "zed@x.io"}})
		}
		for _, where := range asked {
			plans, err := s.Plans(t.Context(), false, func(x store.Session) error {
				_, err := x.Read(t.Context(), &schema.ContactFormSubmissions, store.Query{Where: where})
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			last := plans[len(plans)-1]
			index := "contact_form_submissions_search"
			if s.OnSQLite() {
				index += " VIRTUAL TABLE"
			}
			if !strings.Contains(last, index) || strings.Contains(last, "SCAN contact_form_submissions\n") || strings.Contains(last, "Seq Scan on contact_form_submissions") {
				t.Errorf("a search reads every message:\n%s", last)
			}
		}
	})
}

// That there was much to read is forgotten when the index has caught up.
func TestASearchTurnsToTheIndexWhenItHasCaughtUp(t *testing.T) {
	s := storetest.SQLite(t)
	const text = "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 2500) INSERT INTO contact_form_submissions (name, email, subject, message, created_at) SELECT 'Ada', 'a@example.com', 's', 'm' || n, n FROM c"
	if err := s.AsSystem().Tx(t.Context(), func(tx store.Session) error { return tx.Raw(t.Context(), text) }); err != nil {
		t.Fatal(err)
	}
	storetest.Eventually(t, 30*time.Second, "the search goes by the index", func() bool {
		by, err := s.As(storetest.Editor).UsesTrigrams(t.Context(), &schema.ContactFormSubmissions, inMessages("quokka"))
		if err != nil {
			t.Fatal(err)
		}
		return by
	})
}

// A name that many have is looked for in the order of the list: what the index
// finds is neither read whole nor sorted for one page. It is read to be counted.
func TestASearchForWhatManyHaveKeepsTheOrderOfTheList(t *testing.T) {
	s := storetest.SQLite(t)
	const text = "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 400) INSERT INTO contact_form_submissions (name, email, subject, message, created_at) SELECT 'Ada Sharma', 'a@example.com', 's', 'm' || n, n FROM c"
	if err := s.AsSystem().Tx(t.Context(), func(tx store.Session) error { return tx.Raw(t.Context(), text) }); err != nil {
		t.Fatal(err)
	}
	indexed(t, s)
	plans, err := s.Plans(t.Context(), false, func(x store.Session) error {
		_, err := x.Read(t.Context(), &schema.ContactFormSubmissions, store.Query{Where: inMessages("sharma"), Order: []store.Order{store.Desc("created_at"), store.Desc("id")}, Limit: store.Limit(50), Count: true})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	page, count := plans[len(plans)-2], plans[len(plans)-1]
	if !strings.Contains(page, "contact_form_submissions_inbox") || !strings.Contains(page, "_search VIRTUAL TABLE") || strings.Contains(page, "ORDER BY") {
		t.Errorf("the page:\n%s", page)
	}
	if !strings.Contains(count, "SEARCH contact_form_submissions USING INTEGER PRIMARY KEY (rowid=?)") {
		t.Errorf("the count:\n%s", count)
	}
}
