package main_test

import (
	"archive/zip"
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pressly/goose/v3"

	"vitrine/internal/archive/archivetest"
	"vitrine/internal/s3/s3test"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

// made is the path in what vitrine backup says.
func made(said string) string {
	path, _, _ := strings.Cut(strings.TrimPrefix(said, "backed up to "), ":")
	return path
}

// becomeNewer makes a database look as a newer program left it.
const becomeNewer = "INSERT INTO goose_db_version (version_id, is_applied) VALUES (99, true)"

func TestARestoreKeepsADatabaseOfANewerProgram(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	source := settings(filepath.Join(dir, "source"))
	works(t, source, "seed", "--jobs", "2")
	works(t, source, "export", filepath.Join(dir, "site.zip"))
	for kind, file := range map[string]string{"backup": made(works(t, source, "backup", "--to", dir)), "export": filepath.Join(dir, "site.zip")} {
		data := filepath.Join(dir, kind)
		env := settings(data)
		works(t, env, "seed", "--jobs", "5")
		addLogos(t, data, 1)
		db := openDB(t, "sqlite", "file:"+filepath.Join(data, "vitrine.db"))
		if _, err := db.Exec(becomeNewer); err != nil {
			t.Fatal(err)
		}
		db.Close()
		refuses(t, env, "add --force to replace it", "restore", file)
		out := works(t, env, "restore", "--force", file)
		_, kept, _ := strings.Cut(out, "the site that was there is kept in ")
		kept, _, _ = strings.Cut(kept, "\n")
		if !strings.Contains(out, "everybody signs in again") {
			t.Errorf("%s: it says %s", kind, out)
		}
		if old := archivetest.Members(t, kept); len(old["vitrine.db"]) < 1<<16 || len(old) != 2 {
			t.Errorf("%s: %s holds %d files", kind, kept, len(old))
		}
		works(t, env, "export", filepath.Join(dir, kind+"-after.zip"))
		archivetest.Same(t, kind, archivetest.Members(t, filepath.Join(dir, kind+"-after.zip")), archivetest.Members(t, filepath.Join(dir, "site.zip")))
	}
}

func TestARestoreIntoANewerPostgreSQLSaysTheWayOut(t *testing.T) {
	t.Parallel()
	dir, url := t.TempDir(), storetest.PostgresURL(t)
	source, far := settings(filepath.Join(dir, "source")), settings(filepath.Join(dir, "far"), "VITRINE_DATABASE_URL="+url)
	works(t, source, "seed", "--jobs", "2")
	works(t, source, "export", filepath.Join(dir, "site.zip"))
	works(t, far, "seed", "--jobs", "5")
	db := openDB(t, "pgx", url)
	if _, err := db.Exec(becomeNewer); err != nil {
		t.Fatal(err)
	}
	refuses(t, far, "or restore into an empty database", "restore", "--force", filepath.Join(dir, "site.zip"))
	var jobs int
	if err := db.QueryRow("SELECT count(*) FROM job_listings").Scan(&jobs); err != nil || jobs != 5 {
		t.Errorf("%d jobs (%v)", jobs, err)
	}
}

// TestAPostgreSQLDatabaseIsBackedUpBeforeAMigration goes back from the
// first schema and the last: the copy has all that the older program kept.
func TestAPostgreSQLDatabaseIsBackedUpBeforeAMigration(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, version := range []int64{1, store.Known() - 1} {
		url := storetest.PostgresURL(t)
		db := openDB(t, "pgx", url)
		p, err := goose.NewProvider(goose.DialectPostgres, db, os.DirFS("../../internal/store/migrations/postgres"))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := p.UpTo(t.Context(), version); err != nil {
			t.Fatal(err)
		}
		columns, values := "email, created_at", "'old' || i || '@example.com', now()"
		if version > 1 { // what letters have added since
			columns, values = columns+", status, wants_jobs", values+", 'confirmed', false"
		}
		if _, err := db.Exec(`INSERT INTO newsletter_subscriptions (` + columns + `) SELECT ` + values + ` FROM generate_series(1, 300) i;
			INSERT INTO storage_objects (id, name, file, size, mimetype, etag, max_age, created_at, updated_at) VALUES (gen_random_uuid(), 'a.png', 'aaaa', 1, 'image/png', 'x', 3600, now(), now());
			ALTER TABLE newsletter_subscriptions ADD COLUMN gone_later text DEFAULT 'kept'`); err != nil {
			t.Fatal(err)
		}
		folder := filepath.Join(dir, fmt.Sprint(version))
		env := settings(filepath.Join(folder, "data"), "VITRINE_DATABASE_URL="+url, "VITRINE_BACKUP_DIR="+folder)
		for range 2 {
			works(t, env, "migrate")
		}
		kept, err := filepath.Glob(filepath.Join(folder, fmt.Sprintf("vitrine-before-schema-%d-*.zip", store.Known())))
		if err != nil || len(kept) != 1 {
			t.Fatalf("kept %v (%v)", kept, err)
		}
		rows := archivetest.Members(t, kept[0])["tables/newsletter_subscriptions.jsonl"]
		if strings.Count(rows, "\n") != 300 || strings.Count(rows, `"gone_later":"kept"`) != 300 {
			t.Errorf("of schema %d are kept %.300s", version, rows)
		}
		fresh := storetest.PostgresURL(t)
		out := works(t, settings(filepath.Join(folder, "fresh"), "VITRINE_DATABASE_URL="+fresh), "restore", kept[0])
		var back int
		if err := openDB(t, "pgx", fresh).QueryRow("SELECT count(*) FROM newsletter_subscriptions").Scan(&back); err != nil || back != 300 || !strings.Contains(out, "uploads, which stay") {
			t.Errorf("from schema %d came back %d (%v): %s", version, back, err, out)
		}
	}
}

func TestAMigrationWaitsForItsBackup(t *testing.T) {
	t.Parallel()
	dir, url := t.TempDir(), storetest.PostgresURL(t)
	works(t, settings(dir, "VITRINE_DATABASE_URL="+url), "seed", "--jobs", "1")
	db := openDB(t, "pgx", url)
	if _, err := db.Exec("DELETE FROM goose_db_version WHERE version_id = $1", store.Known()); err != nil {
		t.Fatal(err)
	}
	refuses(t, settings(dir, "VITRINE_DATABASE_URL="+url, "VITRINE_BACKUP_DIR=/proc/nope"), "back up before the migration", "user", "list")
	var have int64
	if err := db.QueryRow("SELECT max(version_id) FROM goose_db_version").Scan(&have); err != nil || have != store.Known()-1 {
		t.Errorf("it was migrated to %d without a backup (%v)", have, err)
	}
}

func TestABucketThatIsAwayDoesNotHoldUpAMigration(t *testing.T) {
	t.Parallel()
	dir, url := t.TempDir(), storetest.PostgresURL(t)
	p, err := goose.NewProvider(goose.DialectPostgres, openDB(t, "pgx", url), os.DirFS("../../internal/store/migrations/postgres"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.UpTo(t.Context(), store.Known()-1); err != nil {
		t.Fatal(err)
	}
	r := run(t, settings(dir, "VITRINE_DATABASE_URL="+url, "VITRINE_BACKUP_DIR=s3://key:secret@127.0.0.1:1/kept?insecure=true", "VITRINE_BACKUP_KEY=a passphrase that is long enough"), "", "migrate")
	kept, err := filepath.Glob(filepath.Join(dir, "backups", "vitrine-before-schema-*.zip.age"))
	if r.code != 0 || err != nil || len(kept) != 1 || !strings.Contains(r.stderr, "stays on this machine") || !strings.Contains(r.stderr, kept[0]) {
		t.Errorf("kept %v (%v): %+v", kept, err, r)
	}
	if have, err := p.GetDBVersion(t.Context()); err != nil || have != store.Known() {
		t.Errorf("it has schema %d (%v)", have, err)
	}
}

func TestALostDatabaseIsCalledLostAndRestoredWithoutForce(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	data := filepath.Join(dir, "data")
	env := settings(data)
	works(t, env, "seed", "--jobs", "3")
	works(t, env, "export", filepath.Join(dir, "site.zip"))
	backup := made(works(t, env, "backup", "--to", dir))
	bare := filepath.Join(t.TempDir(), "bare.db")
	db := openDB(t, "sqlite", "file:"+bare)
	if _, err := db.Exec("CREATE TABLE x (y); DROP TABLE x"); err != nil {
		t.Fatal(err)
	}
	db.Close()
	tableless, err := os.ReadFile(bare)
	if err != nil || len(tableless) == 0 {
		t.Fatalf("%d bytes (%v)", len(tableless), err)
	}
	for what, content := range map[string][]byte{"missing": nil, "empty": {}, "without tables": tableless} {
		files := []string{backup}
		if what == "missing" {
			files = append(files, filepath.Join(dir, "site.zip"))
		}
		for _, file := range files {
			for _, suffix := range []string{"", "-wal", "-shm"} {
				os.Remove(filepath.Join(data, "vitrine.db"+suffix))
			}
			if content != nil {
				if err := os.WriteFile(filepath.Join(data, "vitrine.db"), content, 0o600); err != nil {
					t.Fatal(err)
				}
			}
			refuses(t, env, "is missing or empty; restore from backup", "serve")
			refuses(t, env, "is missing or empty; restore from backup", "backup")
			if r := run(t, env, "", "doctor", "--no-mail"); r.code != 1 || !strings.Contains(r.stdout, "WRONG  database") {
				t.Errorf("%s: doctor says %s", what, r.stdout)
			}
			works(t, env, "restore", file)
			works(t, env, "export", filepath.Join(dir, "after.zip"))
			archivetest.Same(t, what, archivetest.Members(t, filepath.Join(dir, "after.zip")), archivetest.Members(t, filepath.Join(dir, "site.zip")))
			os.Remove(filepath.Join(dir, "after.zip"))
		}
	}
}

func TestARestoreEndsAllSessions(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	data := filepath.Join(dir, "data")
	for engine, place := range map[string]string{"sqlite": "", "postgres": storetest.PostgresURL(t)} {
		env := settings(data, "VITRINE_DATABASE_URL="+place)
		s := start(t, env)
		token := s.signIn(boss, bossWord)
		backup := made(works(t, env, "backup", "--to", filepath.Join(dir, engine)))
		s.stop()
		works(t, env, "restore", "--force", backup)
		if s = start(t, env); s.ask("GET", "/auth/v1/user", token, nil).status != 403 {
			t.Errorf("%s: a sign-in of before the restore counts", engine)
		}
		s.signIn(boss, bossWord)
		s.stop()
	}
}

func TestARestoreLeavesOutWhoWasErasedSince(t *testing.T) {
	t.Parallel()
	const former = "former@example.com"
	dir := t.TempDir()
	for engine, place := range map[string]string{"sqlite": "", "postgres": storetest.PostgresURL(t)} {
		env := settings(filepath.Join(dir, engine), "VITRINE_DATABASE_URL="+place)
		s := start(t, env)
		for _, address := range []string{"ada@mail.example", "bo@mail.example"} {
			if a := s.ask("POST", "/rest/v1/newsletter_subscriptions", "", map[string]string{"email": address}); a.status != 201 {
				t.Fatalf("%s: %v", engine, a)
			}
		}
		if r := run(t, env, bossWord+"\n", "user", "add", "--email", former, "--role", "editor", "--password-stdin"); r.code != 0 {
			t.Fatalf("%s: %+v", engine, r)
		}
		if a := s.ask("PATCH", "/rest/v1/hero_content?id=gt.0", s.signIn(former, bossWord), map[string]any{"title": "By somebody who left"}); a.status >= 300 {
			t.Fatalf("%s: %v", engine, a)
		}
		works(t, env, "user", "remove", "--email", former)
		backup := made(works(t, env, "backup", "--to", filepath.Join(dir, engine+"-backups")))
		token := s.signIn(boss, bossWord)
		for _, address := range []string{"Ada@mail.example", former} {
			if a := s.ask("POST", "/rest/v1/rpc/erase_person", token, map[string]any{"email": address}); a.status != 200 {
				t.Fatalf("%s: %v", engine, a)
			}
		}
		s.stop()
		works(t, env, "restore", "--force", backup)
		s = start(t, env)
		if a := s.ask("GET", "/rest/v1/newsletter_subscriptions?select=email", s.signIn(boss, bossWord), nil); !strings.Contains(a.body, "bo@mail.example") || strings.Contains(a.body, "ada@mail.example") {
			t.Errorf("%s: subscribers are %s", engine, a.body)
		}
		token = s.signIn(boss, bossWord)
		for _, table := range []string{"revisions", "activity"} {
			if a := s.ask("GET", "/rest/v1/"+table+"?order=id", token, nil); !strings.Contains(a.body, "hero") || strings.Contains(a.body, former) {
				t.Errorf("%s: %s tells of who left: %s", engine, table, a.body)
			}
		}
		s.stop()
	}
}

func TestBackupsAreListedAndRestoredByName(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, place := range map[string][]string{
		"disk":   {"VITRINE_BACKUP_DIR=" + filepath.Join(dir, "kept")},
		"bucket": {"VITRINE_BACKUP_DIR=" + s3test.Start(t).URL("kept"), "VITRINE_BACKUP_KEY=kept where nobody looks"},
	} {
		data := filepath.Join(dir, name)
		env := settings(data, place...)
		if r := run(t, env, "", "backup", "--list"); r.code != 0 || !strings.Contains(r.stderr, "there are no backups in") {
			t.Errorf("%s: without any: %+v", name, r)
		}
		refuses(t, env, "vitrine backup --list shows", "restore", "vitrine-20200101T000000Z.zip")
		if _, err := os.Stat(data); err == nil {
			t.Errorf("%s: looking for backups made a data folder", name)
		}
		works(t, env, "seed", "--jobs", "3")
		backup := filepath.Base(made(works(t, env, "backup")))
		list := works(t, env, "backup", "--list")
		if lines := strings.Split(strings.TrimSpace(list), "\n"); len(lines) != 2 || !strings.Contains(lines[1], backup) || strings.Contains(lines[1], "yes") != (name == "bucket") {
			t.Errorf("%s: %s", name, list)
		}
		works(t, env, "restore", "--force", backup)
		list = works(t, env, "backup", "--list")
		_, before, _ := strings.Cut(list, "vitrine-before-restore-")
		before, _, _ = strings.Cut("vitrine-before-restore-"+before, " ")
		works(t, env, "restore", "--force", before)
	}
	refuses(t, settings(dir, "VITRINE_BACKUP_DIR=s3://key:secret@127.0.0.1:1/kept?insecure=true"), "VITRINE_BACKUP_KEY is not set", "backup")
	refuses(t, settings(dir, "VITRINE_BACKUP_KEY=short"), "VITRINE_BACKUP_KEY is neither a key", "serve")
}

// TestABackupIsFoundFromAFolderThatMayNotBeEntered is the guide's sudo -u
// vitrine in the home of whoever types it.
func TestABackupIsFoundFromAFolderThatMayNotBeEntered(t *testing.T) {
	t.Parallel()
	asRoot(t)
	const nobody = "65534"
	home, data := t.TempDir(), filepath.Join(t.TempDir(), "data")
	works(t, settings(data), "seed", "--jobs", "1")
	backup := filepath.Base(made(works(t, settings(data), "backup")))
	must(t, "chown", "-R", nobody, data)
	must(t, "chmod", "755", filepath.Dir(home))
	must(t, "chmod", "700", home)
	program := filepath.Join(t.TempDir(), "vitrine")
	must(t, "cp", binary, program)
	c := exec.Command(needs(t, "setpriv"), "--reuid", nobody, "--regid", nobody, "--clear-groups", program, "restore", "--force", backup)
	c.Dir, c.Env = home, settings(data)
	if out, err := c.CombinedOutput(); err != nil || !strings.Contains(string(out), "restored "+backup) {
		t.Errorf("%v: %s", err, out)
	}
}

func TestABackupWithoutItsUploadsIsNoSuccess(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	env := settings(data)
	works(t, env, "seed", "--jobs", "1")
	addLogos(t, data, 3)
	uploads, err := filepath.Glob(filepath.Join(data, "uploads", "*"))
	if err != nil || len(uploads) != 3 {
		t.Fatalf("%v (%v)", uploads, err)
	}
	for i, path := range uploads {
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
		for _, args := range [][]string{{"backup"}, {"export", filepath.Join(t.TempDir(), "site.zip")}} {
			r := run(t, env, "", args...)
			if says := fmt.Sprintf("%d of 3 uploads are not in it", i+1); !strings.Contains(r.stderr, says) || (r.code != 0) != (i == 2) {
				t.Errorf("%v without %d: %+v", args, i+1, r)
			}
		}
	}
}

func TestWhatCannotBeDoneLeavesNoFolder(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	source := settings(filepath.Join(dir, "source"))
	works(t, source, "seed", "--jobs", "1")
	works(t, source, "export", filepath.Join(dir, "site.zip"))
	raw, err := os.ReadFile(filepath.Join(dir, "site.zip"))
	if err != nil {
		t.Fatal(err)
	}
	raw[inside(t, raw)] ^= 1
	damaged := filepath.Join(dir, "damaged.zip")
	if err := os.WriteFile(damaged, raw, 0o600); err != nil {
		t.Fatal(err)
	}
	none := filepath.Join(dir, "none")
	for words, args := range map[string][]string{
		"the archive is damaged":     {"restore", damaged},
		"archive is damaged":         {"import", damaged},
		"there is no":                {"restore", "nothing.zip"},
		"there is no site":           {"user", "list"},
		"no site in":                 {"user", "set-role", "--email", boss, "--role", "admin"},
		"there is no site in":        {"export", filepath.Join(dir, "more.zip")},
		"add --force":                {"restore", filepath.Join(dir, "site.zip"), "--data", filepath.Join(dir, "source")},
		"is shorter than 32":         {"export", "--with-secret", filepath.Join(dir, "more.zip"), "--data", filepath.Join(dir, "source")},
		"this backup is a SQLite da": {"restore", filepath.Join(dir, "source", "vitrine.db"), "--database-url", "postgres://nobody@127.0.0.1:1/none"},
	} {
		env := settings(none)
		if words == "is shorter than 32" {
			env = append(env, "VITRINE_JWT_SECRET=short")
		}
		refuses(t, env, words, args...)
	}
	run(t, settings(none), "", "doctor")
	for _, args := range [][]string{{"backup"}, {"export", filepath.Join(dir, "more.zip")}, {"user", "list"}} {
		refuses(t, settings(none, "VITRINE_DATABASE_URL="+storetest.PostgresURL(t)), "there is no site in the database", args...)
	}
	if _, err := os.Stat(none); err == nil {
		t.Error("a data folder was made")
	}
	out := works(t, settings(none), "restore", filepath.Join(dir, "source", "vitrine.db"))
	if !strings.Contains(out, "restored vitrine.db: the database alone") {
		t.Errorf("a bare database: %s", out)
	}
}

// inside is a place in the first file of an archive: a bit of its header, such as a date, may be another without harm.
func inside(t *testing.T, raw []byte) int64 {
	t.Helper()
	r, err := zip.NewReader(bytes.NewReader(raw), int64(len(raw)))
	if err != nil {
		t.Fatal(err)
	}
	at, err := r.File[0].DataOffset()
	if err != nil {
		t.Fatal(err)
	}
	return at + int64(r.File[0].CompressedSize64)/2
}

func TestAMoveOntoAFullDiskChangesNothing(t *testing.T) {
	dir, tiny := t.TempDir(), mounted(t, "-t", "tmpfs", "-o", "size=6m", "tmpfs")
	source, env := settings(filepath.Join(dir, "source")), settings(filepath.Join(tiny, "data"))
	works(t, source, "seed", "--subscribers", "30000")
	works(t, source, "export", filepath.Join(dir, "big.zip"))
	backup := made(works(t, source, "backup", "--to", dir))
	works(t, env, "seed", "--jobs", "2")
	works(t, env, "export", filepath.Join(dir, "before.zip"))
	refuses(t, env, "no space left on device", "restore", "--force", backup)
	refuses(t, env, "is full", "import", "--force", filepath.Join(dir, "big.zip"))
	refuses(t, source, "full", "backup", "--to", tiny)
	works(t, env, "export", filepath.Join(dir, "after.zip"))
	archivetest.Same(t, "on a full disk", archivetest.Members(t, filepath.Join(dir, "after.zip")), archivetest.Members(t, filepath.Join(dir, "before.zip")))
	if left, _ := filepath.Glob(filepath.Join(tiny, "*", "*.part")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}
