package revisions_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/revisions"
	"vitrine/internal/store/storetest"
)

const day = 24 * time.Hour

var usual = revisions.Retention{Every: 90 * day, Daily: 365 * day, Trash: 30 * day, Activity: 365 * day}

// keeper is a site in which every save is one of its own.
type keeper struct {
	*site
	db store.Session
}

func eachKept(t *testing.T, test func(w *keeper)) {
	t.Helper()
	each(t, func(x *site) {
		test(&keeper{x, x.s.As(schema.Actor{Role: schema.Admin}).Doing(store.Doing{Whole: true})})
	})
}

func (w *keeper) pass(d time.Duration) { w.clock.Pass(d) }

func (w *keeper) all(t *schema.Table, where ...store.Cond) []store.Row {
	w.Helper()
	rows, err := w.s.AsSystem().Select(w.Context(), t, store.Query{Where: where, Order: []store.Order{store.Asc("id")}})
	if err != nil {
		w.Fatal(err)
	}
	return rows
}

func (w *keeper) sweep() {
	w.Helper()
	if err := revisions.Sweep(w.Context(), w.s, usual); err != nil {
		w.Fatal(err)
	}
}

func (w *keeper) hero() any {
	w.Helper()
	return w.must(w.db.Insert(w.Context(), &schema.HeroContent, store.Row{"title": "Begin"}))["id"]
}

func (w *keeper) save(hero any, title string) {
	w.Helper()
	w.must(w.db.Update(w.Context(), &schema.HeroContent, store.Eq("id", hero), store.Row{"title": title}))
}

// titles are those that history has, the oldest first, as staff read them.
func (w *keeper) titles() (out []string) {
	w.Helper()
	rows, err := w.db.Select(w.Context(), &schema.Revisions, store.Query{Fields: store.Fields("id", "snapshot"), Where: store.All{store.Eq("document", "hero")}, Order: []store.Order{store.Asc("id")}})
	if err != nil {
		w.Fatal(err)
	}
	for _, row := range rows {
		var was struct{ Title string }
		raw, _ := row["snapshot"].(json.RawMessage)
		if err := json.Unmarshal(raw, &was); err != nil {
			w.Errorf("revision %v holds %q: %v", row["id"], raw, err)
		}
		out = append(out, was.Title)
	}
	return out
}

func (w *keeper) want(titles ...string) {
	w.Helper()
	if got := w.titles(); fmt.Sprint(got) != fmt.Sprint(titles) {
		w.Errorf("kept %q, want %q", got, titles)
	}
}

func (w *keeper) count(t *schema.Table) int64 {
	w.Helper()
	n, err := w.s.AsSystem().Count(w.Context(), t)
	if err != nil {
		w.Fatal(err)
	}
	return n
}

func TestOldVersionsThinOutToTheLastOfEachDay(t *testing.T) {
	eachKept(t, func(w *keeper) {
		hero := w.hero()
		w.save(hero, "First day, noon")
		w.pass(5 * time.Hour)
		w.save(hero, "First day, evening")
		w.pass(day)
		w.save(hero, "Second day, first")
		w.pass(time.Hour)
		w.save(hero, "Second day, last")
		all := []string{"Begin", "First day, noon", "First day, evening", "Second day, first", "Second day, last"}
		w.pass(80 * day)
		w.sweep()
		w.want(all...)
		w.pass(10*day - 2*time.Hour) // the first day is over, the second not yet
		w.sweep()
		w.want("First day, evening", "Second day, first", "Second day, last")
		w.pass(day)
		w.save(hero, "Much later")
		w.sweep()
		w.want("First day, evening", "Second day, last", "Much later")
		w.pass(280 * day)
		w.sweep()
		w.want("Much later")
		w.pass(1000 * day)
		w.sweep()
		w.want("Much later")
		if n := w.count(&schema.Activity); n != 0 {
			w.Errorf("%d activities after a year", n)
		}
	})
}

