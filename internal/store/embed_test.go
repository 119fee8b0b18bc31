package store_test

import (
	"context"
	"log/slog"
	"slices"
	"testing"

	"vitrine/internal/fault"
	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/sqlite"
	"vitrine/internal/store/storetest"
)

func field(name string) store.Field { return store.Field{As: name, Column: name} }

func TestRelatedRowsComeBesideEachRow(t *testing.T) {
	areas := func(q store.Query, inner bool) []store.Field {
		if q.Fields == nil {
			q.Fields = []store.Field{field("title")}
		}
		return []store.Field{field("title"), {As: "areas", Embed: &store.Embed{Table: &schema.FeaturedAreas, Query: q, Inner: inner}}}
	}
	named := func(title string) store.All { return store.All{store.Eq("title", title)} }
	first := store.Asc("title")
	cases := []struct {
		name  string
		query store.Query
		want  string
		total int64
	}{
		{"children as a list, none as an empty one", store.Query{Fields: areas(store.Query{}, false)},
			`[{"title":"One","areas":[{"title":"b"},{"title":"a"},{"title":"c"}]},{"title":"Two","areas":[{"title":"a"}]},{"title":"Three","areas":[]}]`, 3},
		{"order, limit and offset per parent", store.Query{Fields: areas(store.Query{Order: []store.Order{first}, Limit: store.Limit(1), Offset: 1}, false)},
			`[{"title":"One","areas":[{"title":"b"}]},{"title":"Two","areas":[]},{"title":"Three","areas":[]}]`, 3},
		{"no children at all", store.Query{Fields: areas(store.Query{Limit: store.Limit(0)}, false), Where: named("One")},
			`[{"title":"One","areas":[]}]`, 1},
		{"a filter narrows the children", store.Query{Fields: areas(store.Query{Where: named("a")}, false)},
			`[{"title":"One","areas":[{"title":"a"}]},{"title":"Two","areas":[{"title":"a"}]},{"title":"Three","areas":[]}]`, 3},
		{"inner narrows the parents and the count", store.Query{Fields: areas(store.Query{Where: named("c")}, true)},
			`[{"title":"One","areas":[{"title":"c"}]}]`, 1},
		{"inner without a filter", store.Query{Fields: areas(store.Query{Order: []store.Order{first}}, true), Limit: store.Limit(1)},
			`[{"title":"One","areas":[{"title":"a"},{"title":"b"},{"title":"c"}]}]`, 2},
		{"an embed alone", store.Query{Fields: areas(store.Query{}, false)[1:], Where: named("Two")},
			`[{"areas":[{"title":"a"}]}]`, 1},
	}
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		for _, hero := range []struct {
			title string
			areas []string
		}{{"One", []string{"b", "a", "c"}}, {"Two", []string{"a"}}, {"Three", nil}} {
			id := storetest.Add(t, s, &schema.HeroContent, store.Row{"title": hero.title})["id"]
			for _, area := range hero.areas {
				storetest.Add(t, s, &schema.FeaturedAreas, store.Row{"hero_id": id, "title": area})
			}
		}
		for _, c := range cases {
			t.Run(c.name, func(t *testing.T) {
				c.query.Count = true
				res, err := s.As(storetest.Visitor).Read(t.Context(), &schema.HeroContent, c.query)
				if err != nil {
					t.Fatal(err)
				}
				if got := string(res.AppendJSON(nil)); got != c.want {
					t.Errorf("got  %s\nwant %s", got, c.want)
				}
				if res.Total != c.total {
					t.Errorf("%d rows are counted, want %d", res.Total, c.total)
				}
			})
		}
	})
}

// countedEngine notes how many lists it reads at a time.
type countedEngine struct {
	store.Engine
	reads []int
}

func (e *countedEngine) ReadLists(ctx context.Context, ofVisitor bool, lists []store.List) error {
	e.reads = append(e.reads, len(lists))
	return e.Engine.ReadLists(ctx, ofVisitor, lists)
}

