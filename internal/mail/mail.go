// Package mail sends letters. A Sender delivers one, by SMTP or into a folder
// when there is no mail server; the Outbox records letters and tries them until
// they are delivered.
package mail

import (
	"cmp"
	"context"
	"fmt"
	"net"
	netmail "net/mail"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"vitrine/internal/schema"
)

// Patience is how long one delivery may take in all, so that whoever waits
// for the outcome has an answer within six seconds; Options may say otherwise.
const Patience = 5 * time.Second

// Letter is a text for one recipient.
type Letter struct {
	ID      string // the same ID gives the same Message-ID; "" gives a new one
	To      string
	ReplyTo string
	Subject string
	Text    string
	HTML    string // the same as a page; "" has it made of the text
	Leave   string // address that ends a subscription with one POST (RFC 8058); "" for mail that nobody subscribed to
	Studio  string // who writes, unless the operator named a sender
	Lang    string // of the text; "" leaves it unsaid
	About   string // a word and a number by which Forget finds the file; may be ""
}

// Options say how mail leaves the house, as the environment has it. What they
// leave open may be stored in mail_settings (Follow).
type Options struct {
	SMTPURL     string        // smtp://user:pass@host:587 or smtps://...; "" writes files
	From        string        // "Name <address>" or an address; "" is the user of SMTPURL, or made up
	TestAddress string        // when set, every letter goes here
	Dir         string        // folder of the .eml files when there is no mail server
	Site        string        // origin of the site, whose mark mails show and whose links work in them
	Patience    time.Duration // how long one delivery may take; 0 is Patience
	Now         func() time.Time
}

// Sender delivers letters.
type Sender struct {
	options Options
	now     func() time.Time
	files   *folder

	stored *Stored // nil: the environment alone
	mu     sync.Mutex
	stale  atomic.Bool // the next letter reads its settings anew
	route  *route

	colours atomic.Pointer[func() Colours] // nil: Fresh
}

// route is how mail leaves the house at the moment.
type route struct {
	from   netmail.Address
	made   bool    // nobody named the sender
	server *server // nil: files
	to     string  // whom the studio named for its own mail; "" leaves that to others
	sign   *signer // nil: not by us
}

// Open checks the options. It does not call the mail server, which may be
// away for a while without harm.
func Open(o Options) (*Sender, error) {
	o.Site, o.Patience = strings.TrimSuffix(o.Site, "/"), cmp.Or(o.Patience, Patience)
	s := &Sender{options: o, now: o.Now}
	if s.now == nil {
		s.now = time.Now
	}
	if o.TestAddress != "" && !schema.ValidEmail(o.TestAddress) {
		return nil, fmt.Errorf("the mail test address %q is not an email address", o.TestAddress)
	}
	var err error
	if o.SMTPURL == "" {
		if s.files, err = openFolder(o.Dir, s.now); err != nil {
			return nil, err
		}
	}
	s.route, err = s.plan(Settings{})
	return s, err
}

// plan is the way that the environment and, where it says nothing, the stored
// settings describe.
func (s *Sender) plan(set Settings) (*route, error) {
	r, host := &route{to: set.To, sign: set.signer}, "localhost"
	switch {
	case s.options.SMTPURL != "":
		var err error
		if r.server, err = parseURL(s.options.SMTPURL); err != nil {
			return nil, err
		}
	case set.Host != "":
		r.server = newServer(set)
	}
	sender := cmp.Or(s.options.From, set.From)
	if r.server != nil {
		host = r.server.host
		if sender == "" && schema.ValidEmail(r.server.user) {
			sender = r.server.user
		}
	}
	if sender == "" {
		if net.ParseIP(host) != nil || !strings.Contains(host, ".") {
			host = "vitrine.local"
		}
		sender, r.made = "vitrine@"+host, true
	}
	from, err := netmail.ParseAddress(sender)
	if err != nil || !schema.ValidEmail(from.Address) {
		return nil, fmt.Errorf("the mail sender %q is not an email address", sender)
	}
	r.from = netmail.Address{Name: oneLine(from.Name), Address: from.Address}
	return r, nil
}

// Leaves tells whether letters leave the house; without a mail server they are
// files and reach nobody.
func (s *Sender) Leaves() bool { return s.current().server != nil }

// TestAddress is where every letter goes instead; "" when none was named.
func (s *Sender) TestAddress() string { return s.options.TestAddress }

// From is the address that letters come from.
func (s *Sender) From() string { return s.current().from.Address }

// To is whom the stored settings name for the studio's own mail; may be "".
func (s *Sender) To() string { return s.current().to }

// Doubtful tells whether other servers may refuse letters for their sender:
// it was made up, or its domain is one that no mail server has.
func (s *Sender) Doubtful() bool {
	r := s.current()
	return r.made || strings.HasSuffix(r.from.Address, ".local")
}

// Send delivers the letter, or says why not. It takes no longer than
// its patience. A nil error means that the mail server took it over.
func (s *Sender) Send(ctx context.Context, l Letter) error {
	_, err := s.Deliver(ctx, l)
	return err
}

// Deliver is Send with the server's own answer, or inFolder.
func (s *Sender) Deliver(ctx context.Context, l Letter) (answer string, err error) {
	r := s.current()
	m, err := s.compose(r, l)
	if err != nil {
		return "", err
	}
	ctx, cancel := context.WithTimeout(ctx, s.options.Patience)
	defer cancel()
	if r.server == nil {
		return inFolder, s.files.post(m, l.About)
	}
	return r.server.post(ctx, m)
}
