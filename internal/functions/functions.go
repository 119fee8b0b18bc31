// Package functions holds the serverless functions of the site: two that tell
// the studio about what visitors left, the token of their forms, applications
// for jobs, the list of subscribers, and all about a person. Anyone may call the
// first two, so they write only about rows that are stored, once, and to
// addresses that no caller chooses.
package functions

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"

	"vitrine/internal/application"
	"vitrine/internal/client"
	"vitrine/internal/fault"
	"vitrine/internal/letters"
	"vitrine/internal/limit"
	"vitrine/internal/mail"
	"vitrine/internal/schema"
	"vitrine/internal/shield"
	"vitrine/internal/store"
)

const prefix = "/functions/v1/"

// fresh is how old a row may be for a caller to have it mailed.
const fresh = 10 * time.Minute

// calls is how often one address may ask for mail.
var calls = limit.Rate{Name: "functions", Count: 5, Per: time.Minute, Shared: true}

// Options are what the functions stand on.
type Options struct {
	Store     *store.Store
	Sender    *mail.Sender
	Letters   *letters.Letters
	MailTo    string         // the studio; "" means the contact address of the site
	PublicURL string         // origin for links in letters; "" means no links
	Limits    *limit.Limiter // nil allows everything and lifts the caps on mail
	Shield    *shield.Shield // gives the forms their tokens; nil gives none
	Now       func() time.Time
	Log       *slog.Logger
	Tried     func(err error) // hears how each try to send a letter went; may be nil
	Settings  *mail.Stored    // what admins set of mail; nil offers no such thing
	// RequireFresh refuses who signed in a while ago; nil refuses nobody.
	RequireFresh func(ctx context.Context, db store.Session) error
	Resolver     mail.Resolver    // nil is that of the machine
	CVs          CVs              // where applications leave theirs; nil takes none
	Keep         application.Keep // how long applications are kept
	Scanner      Scanner          // looks through CVs; nil does not
	// Person is all that is stored about an address, with the names of the CVs that
	// belong to it; nil exports nobody.
	Person func(ctx context.Context, db store.Session, email string) (everything json.RawMessage, cvs []string, err error)
}

// Handler answers below /functions/v1/.
type Handler struct {
	*mail.Outbox
	store     *store.Store
	sender    *mail.Sender
	letters   *letters.Letters
	mailTo    string
	publicURL string
	limits    *limit.Limiter
	shield    *shield.Shield
	now       func() time.Time // of this server, which stamps visitors' rows
	log       *slog.Logger

	settings     *mail.Stored
	requireFresh func(ctx context.Context, db store.Session) error
	resolver     mail.Resolver

	cvs     CVs
	keep    application.Keep
	scanner Scanner
	person  func(ctx context.Context, db store.Session, email string) (json.RawMessage, []string, error)
	changed chan struct{} // jobs may have closed or opened

	askKeptLock sync.Mutex
	askKeptNext time.Time // guarded by askKeptLock
}

// New makes the handler with its outbox.
func New(o Options) (*Handler, error) {
	if o.MailTo != "" && !schema.ValidEmail(o.MailTo) {
		return nil, fmt.Errorf("the mail recipient %q is not an email address", o.MailTo)
	}
	h := &Handler{
		store:     o.Store,
		sender:    o.Sender,
		letters:   o.Letters,
		mailTo:    o.MailTo,
		publicURL: strings.TrimSuffix(o.PublicURL, "/"),
		limits:    o.Limits,
		shield:    o.Shield,
		now:       o.Now,
		log:       cmp.Or(o.Log, slog.Default()),

		settings: o.Settings, requireFresh: o.RequireFresh, resolver: o.Resolver,
		cvs: o.CVs, keep: o.Keep.OrUsual(), scanner: o.Scanner, person: o.Person, changed: make(chan struct{}, 1),
	}
	if h.resolver == nil {
		h.resolver = net.DefaultResolver
	}
	if h.requireFresh == nil {
		h.requireFresh = func(context.Context, store.Session) error { return nil }
	}
	if h.now == nil {
		h.now = time.Now
	}
	h.Outbox = mail.NewOutbox(mail.OutboxOptions{Store: o.Store, Sender: o.Sender, Capped: o.Limits != nil, Now: o.Now, Log: h.log, Tried: o.Tried, Write: h.recordDue})
	o.Store.OnChange(h.wakeForVisitors)
	o.Store.OnChange(h.wakeForJobs)
	return h, nil
}

// Routes registers one pattern: the mux would answer unknown functions and
// methods in plain text.
func (h *Handler) Routes(mux *http.ServeMux) { mux.Handle(prefix, h) }

// ServeHTTP finds the function by name.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if err := h.call(w, r); err != nil {
		h.refuse(w, r, err)
	}
}

func (h *Handler) call(w http.ResponseWriter, r *http.Request) error {
	actor, err := client.Actor(r)
	if err != nil {
		return err
	}
	method, function := http.MethodPost, h.contact
	switch strings.TrimPrefix(r.URL.Path, prefix) {
	case "send-contact-notification":
	case "send-newsletter-notification":
		function = h.newsletter
	case "export-subscribers":
		method, function = http.MethodGet, h.export
	case "submit-application":
		function = h.submitApplication
	case "export-person":
		function = h.exportPerson
	case "form-token":
		method, function = http.MethodGet, h.formToken
	default:
		return fault.New(fault.UnknownProcedure, "There is no such function.")
	}
	if r.Method != method {
		w.Header().Set("Allow", method)
		return fault.New(fault.NotOffered, "This function takes %s only.", method)
	}
	return function(w, r, actor)
}

// freshSince is how old a row may be for a caller to have it mailed.
func (h *Handler) freshSince() time.Time { return h.now().UTC().Truncate(time.Microsecond).Add(-fresh) }

// tokens is how often one address may ask for a token; a form asks once.
var tokens = limit.Rate{Name: "form tokens", Count: 60, Per: time.Minute}

// formToken gives a form the token that says when it was opened. Pages are
// cached for everyone, so it cannot stand in them.
func (h *Handler) formToken(w http.ResponseWriter, _ *http.Request, actor schema.Actor) error {
	if h.shield == nil {
		return fault.New(fault.UnknownProcedure, "There is no such function.")
	}
	if err := h.limits.Allow(tokens, actor.Address); err != nil {
		return err
	}
	return client.Answer(w, http.StatusOK, map[string]any{"token": h.shield.Token(), "expires_in": int(shield.Lifetime.Seconds())})
}
