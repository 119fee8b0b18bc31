package main_test

import (
	"bytes"
	"crypto/rand"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"vitrine/internal/archive/archivetest"
	"vitrine/internal/s3/s3test"
	"vitrine/internal/store/storetest"
)

// works runs a command that must succeed.
func works(t testing.TB, env []string, args ...string) string {
	t.Helper()
	r := run(t, env, "", args...)
	if r.code != 0 {
		t.Fatalf("vitrine %s: %s", strings.Join(args, " "), r.stderr)
	}
	return r.stdout
}

// refuses runs a command that must fail with these words.
func refuses(t testing.TB, env []string, words string, args ...string) {
	t.Helper()
	r := run(t, env, "", args...)
	lines := strings.Split(strings.TrimSpace(r.stderr), "\n")
	if last := lines[len(lines)-1]; r.code == 0 || !strings.Contains(last, words) {
		t.Errorf("vitrine %s ends with %d and says %s", strings.Join(args, " "), r.code, r.stderr)
	}
}

// picture is a small PNG of one colour.
func picture(t testing.TB, n int) []byte {
	t.Helper()
	img := image.NewPaletted(image.Rect(0, 0, 8, 8), color.Palette{color.RGBA{uint8(n), uint8(n >> 8), 1, 255}})
	var out bytes.Buffer
	if err := png.Encode(&out, img); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// noise is a PNG that does not shrink.
func noise(t testing.TB, side int) []byte {
	t.Helper()
	img := image.NewRGBA(image.Rect(0, 0, side, side))
	rand.Read(img.Pix)
	var out bytes.Buffer
	if err := png.Encode(&out, img); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// sendLogo uploads a logo as staff do.
func (s *server) sendLogo(token, name string, content []byte) {
	s.Helper()
	r, err := http.NewRequest("POST", s.url+"/storage/v1/object/portfolio-logos/"+name, bytes.NewReader(content))
	if err != nil {
		s.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+token)
	r.Header.Set("Content-Type", "image/png")
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		s.Fatal(err)
	}
	res.Body.Close()
	if res.StatusCode != 200 {
		s.Fatalf("upload %s: %d", name, res.StatusCode)
	}
}

func TestASiteMovesToPostgreSQLAndS3AndBack(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	archive := func(n int) string { return filepath.Join(dir, fmt.Sprintf("%d.zip", n)) }
	home := settings(filepath.Join(dir, "home"))
	far := settings(filepath.Join(dir, "far"), "VITRINE_DATABASE_URL="+storetest.PostgresURL(t), "VITRINE_STORAGE_URL="+s3test.Start(t).URL("moved"))
	again := settings(filepath.Join(dir, "again"))

	s := start(t, home)
	token := s.signIn(boss, bossWord)
	for i := range 3 {
		s.sendLogo(token, fmt.Sprintf("logo_%d.png", i), picture(t, i))
	}
	works(t, home, "seed", "--jobs", "3", "--subscribers", "300")
	works(t, home, "export", "--with-secret", archive(1)) // beside the server
	refuses(t, home, "another vitrine serve is using", "import", "--force", archive(1))
	s.stop()

	works(t, far, "import", archive(1))
	moved := start(t, far)
	if got := moved.ask("GET", "/storage/v1/object/public/portfolio-logos/logo_1.png", "", nil); got.status != 200 || got.body != string(picture(t, 1)) {
		t.Errorf("a logo at the other place: %d", got.status)
	}
	moved.stop()
	works(t, far, "export", "--with-secret", archive(2))
	// Signing in here would note its time; the move alone must change nothing.
	archivetest.Same(t, "on PostgreSQL and S3", archivetest.Members(t, archive(2)), archivetest.Members(t, archive(1)))
	if archivetest.Members(t, archive(2))["secret"] == "" {
		t.Error("the secret was not taken along")
	}

	works(t, again, "import", archive(2))
	works(t, again, "export", "--with-secret", archive(3))
	archivetest.Same(t, "back at home", archivetest.Members(t, archive(3)), archivetest.Members(t, archive(1)))
	refuses(t, again, "add --force to replace it", "import", archive(1))
	if out := works(t, again, "import", "--force", archive(1)); !strings.Contains(out, "vitrine-before-import-") {
		t.Errorf("what was replaced is not kept: %s", out)
	}
	start(t, again).signIn(boss, bossWord)
}

func TestAKilledImportLeavesTheOldSite(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	big := filepath.Join(dir, "big.zip")
	source := settings(filepath.Join(dir, "source"))
	works(t, source, "seed", "--jobs", "20", "--subscribers", "20000")
	works(t, source, "export", big)
	for engine, env := range map[string][]string{
		"sqlite":   settings(filepath.Join(dir, "sqlite")),
		"postgres": settings(filepath.Join(dir, "postgres"), "VITRINE_DATABASE_URL="+storetest.PostgresURL(t)),
	} {
		works(t, env, "seed", "--jobs", "2", "--subscribers", "5")
		old := filepath.Join(dir, engine+".zip")
		works(t, env, "export", old)
		want, whole := archivetest.Members(t, old), archivetest.Members(t, big)
		killed, took := 0, timed(t, env, "import", "--force", big)
		works(t, env, "import", "--force", old)
		for round := range 8 {
			c := command(env, "import", "--force", big)
			if err := c.Start(); err != nil {
				t.Fatal(err)
			}
			time.Sleep(took * time.Duration(1+round) / 10) // the kill hits a later step each time
			c.Process.Kill()
			if c.Wait() != nil {
				killed++
			}
			after := filepath.Join(dir, fmt.Sprintf("%s%d.zip", engine, round))
			works(t, env, "export", after)
			got := archivetest.Members(t, after)
			if got["tables/job_listings.jsonl"] == whole["tables/job_listings.jsonl"] {
				// The kill came after the commit: then all of it is there.
				archivetest.Same(t, engine+" after a late kill", got, whole)
				works(t, env, "import", "--force", old)
				continue
			}
			archivetest.Same(t, engine+" after a kill", got, want)
		}
		if killed == 0 {
			t.Errorf("%s: no import was caught in the middle", engine)
		}
	}
}

// timed tells how long a command takes here.
func timed(t testing.TB, env []string, args ...string) time.Duration {
	t.Helper()
	began := time.Now()
	works(t, env, args...)
	return time.Since(began)
}

func TestAKilledRestoreLeavesTheOldSiteOrTheNew(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	source, env := settings(filepath.Join(dir, "source")), settings(filepath.Join(dir, "data"))
	works(t, source, "seed", "--jobs", "20", "--subscribers", "20000")
	works(t, source, "export", filepath.Join(dir, "new.zip"))
	works(t, source, "backup", "--to", filepath.Join(dir, "kept"))
	backups, err := filepath.Glob(filepath.Join(dir, "kept", "*.zip"))
	if err != nil || len(backups) != 1 {
		t.Fatalf("%v (%v)", backups, err)
	}
	works(t, env, "seed", "--jobs", "2", "--subscribers", "5")
	works(t, env, "export", filepath.Join(dir, "old.zip"))
	before, after := archivetest.Members(t, filepath.Join(dir, "old.zip")), archivetest.Members(t, filepath.Join(dir, "new.zip"))
	took := timed(t, env, "restore", "--force", backups[0])
	works(t, env, "import", "--force", filepath.Join(dir, "old.zip"))
	for round := range 6 {
		c := command(env, "restore", "--force", backups[0])
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(took * time.Duration(1+round) / 7) // the kill hits a later step each time
		c.Process.Signal([]os.Signal{os.Kill, os.Interrupt}[round%2])
		c.Wait()
		path := filepath.Join(dir, fmt.Sprintf("%d.zip", round))
		works(t, env, "export", path)
		got := archivetest.Members(t, path)
		if got["tables/job_listings.jsonl"] != after["tables/job_listings.jsonl"] {
			archivetest.Same(t, "after a kill", got, before)
			continue
		}
		archivetest.Same(t, "after a late kill", got, after)
		works(t, env, "import", "--force", filepath.Join(dir, "old.zip"))
	}
}

func TestBackupsAreTakenAndRestoredByTheRules(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	data := filepath.Join(dir, "data")
	env := settings(data)
	refuses(t, env, "there is no site in", "backup")
	s := start(t, env)
	s.sendLogo(s.signIn(boss, bossWord), "logo.png", picture(t, 1))
	out := works(t, env, "backup", "--to", filepath.Join(dir, "kept"))
	path, _, _ := strings.Cut(strings.TrimPrefix(out, "backed up to "), ":")
	jobs := s.count("job_listings", "")
	refuses(t, env, "another vitrine serve is using", "restore", "--force", path)
	s.stop()

	works(t, env, "seed", "--jobs", "4")
	if err := os.RemoveAll(filepath.Join(data, "uploads")); err != nil {
		t.Fatal(err)
	}
	refuses(t, env, "add --force to replace it", "restore", path)
	refuses(t, env, "no archive of Vitrine, or is damaged", "restore", "--force", filepath.Join(data, "secret"))
	refuses(t, settings(data, "VITRINE_DATABASE_URL="+storetest.PostgresURL(t)), "import that file into PostgreSQL", "restore", path)
	if out := works(t, env, "restore", "--force", path); !strings.Contains(out, "vitrine-before-restore-") {
		t.Errorf("what was replaced is not kept: %s", out)
	}
	s = start(t, env)
	if n := s.count("job_listings", ""); n != jobs {
		t.Errorf("%s jobs and not %s", n, jobs)
	}
	if got := s.ask("GET", "/storage/v1/object/public/portfolio-logos/logo.png", "", nil); got.body != string(picture(t, 1)) {
		t.Errorf("the logo: %d", got.status)
	}
	s.stop()

	// A database that is damaged is put aside and replaced.
	if err := os.WriteFile(filepath.Join(data, "vitrine.db"), []byte(strings.Repeat("x", 9000)), 0o600); err != nil {
		t.Fatal(err)
	}
	refuses(t, env, "restore from backup", "user", "list")
	if out := works(t, env, "restore", "--force", path); !strings.Contains(out, "the damaged database is kept as") {
		t.Errorf("restored: %s", out)
	}
	s = start(t, env)
	s.signIn(boss, bossWord)
	s.stop()

	// An export does the same, also where the database is gone.
	works(t, env, "export", filepath.Join(dir, "site.zip"))
	for _, content := range [][]byte{[]byte(strings.Repeat("x", 9000)), nil} {
		if err := os.WriteFile(filepath.Join(data, "vitrine.db"), content, 0o600); err != nil {
			t.Fatal(err)
		}
		if content != nil {
			refuses(t, env, "restore from backup", "restore", filepath.Join(dir, "site.zip"))
			works(t, env, "restore", "--force", filepath.Join(dir, "site.zip"))
		} else { // nothing is there to be overwritten
			works(t, env, "restore", filepath.Join(dir, "site.zip"))
		}
		if err := os.Mkdir(filepath.Join(data, "trial-1"), 0o700); err != nil { // as a trial that was killed leaves it
			t.Fatal(err)
		}
		s = start(t, env)
		if n := s.count("job_listings", ""); n != jobs {
			t.Errorf("%s jobs and not %s", n, jobs)
		}
		s.signIn(boss, bossWord)
		s.stop()
		for _, pattern := range []string{"restore-*", "trial-*"} {
			if left, _ := filepath.Glob(filepath.Join(data, pattern)); len(left) > 0 {
				t.Errorf("left behind: %v", left)
			}
		}
	}
}

func TestBackupsGoToABucketAndComeBack(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	env := settings(filepath.Join(dir, "data"), "VITRINE_BACKUP_DIR="+s3test.Start(t).URL("kept"), "VITRINE_BACKUP_KEY=kept where nobody looks")
	works(t, env, "seed", "--jobs", "3")
	works(t, env, "export", filepath.Join(dir, "before.zip"))
	name, _, _ := strings.Cut(strings.TrimPrefix(works(t, env, "backup"), "backed up to "), ":")
	works(t, env, "seed", "--jobs", "3")
	works(t, env, "restore", "--force", name)
	works(t, env, "export", filepath.Join(dir, "after.zip"))
	archivetest.Same(t, "restored from the bucket", archivetest.Members(t, filepath.Join(dir, "after.zip")), archivetest.Members(t, filepath.Join(dir, "before.zip")))
	for _, pattern := range []string{"data/restore-*", "data/backups/" + name} {
		if left, _ := filepath.Glob(filepath.Join(dir, pattern)); len(left) > 0 {
			t.Errorf("left behind: %v", left)
		}
	}
	refuses(t, env, "vitrine backup --list shows", "restore", "--force", "vitrine-20200101T000000Z.zip")
}

func TestNoSiteIsReplacedBeneathItsServers(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	source, far := settings(filepath.Join(dir, "source")), settings(filepath.Join(dir, "far"), "VITRINE_DATABASE_URL="+storetest.PostgresURL(t))
	works(t, source, "seed", "--jobs", "7")
	works(t, source, "export", filepath.Join(dir, "site.zip"))
	s := start(t, far)
	token := s.signIn(boss, bossWord)
	before := s.count("job_listings", token)
	if before == "7" {
		t.Fatal("the sample jobs are as many as the imported ones")
	}
	for _, how := range []string{"import", "restore"} {
		refuses(t, far, "vitrine serve is using the database from 127.0.0.1 (connection ", how, "--force", filepath.Join(dir, "site.zip"))
	}
	if after := s.count("job_listings", token); after != before {
		t.Errorf("%s of %s jobs are there", after, before)
	}
	s.stop()
	works(t, far, "import", "--force", filepath.Join(dir, "site.zip"))
	s = start(t, far)
	if n := s.count("job_listings", ""); n != "7" {
		t.Errorf("%s jobs came", n)
	}
	if status := s.ask("GET", "/auth/v1/user", token, nil).status; status != 403 {
		t.Errorf("a sign-in of before counts: %d", status)
	}
}
