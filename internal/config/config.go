// Package config is what the person who runs Vitrine can choose. Every knob
// is a flag and an environment variable; Check refuses a wrong value with one
// clear line.
package config

import (
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/mail"
	"net/netip"
	"net/url"
	"strings"
	"time"
)

// Place says where the data is; every command needs it.
type Place struct {
	Data        string `help:"Folder for the SQLite file, uploads, mail outbox and secrets." env:"VITRINE_DATA" default:"data" placeholder:"DIR"`
	DatabaseURL string `help:"postgres://... for PostgreSQL; empty for SQLite in the data folder." name:"database-url" env:"VITRINE_DATABASE_URL" placeholder:"URL"`
	StorageURL  string `help:"s3://key:secret@host:port/bucket?region=... for S3-compatible storage; empty for files in the data folder." name:"storage-url" env:"VITRINE_STORAGE_URL" placeholder:"URL"`
	Log         string `help:"text or json, and the level, such as json,info." env:"VITRINE_LOG" default:"text,info" placeholder:"FORMAT,LEVEL"`
}

const defaultAddr = ":8080"

// Config is everything that serve can be told.
type Config struct {
	Place

	DatabaseReadURL string `help:"postgres://... of a streaming replica that visitors read from; empty for the database itself." name:"database-read-url" env:"VITRINE_DATABASE_READ_URL" placeholder:"URL"`

	Addr      string `help:"Listen address." env:"VITRINE_ADDR" default:":8080"`
	OpsAddr   string `help:"Listen address of metrics and profiles; keep it private." name:"ops-addr" env:"VITRINE_OPS_ADDR" default:"127.0.0.1:9464"`
	PublicURL string `help:"Origin in canonical links, sitemap and mails; http://localhost:PORT when empty." name:"public-url" env:"VITRINE_PUBLIC_URL" placeholder:"URL"`

	AdminEmail    string `help:"Address of the first administrator." name:"admin-email" env:"VITRINE_ADMIN_EMAIL" placeholder:"EMAIL"`
	AdminPassword string `help:"Password of the first administrator; without it one is made and printed once." name:"admin-password" env:"VITRINE_ADMIN_PASSWORD" placeholder:"PASSWORD"`
	AnonKey       string `help:"Publishable key that clients send; no secret." name:"anon-key" env:"VITRINE_ANON_KEY" default:"sb_publishable_vitrine" placeholder:"KEY"`
	JWTSecret     string `help:"Token signing secret; made once and kept when empty." name:"jwt-secret" env:"VITRINE_JWT_SECRET" placeholder:"SECRET"`

	SMTPURL         string `help:"smtp://user:pass@host:587; empty writes mails as files." name:"smtp-url" env:"VITRINE_SMTP_URL" placeholder:"URL"`
	MailFrom        string `help:"Sender of mails; the user of the SMTP URL when empty, if that is an address." name:"mail-from" env:"VITRINE_MAIL_FROM" placeholder:"ADDRESS"`
	MailTo          string `help:"Where notifications go; the contact email when empty." name:"mail-to" env:"VITRINE_MAIL_TO" placeholder:"ADDRESS"`
	MailTestAddress string `help:"Sends every mail here instead." name:"mail-test-address" env:"VITRINE_MAIL_TEST_ADDRESS" placeholder:"ADDRESS"`

	LetterDelay       time.Duration `help:"How long a letter can be stopped before the first copy leaves." name:"letter-delay" env:"VITRINE_LETTER_DELAY" default:"60s" placeholder:"TIME"`
	LetterRate        float64       `help:"Copies of a letter that one server sends in a second." name:"letter-rate" env:"VITRINE_LETTER_RATE" default:"10" placeholder:"NUMBER"`
	LetterConnections int           `help:"Connections to the mail server that a letter is sent over." name:"letter-connections" env:"VITRINE_LETTER_CONNECTIONS" default:"4" placeholder:"NUMBER"`

	Limits         string   `help:"on or off; off is for tests on this machine." env:"VITRINE_LIMITS" default:"on" placeholder:"on|off"`
	Cache          string   `help:"on or off; off renders and reads every time, for measuring." env:"VITRINE_CACHE" default:"on" placeholder:"on|off"`
	Demo           string   `help:"on or off: sample jobs and companies in an empty database." env:"VITRINE_DEMO" default:"on" placeholder:"on|off"`
	TrustedProxies []string `help:"Address ranges of proxies whose X-Forwarded-For counts." name:"trusted-proxies" env:"VITRINE_TRUSTED_PROXIES" placeholder:"CIDR,..."`
	CORSOrigins    []string `help:"Other origins that may call the backend." name:"cors-origins" env:"VITRINE_CORS_ORIGINS" placeholder:"ORIGIN,..."`

	Backup    string `help:"on (hourly), off, or the time between backups, such as 6h; the last 24 hours and 14 days are kept." env:"VITRINE_BACKUP" default:"on" placeholder:"on|off|TIME"`
	BackupKey string `help:"Encrypts backups: a public key of age (age1...), its secret key, or a passphrase. A bucket needs one." name:"backup-key" env:"VITRINE_BACKUP_KEY" placeholder:"KEY"`
	Trial     string `help:"on or off: once a week the newest backup is restored into a folder of its own, compared with what was kept, and removed." name:"backup-trial" env:"VITRINE_BACKUP_TRIAL" default:"on" placeholder:"on|off"`
	BackupDir string `help:"Folder for backups, or s3://key:secret@host:port/bucket or .../bucket/folder; backups in the data folder when empty." name:"backup-dir" env:"VITRINE_BACKUP_DIR" placeholder:"DIR"`

	KeepRevisions string `help:"How long versions are kept: all of them, then the last one of each day, such as 90d,1y; forever for no end." name:"keep-revisions" env:"VITRINE_KEEP_REVISIONS" default:"90d,1y" placeholder:"TIME,TIME"`
	KeepTrash     string `help:"How long what was deleted can be put back; forever for no end." name:"keep-trash" env:"VITRINE_KEEP_TRASH" default:"30d" placeholder:"TIME"`
	KeepActivity  string `help:"How long it is known who did what; forever for no end." name:"keep-activity" env:"VITRINE_KEEP_ACTIVITY" default:"1y" placeholder:"TIME"`
	KeepHeldBack  string `help:"How long messages that look like spam are kept; forever for no end." name:"keep-held-back" env:"VITRINE_KEEP_HELD_BACK" default:"forever" placeholder:"TIME"`

	KeepApplications string `help:"How long applications are kept: after their job closed, and after they came if the applicant agreed or the job never closes." name:"keep-applications" env:"VITRINE_KEEP_APPLICATIONS" default:"6m,12m" placeholder:"TIME,TIME"`
	Clamd            string `help:"Scans CVs for viruses: unix:/path or host:port of clamd; empty scans nothing." env:"VITRINE_CLAMD" placeholder:"ADDRESS"`

	Edge         []string      `help:"Shared caches in front that may keep pages: varnish=URL, fastly=URL or cloudflare=URL, which are told what to drop, or plain." env:"VITRINE_EDGE" placeholder:"KIND=URL,..."`
	EdgeToken    string        `help:"Secret that purges carry." name:"edge-token" env:"VITRINE_EDGE_TOKEN" placeholder:"TOKEN"`
	EdgeLifetime time.Duration `help:"How long an edge may keep a page that nobody purges; an hour, or 10 s with plain, when empty." name:"edge-lifetime" env:"VITRINE_EDGE_LIFETIME" placeholder:"TIME"`

	TLSDomains []string `help:"Domains to get certificates for; the site then answers https on VITRINE_ADDR, :443 unless set." name:"tls-domain" env:"VITRINE_TLS_DOMAIN" placeholder:"DOMAIN,..."`
	HTTPAddr   string   `help:"With --tls-domain: listen address that sends browsers to https." name:"http-addr" env:"VITRINE_HTTP_ADDR" default:":80"`
	HSTS       string   `help:"on, off or subdomains: whether browsers that saw the site over https keep to it for two years, for this host or for all below it too." env:"VITRINE_HSTS" default:"on" placeholder:"on|off|subdomains"`
	ACMEURL    string   `help:"With --tls-domain: directory of the certificate authority; Let's Encrypt when empty." name:"acme-url" env:"VITRINE_ACME_URL" placeholder:"URL"`

	proxies   []netip.Prefix
	edges     []Edge
	retention Retention

	applications [2]time.Duration
}