func TestTheEmbedsOfALevelAreReadTogether(t *testing.T) {
	o := store.Options{Dir: t.TempDir(), Log: slog.New(slog.DiscardHandler)}
	connected, err := sqlite.Connect(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	e := &countedEngine{Engine: connected}
	s, err := store.Open(t.Context(), e, o)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	job := storetest.Add(t, s, &schema.JobListings, store.Row{"title": "Animator", "rank": int64(1)})["id"]
	fields := []store.Field{field("title")}
	for _, table := range []*schema.Table{&schema.JobResponsibilities, &schema.JobQualifications, &schema.JobPreferred} {
		storetest.Add(t, s, table, store.Row{"job_id": job, "description": table.Name})
		fields = append(fields, store.Field{As: table.Name, Embed: &store.Embed{Table: table, Query: store.Query{Fields: []store.Field{field("description")}}}})
	}
	e.reads = nil
	res, err := s.As(storetest.Visitor).Read(t.Context(), &schema.JobListings, store.Query{Fields: fields})
	if err != nil {
		t.Fatal(err)
	}
	want := `[{"title":"Animator","job_responsibilities":[{"description":"job_responsibilities"}],"job_qualifications":[{"description":"job_qualifications"}],"job_preferred":[{"description":"job_preferred"}]}]`
	if got := string(res.AppendJSON(nil)); got != want || !slices.Equal(e.reads, []int{1, 3}) {
		t.Errorf("in reads of %d lists: %s", e.reads, got)
	}
}

func TestAParentComesAsAnObject(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		hero := storetest.Add(t, s, &schema.HeroContent, store.Row{"title": "One"})["id"]
		other := storetest.Add(t, s, &schema.HeroContent, store.Row{"title": "Two"})["id"]
		storetest.Add(t, s, &schema.FeaturedAreas, store.Row{"hero_id": hero, "title": "a"})
		storetest.Add(t, s, &schema.FeaturedAreas, store.Row{"hero_id": other, "title": "b"})
		ask := func(inner bool) string {
			res, err := s.As(storetest.Visitor).Read(t.Context(), &schema.FeaturedAreas, store.Query{Fields: []store.Field{field("title"), {As: "hero", Embed: &store.Embed{
				Table: &schema.HeroContent, Inner: inner,
				Query: store.Query{Where: store.All{store.Eq("title", "One")}, Fields: []store.Field{field("title"),
					{As: "areas", Embed: &store.Embed{Table: &schema.FeaturedAreas, Query: store.Query{Fields: []store.Field{field("title")}}}}}},
			}}}})
			if err != nil {
				t.Fatal(err)
			}
			return string(res.AppendJSON(nil))
		}
		one := `{"title":"a","hero":{"title":"One","areas":[{"title":"a"}]}}`
		if got, want := ask(false), `[`+one+`,{"title":"b","hero":null}]`; got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
		if got, want := ask(true), `[`+one+`]`; got != want {
			t.Errorf("inner: got  %s\nwant %s", got, want)
		}
	})
}

func TestWrongQuestionsAreFaultsOnEmptyTablesToo(t *testing.T) {
	embed := func(table *schema.Table, q store.Query) store.Query {
		return store.Query{Fields: []store.Field{{As: "x", Embed: &store.Embed{Table: table, Query: q}}}}
	}
	bad := store.All{store.Eq("nothing", 1)}
	s := storetest.SQLite(t)
	for _, c := range []struct {
		name string
		q    store.Query
		want fault.Kind
	}{
		{"an unknown column", store.Query{Fields: []store.Field{field("nothing")}}, fault.UnknownColumn},
		{"a filter on an unknown column", store.Query{Where: bad}, fault.UnknownColumn},
		{"an order by an unknown column", store.Query{Order: []store.Order{store.Asc("nothing")}}, fault.UnknownColumn},
		{"no relation", embed(&schema.TeamMembers, store.Query{}), fault.NoRelation},
		{"an unknown column of a child", embed(&schema.FeaturedAreas, store.Query{Fields: []store.Field{field("nothing")}}), fault.UnknownColumn},
		{"a filter on an unknown column of a child", embed(&schema.FeaturedAreas, store.Query{Where: bad}), fault.UnknownColumn},
		{"an order by an unknown column of a child", embed(&schema.FeaturedAreas, store.Query{Order: []store.Order{store.Asc("nothing")}}), fault.UnknownColumn},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := s.As(storetest.Visitor).Read(t.Context(), &schema.HeroContent, c.q)
			storetest.WantFault(t, err, c.want)
		})
	}
}

func TestManyParentsAndChildrenFitInOneQuestion(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		var heroes, areas []store.Row
		for n := range 700 {
			heroes = append(heroes, store.Row{"id": n + 1, "title": "Hero"})
			areas = append(areas, store.Row{"hero_id": n + 1, "title": "a"}, store.Row{"hero_id": n + 1, "title": "b"})
		}
		err := s.As(storetest.Editor).Tx(t.Context(), func(tx store.Session) error {
			if _, err := tx.Insert(t.Context(), &schema.HeroContent, heroes...); err != nil {
				return err
			}
			_, err := tx.Insert(t.Context(), &schema.FeaturedAreas, areas...)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		rows, err := s.As(storetest.Visitor).Select(t.Context(), &schema.HeroContent, store.Query{Fields: []store.Field{field("version"), {As: "areas", Embed: &store.Embed{Table: &schema.FeaturedAreas}}}})
		if err != nil || len(rows) != 700 {
			t.Fatalf("%d rows, %v", len(rows), err)
		}
		for _, row := range rows {
			if areas, _ := row["areas"].([]store.Row); len(areas) != 2 || row.Int("version") != 1 {
				t.Fatalf("a row has %v", row)
			}
		}
		if _, err := s.As(storetest.Editor).Update(t.Context(), &schema.FeaturedAreas, store.Neq("id", 0), store.Row{"description": "d"}); err != nil {
			t.Fatal(err)
		}
		rows, err = s.As(storetest.Visitor).Select(t.Context(), &schema.HeroContent, store.Query{})
		if err != nil || slices.ContainsFunc(rows, func(r store.Row) bool { return r.Int("version") != 2 }) {
			t.Errorf("an update of all children did not raise each document once (%v)", err)
		}
		if gone, err := s.As(storetest.Editor).Delete(t.Context(), &schema.HeroContent, store.Neq("id", 0)); err != nil || len(gone) != 700 {
			t.Errorf("%d rows were deleted, %v", len(gone), err)
		}
		if n, err := s.AsSystem().Count(t.Context(), &schema.FeaturedAreas); n != 0 || err != nil {
			t.Errorf("%d children are left, %v", n, err)
		}
	})
}