func TestTrashIsEmptiedAfterThirtyDays(t *testing.T) {
	eachKept(t, func(w *keeper) {
		company := func(name string) any {
			id := w.must(w.db.Insert(w.Context(), &schema.PortfolioCompanies, store.Row{"name": name, "description": "d", "website_url": "https://c.example"}))["id"]
			for i := range 3 {
				w.pass(time.Minute)
				w.must(w.db.Update(w.Context(), &schema.PortfolioCompanies, store.Eq("id", id), store.Row{"description": fmt.Sprint(name, i)}))
			}
			return id
		}
		gone, stays := company("Gone"), company("Stays")
		message := w.must(w.s.AsSystem().Insert(w.Context(), &schema.ContactFormSubmissions, store.Row{"name": "V", "email": "v@example.com", "subject": "s", "message": "m"}))["id"]
		w.must(w.db.Delete(w.Context(), &schema.ContactFormSubmissions, store.Eq("id", message)))
		w.must(w.db.Delete(w.Context(), &schema.PortfolioCompanies, store.Eq("id", gone)))
		w.sweep()
		packs := w.count(&schema.PackedSnapshots)
		w.pass(30*day - time.Hour)
		w.sweep()
		if n, is := w.count(&schema.Revisions), w.count(&schema.PackedSnapshots); n != 10 || is != packs || packs != 7 {
			w.Errorf("%d revisions and %d packed ones a little before", n, is)
		}
		w.pass(2 * time.Hour)
		w.sweep()
		left := w.all(&schema.Revisions)
		for _, row := range left {
			if row.Text("document_id") != fmt.Sprint(stays) {
				w.Errorf("kept %v", row)
			}
		}
		if n := w.count(&schema.PackedSnapshots); len(left) != 4 || n != 3 {
			w.Errorf("%d revisions and %d packed ones stay", len(left), n)
		}
	})
}

// message is one with a note and an answer beside it.
func (w *keeper) message(state string) any {
	w.Helper()
	id := w.must(w.s.AsSystem().Insert(w.Context(), &schema.ContactFormSubmissions, store.Row{"name": "V", "email": "v@example.com", "subject": "s", "message": "m", "state": state}))["id"]
	w.must(w.s.AsSystem().Insert(w.Context(), &schema.Notes, store.Row{"about_table": "contact_form_submissions", "about_id": id, "text": "n"}))
	w.must(w.s.AsSystem().Insert(w.Context(), &schema.MessageReplies, store.Row{"message_id": id, "text": "a"}))
	return id
}

func (w *keeper) wantMessages(messages, beside int64) {
	w.Helper()
	for t, n := range map[*schema.Table]int64{&schema.ContactFormSubmissions: messages, &schema.Notes: beside, &schema.MessageReplies: beside} {
		if got := w.count(t); got != n {
			w.Errorf("%d rows of %s, want %d", got, t.Name, n)
		}
	}
}

func TestWhatLiesBesideAMessageStaysAsLongAsItCanBePutBack(t *testing.T) {
	eachKept(t, func(w *keeper) {
		w.message(schema.MessageDone)
		w.must(w.db.Delete(w.Context(), &schema.ContactFormSubmissions, store.Eq("id", w.message(schema.MessageRead))))
		w.pass(30*day - time.Hour)
		w.sweep()
		w.wantMessages(1, 2)
		w.pass(2 * time.Hour)
		w.sweep()
		w.wantMessages(1, 1)
	})
}

func TestActivityNamesNobodyWhoseRowIsGoneForGood(t *testing.T) {
	eachKept(t, func(w *keeper) {
		told := func(document string) (out []string) {
			for _, row := range w.all(&schema.Activity, store.Eq("document", document)) {
				out = append(out, row.Text("action")+" "+row.Text("summary"))
			}
			return out
		}
		for table, row := range map[*schema.Table]store.Row{
			&schema.ContactFormSubmissions:  {"name": "Zelda", "email": "z@example.com", "subject": "s", "message": "m"},
			&schema.NewsletterSubscriptions: {"email": "Zelda@example.com"},
			&schema.JobApplications:         {"name": "Zelda", "email": "z@example.com", "once": "1", "consent": map[string]any{}},
		} {
			document := schema.Trashed[table]
			var rows []store.Row
			for _, letter := range []string{"a", "b", "c"} {
				one := maps.Clone(row)
				for name := range row {
					if name != "consent" {
						one[name] = letter + row.Text(name)
					}
				}
				rows = append(rows, w.must(w.s.AsSystem().Insert(w.Context(), table, one)))
			}
			title := func(i int) string { return table.TitleOf(rows[i]) }
			w.must(w.db.Delete(w.Context(), table, store.Eq("id", rows[0]["id"])))
			w.pass(10 * day)
			w.must(w.db.Delete(w.Context(), table, store.Eq("id", rows[1]["id"])))
			w.must(w.db.Delete(w.Context(), table, store.Eq("id", rows[2]["id"])))
			w.sweep()
			if got, want := told(document), []string{"deleted " + title(0), "deleted " + title(1), "deleted " + title(2)}; !slices.Equal(got, want) {
				w.Errorf("activity says %q of what is in Trash, want %q", got, want)
			}
			w.pass(20*day + time.Hour)
			w.sweep()
			if err := w.s.AsSystem().Tx(w.Context(), func(tx store.Session) error {
				return revisions.Purge(w.Context(), tx, store.Row{"document": document, "document_id": fmt.Sprint(rows[1]["id"])})
			}); err != nil {
				w.Fatal(err)
			}
			if got, want := told(document), []string{"deleted ", "deleted ", "deleted " + title(2), "purged "}; !slices.Equal(got, want) {
				w.Errorf("activity says %q once two are gone, want %q", got, want)
			}
		}
	})
}