// Check refuses what cannot work and fills in what follows from the rest.
func (c *Config) Check() error {
	if err := c.Place.Check(); err != nil {
		return err
	}
	if err := c.checkReplica(); err != nil {
		return err
	}
	if err := c.checkTLS(); err != nil {
		return err
	}
	_, port, err := net.SplitHostPort(c.Addr)
	if err != nil {
		return fmt.Errorf("VITRINE_ADDR %q is no listen address such as :8080", c.Addr)
	}
	if c.OpsAddr != "" {
		if _, _, err := net.SplitHostPort(c.OpsAddr); err != nil {
			return fmt.Errorf("VITRINE_OPS_ADDR %q is no listen address such as 127.0.0.1:9464", c.OpsAddr)
		}
	}
	if c.PublicURL == "" {
		c.PublicURL = "http://localhost:" + port
	}
	if c.PublicURL, err = origin("VITRINE_PUBLIC_URL", c.PublicURL); err != nil {
		return err
	}
	for name, value := range map[string]string{"VITRINE_LIMITS": c.Limits, "VITRINE_CACHE": c.Cache, "VITRINE_DEMO": c.Demo, "VITRINE_BACKUP_TRIAL": c.Trial} {
		if value != "on" && value != "off" {
			return fmt.Errorf("%s %q is neither on nor off", name, value)
		}
	}
	if _, ok := strictTransport[c.HSTS]; !ok {
		return fmt.Errorf("VITRINE_HSTS %q is none of on, off and subdomains", c.HSTS)
	}
	if c.Limits == "off" && !c.isLocal() {
		return errors.New("VITRINE_LIMITS=off is for tests: the host of VITRINE_PUBLIC_URL must be localhost, 127.0.0.1 or ::1")
	}
	if c.AnonKey == "" || strings.ContainsAny(c.AnonKey, " \t\r\n\"<>&") {
		return errors.New("VITRINE_ANON_KEY is empty or has characters that do not fit in a header")
	}
	if c.JWTSecret != "" && len(c.JWTSecret) < 32 {
		return errors.New("VITRINE_JWT_SECRET is shorter than 32 characters")
	}
	if (c.AdminPassword != "") && c.AdminEmail == "" {
		return errors.New("VITRINE_ADMIN_PASSWORD is set without VITRINE_ADMIN_EMAIL")
	}
	if _, err := c.BackupEvery(); err != nil {
		return err
	}
	if err := CheckBackup(c.BackupDir, c.BackupKey); err != nil {
		return err
	}
	if c.LetterDelay < 0 || c.LetterDelay > time.Hour {
		return fmt.Errorf("VITRINE_LETTER_DELAY %v is not between 0s and 1h", c.LetterDelay)
	}
	if !(c.LetterRate > 0 && c.LetterRate <= 1000) {
		return fmt.Errorf("VITRINE_LETTER_RATE %v is not above 0 and at most 1000", c.LetterRate)
	}
	if c.LetterConnections < 1 || c.LetterConnections > 50 {
		return fmt.Errorf("VITRINE_LETTER_CONNECTIONS %d is not between 1 and 50", c.LetterConnections)
	}
	if err := c.checkMail(); err != nil {
		return err
	}
	if err := c.checkRetention(); err != nil {
		return err
	}
	if err := c.checkEdge(); err != nil {
		return err
	}
	if err := c.checkClamd(); err != nil {
		return err
	}
	return c.checkRanges()
}

