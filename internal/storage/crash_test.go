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
	s, err := engines.Open(context.Background(), store.Options{Dir: dir, Log: slog.New(slog.DiscardHandler)})
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
	dir := t.TempDir()
	content := pngOf(noisy(150, 150))
	acknowledged := []string{}
	for round := range 4 {
		acknowledged = append(acknowledged, uploadAndKill(t, dir, round, content)...)
	}
	x := open(t, storetest.Open(t, store.Options{Dir: dir}), func(o *Options) {
		disk, err := OpenFolder(filepath.Join(dir, "uploads"))
		if err != nil {
			t.Fatal(err)
		}
		o.Disk = disk
	})
	x.now = x.now.Add(2 * orphanAge)
	swept, _, err := x.handler.Sweep(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range acknowledged {
		if a := x.public(name); a.StatusCode != 200 || !bytes.Equal(a.body, content) {
			t.Errorf("%s was acknowledged and is %d, %d bytes", name, a.StatusCode, len(a.body))
		}
	}
	rows, err := x.handler.Store.Itself().Select(t.Context(), &schema.StorageObjects, store.Query{})
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range rows {
		if a := x.public(row.Text("name")); !bytes.Equal(a.body, content) {
			t.Errorf("%s is not whole: %d, %d bytes", row.Text("name"), a.StatusCode, len(a.body))
		}
	}
	if files := x.files(); len(files) != len(rows) {
		t.Errorf("%d files for %d rows", len(files), len(rows))
	}
	if len(acknowledged) == 0 {
		t.Error("no upload was acknowledged")
	}
	t.Logf("%d uploads acknowledged, %d rows, %d leftovers swept", len(acknowledged), len(rows), swept)
}

// uploadAndKill runs a server, uploads to it from several sides and kills it
// amid that. It returns the names that the server acknowledged.
func uploadAndKill(t *testing.T, dir string, round int, content []byte) (names []string) {
	t.Helper()
	server := exec.Command(os.Args[0])
	server.Env = append(os.Environ(), "STORAGE_CRASH_DIR="+dir)
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
				name := fmt.Sprintf("r%d_s%d_%d.png", round, side, i)
				res, err := http.Post(strings.TrimSpace(url)+"/storage/v1/object/portfolio-logos/"+name, "image/png", bytes.NewReader(content))
				if err != nil {
					return
				}
				res.Body.Close()
				if res.StatusCode == http.StatusOK {
					mu.Lock()
					names = append(names, name)
					mu.Unlock()
				}
			}
		})
	}
	for enough := false; !enough; time.Sleep(time.Millisecond) {
		mu.Lock()
		enough = len(names) >= 20
		mu.Unlock()
	}
	server.Process.Kill()
	server.Wait()
	all.Wait()
	return names
}
