package main_test

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"vitrine/internal/store/storetest"
)

// A save and its revision are one: after a kill at any moment each version of a
// job has its revision, and no other.
func TestASaveAndItsRevisionAreOneWhenTheServerIsKilled(t *testing.T) {
	t.Run("sqlite", func(t *testing.T) {
		t.Parallel()
		dir := t.TempDir()
		killingSaves(t, settings(dir), rounds(3, 50), func() *sql.DB { return openDB(t, "sqlite", "file:"+filepath.Join(dir, "vitrine.db")+"?mode=ro") })
	})
	t.Run("postgres", func(t *testing.T) {
		t.Parallel()
		url := storetest.PostgresURL(t)
		killingSaves(t, settings(t.TempDir(), "VITRINE_DATABASE_URL="+url), rounds(2, 20), func() *sql.DB { return openDB(t, "pgx", url) })
	})
}

// saver saves a job of its own again and again until the server is gone.
type saver struct {
	server      string
	token       string
	id, version int64 // as acknowledged
}

func (v *saver) save(n int) bool {
	args := map[string]any{"title": fmt.Sprint("Save ", n), "responsibilities": []string{fmt.Sprint("Item ", n)}}
	if v.id != 0 {
		args["id"], args["version"] = v.id, v.version
	}
	raw, err := json.Marshal(args)
	if err != nil {
		panic(err)
	}
	r, err := http.NewRequest("POST", v.server+"/rest/v1/rpc/save_job", strings.NewReader(string(raw)))
	if err != nil {
		panic(err)
	}
	r.Header.Set("Authorization", "Bearer "+v.token)
	r.Header.Set("Content-Type", "application/json")
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return false
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	var saved struct{ ID, Version int64 }
	if err != nil || answer.StatusCode != 200 || json.Unmarshal(body, &saved) != nil {
		return false
	}
	v.id, v.version = saved.ID, saved.Version
	return true
}

func killingSaves(t *testing.T, env []string, rounds int, open func() *sql.DB) {
	s := start(t, env)
	acknowledged := int64(0)
	for range rounds {
		token := s.signIn(boss, bossWord)
		savers := make([]*saver, 4)
		var all sync.WaitGroup
		under := make(chan struct{})
		reached := sync.OnceFunc(func() { close(under) })
		for i := range savers {
			savers[i] = &saver{server: s.url, token: token}
			all.Go(func() {
				defer reached()
				for n := 0; savers[i].save(n); n++ {
					if n == 10 {
						reached()
					}
				}
			})
		}
		<-under
		s.kill()
		all.Wait()
		s = start(t, env)
		db := open()
		for _, v := range savers {
			acknowledged += v.version
			checkSaver(t, db, v)
		}
		db.Close()
	}
	figures(t, "%d kills, %d acknowledged saves, each with its revision and none without", rounds, acknowledged)
}

func checkSaver(t *testing.T, db *sql.DB, v *saver) {
	t.Helper()
	if v.id == 0 {
		return
	}
	var version, revisions, newest int64
	if err := db.QueryRow(fmt.Sprintf("SELECT version FROM job_listings WHERE id = %d", v.id)).Scan(&version); err != nil {
		t.Fatal(err)
	}
	if err := db.QueryRow(fmt.Sprintf("SELECT count(*), max(document_version) FROM revisions WHERE document = 'job' AND document_id = '%d'", v.id)).Scan(&revisions, &newest); err != nil {
		t.Fatal(err)
	}
	if version < v.version || version > v.version+1 {
		t.Errorf("version %d was acknowledged, %d is stored", v.version, version)
	}
	if revisions != version || newest != version {
		t.Errorf("version %d has %d revisions, the newest of version %d", version, revisions, newest)
	}
}
