package main_test

import (
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"vitrine/internal/s3/s3test"
	"vitrine/internal/store/storetest"
)

var shownOnce = regexp.MustCompile(`The first administrator is (\S+) with the password (\S+)`)

func TestTheFirstStartShowsThePasswordOnceAndSessionsOutliveARestart(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "new", "data")
	env := settings(dir, "VITRINE_ADMIN_EMAIL=", "VITRINE_ADMIN_PASSWORD=")
	s := start(t, env)
	shown := shownOnce.FindStringSubmatch(s.stdout.String())
	if shown == nil || shown[1] != "admin@vitrine.local" || len(shown[2]) < 20 {
		t.Fatalf("no password is shown: %s", s.stdout)
	}
	if a := s.ask("GET", "/readyz", "", nil); a.status != 200 {
		t.Errorf("readyz: %d", a.status)
	}
	if got := s.count("homepage_sections", ""); got != "1" {
		t.Errorf("the site has %s sections", got)
	}
	token := s.signIn(shown[1], shown[2])
	if strings.Contains(s.stderr.String(), shown[2]) {
		t.Error("the password stands in the log")
	}
	private(t, dir, shown[2])
	if code := s.stop(); code != 0 {
		t.Errorf("exit code %d", code)
	}
	private(t, dir, shown[2])

	again := start(t, env)
	if strings.Contains(again.stdout.String(), "administrator") {
		t.Errorf("the second start shows a password: %s", again.stdout)
	}
	if a := again.ask("GET", "/auth/v1/user", token, nil); a.status != 200 || !strings.Contains(a.body, shown[1]) {
		t.Errorf("the session did not outlive the restart: %d %s", a.status, a.body)
	}
	again.signIn(shown[1], shown[2])
}

// private checks that nobody else can read the data, and that no file holds
// the text.
func private(t *testing.T, dir, text string) {
	t.Helper()
	files := 0
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		if d.IsDir() {
			if info.Mode().Perm() != 0o700 {
				t.Errorf("the folder %s has the mode %o", path, info.Mode().Perm())
			}
			return nil
		}
		files++
		if info.Mode().Perm() != 0o600 {
			t.Errorf("the file %s has the mode %o", path, info.Mode().Perm())
		}
		content, err := os.ReadFile(path)
		if strings.Contains(string(content), text) {
			t.Errorf("the file %s holds the password", path)
		}
		return err
	})
	if err != nil || files < 3 {
		t.Errorf("%d files, %v", files, err)
	}
}

func TestTheOperatorNamesTheFirstAdministrator(t *testing.T) {
	t.Parallel()
	s := start(t, settings(t.TempDir()))
	if strings.Contains(s.stdout.String(), "password") {
		t.Errorf("a password is shown: %s", s.stdout)
	}
	s.signIn(boss, bossWord)
	if _, status := s.tryToSignIn(boss, "another good long phrase"); status != 400 {
		t.Errorf("a wrong password: %d", status)
	}
}

func TestAnEditorAloneDoesNotKeepTheFirstAdministratorAway(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if r := run(t, settings(dir), bossWord+"\n", "user", "add", "--email", "ed@example.com", "--role", "editor", "--password-stdin"); r.code != 0 {
		t.Fatalf("%+v", r)
	}
	s := start(t, settings(dir))
	s.signIn(boss, bossWord)
	s.signIn("ed@example.com", bossWord)
}

func TestAnAdministratorWhoseAddressIsTakenDoesNotKeepTheSiteShut(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if r := run(t, settings(dir), bossWord+"\n", "user", "add", "--email", boss, "--role", "viewer", "--password-stdin"); r.code != 0 {
		t.Fatalf("%+v", r)
	}
	s := start(t, settings(dir))
	s.eventually("the log says that nobody administers", func() bool { return strings.Contains(s.stderr.String(), "nobody is an administrator") })
	if r := run(t, settings(dir), "", "user", "set-role", "--email", boss, "--role", "admin"); r.code != 0 {
		t.Errorf("%+v", r)
	}
}

