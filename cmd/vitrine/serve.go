package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"vitrine/internal/application"
	"vitrine/internal/archive"
	"vitrine/internal/auth"
	"vitrine/internal/config"
	"vitrine/internal/content"
	"vitrine/internal/edge"
	"vitrine/internal/fault"
	"vitrine/internal/functions"
	"vitrine/internal/httpd"
	"vitrine/internal/letters"
	"vitrine/internal/limit"
	"vitrine/internal/mail"
	"vitrine/internal/people"
	"vitrine/internal/picture"
	"vitrine/internal/realtime"
	"vitrine/internal/rest"
	"vitrine/internal/shield"
	"vitrine/internal/site"
	"vitrine/internal/storage"
	"vitrine/internal/store"
	"vitrine/internal/store/engines"
	"vitrine/internal/store/revisions"
	"vitrine/internal/visits"
	"vitrine/web"
	builtin "vitrine/web/src/content"
)

const firstAdmin = "admin@vitrine.local"

type serveCommand struct {
	config.Config
	bundle *site.Bundle
}

func (c *serveCommand) Run(ctx context.Context) error {
	if err := c.Check(); err != nil {
		return err
	}
	log, err := newLog(c.Place)
	if err != nil {
		return err
	}
	slog.SetDefault(log)
	if err := c.checkPlaces(log); err != nil {
		return err
	}
	open, err := openDoors(c.Addr, c.redirectAddr())
	if err != nil {
		return err
	}
	defer open.close()
	c.bundle = site.Compile(web.Dist())
	s, err := engines.Open(ctx, store.Options{Dir: c.Data, URL: c.DatabaseURL, ReadURL: c.DatabaseReadURL, Exclusive: true, Serves: true, Log: log, BeforeMigration: c.backups().beforeMigration(c.Place, log)})
	if err != nil {
		return err
	}
	sweepLeft(c.Data)
	if err := archive.SweepTrials(ctx, s, c.Data); err != nil {
		log.Warn("copies of the site that trial restores left stay", "error", err)
	}
	house, err := c.assemble(ctx, s, log)
	if err == nil {
		spareProcessor() // after what is sized by the cores was made
		err = withBallast(func() error { return house.serve(ctx, open) })
	}
	if closed := s.Close(); err == nil {
		err = closed
	}
	return err
}

// parts are the rooms of the house, introduced to each other here and nowhere
// else.
type parts struct {
	store    *store.Store
	server   *httpd.Server
	auth     *auth.Service
	mail     *functions.Handler
	letters  *letters.Letters
	people   *people.People
	storage  *storage.Handler
	realtime *realtime.Server
	site     *site.Site
	visits   *visits.Counter
	backups  *archive.Schedule // nil makes none
	redirect *redirector       // nil without TLS
	ops      *ops
	edge     *edge.Edge
	traces   *tracing
	keep     revisions.Retention
	applied  application.Keep
	checked  func(error) // hears of each check of the database
	folder   bool        // uploads lie in one, which other servers may not have
	log      *slog.Logger
}

