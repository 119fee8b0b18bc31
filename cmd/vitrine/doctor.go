package main

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"vitrine/internal/archive"
	"vitrine/internal/config"
	"vitrine/internal/functions"
	"vitrine/internal/mail"
	"vitrine/internal/s3"
	"vitrine/internal/schema"
	"vitrine/internal/storage"
	"vitrine/internal/store"
	"vitrine/internal/store/engines"
)

const (
	lowDisk  = 1 << 30
	noDisk   = 100 << 20
	farClock = 2 * time.Second
)

type doctorCommand struct {
	config.Config
	NoMail bool `help:"Send no test mail." name:"no-mail"`
}

// warning is something that works and deserves a look.
type warning struct{ text string }

func (w warning) Error() string { return w.text }

func warn(format string, args ...any) error { return warning{fmt.Sprintf(format, args...)} }

// Run looks at each thing that the site stands on and says in one line how it
// is. It changes nothing: the database is not migrated.
func (c *doctorCommand) Run(ctx context.Context) error {
	defer leaveNoFolders(c.Data, filepath.Join(c.Data, "uploads"), filepath.Join(c.Data, "backups"), filepath.Join(c.Data, "outbox"), c.BackupDir)()
	wrong := 0
	look := func(what string, check func(context.Context) (string, error)) {
		ctx, cancel := context.WithTimeout(ctx, 15*time.Second)
		defer cancel()
		found, err := check(ctx)
		mark := "ok   "
		var minor warning
		switch {
		case errors.As(err, &minor):
			mark, found = "look ", minor.text
		case err != nil:
			mark, found = "WRONG", c.hide(oneLine(err))
			wrong++
		}
		fmt.Printf("%s  %-13s  %s\n", mark, what, found)
	}
	configured := c.Check()
	if configured == nil {
		configured = cmp.Or(storage.Uploads.Check(c.StorageURL), archive.Backups.Check(c.BackupDir))
	}
	if configured == nil {
		_, configured = archive.ParseKey(c.BackupKey)
	}
	look("configuration", func(context.Context) (string, error) {
		return "the site is " + c.PublicURL + ", the program vitrine " + release, configured
	})
	if configured != nil {
		return errors.New("mend the configuration first")
	}
	var seen store.Finding
	look("database", func(ctx context.Context) (string, error) {
		var err error
		seen, err = engines.Examine(ctx, store.Options{Dir: c.Data, URL: c.DatabaseURL})
		if !c.HasServer() && errors.Is(err, context.DeadlineExceeded) {
			return "", warn("its check takes longer than doctor waits; vitrine serve checks it at each start")
		}
		return database(seen, err)
	})
	if c.DatabaseReadURL != "" {
		look("replica", c.replica)
	}
	look("storage", func(ctx context.Context) (string, error) {
		found, err := c.storage(ctx)
		if err == nil && c.StorageURL == "" && seen.Served > 1 {
			err = warn("%s, but %d servers use the database: "+apart, found, seen.Served)
		}
		return found, err
	})
	look("backup", c.backup)
	if !c.NoMail {
		look("mail", c.mail)
	}
	if c.Clamd != "" {
		look("scanner", c.scanner)
	}
	look("clock", func(context.Context) (string, error) { return clock(seen.Clock) })
	look("disk", c.disk)
	if len(c.TLSDomains) > 0 {
		look("domain", c.domain)
	}
	if wrong > 0 {
		return fmt.Errorf("%d of these need mending", wrong)
	}
	return nil
}

func database(f store.Finding, err error) (string, error) {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", warn("there is none yet; the first start of vitrine serve makes it")
	case err != nil:
		return "", err
	case f.Schema > store.Known():
		return "", fmt.Errorf("it has schema %d and this vitrine knows %d; use a newer vitrine", f.Schema, store.Known())
	case f.Schema < store.Known():
		return "", warn("%s with schema %d; the next start of vitrine serve brings it to %d", f.Engine, f.Schema, store.Known())
	}
	found := fmt.Sprintf("%s answers in %v", f.Engine, f.Took.Round(10*time.Microsecond))
	if f.NoChecksums {
		found += ", without data checksums"
	}
	if len(f.Risks) > 0 {
		return "", warn("%s; %s", found, strings.Join(f.Risks, "; "))
	}
	return found, nil
}