func TestAWrongKnobStopsTheStartWithOneLine(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	serve := []string{"serve"}
	for _, c := range []struct {
		name string
		env  string
		args []string
		says string
	}{
		{"an address", "VITRINE_ADDR=nowhere", serve, "VITRINE_ADDR"},
		{"an address that is taken", "VITRINE_ADDR=" + taken.Addr().String(), serve, "address already in use"},
		{"an operations address", "VITRINE_OPS_ADDR=9464", serve, "VITRINE_OPS_ADDR"},
		{"a public URL", "VITRINE_PUBLIC_URL=studio.example", serve, "VITRINE_PUBLIC_URL"},
		{"limits off in public", "VITRINE_PUBLIC_URL=https://studio.example", serve, "VITRINE_LIMITS"},
		{"limits", "VITRINE_LIMITS=maybe", serve, "VITRINE_LIMITS"},
		{"cache", "VITRINE_CACHE=maybe", serve, "VITRINE_CACHE"},
		{"demo", "VITRINE_DEMO=maybe", serve, "VITRINE_DEMO"},
		{"applications for ever", "VITRINE_KEEP_APPLICATIONS=forever,1y", serve, "VITRINE_KEEP_APPLICATIONS"},
		{"a scanner nowhere", "VITRINE_CLAMD=clamd", serve, "VITRINE_CLAMD"},
		{"how long Trash is kept", "VITRINE_KEEP_TRASH=a-month", serve, "VITRINE_KEEP_TRASH"},
		{"hsts", "VITRINE_HSTS=always", serve, "VITRINE_HSTS"},
		{"edge", "VITRINE_EDGE=squid=http://127.0.0.1:1", serve, "VITRINE_EDGE"},
		{"edge without a token", "VITRINE_EDGE=fastly=https://api.fastly.com/service/x", serve, "VITRINE_EDGE_TOKEN"},
		{"edge that takes a purge from nobody", "VITRINE_EDGE=varnish=http://127.0.0.1:1", serve, "VITRINE_EDGE_TOKEN"},
		{"edge lifetime", "VITRINE_EDGE_LIFETIME=1ms", serve, "VITRINE_EDGE_LIFETIME"},
		{"a secret", "VITRINE_JWT_SECRET=short", serve, "VITRINE_JWT_SECRET"},
		{"a secret of another command", "VITRINE_JWT_SECRET=short", []string{"user", "list"}, "VITRINE_JWT_SECRET"},
		{"a key", "VITRINE_ANON_KEY=a b", serve, "VITRINE_ANON_KEY"},
		{"an administrator", "VITRINE_ADMIN_EMAIL=nobody", serve, "VITRINE_ADMIN_EMAIL"},
		{"a password without an address", "VITRINE_ADMIN_EMAIL=", serve, "VITRINE_ADMIN_PASSWORD"},
		{"a weak password", "VITRINE_ADMIN_PASSWORD=short", serve, "VITRINE_ADMIN_PASSWORD"},
		{"a database", "VITRINE_DATABASE_URL=mysql://x", serve, "VITRINE_DATABASE_URL"},
		{"a database that is away", "VITRINE_DATABASE_URL=postgres://x:geheim@127.0.0.1:1/x", serve, "database"},
		{"storage", "VITRINE_STORAGE_URL=ftp://x", serve, "VITRINE_STORAGE_URL"},
		{"storage without a bucket", "VITRINE_STORAGE_URL=s3://key:geheim@host", serve, "VITRINE_STORAGE_URL"},
		{"backups every second", "VITRINE_BACKUP=1s", serve, "VITRINE_BACKUP "},
		{"backups in a folder that cannot be", "VITRINE_BACKUP_DIR=/proc/nope", serve, "VITRINE_BACKUP_DIR: mkdir /proc/nope"},
		{"backups in a file", "VITRINE_BACKUP_DIR=" + file, serve, "VITRINE_BACKUP_DIR"},
		{"backups in a bucket, a slash short", "VITRINE_BACKUP_DIR=s3:/bogus", serve, "VITRINE_BACKUP_DIR"},
		{"backups in a bucket without a name", "VITRINE_BACKUP_DIR=s3://key:geheim@host", serve, "VITRINE_BACKUP_DIR"},
		{"a place of another command", "VITRINE_BACKUP_DIR=s3://key:geheim@host", []string{"backup"}, "VITRINE_BACKUP_DIR"},
		{"a collector", "OTEL_EXPORTER_OTLP_ENDPOINT=collector:4318", serve, "OTEL_EXPORTER_OTLP_ENDPOINT"},
		{"SMTP", "VITRINE_SMTP_URL=mail.example", serve, "VITRINE_SMTP_URL"},
		{"a sender", "VITRINE_MAIL_FROM=nobody", serve, "VITRINE_MAIL_FROM"},
		{"a recipient", "VITRINE_MAIL_TO=nobody", serve, "VITRINE_MAIL_TO"},
		{"a test address", "VITRINE_MAIL_TEST_ADDRESS=nobody", serve, "VITRINE_MAIL_TEST_ADDRESS"},
		{"proxies", "VITRINE_TRUSTED_PROXIES=everyone", serve, "VITRINE_TRUSTED_PROXIES"},
		{"origins", "VITRINE_CORS_ORIGINS=*", serve, "VITRINE_CORS_ORIGINS"},
		{"a log format", "VITRINE_LOG=xml", serve, "VITRINE_LOG"},
		{"a log format of another command", "VITRINE_LOG=xml", []string{"user", "list"}, "VITRINE_LOG"},
		{"a data folder that is a file", "VITRINE_DATA=" + file, serve, "data folder"},
		{"an empty data folder name", "VITRINE_DATA=", serve, "VITRINE_DATA"},
		{"an unknown flag", "", []string{"serve", "--colour", "red"}, "--colour"},
		{"an unknown command", "", []string{"dance"}, "dance"},
		{"an unknown role", "", []string{"user", "add", "--email", "a@example.com", "--role", "king"}, "role"},
		{"a negative number", "", []string{"seed", "--jobs=-1"}, "--jobs"},
		{"no password", "", []string{"user", "add", "--email", "a@example.com", "--role", "editor", "--password-stdin"}, "password"},
	} {
		r := run(t, settings(filepath.Join(dir, "data"), c.env), "", c.args...)
		if r.code != 1 || r.stdout != "" {
			t.Errorf("%s: exit code %d, stdout %q", c.name, r.code, r.stdout)
		}
		if !strings.HasPrefix(r.stderr, "vitrine: ") || strings.Count(r.stderr, "\n") != 1 || !strings.Contains(r.stderr, c.says) {
			t.Errorf("%s: want one line with %q, got %q", c.name, c.says, r.stderr)
		}
		if strings.Contains(r.stderr, "goroutine") || strings.Contains(r.stderr, "geheim") {
			t.Errorf("%s: %q", c.name, r.stderr)
		}
		if c.args[0] == "serve" {
			explained(t, r.stderr)
		}
	}
}

