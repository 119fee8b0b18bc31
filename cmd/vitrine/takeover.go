package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/term"

	"vitrine/internal/archive"
	"vitrine/internal/config"
	"vitrine/internal/storage"
)

type takeoverCommand struct {
	config.Place
	backupPlace
	URL           string `required:"" help:"Address of the site's Supabase project, such as https://project.supabase.co." placeholder:"URL"`
	Key           string `help:"Its service key; or its public key together with --email." env:"VITRINE_SOURCE_KEY" placeholder:"KEY"`
	Email         string `help:"A member of its staff, when there is no service key." placeholder:"EMAIL"`
	Password      string `help:"The password of --email; asked for when empty." env:"VITRINE_SOURCE_PASSWORD" placeholder:"PASSWORD"`
	PasswordStdin bool   `help:"Read the password from standard input." name:"password-stdin"`
	Users         string `help:"Export of its auth.users as JSON or CSV; passwords go on working." type:"existingfile" placeholder:"FILE"`
	DryRun        bool   `help:"Say what would be taken, and change nothing." name:"dry-run"`
	SkipInvalid   bool   `help:"Leave out rows and logos that break a rule here, instead of stopping." name:"skip-invalid"`
	NoAdmin       bool   `help:"Take people over of whom none can sign in as an administrator; the next start makes one." name:"no-admin"`
	Force         bool   `help:"Replace the site that is there; it is backed up first."`
}

func (c *takeoverCommand) Run(ctx context.Context) error {
	if err := c.Check(); err != nil {
		return err
	}
	if err := c.readPassword(); err != nil {
		return err
	}
	defer leaveNoFolders(c.Data)()
	if err := c.checkTarget(ctx); err != nil {
		return err
	}
	dir, err := c.workplace()
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "site.zip")
	take := archive.Takeover{
		Source:    archive.Source{URL: c.URL, Key: c.Key, Email: c.Email, Password: c.Password},
		Options:   archive.Options{Progress: showProgress(), Judge: storage.Judge, Strip: storage.Strip},
		UsersFile: c.Users, Bucket: storage.Bucket, GoodName: storage.GoodName, SkipInvalid: c.SkipInvalid, NoAdmin: c.NoAdmin,
	}
	report, err := take.Collect(ctx, path)
	for _, line := range report.Lines() {
		fmt.Println(line)
	}
	for _, problem := range report.Problems {
		fmt.Fprintln(os.Stderr, problem)
	}
	switch {
	case err != nil:
		return err
	case len(report.Problems) > 0 && !c.SkipInvalid:
		return fmt.Errorf("%d rows or logos break a rule here and nothing was changed; mend them at the source, or add --skip-invalid to leave them out", len(report.Problems))
	case c.DryRun:
		fmt.Println("dry run: nothing was changed")
		return nil
	}
	r, err := archive.Open(path, nil)
	if err != nil {
		return err
	}
	defer r.Close()
	if err := importArchive(ctx, c.Place, c.backupPlace, r, archive.Options{Force: c.Force}, "vitrine-before-import"); err != nil {
		return err
	}
	fmt.Printf("took over %s: %d rows and %d uploads\n", c.URL, r.Rows(), r.Uploads())
	return nil
}

// checkTarget refuses a place that cannot take the site before the source is
// read, which may take long.
func (c *takeoverCommand) checkTarget(ctx context.Context) error {
	if c.DryRun || !c.HasServer() && hasSite(ctx, c.Place) != nil {
		return nil
	}
	s, err := openData(ctx, c.Place, true)
	if err != nil {
		return err
	}
	defer s.store.Close()
	if c.Force {
		return s.store.RefuseServers(ctx)
	}
	return archive.Vacant(ctx, s.store, c.Users != "")
}

// workplace is a folder for what is collected, which holds addresses and
// hashes: it is readable by its owner alone. A dry run leaves the data folder
// alone.
func (c *takeoverCommand) workplace() (string, error) {
	if c.DryRun {
		return os.MkdirTemp("", "vitrine-takeover-")
	}
	sweepLeft(c.Data)
	if err := os.MkdirAll(c.Data, 0o700); err != nil {
		return "", err
	}
	return os.MkdirTemp(c.Data, "takeover-")
}

func (c *takeoverCommand) readPassword() error {
	switch {
	case c.Email == "" || c.Password != "":
		return nil
	case c.PasswordStdin:
		line, err := bufio.NewReader(os.Stdin).ReadString('\n')
		if err != nil && line == "" {
			return errors.New("no password on standard input")
		}
		c.Password = strings.TrimRight(line, "\r\n")
		return nil
	case !term.IsTerminal(int(os.Stdin.Fd())):
		return errors.New("give the password with --password-stdin or VITRINE_SOURCE_PASSWORD, or run this on a terminal")
	}
	fmt.Fprint(os.Stderr, "Password: ")
	typed, err := term.ReadPassword(int(os.Stdin.Fd()))
	fmt.Fprintln(os.Stderr)
	c.Password = string(typed)
	return err
}
