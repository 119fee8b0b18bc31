package history_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"sync"
	"testing"

	"vitrine/internal/content"
	"vitrine/internal/fault"
	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

// Saves that wait share a commit, which one that is refused undoes for all: each
// is tried again alone.
func TestSavesOfTwoInstancesHaveARevisionEach(t *testing.T) {
	url := storetest.PostgresURL(t)
	stores := []*store.Store{storetest.Open(t, store.Options{URL: url}), storetest.Open(t, store.Options{URL: url})}
	const writers, rounds = 8, 12
	var wg sync.WaitGroup
	var saved [writers][]string // places that were acknowledged
	var ids [writers]int64
	for w := range writers {
		wg.Go(func() {
			me := stores[w%2].As(schema.Actor{Role: schema.Editor, UserID: ada})
			save := func(args map[string]any) (row struct{ ID, Version int64 }, err error) {
				raw, err := json.Marshal(args)
				if err != nil {
					return row, err
				}
				answer, err := content.Procedures().Call(t.Context(), me, "save_job", raw)
				if err != nil {
					return row, err
				}
				return row, json.Unmarshal(*answer.(*json.RawMessage), &row)
			}
			job, err := save(map[string]any{"title": fmt.Sprint("Job ", w), "location": "first"})
			saved[w] = append(saved[w], "first")
			for n := range rounds {
				if err != nil {
					t.Error(err)
					return
				}
				if _, refused := save(map[string]any{"id": job.ID, "version": job.Version, "title": ""}); !fault.Is(refused, fault.Invalid) && !fault.Is(refused, fault.Missing) {
					t.Errorf("a job without a title: %v", refused)
				}
				place := fmt.Sprint("place ", n)
				job, err = save(map[string]any{"id": job.ID, "version": job.Version, "location": place})
				saved[w] = append(saved[w], place)
			}
			ids[w] = job.ID
		})
	}
	wg.Wait()
	for w, want := range saved {
		rows, err := stores[w%2].AsSystem().Select(t.Context(), &schema.Revisions, store.Query{
			Where: store.All{store.Eq("document", "job"), store.Eq("document_id", fmt.Sprint(ids[w]))}, Order: []store.Order{store.Asc("id")},
		})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, row := range rows {
			var was struct{ Location string }
			if err := json.Unmarshal(row["snapshot"].(json.RawMessage), &was); err != nil {
				t.Fatal(err)
			}
			got = append(got, was.Location)
		}
		if !slices.Equal(got, want) {
			t.Errorf("the versions of job %d are %q, want %q", ids[w], got, want)
		}
	}
}
