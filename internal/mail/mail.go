// Package mail sends letters. A Sender delivers one, by SMTP or into a folder
// when there is no mail server; the Outbox records letters and tries them until
// they are delivered.
package mail

import (
	"context"
	"fmt"
	"net"
	netmail "net/mail"
	"strings"
	"time"

	gomail "github.com/wneessen/go-mail"

	"vitrine/internal/schema"
)

// Patience is how long one delivery may take in all, so that whoever waits
// for the outcome has an answer within six seconds.
const Patience = 5 * time.Second

// Letter is plain text for one recipient.
type Letter struct {
	ID      string // the same ID gives the same Message-ID; "" gives a new one
	To      string
	ReplyTo string
	Subject string
	Text    string
	Studio  string // who writes, unless the operator named a sender
	Lang    string // of the text; "" leaves it unsaid
	About   string // a word and a number by which Forget finds the file; may be ""
}

// Options say how mail leaves the house.
type Options struct {
	SMTPURL     string // smtp://user:pass@host:587 or smtps://...; "" writes files
	From        string // "Name <address>" or an address; "" is the user of SMTPURL, or made up
	TestAddress string // when set, every letter goes here
	Dir         string // folder of the .eml files when there is no SMTPURL
	Now         func() time.Time
}

// Sender delivers letters.
type Sender struct {
	from   netmail.Address
	test   string
	leaves bool // there is a mail server
	made   bool // nobody named the sender
	now    func() time.Time
	dir    string
	post   interface {
		post(ctx context.Context, m *gomail.Msg, about string) error
	}
}

// Open checks the options. It does not call the mail server, which may be
// away for a while without harm.
func Open(o Options) (*Sender, error) {
	s := &Sender{test: o.TestAddress, now: o.Now, dir: o.Dir, leaves: o.SMTPURL != ""}
	if s.now == nil {
		s.now = time.Now
	}
	if o.TestAddress != "" && !schema.ValidEmail(o.TestAddress) {
		return nil, fmt.Errorf("the mail test address %q is not an email address", o.TestAddress)
	}
	host := "localhost"
	if o.SMTPURL != "" {
		server, err := parseURL(o.SMTPURL)
		if err != nil {
			return nil, err
		}
		host, s.post = server.host, server
		if o.From == "" && schema.ValidEmail(server.user) {
			o.From = server.user
		}
	} else {
		folder, err := openFolder(o.Dir, s.now)
		if err != nil {
			return nil, err
		}
		s.post = folder
	}
	if o.From == "" {
		if net.ParseIP(host) != nil || !strings.Contains(host, ".") {
			host = "vitrine.local"
		}
		o.From, s.made = "vitrine@"+host, true
	}
	from, err := netmail.ParseAddress(o.From)
	if err != nil || !schema.ValidEmail(from.Address) {
		return nil, fmt.Errorf("the mail sender %q is not an email address", o.From)
	}
	s.from = netmail.Address{Name: oneLine(from.Name), Address: from.Address}
	return s, nil
}

// Leaves tells whether letters leave the house; without a mail server they are
// files and reach nobody.
func (s *Sender) Leaves() bool { return s.leaves }

// TestAddress is where every letter goes instead; "" when none was named.
func (s *Sender) TestAddress() string { return s.test }

// From is the address that letters come from.
func (s *Sender) From() string { return s.from.Address }

// Doubtful tells whether other servers may refuse letters for their sender:
// it was made up, or its domain is one that no mail server has.
func (s *Sender) Doubtful() bool { return s.made || strings.HasSuffix(s.from.Address, ".local") }

// Send delivers the letter, or says why not. It takes no longer than
// Patience. A nil error means that the mail server took it over.
func (s *Sender) Send(ctx context.Context, l Letter) error {
	m, err := s.compose(l)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, Patience)
	defer cancel()
	return s.post.post(ctx, m, l.About)
}
