// Command vitrine serves the website and its back-office.
package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/KimMachineGun/automemlimit/memlimit"
	"github.com/alecthomas/kong"

	"vitrine/internal/config"
	"vitrine/internal/fault"
	"vitrine/internal/httpd"
	"vitrine/internal/store"
	"vitrine/internal/store/engines"
)

type commands struct {
	EnvFile     envFile          `help:"Read settings from a file of NAME=value lines, such as /etc/vitrine.env; the environment comes first." name:"env-file" placeholder:"FILE"`
	ShowVersion kong.VersionFlag `help:"Say which version this is." name:"version"`

	Serve   serveCommand   `cmd:"" help:"Serve the site. The first start makes the data folder and an administrator."`
	User    userCommands   `cmd:"" help:"Add, list and change the people who may sign in."`
	Seed    seedCommand    `cmd:"" help:"Fill the database with sample data, for tests and benchmarks."`
	Migrate migrateCommand `cmd:"" help:"Bring the database up to date and exit."`

	Backup   backupCommand   `cmd:"" help:"Copy the whole site into one checked file, while it is served."`
	Restore  restoreCommand  `cmd:"" help:"Put a backup in place of the site, whole or not at all."`
	Export   exportCommand   `cmd:"" help:"Write the whole site into one file that moves between databases."`
	Import   importCommand   `cmd:"" help:"Read such a file into an empty database."`
	Takeover takeoverCommand `cmd:"" name:"import-supabase" help:"Take over a site that runs on Supabase."`

	Doctor  doctorCommand  `cmd:"" help:"Check what the site stands on, one line each; sends a test mail."`
	Health  healthCommand  `cmd:"" help:"Ask the server on this machine whether it answers, for health checks of containers."`
	Version versionCommand `cmd:"" help:"Say which version this is, of which commit and date."`
}

func main() {
	keepPrivate()
	memlimit.Set(memlimit.WithRatio(0.8)) // of what a container has, unless GOMEMLIMIT says; QuickJS and SQLite need the rest
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "vitrine:", oneLine(err))
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string) error {
	var c commands
	parser, err := kong.New(&c, kong.Name("vitrine"), kong.Description("The website of a venture studio and its back-office, in one program."),
		kong.UsageOnError(), kong.ConfigureHelp(kong.HelpOptions{Compact: true}), kong.Vars{"version": thisBuild().String()})
	if err != nil {
		return err
	}
	if len(args) == 0 {
		args = []string{"--help"}
	}
	command, err := parser.Parse(args)
	if err != nil {
		return err
	}
	command.BindTo(ctx, (*context.Context)(nil))
	return command.Run()
}

// oneLine is what a person reads when a command fails.
func oneLine(err error) string {
	text := err.Error()
	if f := fault.From(err); f.Kind != fault.Internal {
		text = f.Message
		if f.Hint != "" {
			text = f.Hint
		}
		// Visitors are told to come back; who runs the site wants the cause.
		if cause := errors.Unwrap(f); cause != nil && (f.Kind == fault.Unavailable || f.Kind == fault.TimedOut) {
			text = "the database is not available: " + cause.Error()
		}
	}
	return strings.ReplaceAll(text, "\n", "; ")
}

// newLog writes to standard error, in the format that was asked for.
func newLog(p config.Place) (*slog.Logger, error) {
	json, level, err := p.LogFormat()
	if err != nil {
		return nil, err
	}
	options := &slog.HandlerOptions{Level: level}
	var h slog.Handler = slog.NewTextHandler(os.Stderr, options)
	if json {
		h = slog.NewJSONHandler(os.Stderr, options)
	}
	return slog.New(httpd.LogHandler{Handler: h}), nil
}

// open opens the data for a command that may run beside a server.
func open(ctx context.Context, p config.Place) (*store.Store, *slog.Logger, error) {
	if err := p.Check(); err != nil {
		return nil, nil, err
	}
	log, err := newLog(p)
	if err != nil {
		return nil, nil, err
	}
	s, err := engines.Open(ctx, store.Options{Dir: p.Data, URL: p.DatabaseURL, Log: log, BeforeMigration: backupsFromEnvironment().beforeMigration(p, log)})
	return s, log, err
}

type migrateCommand struct {
	config.Place
}

func (c *migrateCommand) Run(ctx context.Context) error {
	s, _, err := open(ctx, c.Place)
	if err != nil {
		return err
	}
	return s.Close()
}
