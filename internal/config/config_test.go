package config_test

import (
	"os"
	"strings"
	"testing"
	"time"

	"vitrine/internal/config"
)

func good() config.Config {
	return config.Config{
		Place: config.Place{Data: "data", Log: "text,info"},
		Addr:  ":8080", OpsAddr: "127.0.0.1:9464", AnonKey: "sb_publishable_vitrine",
		Limits: "on", LetterDelay: time.Minute, LetterRate: 10, LetterConnections: 4, Cache: "on", Demo: "on", Trial: "on", HSTS: "on",
		KeepRevisions: "90d,1y", KeepTrash: "30d", KeepActivity: "1y", KeepHeldBack: "forever", KeepApplications: "6m,12m",
	}
}

func TestAWrongKnobStopsTheStartInOneLine(t *testing.T) {
	cases := []struct {
		name string
		set  func(*config.Config)
		says string // "" means that it is right
	}{
		{"the defaults", func(*config.Config) {}, ""},
		{"an address without a port", func(c *config.Config) { c.Addr = "localhost" }, "VITRINE_ADDR"},
		{"a public URL with a path", func(c *config.Config) { c.PublicURL = "https://a.example/x" }, "VITRINE_PUBLIC_URL"},
		{"limits off at home", func(c *config.Config) { c.Limits = "off" }, ""},
		{"limits off in public", func(c *config.Config) { c.Limits, c.PublicURL = "off", "https://studio.example" }, "VITRINE_LIMITS=off"},
		{"a limit switch that is neither", func(c *config.Config) { c.Limits = "yes" }, "VITRINE_LIMITS"},
		{"a short secret", func(c *config.Config) { c.JWTSecret = "short" }, "VITRINE_JWT_SECRET"},
		{"a password without an address", func(c *config.Config) { c.AdminPassword = "long-enough-password" }, "VITRINE_ADMIN_PASSWORD"},
		{"an SMTP address without a scheme", func(c *config.Config) { c.SMTPURL = "mail.example:25" }, "VITRINE_SMTP_URL"},
		{"a database that is no PostgreSQL", func(c *config.Config) { c.DatabaseURL = "mysql://x" }, "VITRINE_DATABASE_URL"},
		{"a replica of a SQLite file", func(c *config.Config) { c.DatabaseReadURL = "postgres://db2/x" }, "VITRINE_DATABASE_READ_URL is set without VITRINE_DATABASE_URL"},
		{"a replica that is no PostgreSQL", func(c *config.Config) { c.DatabaseURL, c.DatabaseReadURL = "postgres://db1/x", "mysql://db2/x" }, "VITRINE_DATABASE_READ_URL"},
		{"a replica", func(c *config.Config) { c.DatabaseURL, c.DatabaseReadURL = "postgres://db1/x", "postgresql://db2/x" }, ""},
		{"storage that is no S3", func(c *config.Config) { c.StorageURL = "ftp://x" }, "VITRINE_STORAGE_URL"},
		{"a domain for TLS", func(c *config.Config) { c.TLSDomains, c.HTTPAddr = []string{"studio.example"}, ":80" }, ""},
		{"a domain that is none", func(c *config.Config) { c.TLSDomains, c.HTTPAddr = []string{"https://studio.example"}, ":80" }, "VITRINE_TLS_DOMAIN"},
		{"TLS with a plain public URL", func(c *config.Config) {
			c.TLSDomains, c.HTTPAddr, c.PublicURL = []string{"studio.example"}, ":80", "http://studio.example"
		}, "VITRINE_PUBLIC_URL"},
		{"TLS behind a network with the site's name", func(c *config.Config) {
			c.TLSDomains, c.HTTPAddr, c.PublicURL = []string{"origin.studio.example"}, ":80", "https://studio.example"
		}, ""},
		{"an authority without TLS", func(c *config.Config) {
			c.TLSDomains, c.HTTPAddr, c.ACMEURL = []string{"studio.example"}, ":80", "http://ca.example/dir"
		}, "VITRINE_ACME_URL"},
		{"a log level that is none", func(c *config.Config) { c.Log = "json,loud" }, "VITRINE_LOG"},
		{"a proxy that is no range", func(c *config.Config) { c.TrustedProxies = []string{"everyone"} }, "VITRINE_TRUSTED_PROXIES"},
		{"one proxy address", func(c *config.Config) { c.TrustedProxies = []string{"10.0.0.1"} }, ""},
		{"a CORS origin with a path", func(c *config.Config) { c.CORSOrigins = []string{"https://a.example/x"} }, "VITRINE_CORS_ORIGINS"},
		{"https for the host's subdomains too", func(c *config.Config) { c.HSTS = "subdomains" }, ""},
		{"no promise of https", func(c *config.Config) { c.HSTS = "off" }, ""},
		{"a promise of https that is none", func(c *config.Config) { c.HSTS = "max-age=1" }, "VITRINE_HSTS"},
		{"backups every six hours", func(c *config.Config) { c.Backup = "6h" }, ""},
		{"backups every second", func(c *config.Config) { c.Backup = "1s" }, "VITRINE_BACKUP"},
		{"backups now and then", func(c *config.Config) { c.Backup = "sometimes" }, "VITRINE_BACKUP"},
		{"no trial restores", func(c *config.Config) { c.Trial = "off" }, ""},
		{"trial restores now and then", func(c *config.Config) { c.Trial = "monthly" }, "VITRINE_BACKUP_TRIAL"},
		{"versions for good", func(c *config.Config) { c.KeepRevisions = "forever" }, ""},
		{"all versions for a while and no more", func(c *config.Config) { c.KeepRevisions = "4w" }, ""},
		{"a version a day for good", func(c *config.Config) { c.KeepRevisions = "30d, forever" }, ""},
		{"versions that end before they are thinned out", func(c *config.Config) { c.KeepRevisions = "1y,90d" }, "VITRINE_KEEP_REVISIONS"},
		{"versions for some time", func(c *config.Config) { c.KeepRevisions = "90d,some" }, "VITRINE_KEEP_REVISIONS"},
		{"no Trash", func(c *config.Config) { c.KeepTrash = "0d" }, "VITRINE_KEEP_TRASH"},
		{"Trash without a unit", func(c *config.Config) { c.KeepTrash = "30" }, "VITRINE_KEEP_TRASH"},
		{"activity for longer than anybody lives", func(c *config.Config) { c.KeepActivity = "500y" }, "VITRINE_KEEP_ACTIVITY"},
		{"applications for ever", func(c *config.Config) { c.KeepApplications = "forever,1y" }, "VITRINE_KEEP_APPLICATIONS"},
		{"applications for one time", func(c *config.Config) { c.KeepApplications = "6m" }, "VITRINE_KEEP_APPLICATIONS"},
		{"applications for a day", func(c *config.Config) { c.KeepApplications = "1d,1y" }, "VITRINE_KEEP_APPLICATIONS"},
		{"a scanner without a port", func(c *config.Config) { c.Clamd = "localhost" }, "VITRINE_CLAMD"},
		{"a scanner at no path", func(c *config.Config) { c.Clamd = "unix:clamd.sock" }, "VITRINE_CLAMD"},
		{"what is held back for a while", func(c *config.Config) { c.KeepHeldBack = "a while" }, "VITRINE_KEEP_HELD_BACK"},
		{"backups in a folder", func(c *config.Config) { c.BackupDir = "/var/backups/vitrine" }, ""},
		{"backups on a drive", func(c *config.Config) { c.BackupDir = `D:\backups\vitrine` }, ""},
		{"backups in a bucket", func(c *config.Config) {
			c.BackupDir, c.BackupKey = "s3://key:secret@host/bucket", "a long enough passphrase"
		}, ""},
		{"backups in a bucket, a slash short", func(c *config.Config) { c.BackupDir = "s3:/bogus" }, "VITRINE_BACKUP_DIR"},
		{"backups in a bucket that everybody there can read", func(c *config.Config) { c.BackupDir = "s3://k:s@host/kept" }, "VITRINE_BACKUP_KEY is not set"},
		{"backups in another house", func(c *config.Config) { c.BackupDir = "ftp://host/backups" }, "VITRINE_BACKUP_DIR"},
		{"an administrator with a name", func(c *config.Config) { c.AdminEmail = "Ada <ada@example.com>" }, "VITRINE_ADMIN_EMAIL"},
		{"a Varnish that takes a purge from anybody", func(c *config.Config) { c.Edge = []string{"varnish=http://edge:6081"} }, "VITRINE_EDGE_TOKEN"},
		{"two caches of a kind, and one that is told nothing", func(c *config.Config) {
			c.Edge, c.EdgeToken = []string{"varnish=http://one:6081", "varnish=http://two:6081", "plain"}, "secret"
		}, ""},
		{"a cache that would get the token of another", func(c *config.Config) {
			c.Edge, c.EdgeToken = []string{"varnish=http://edge:6081", "fastly=https://api.fastly.com/service/x"}, "secret"
		}, "VITRINE_EDGE has varnish beside fastly"},
		{"a sender that is no address", func(c *config.Config) { c.MailFrom = "nobody" }, "VITRINE_MAIL_FROM"},
	}
	for _, tc := range cases {
		t.Run(tc.name, func(t *testing.T) {
			c := good()
			tc.set(&c)
			err := c.Check()
			if tc.says == "" && err != nil {
				t.Fatalf("refused: %v", err)
			}
			if tc.says != "" && (err == nil || !strings.Contains(err.Error(), tc.says) || strings.Contains(err.Error(), "\n")) {
				t.Fatalf("error %v, want one line with %q", err, tc.says)
			}
		})
	}
}