func (c *serveCommand) assemble(ctx context.Context, s *store.Store, log *slog.Logger) (*parts, error) {
	// Before anything is written: a storage that refuses us leaves a database for an import empty.
	disk, err := storage.OpenDisk(ctx, c.StorageURL, c.Data)
	if err != nil {
		return nil, err
	}
	if err := content.Seed(ctx, s.AsSystem(), builtin.JSON, c.Demo == "on"); err != nil {
		return nil, err
	}
	if err := revisions.Begin(ctx, s.AsSystem()); err != nil {
		return nil, err
	}
	secret, err := signingSecret(ctx, s, c.Place, c.JWTSecret)
	if err != nil {
		return nil, err
	}
	var limits *limit.Limiter
	if c.Limits == "on" {
		limits = limit.New(time.Now)
		limits.Share(s.SharedLimits())
	}
	guard := shield.New(shield.Options{Secret: secret, Limits: limits, Log: log})
	p, m := &parts{store: s, people: people.New(s, secret), log: log, folder: c.StorageURL == "", keep: revisions.Retention(c.Retention())}, newMetrics()
	if err := p.people.Settle(ctx, c.Data); err != nil {
		return nil, err
	}
	if p.traces, err = startTracing(ctx); err != nil {
		return nil, err
	}
	sender, err := mail.Open(mail.Options{SMTPURL: c.SMTPURL, From: c.MailFrom, TestAddress: c.MailTestAddress, Dir: filepath.Join(c.Data, "outbox"), Site: c.PublicURL})
	if err != nil {
		return nil, err
	}
	settings := mail.NewStored(s, secret)
	sender.Follow(settings)
	if p.letters, err = letters.New(ctx, letters.Options{
		Store: s, Sender: sender, PublicURL: c.PublicURL, Delay: c.LetterDelay, Rate: c.LetterRate, Connections: c.LetterConnections, Log: log, Erased: p.people.Erased,
	}); err != nil {
		return nil, err
	}
	p.storage = storage.New(storage.Options{Store: s, Disk: disk, Limits: limits, Keep: c.Cache == "on", Edge: len(c.Edges()) > 0, Log: log, Secret: secret, Uploaded: m.uploaded, Encoder: encoder(log)})
	p.people.Purge = p.storage.Purge
	p.applied.Closed, p.applied.Agreed = c.KeptApplications()
	if p.mail, err = functions.New(functions.Options{
		CVs: p.storage, Keep: p.applied, Scanner: scanner(c.Clamd), Person: p.people.Everything,
		Store: s, Sender: sender, Letters: p.letters, MailTo: c.MailTo, PublicURL: c.PublicURL, Limits: limits, Shield: guard, Log: log, Tried: m.mailed,
		Settings: settings, RequireFresh: func(ctx context.Context, db store.Session) error { return p.auth.RequireFresh(ctx, db) },
	}); err != nil {
		return nil, err
	}
	p.auth = auth.New(auth.Options{
		Store: s, Secret: secret, PublicURL: c.PublicURL, AnonKey: c.AnonKey, Limits: limits, Log: log,
		SendRecovery: p.recovery, SendInvitation: p.invitation, HandOver: func() bool { return !sender.Leaves() }, Tried: m.signedIn,
	})
	if err := c.firstAdmin(ctx, p.auth, log); err != nil {
		return nil, err
	}
	if p.backups, err = c.scheduled(ctx, s, disk, log); err != nil {
		return nil, err
	}
	p.people.RequireFresh, p.people.BackupsKept = p.auth.RequireFresh, p.backups.Kept()
	p.realtime = realtime.New(realtime.Options{Store: s, Identify: p.auth.ActorOf, AnonKey: c.AnonKey, Origins: append(slices.Clone(c.CORSOrigins), c.PublicURL), Limits: limits, Log: log})
	if p.visits, err = visits.New(ctx, visits.Options{
		Store: s, Origin: c.PublicURL, Shows: func(ctx context.Context, path string) bool { return p.site.Shows(ctx, path) }, Address: httpd.AddressBehind(c.Proxies()), Limits: limits, Log: log,
	}); err != nil {
		return nil, err
	}
	tables := rest.New(rest.Options{Store: s, Procedures: p.procedures(), Consent: p.letters, Limits: limits, Shield: guard, Keep: c.Cache == "on", Log: log, Served: m.served("rest")})
	if p.site, err = site.New(site.Options{
		Store: s, Dist: web.Dist(), Bundle: c.bundle, Builtin: builtin.JSON, Origin: c.PublicURL, AnonKey: c.AnonKey, Mail: p.mail, Letters: p.letters, Keep: p.applied, Applications: p.mail, Upload: p.storage.Content, Pictures: p.storage.Pictures, Part: p.storage.Part, Limits: limits, Shield: guard,
		LastContent: filepath.Join(c.Data, "last-content.json"),
		Address:     httpd.AddressBehind(c.Proxies()), NoCache: c.Cache == "off", Log: log,
		Served: m.served("page"), Rendered: m.rendered, Settled: giveBack, EdgeLifetime: c.pagesAtEdge(),
	}); err != nil {
		return nil, err
	}
	sender.Wear(p.site.MailColours)
	p.edge = edge.New(edge.Options{Store: s, Caches: c.Edges(), Tables: site.EdgeTables(), Log: log, Purged: m.purged})
	assets, err := httpd.NewAssets(web.Dist(), func(ctx context.Context) string { return p.site.Say(ctx, "file_not_found") }, len(c.Edges()) > 0)
	if err != nil {
		return nil, err
	}
	shell := httpd.NewShell(web.Dist(), web.AdminRoutes(), c.AnonKey, p.site.NotFound(), p.backOffice)
	certs := certificates(&c.Config, s)
	if certs != nil {
		p.redirect = &redirector{certs: certs, origin: c.PublicURL, log: log}
	}
	p.server = httpd.New(httpd.Options{
		Backend:  []httpd.Routes{tables, p.auth, p.storage, p.mail, p.realtime},
		Site:     []httpd.Routes{p.site, p.visits, assets, shell},
		Identify: p.auth.Identify,
		Ready:    s.Ready,
		Proxies:  c.Proxies(),
		Origins:  c.CORSOrigins,
		HSTS:     c.StrictTransport(),
		Capped:   c.Limits == "on",
		Log:      log,
		Observe:  m.answered,
		Wrap:     p.traces.wrap(),
		TLS:      tlsConfig(certs, c.TLSDomains, log),
	})
	m.watch(s, p.realtime, p.mail.Outbox, p.edge)
	m.watchBackups(p.backups)
	p.checked = m.checks()
	p.ops = newOps(c.OpsAddr, m.registry, log)
	return p, nil
}