func (c *doctorCommand) replica(ctx context.Context) (string, error) {
	f, err := engines.ExamineReplica(ctx, store.Options{URL: c.DatabaseURL, ReadURL: c.DatabaseReadURL})
	switch {
	case err != nil:
		return "", fmt.Errorf("%w; visitors read from the primary until it answers", err)
	case f.IsPrimary:
		return "", warn("VITRINE_DATABASE_READ_URL leads to the primary itself, so that nothing is taken off it")
	case !f.Follows:
		return "", errors.New("it does not follow this primary, as after a failover: make it anew with pg_basebackup; visitors read from the primary until then")
	}
	found := fmt.Sprintf("a replica of this primary answers in %v, %d bytes behind", f.Took.Round(10*time.Microsecond), f.Behind)
	if !f.Waited {
		return "", warn("%s; commits do not wait for a standby (synchronous_standby_names), so a failover may lose the last moments before it", found)
	}
	return found + "; commits wait for a standby", nil
}

// storage writes, reads and removes a file under a name of its own. The
// sweep would take it away too.
func (c *doctorCommand) storage(ctx context.Context) (string, error) {
	if err := found(ctx, storage.Uploads, c.StorageURL); err != nil {
		return "", err
	}
	disk, err := storage.OpenDisk(ctx, c.StorageURL, c.Data)
	if err != nil {
		return "", err
	}
	began, name, content := time.Now(), rand.Text(), []byte("written by vitrine doctor")
	if err := disk.Put(ctx, name, content); err != nil {
		return "", err
	}
	f, err := disk.Open(ctx, name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	if got, err := io.ReadAll(f); err != nil || !bytes.Equal(got, content) {
		return "", fmt.Errorf("what was written is not what is read: %v", err)
	}
	if err := disk.Remove(ctx, name); err != nil {
		return "", err
	}
	where := filepath.Join(c.Data, "uploads")
	if c.StorageURL != "" {
		where = bucketOf(c.StorageURL)
	}
	return fmt.Sprintf("%s: wrote, read and removed a file in %v", where, time.Since(began).Round(time.Millisecond)), nil
}

// found tells of a bucket that is missing, which opening it would make.
func found(ctx context.Context, setting s3.Setting, address string) error {
	if !strings.HasPrefix(address, "s3://") {
		return nil
	}
	missing, err := setting.Missing(ctx, address)
	if err == nil && missing {
		return warn("%s is missing; the next start of vitrine serve makes it", bucketOf(address))
	}
	return err
}

// bucketOf says where an address leads, without its secret.
func bucketOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return "the bucket"
	}
	return "the bucket " + strings.Trim(u.Path, "/") + " on " + u.Host
}

// scanner has clamd look at a few bytes.
func (c *doctorCommand) scanner(ctx context.Context) (string, error) {
	if _, err := functions.Clamd(c.Clamd).Scan(ctx, strings.NewReader("vitrine doctor")); err != nil {
		return "", fmt.Errorf("VITRINE_CLAMD: %w; CVs are held back until it answers", err)
	}
	return "clamd answers at " + c.Clamd, nil
}

// mail sends a letter to whoever would hear of a visitor's message.
func (c *doctorCommand) mail(ctx context.Context) (string, error) {
	outbox := filepath.Join(c.Data, "outbox")
	nobody := warn("no VITRINE_SMTP_URL, and no server in Settings, Mail: letters are files in %s and reach nobody", outbox)
	s := c.known(ctx)
	if s == nil && c.SMTPURL == "" {
		return "", nobody
	}
	sender, err := mail.Open(mail.Options{SMTPURL: c.SMTPURL, From: c.MailFrom, TestAddress: c.MailTestAddress, Dir: outbox, Site: c.PublicURL})
	if err != nil {
		return "", err
	}
	to := c.MailTo
	if s != nil {
		defer s.Close()
		if secret, err := signingSecret(ctx, s, c.Place, os.Getenv("VITRINE_JWT_SECRET")); err == nil {
			sender.Follow(mail.NewStored(s, secret))
		}
		if to = cmp.Or(to, sender.To()); to == "" {
			to = contact(ctx, s)
		}
	}
	switch {
	case !sender.Leaves():
		return "", nobody
	case to == "":
		return "", warn("nobody to write to: set VITRINE_MAIL_TO, or the contact email of the site")
	}
	err = sender.Send(ctx, mail.Letter{To: to, Subject: "A test from vitrine doctor", Text: "Mail from " + c.PublicURL + " works.\n"})
	switch {
	case err != nil:
		return "", err
	case c.MailTestAddress != "":
		return "", warn("test mode: every letter goes to %s, as this one did", c.MailTestAddress)
	}
	if sender.Doubtful() {
		return "", warn("sent a test letter to %s, but others may refuse what comes from %s: set VITRINE_MAIL_FROM", to, sender.From())
	}
	return "sent a test letter to " + to, nil
}