func (c *Config) checkReplica() error {
	switch {
	case c.DatabaseReadURL == "":
		return nil
	case !c.HasServer():
		return errors.New("VITRINE_DATABASE_READ_URL is set without VITRINE_DATABASE_URL: only PostgreSQL has replicas")
	case !isPostgres(c.DatabaseReadURL):
		return errors.New("VITRINE_DATABASE_READ_URL is not like postgres://user:pass@host/database")
	}
	return nil
}

func isPostgres(address string) bool {
	return strings.HasPrefix(address, "postgres://") || strings.HasPrefix(address, "postgresql://")
}

func (c *Config) checkClamd() error {
	path, isSocket := strings.CutPrefix(c.Clamd, "unix:")
	_, port, err := net.SplitHostPort(c.Clamd)
	if c.Clamd == "" || isSocket && strings.HasPrefix(path, "/") || !isSocket && err == nil && port != "" {
		return nil
	}
	return fmt.Errorf("VITRINE_CLAMD %q is neither unix:/path nor host:port", c.Clamd)
}

// Subdomains may belong to others and lack https, so they are left out unless asked for.
var strictTransport = map[string]string{"off": "", "on": "max-age=63072000", "subdomains": "max-age=63072000; includeSubDomains"}

// StrictTransport is the header that VITRINE_HSTS asks for; "" for none.
func (c *Config) StrictTransport() string { return strictTransport[c.HSTS] }

