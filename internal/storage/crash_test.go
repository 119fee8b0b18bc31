package storage

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/engines"
	"vitrine/internal/store/storetest"
)

// TestMain is also the server that the crash test kills.
func TestMain(m *testing.M) {
	dir := os.Getenv("STORAGE_CRASH_DIR")
	if dir == "" {
		os.Exit(m.Run())
	}
	s, err := engines.Open(context.Background(), store.Options{Dir: dir, URL: os.Getenv("STORAGE_CRASH_URL"), Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		panic(err)
	}
	disk, err := OpenFolder(filepath.Join(dir, "uploads"))
	if err != nil {
		panic(err)
	}
	h := New(Options{Store: s, Disk: disk, Log: slog.New(slog.DiscardHandler)})
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h.ServeHTTP(w, r.WithContext(schema.WithActor(r.Context(), schema.Actor{Role: schema.Editor}, nil)))
	}))
	fmt.Println(srv.URL)
	select {}
}

func TestAKilledServerLosesNoUploadAndKeepsNoHalf(t *testing.T) {
	t.Run("sqlite", func(t *testing.T) { uploading(t, store.Options{Dir: t.TempDir()}) })
	t.Run("postgres", func(t *testing.T) { uploading(t, store.Options{Dir: t.TempDir(), URL: storetest.PostgresURL(t)}) })
}

func uploading(t *testing.T, o store.Options) {
	content := pngOf(noisy(150, 150))
	rounds, acknowledged := 4, []string{}
	if storetest.Soaking() {
		rounds = 30
	}
	for round := range rounds {
		acknowledged = append(acknowledged, uploadAndKill(t, o, round, content)...)
	}
	disk, err := OpenFolder(filepath.Join(o.Dir, "uploads"))
	if err != nil {
		t.Fatal(err)
	}
	x := open(t, storetest.Open(t, o), func(options *Options) { options.Disk = disk })
	unnamed := len(x.files())
	x.now = x.now.Add(2 * orphanAge)
	swept, _, err := x.handler.Sweep(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range acknowledged {
		if a := x.shown(key); a.StatusCode != 200 || !bytes.Equal(a.body, content) {
			t.Errorf("%s was acknowledged and is %d, %d bytes", key, a.StatusCode, len(a.body))
		}
	}
	rows, err := x.handler.Store.AsSystem().Select(t.Context(), &schema.StorageObjects, store.Query{})
	if err != nil {
		t.Fatal(err)
	}
	library := x.library()
	for _, row := range rows {
		key := row.Text("name")
		if a := x.shown(key); !bytes.Equal(a.body, content) {
			t.Errorf("%s is not whole: %d, %d bytes", key, a.StatusCode, len(a.body))
		}
		if of := apart(key); library[of.Bucket+"/"+of.Name] == nil {
			t.Errorf("%s is not in the library", key)
		}
	}
	if len(library) != len(rows) || len(x.files()) != len(rows) || unnamed-swept != len(rows) {
		t.Errorf("%d pictures in the library and %d files for %d rows; there were %d files, and %d went", len(library), len(x.files()), len(rows), unnamed, swept)
	}
	if len(acknowledged) == 0 {
		t.Error("no upload was acknowledged")
	}
	t.Logf("figures: %d kills amid uploads, %d acknowledged, 0 lost, 0 rows without their file; %d files of unfinished ones swept", rounds, len(acknowledged), swept)
}

// shown asks for an object by its key.
func (x *site) shown(key string) answer {
	x.t.Helper()
	of := apart(key)
	return x.do("", "GET", "object/public/"+of.Bucket+"/"+of.Name, nil)
}

// uploadAndKill runs a server, uploads to it from several sides and kills it
// amid that. It returns the keys that the server acknowledged.
func uploadAndKill(t *testing.T, o store.Options, round int, content []byte) (keys []string) {
	t.Helper()
	server := exec.Command(os.Args[0])
	server.Env = append(os.Environ(), "STORAGE_CRASH_DIR="+o.Dir, "STORAGE_CRASH_URL="+o.URL)
	out, err := server.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	url, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	var all sync.WaitGroup
	for side := range 4 {
		all.Go(func() {
			for i := 0; ; i++ {
				bucket, name := buckets[side%len(buckets)].name, fmt.Sprintf("r%d_s%d_%d.png", round, side, i)
				res, err := http.Post(strings.TrimSpace(url)+"/storage/v1/object/"+bucket+"/"+name, "image/png", bytes.NewReader(content))
				if err != nil {
					return
				}
				res.Body.Close()
				if res.StatusCode == http.StatusOK {
					mu.Lock()
					keys = append(keys, key(bucket, name))
					mu.Unlock()
				}
			}
		})
	}
	for enough := false; !enough; time.Sleep(time.Millisecond) {
		mu.Lock()
		enough = len(keys) >= 20
		mu.Unlock()
	}
	server.Process.Kill()
	server.Wait()
	all.Wait()
	return keys
}