func TestWhatIsHeldBackStaysUnlessATimeIsSet(t *testing.T) {
	eachKept(t, func(w *keeper) {
		w.message(schema.MessageSpam)
		w.message(schema.MessageRead)
		w.pass(1000 * day)
		w.sweep()
		w.wantMessages(2, 2)
		fresh := w.message(schema.MessageSpam)
		w.pass(29 * day)
		keep := usual
		keep.HeldBack = 30 * day
		if err := revisions.Sweep(w.Context(), w.s, keep); err != nil {
			w.Fatal(err)
		}
		w.wantMessages(2, 2)
		if len(w.all(&schema.ContactFormSubmissions, store.Eq("id", fresh))) != 1 {
			w.Error("one that was held back for a shorter time went")
		}
		if n := w.count(&schema.Revisions); n != 0 {
			w.Errorf("%d are in Trash: their time is over", n)
		}
	})
}

func TestASnapshotThatOthersNeedStays(t *testing.T) {
	eachKept(t, func(w *keeper) {
		about := words(rand.New(rand.NewPCG(3, 4)), 1000) // that all versions share
		hero := w.hero()
		w.must(w.db.Update(w.Context(), &schema.HeroContent, store.Eq("id", hero), store.Row{"title": "Base", "subtitle": about}))
		w.pass(time.Minute)
		w.save(hero, "Against the base")
		w.pass(day)
		w.save(hero, "Newest")
		w.sweep()
		w.pass(100 * day)
		w.sweep() // "Base" is not the last of its day
		w.want("Against the base", "Newest")
		if n := w.count(&schema.PackedSnapshots); n != 2 {
			w.Errorf("%d packed snapshots, want that and its base", n)
		}
		w.pass(365 * day)
		w.sweep()
		w.want("Newest")
		if n := w.count(&schema.PackedSnapshots); n != 0 {
			w.Errorf("%d packed snapshots that nobody needs", n)
		}
	})
}

// words makes up text that compresses no better than people's does.
func words(random *rand.Rand, length int) string {
	var out strings.Builder
	for out.Len() < length {
		for range 2 + random.IntN(8) {
			out.WriteByte(byte('a' + random.IntN(26)))
		}
		out.WriteByte(' ')
	}
	return out.String()[:length]
}

func TestManySavesOfALongTextTakeLittleRoom(t *testing.T) {
	const limit = 100_000
	saves, bound := 60, 600<<10
	if storetest.Soaking() {
		saves, bound = 1000, 4<<20
	}
	storetest.Long(t)
	const length = limit - len("<p></p>")
	eachKept(t, func(w *keeper) {
		random := rand.New(rand.NewPCG(1, 2))
		text := words(random, length)
		page := w.must(w.db.Insert(w.Context(), &schema.Pages, store.Row{"title": "Long", "slug": "long", "body": "<p>" + text + "</p>"}))["id"]
		for range saves {
			at := random.IntN(length - 100)
			text = text[:at] + words(random, 1+random.IntN(40)) + text[at+random.IntN(40):]
			text = text[:min(len(text), length)]
			w.pass(time.Minute)
			w.must(w.db.Update(w.Context(), &schema.Pages, store.Eq("id", page), store.Row{"body": "<p>" + text + "</p>"}))
		}
		w.sweep()
		var size int
		for _, pack := range w.all(&schema.PackedSnapshots) {
			size += len(pack["data"].([]byte))
		}
		newest := w.all(&schema.Revisions, store.Not{Cond: store.IsNull("snapshot")})
		if len(newest) != 1 {
			w.Fatalf("%d revisions are not packed", len(newest))
		}
		raw, _ := newest[0]["snapshot"].(json.RawMessage)
		size += len(raw)
		w.Logf("%d versions of %d characters take %d bytes", w.count(&schema.Revisions), limit, size)
		if size > bound {
			w.Errorf("more than %d", bound)
		}
	})
}