func TestThePublicURLFollowsThePort(t *testing.T) {
	c := good()
	c.Addr = "127.0.0.1:9000"
	if err := c.Check(); err != nil || c.PublicURL != "http://localhost:9000" {
		t.Errorf("public URL %q, error %v", c.PublicURL, err)
	}
}

func TestRootStaysOutOfTheFolderOfTheServer(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("for root alone")
	}
	c := good()
	c.Data = t.TempDir()
	if err := c.Check(); err != nil {
		t.Errorf("root's own folder: %v", err)
	}
	if err := os.Chown(c.Data, 65534, 65534); err != nil {
		t.Fatal(err)
	}
	if err := c.Check(); err == nil || !strings.Contains(err.Error(), "sudo -u ") {
		t.Errorf("somebody else's folder: %v", err)
	}
}

func TestWhatIsKeptForHowLong(t *testing.T) {
	const day = 24 * time.Hour
	for text, want := range map[string]config.Retention{
		"90d,1y": {Every: 90 * day, Daily: 365 * day}, "2w": {Every: 14 * day, Daily: 14 * day},
		"90d,forever": {Every: 90 * day}, "forever": {},
	} {
		c := good()
		c.KeepRevisions = text
		want.Trash, want.Activity = 30*day, 365*day
		if err := c.Check(); err != nil || c.Retention() != want {
			t.Errorf("%s: %+v (%v), want %+v", text, c.Retention(), err, want)
		}
	}
}