// BackupEvery is the time between scheduled backups; 0 means none.
func (c *Config) BackupEvery() (time.Duration, error) {
	switch c.Backup {
	case "on":
		return time.Hour, nil
	case "off", "":
		return 0, nil
	}
	every, err := time.ParseDuration(c.Backup)
	if err != nil || every < 5*time.Minute {
		return 0, fmt.Errorf("VITRINE_BACKUP %q is neither on nor off nor a time of at least 5m", c.Backup)
	}
	return every, nil
}

// CheckBackup refuses an address that would be taken for a folder, unless one
// letter is a drive, and a bucket without a key: what leaves the machine is
// encrypted.
func CheckBackup(place, key string) error {
	if scheme, _, ok := strings.Cut(place, ":"); ok && len(scheme) > 1 && !strings.HasPrefix(place, "s3://") && !strings.ContainsAny(scheme, "/.") {
		return errors.New("VITRINE_BACKUP_DIR is neither a folder nor like s3://key:secret@host:port/bucket")
	}
	if strings.HasPrefix(place, "s3://") && key == "" {
		return errors.New("VITRINE_BACKUP_DIR is a bucket and VITRINE_BACKUP_KEY is not set: backups that leave the machine are encrypted; make a key with age-keygen, or give a passphrase")
	}
	return nil
}

// checkTLS makes https what follows from having a domain. A public address
// that says otherwise would send browsers round in circles.
func (c *Config) checkTLS() error {
	if len(c.TLSDomains) == 0 {
		return nil
	}
	for _, d := range c.TLSDomains {
		if !strings.Contains(strings.Trim(d, "."), ".") || strings.ContainsAny(d, "/:*@ ") {
			return fmt.Errorf("VITRINE_TLS_DOMAIN %q is no domain such as studio.example", d)
		}
	}
	if c.Addr == defaultAddr {
		c.Addr = ":443"
	}
	if _, _, err := net.SplitHostPort(c.HTTPAddr); err != nil {
		return fmt.Errorf("VITRINE_HTTP_ADDR %q is no listen address such as :80", c.HTTPAddr)
	}
	if c.PublicURL == "" {
		c.PublicURL = "https://" + c.TLSDomains[0]
	}
	if !strings.HasPrefix(c.PublicURL, "https://") {
		return fmt.Errorf("VITRINE_PUBLIC_URL %q must begin with https:// when VITRINE_TLS_DOMAIN is set", c.PublicURL)
	}
	if u, err := url.Parse(c.ACMEURL); err != nil || c.ACMEURL != "" && u.Scheme != "https" {
		return fmt.Errorf("VITRINE_ACME_URL %q is no https address", c.ACMEURL)
	}
	return nil
}