func TestAVersionThatIsChangedAfterItWasPackedIsPackedOrStays(t *testing.T) {
	eachKept(t, func(w *keeper) {
		hero := w.hero()
		w.pass(time.Minute)
		plain := func(who, title string) {
			w.must(w.as(who).Update(w.Context(), &schema.HeroContent, store.Eq("id", hero), store.Row{"title": title}))
		}
		plain(ada, "Ada's")
		plain(bo, "Bo's")
		w.sweep() // packs Ada's
		plain(bo, "Ada's")
		w.want("Begin", "Ada's") // Bo changed nothing in the end
		plain(ada, "Ada's again")
		plain(bo, "Bo's again")
		w.sweep()
		w.want("Begin", "Ada's again", "Bo's again")
		w.sweep()
		w.want("Begin", "Ada's again", "Bo's again")
	})
}

// What others are packed against is the text as it was packed, also when its
// revision has become another since.
func TestABaseThatIsChangedAfterItWasPackedIsNoBaseForOthers(t *testing.T) {
	eachKept(t, func(w *keeper) {
		long := strings.Repeat("A sentence that stays. ", 40)
		w.must(w.as(ada).Insert(w.Context(), &schema.JobListings, store.Row{"title": "Job", "rank": 1, "about": long, "location": "first"}))
		plain := func(who, place string) {
			w.must(w.as(who).Update(w.Context(), &schema.JobListings, store.Eq("title", "Job"), store.Row{"location": place}))
		}
		plain(bo, "second")
		w.sweep() // the first is packed, as a base
		plain(bo, "first")
		plain(ada, strings.Repeat("another place, ", 20)) // becomes the first
		for _, place := range []string{"third", "fourth", "fifth"} {
			w.pass(time.Minute)
			plain(bo, place)
		}
		w.sweep()
		w.sweep()
		rows, err := w.db.Select(w.Context(), &schema.Revisions, store.Query{Where: store.All{store.Eq("document", "job")}, Order: []store.Order{store.Asc("id")}})
		if err != nil {
			w.Fatal(err)
		}
		var places []string
		for _, row := range rows {
			var was struct{ Location string }
			if err := json.Unmarshal(row["snapshot"].(json.RawMessage), &was); err != nil {
				w.Fatal(err)
			}
			places = append(places, was.Location)
		}
		if want := []string{strings.Repeat("another place, ", 20), "third", "fourth", "fifth"}; !slices.Equal(places, want) {
			w.Errorf("the versions are %q, want %q", places, want)
		}
	})
}

func TestWhatIsOverGoesInSmallSteps(t *testing.T) {
	eachKept(t, func(w *keeper) {
		hero := w.hero()
		for i := range 250 {
			w.save(hero, fmt.Sprint("Title ", i))
		}
		if _, err := w.db.Delete(w.Context(), &schema.HeroContent, store.Eq("id", hero)); err != nil {
			w.Fatal(err)
		}
		w.sweep() // packs them
		w.pass(400 * day)
		var steps sync.Map
		w.s.OnChange(func(tables []string) {
			for _, name := range tables {
				n, _ := steps.LoadOrStore(name, new(atomic.Int64))
				n.(*atomic.Int64).Add(1)
			}
		})
		stepsOf := func(t *schema.Table) int64 {
			n, _ := steps.LoadOrStore(t.Name, new(atomic.Int64))
			return n.(*atomic.Int64).Load()
		}
		if err := revisions.Sweep(w.Context(), w.s, usual); err != nil {
			w.Fatal(err)
		}
		if n := w.count(&schema.Revisions) + w.count(&schema.PackedSnapshots) + w.count(&schema.Activity); n != 0 {
			w.Errorf("%d rows are kept", n)
		}
		if n := stepsOf(&schema.Activity); n < 3 {
			w.Errorf("252 activities in %d steps", n)
		}
		if n := stepsOf(&schema.Revisions); n < 3 {
			w.Errorf("251 versions in %d steps", n)
		}
	})
}