// known opens a database that this program can read as it is; nil where there is
// none. Nothing is migrated.
func (c *doctorCommand) known(ctx context.Context) *store.Store {
	f, err := engines.Examine(ctx, store.Options{Dir: c.Data, URL: c.DatabaseURL})
	if err != nil || f.Schema != store.Known() {
		return nil
	}
	s, _, err := open(ctx, c.Place)
	if err != nil {
		return nil
	}
	return s
}

// contact is the site's own address.
func contact(ctx context.Context, s *store.Store) string {
	rows, err := s.AsSystem().Select(ctx, &schema.ContactInfo, store.Query{Limit: store.Limit(1)})
	if err != nil || len(rows) == 0 {
		return ""
	}
	return rows[0].Text("email")
}

// clock compares with the database's clock, if it has one, and asks the
// kernel whether anything keeps ours right.
func clock(database time.Time) (string, error) {
	now := time.Now()
	if now.Year() < 2025 {
		return "", fmt.Errorf("it says %s", now.Format(time.DateTime))
	}
	if !database.IsZero() && now.Sub(database).Abs() > farClock {
		return "", fmt.Errorf("it is %v away from the database's", now.Sub(database).Round(time.Second))
	}
	if !clockIsSynchronised() {
		return "", warn("%s, but nothing keeps it right; run a time service", now.UTC().Format(time.DateTime))
	}
	return now.UTC().Format(time.DateTime) + " UTC", nil
}

func (c *doctorCommand) disk(context.Context) (string, error) {
	if err := writable(c.Data); err != nil {
		return "", fmt.Errorf("write to %s: %w", c.Data, err)
	}
	free, err := room(c.Data)
	if err != nil {
		return "", err
	}
	text := c.Data + ": " + free
	info, err := os.Stat(c.Data)
	switch {
	case err != nil:
		return "", err
	case info.Mode().Perm()&0o077 != 0 && runtime.GOOS != "windows": // which has other rights and shows these for all
		return "", warn("%s; others on this machine can look into it: chmod 700 %s", text, c.Data)
	}
	return text, nil
}

// room tells how much is free where a folder lies.
func room(dir string) (string, error) {
	free, err := freeAt(dir)
	if err != nil {
		return "", err
	}
	text := fmt.Sprintf("%.1f GB free", float64(free)/1e9)
	switch {
	case free < noDisk:
		return "", fmt.Errorf("%s: %s", dir, text)
	case free < lowDisk:
		return "", warn("%s: %s; that is little", dir, text)
	}
	return text, nil
}

func (c *doctorCommand) domain(ctx context.Context) (string, error) {
	var found []string
	for _, d := range c.TLSDomains {
		addresses, err := net.DefaultResolver.LookupHost(ctx, d)
		if err != nil {
			return "", err
		}
		found = append(found, d+" is "+strings.Join(addresses, " "))
	}
	names := strings.Join(found, ", ")
	site, err := url.Parse(c.PublicURL)
	if err == nil && !slices.ContainsFunc(c.TLSDomains, func(d string) bool { return strings.EqualFold(d, site.Hostname()) }) {
		return "", warn("%s; %s is not among them and gets no certificate here, which is right only where another server answers for it", names, site.Hostname())
	}
	return names, err
}

// hide keeps the secrets of the configuration out of what libraries say.
func (c *doctorCommand) hide(text string) string {
	for _, address := range []string{c.DatabaseURL, c.DatabaseReadURL, c.StorageURL, c.BackupDir, c.SMTPURL} {
		u, err := url.Parse(address)
		if err != nil || u.User == nil {
			continue
		}
		if secret, ok := u.User.Password(); ok && secret != "" {
			_, encoded, _ := strings.Cut(u.User.String(), ":")
			authority, _, _ := strings.Cut(strings.TrimPrefix(address, u.Scheme+"://"), "/")
			_, written, _ := strings.Cut(authority[:strings.LastIndex(authority, "@")], ":")
			text = strings.NewReplacer(written, "…", encoded, "…", url.QueryEscape(secret), "…", secret, "…").Replace(text)
		}
	}
	return text
}