func TestAFullDiskStopsTheStartWithOneLine(t *testing.T) {
	asRoot(t)
	t.Parallel()
	dir := mounted(t, "-t", "tmpfs", "-o", "size=15m", "tmpfs")
	r := run(t, settings(filepath.Join(dir, "data")), "", "serve")
	if r.code != 1 || strings.Count(r.stderr, "\n") != 1 || !strings.Contains(r.stderr, "vitrine: no room to start: "+dir+" has 15.0 MB free, and 16 are needed") {
		t.Errorf("exit code %d: %s", r.code, r.stderr)
	}
	explained(t, r.stderr)
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("it left %v, %v", left, err)
	}
}

func TestABackupBucketThatRefusesDoesNotHoldUpTheStart(t *testing.T) {
	t.Parallel()
	expired := strings.Replace(s3test.Start(t).URL("kept"), ":s3cret", ":expired", 1)
	s := start(t, settings(t.TempDir(), "VITRINE_BACKUP_DIR="+expired, "VITRINE_BACKUP_KEY=kept where nobody looks"))
	if log := s.stderr.String(); !strings.Contains(log, "backups stay on this machine") || strings.Contains(log, "expired") {
		t.Error(log)
	}
	s.stop()
}

func TestHelpListsEveryKnob(t *testing.T) {
	t.Parallel()
	r := run(t, nil, "", "serve", "--help")
	if r.code != 0 {
		t.Errorf("exit code %d: %s", r.code, r.stderr)
	}
	knobs := strings.Fields(`ADDR DATA DATABASE_URL DATABASE_READ_URL STORAGE_URL PUBLIC_URL ADMIN_EMAIL ADMIN_PASSWORD ANON_KEY JWT_SECRET SMTP_URL
		MAIL_FROM MAIL_TO MAIL_TEST_ADDRESS LETTER_DELAY LETTER_RATE LETTER_CONNECTIONS LIMITS CACHE TRUSTED_PROXIES CORS_ORIGINS OPS_ADDR LOG DEMO
		BACKUP BACKUP_DIR BACKUP_KEY BACKUP_TRIAL KEEP_REVISIONS KEEP_TRASH KEEP_ACTIVITY KEEP_HELD_BACK KEEP_APPLICATIONS CLAMD EDGE EDGE_TOKEN EDGE_LIFETIME TLS_DOMAIN HTTP_ADDR HSTS ACME_URL`)
	if n := strings.Count(r.stdout, "$VITRINE_"); n != len(knobs) {
		t.Errorf("serve --help lists %d knobs and this test %d", n, len(knobs))
	}
	for _, knob := range knobs {
		flag := "--" + strings.ToLower(strings.ReplaceAll(knob, "_", "-"))
		if !strings.Contains(r.stdout, "$VITRINE_"+knob) || !regexp.MustCompile(regexp.QuoteMeta(flag)+`[= \[,]`).MatchString(r.stdout) {
			t.Errorf("serve --help lacks %s or %s", flag, knob)
		}
	}
	for _, args := range [][]string{{}, {"--help"}, {"user", "--help"}, {"seed", "--help"}, {"version"}} {
		if r := run(t, nil, "", args...); r.code != 0 || r.stdout == "" || r.stderr != "" {
			t.Errorf("vitrine %v: %+v", args, r)
		}
	}
}