func (c *Config) checkMail() error {
	for name, value := range map[string]string{"VITRINE_MAIL_FROM": c.MailFrom, "VITRINE_MAIL_TO": c.MailTo, "VITRINE_MAIL_TEST_ADDRESS": c.MailTestAddress, "VITRINE_ADMIN_EMAIL": c.AdminEmail} {
		if value == "" {
			continue
		}
		at, err := mail.ParseAddress(value)
		if err != nil {
			return fmt.Errorf("%s %q is no mail address", name, value)
		}
		if at.Address != value && name != "VITRINE_MAIL_FROM" {
			return fmt.Errorf("%s %q has more than the address %s; only VITRINE_MAIL_FROM may have a name", name, value, at.Address)
		}
	}
	if c.SMTPURL == "" {
		return nil
	}
	u, err := url.Parse(c.SMTPURL)
	if err != nil || (u.Scheme != "smtp" && u.Scheme != "smtps") || u.Hostname() == "" {
		return errors.New("VITRINE_SMTP_URL is not like smtp://user:pass@host:587")
	}
	return nil
}

func (c *Config) checkRanges() error {
	for _, text := range c.TrustedProxies {
		p, err := netip.ParsePrefix(text)
		if err != nil {
			a, e := netip.ParseAddr(text)
			if e != nil {
				return fmt.Errorf("VITRINE_TRUSTED_PROXIES %q is no address range such as 10.0.0.0/8", text)
			}
			p = netip.PrefixFrom(a, a.BitLen())
		}
		c.proxies = append(c.proxies, p.Masked())
	}
	for i, text := range c.CORSOrigins {
		o, err := origin("VITRINE_CORS_ORIGINS", text)
		if err != nil {
			return err
		}
		c.CORSOrigins[i] = o
	}
	return nil
}

// Proxies are the ranges of TrustedProxies, after Check.
func (c *Config) Proxies() []netip.Prefix { return c.proxies }

func (c *Config) isLocal() bool {
	u, err := url.Parse(c.PublicURL)
	return err == nil && (u.Hostname() == "localhost" || u.Hostname() == "127.0.0.1" || u.Hostname() == "::1")
}

func origin(name, text string) (string, error) {
	u, err := url.Parse(strings.TrimSuffix(text, "/"))
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" || u.Path != "" || u.RawQuery != "" || u.User != nil {
		return "", fmt.Errorf("%s %q is no origin such as https://studio.example", name, text)
	}
	return strings.ToLower(u.Scheme + "://" + u.Host), nil
}

// HasServer tells whether a database server has the data, which several instances may share, and not the folder.
func (p *Place) HasServer() bool { return p.DatabaseURL != "" }

// Check refuses a place that cannot be.
func (p *Place) Check() error {
	if p.HasServer() && !isPostgres(p.DatabaseURL) {
		return errors.New("VITRINE_DATABASE_URL is not like postgres://user:pass@host/database")
	}
	if p.StorageURL != "" && !strings.HasPrefix(p.StorageURL, "s3://") {
		return errors.New("VITRINE_STORAGE_URL is not like s3://key:secret@host:port/bucket")
	}
	if p.Data == "" {
		return errors.New("VITRINE_DATA is empty")
	}
	if err := notAsRoot(p.Data); err != nil {
		return err
	}
	_, _, err := p.LogFormat()
	return err
}

// LogFormat reads the log knob.
func (p *Place) LogFormat() (json bool, level slog.Level, err error) {
	for _, part := range strings.Split(p.Log, ",") {
		switch part = strings.TrimSpace(part); part {
		case "text", "":
		case "json":
			json = true
		default:
			if err := level.UnmarshalText([]byte(part)); err != nil {
				return false, 0, fmt.Errorf("VITRINE_LOG %q is not like text,info or json,debug", p.Log)
			}
		}
	}
	return json, level, nil
}
