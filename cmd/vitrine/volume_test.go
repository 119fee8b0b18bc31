package main_test

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"log/slog"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/uuid"

	"vitrine/internal/archive/archivetest"
	"vitrine/internal/schema"
	"vitrine/internal/storage"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

// TestAFullSiteMovesInLittleMemory moves a site of the size in the figures to
// PostgreSQL and back, and prints the time and peak memory of each step. A
// site a tenth of its size shows whether memory grows with the volume.
func TestAFullSiteMovesInLittleMemory(t *testing.T) {
	long(t)
	small := moveVolume(t, 10)
	full := moveVolume(t, 1)
	for step, peak := range full {
		if peak > small[step]*5/4+8<<20 {
			t.Errorf("%s takes %d MB for the full site and %d MB for a tenth", step, peak>>20, small[step]>>20)
		}
	}
}

func moveVolume(t *testing.T, part int) map[string]int64 {
	t.Helper()
	dir := t.TempDir()
	home, again := settings(filepath.Join(dir, "home")), settings(filepath.Join(dir, "again"))
	far := settings(filepath.Join(dir, "far"), "VITRINE_DATABASE_URL="+storetest.PostgresURL(t))
	count := func(n int) string { return fmt.Sprint(n / part) }
	measure(t, home, "seed", "--jobs", count(1000), "--subscribers", count(100_000), "--messages", count(20_000))
	addLogos(t, filepath.Join(dir, "home"), 200/part)
	archive := func(n int) string { return filepath.Join(dir, fmt.Sprintf("%d.zip", n)) }
	peaks := map[string]int64{}
	fmt.Printf("%d jobs, %d subscribers, %d messages, %d logos\n| step | time | peak memory |\n|---|---|---|\n", 1000/part, 100_000/part, 20_000/part, 200/part)
	for _, s := range []struct {
		name string
		env  []string
		args []string
	}{
		{"export from SQLite", home, []string{"export", archive(1)}},
		{"import into PostgreSQL", far, []string{"import", archive(1)}},
		{"export from PostgreSQL", far, []string{"export", archive(2)}},
		{"import into SQLite", again, []string{"import", archive(2)}},
		{"backup of SQLite", again, []string{"backup", "--to", filepath.Join(dir, "kept")}},
		{"backup of PostgreSQL", far, []string{"backup", "--to", filepath.Join(dir, "kept2")}},
	} {
		took, peak := measure(t, s.env, s.args...)
		peaks[s.name] = peak
		fmt.Printf("| %s | %.1f s | %d MB |\n", s.name, took.Seconds(), peak>>20)
	}
	kept, err := filepath.Glob(filepath.Join(dir, "kept", "*.zip"))
	if err != nil || len(kept) != 1 {
		t.Fatalf("backups: %v (%v)", kept, err)
	}
	took, peak := measure(t, settings(filepath.Join(dir, "restored")), "restore", kept[0])
	peaks["restore"] = peak
	fmt.Printf("| restore of SQLite | %.1f s | %d MB |\n", took.Seconds(), peak>>20)
	measure(t, again, "export", archive(3))
	archivetest.Same(t, "after the journey", archivetest.Members(t, archive(3)), archivetest.Members(t, archive(1)))
	return peaks
}

// measure runs a command and tells its time and peak memory.
func measure(t testing.TB, env []string, args ...string) (time.Duration, int64) {
	t.Helper()
	c := command(env, args...)
	var said strings.Builder
	c.Stderr = &said
	begin := time.Now()
	if err := c.Run(); err != nil {
		t.Fatalf("vitrine %v: %v\n%s", args, err, said.String())
	}
	usage := c.ProcessState.SysUsage().(*syscall.Rusage)
	return time.Since(begin), usage.Maxrss << 10
}

// addLogos puts uploads of 20 to 60 KB where a server would.
func addLogos(t testing.TB, dir string, n int) {
	t.Helper()
	var logos [][]byte
	for i := range n {
		logos = append(logos, noise(t, 90+i%60))
	}
	addPictures(t, dir, logos...)
}

func addPictures(t testing.TB, dir string, logos ...[]byte) {
	t.Helper()
	s := storetest.Open(t, store.Options{Dir: dir, Log: slog.New(slog.DiscardHandler)})
	disk, err := storage.OpenFolder(filepath.Join(dir, "uploads"))
	if err != nil {
		t.Fatal(err)
	}
	defer disk.Close()
	for i, content := range logos {
		sum, file := sha256.Sum256(content), rand.Text()
		if err := disk.Put(t.Context(), file, content); err != nil {
			t.Fatal(err)
		}
		_, err := s.AsSystem().Insert(t.Context(), &schema.StorageObjects, store.Row{"id": uuid.NewString(), "name": fmt.Sprintf("logo_%d.png", i),
			"file": file, "size": len(content), "mimetype": "image/png", "etag": hex.EncodeToString(sum[:16])})
		if err != nil {
			t.Fatal(err)
		}
	}
}