func TestASecondServerOnOneFolderIsRefused(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := start(t, settings(dir))
	r := run(t, settings(dir), "", "serve")
	if r.code != 1 || strings.Count(r.stderr, "\n") != 1 || !strings.Contains(r.stderr, "another vitrine serve is using "+dir) {
		t.Errorf("%+v", r)
	}
	explained(t, r.stderr)
	if a := s.ask("GET", "/readyz", "", nil); a.status != 200 {
		t.Errorf("the first server suffers: %d", a.status)
	}
	s.kill()
	start(t, settings(dir))
}

func TestAnOperationsPortThatIsTakenIsLoggedAndNoMore(t *testing.T) {
	t.Parallel()
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	s := start(t, settings(t.TempDir(), "VITRINE_OPS_ADDR="+taken.Addr().String()))
	s.eventually("the log says so", func() bool { return strings.Contains(s.stderr.String(), "no metrics") })
	if a := s.ask("GET", "/metrics", "", nil); a.status != 404 {
		t.Errorf("the public address has metrics: %d", a.status)
	}
}

func TestAStorageThatRefusesUsLeavesTheDatabaseEmpty(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	source, bucket := settings(filepath.Join(dir, "source")), s3test.Start(t).URL("logos")
	works(t, source, "seed", "--jobs", "2")
	works(t, source, "export", filepath.Join(dir, "site.zip"))
	far := settings(filepath.Join(dir, "far"), "VITRINE_DATABASE_URL="+storetest.PostgresURL(t), "VITRINE_STORAGE_URL="+strings.Replace(bucket, ":s3cret", ":another", 1))
	refuses(t, far, "use the bucket", "serve")
	works(t, append(far, "VITRINE_STORAGE_URL="+bucket), "import", filepath.Join(dir, "site.zip"))
}