// pagesAtEdge is how long shared caches keep pages; 0 where there are none.
func (c *serveCommand) pagesAtEdge() time.Duration {
	if len(c.Edges()) == 0 {
		return 0
	}
	return c.EdgeLifetime
}

// encoder makes pictures of other sizes. A build without the program for WebP
// makes JPEG and PNG.
func encoder(log *slog.Logger) picture.Encoder {
	program, err := fs.ReadFile(web.Dist(), "webp.wasm")
	if err != nil {
		log.Warn("this build cannot make WebP; pictures are larger than they need be", "error", err)
		return picture.Encoder{}
	}
	return picture.Encoder{WebP: picture.NewWebP(program)}
}

// scanner is nil where none is set up.
func scanner(address string) functions.Scanner {
	if address == "" {
		return nil
	}
	return functions.Clamd(address)
}

// firstAdmin makes sure that someone can sign in. A password that was made up
// is printed once and kept nowhere.
func (c *serveCommand) firstAdmin(ctx context.Context, accounts *auth.Service, log *slog.Logger) error {
	email := c.AdminEmail
	if email == "" {
		email = firstAdmin
	}
	created, password, err := accounts.EnsureAdmin(ctx, email, c.AdminPassword)
	if fault.Is(err, fault.Duplicate) {
		log.Warn("nobody is an administrator, and the address for one belongs to someone else; choose with vitrine user set-role")
		return nil
	}
	if f := fault.From(err); err != nil && f.Kind != fault.Internal && f.Kind != fault.Unavailable {
		return errors.New("VITRINE_ADMIN_PASSWORD: " + f.Message)
	}
	if err != nil {
		return fmt.Errorf("make the first administrator: %w", err)
	}
	if created && password != "" {
		fmt.Fprintf(os.Stdout, "\nThe first administrator is %s with the password %s\nIt is shown this once; change it after signing in at /admin.\n\n", email, password)
	}
	return nil
}

// serve runs everything until ctx ends, and then lets it finish.
func (p *parts) serve(ctx context.Context, open doors) error {
	background, stop := context.WithCancel(context.WithoutCancel(ctx))
	var running sync.WaitGroup
	tasks := map[string]func(context.Context){
		"mail": p.mail.Run, "letters": p.letters.Run, "uploads": p.storage.Run, "pages": p.site.Run, "visits": p.visits.Run, "sessions": p.sweepSessions, "history": p.sweepHistory, "the check of the database": p.checkDatabase, "metrics": p.ops.run,
		"purges of the edge": p.edge.Run,
		"memory":             releaseMemoryWhenIdle, "the look for other servers": p.lookBeside,
	}
	if p.backups != nil {
		tasks["backups"] = p.backups.Run
		if p.backups.Trials != nil {
			tasks["trial restores"] = p.backups.RunTrials
		}
	}
	if p.redirect != nil {
		p.redirect.ln = open.redirect
		tasks["the redirect to https"] = p.redirect.run
	}
	for what, task := range tasks {
		running.Go(func() { fault.KeepRunning(background, p.log, what, task) })
	}
	fmt.Printf("Vitrine is open at %s://%s\n", p.scheme(), display(open.main.Addr()))
	notify("READY=1")
	go func() {
		<-ctx.Done()
		p.log.Info("stopping; running requests finish first")
		notify("STOPPING=1")
		p.realtime.Close()
	}()
	err := p.server.Serve(ctx, open.main)
	stop()
	running.Wait()
	p.traces.close()
	p.site.Close()
	return err
}

func (c *serveCommand) redirectAddr() string {
	if len(c.TLSDomains) == 0 {
		return ""
	}
	return c.HTTPAddr
}

func (p *parts) scheme() string {
	if p.redirect != nil {
		return "https"
	}
	return "http"
}

// display writes an address the way a person would type it.
func display(addr net.Addr) string {
	host, port, err := net.SplitHostPort(addr.String())
	if err != nil {
		return addr.String()
	}
	if ip := net.ParseIP(host); ip != nil && ip.IsUnspecified() {
		host = "localhost"
	}
	return net.JoinHostPort(host, port)
}

// backOffice is whose it is: the name, the mark and the colours, but no faces,
// and what its door says.
func (p *parts) backOffice(ctx context.Context) httpd.Studio {
	name, mark, theme := p.site.Sign(ctx)
	return httpd.Studio{
		Name: name, Mark: mark, Theme: theme, LoginTitle: p.site.Say(ctx, "login_title"), LoginText: p.site.Say(ctx, "login_text"),
		TrashDays: int(p.keep.Trash / (24 * time.Hour)), ActivityDays: int(p.keep.Activity / (24 * time.Hour)),
		ApplicationDays: int(p.applied.OrUsual().Agreed / (24 * time.Hour)),
	}
}
