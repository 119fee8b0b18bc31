package functions

import (
	"context"
	"errors"
	"fmt"
	"net"
	netmail "net/mail"
	"strings"

	"vitrine/internal/fault"
	"vitrine/internal/mail"
	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/revisions"
	"vitrine/internal/studio"
)

// fromEnvironment tells which settings are not ours to change.
type fromEnvironment struct {
	Server bool `json:"server"`
	From   bool `json:"mail_from"`
	To     bool `json:"mail_to"`
}

// mailSetup is what an administrator sees of how mail leaves the house.
type mailSetup struct {
	Environment fromEnvironment `json:"environment"`
	Host        string          `json:"host"`
	Port        int             `json:"port"`
	Username    string          `json:"username"`
	HasPassword bool            `json:"has_password"`
	From        string          `json:"mail_from"`
	To          string          `json:"mail_to"`
	Selector    string          `json:"dkim_selector"`
	Signs       bool            `json:"signs"`
	Mailed      bool            `json:"mailed"`
	TestEmail   string          `json:"test_email"`
	Sender      string          `json:"sender"` // the address that mails come from now
	UpdatedAt   *string         `json:"updated_at"`
	UpdatedBy   string          `json:"updated_by"`
	Waiting     int64           `json:"waiting"`  // mails that are tried again
	GivenUp     int64           `json:"given_up"` // mails that were tried for three days
}

func (h *Handler) mailSetup(ctx context.Context, db store.Session, _ struct{}) (out mailSetup, err error) {
	set, err := h.settings.Read(ctx, db)
	if err != nil {
		return out, err
	}
	out = mailSetup{
		Host: set.Host, Port: set.Port, Username: set.Username, HasPassword: set.HasPassword(), From: set.From, To: set.To,
		Selector: set.Selector, Signs: set.Public != "", Mailed: h.sender.Leaves(), TestEmail: h.sender.TestAddress(), Sender: h.sender.From(), UpdatedBy: set.UpdatedBy,
	}
	if !set.UpdatedAt.IsZero() {
		at := schema.FormatTime(set.UpdatedAt)
		out.UpdatedAt = &at
	}
	if server := h.sender.Environment(); server.Host != "" {
		out.Environment.Server = true
		out.Host, out.Port, out.Username, out.HasPassword = server.Host, server.Port, server.Username, server.HasPassword()
	}
	if from := h.sender.Environment().From; from != "" {
		out.Environment.From, out.From = true, from
	}
	if h.mailTo != "" {
		out.Environment.To, out.To = true, h.mailTo
	}
	out.Waiting, out.GivenUp, err = h.Lengths(ctx)
	return out, err
}

type newMailSettings struct {
	Host     string  `json:"host"`
	Port     int     `json:"port"`
	Username string  `json:"username"`
	Password *string `json:"password"` // left out: as stored
	From     string  `json:"mail_from"`
	To       string  `json:"mail_to"`
	Selector string  `json:"dkim_selector"`
	Sign     bool    `json:"sign"`
}

// saveMailSettings stores what the environment leaves open. A password belongs to
// its server: under another name it must be entered again, so that nobody sends
// it to a server of their own.
func (h *Handler) saveMailSettings(ctx context.Context, db store.Session, a newMailSettings) (out mailSetup, err error) {
	if err := h.requireFresh(ctx, db); err != nil {
		return out, err
	}
	a.Host, a.Username, a.From, a.To, a.Selector = strings.TrimSpace(a.Host), strings.TrimSpace(a.Username), strings.TrimSpace(a.From), strings.TrimSpace(a.To), strings.TrimSpace(a.Selector)
	if err := a.check(h.sender.Environment().From); err != nil {
		return out, err
	}
	err = db.Tx(ctx, func(tx store.Session) error {
		before, err := h.settings.Read(ctx, tx)
		if err != nil && a.Password == nil {
			return fault.New(fault.Invalid, "The stored password cannot be read.").Hinting("The stored password can no longer be read. Please enter it again.").Because(err)
		}
		if moved := before.Host != a.Host || before.Username != a.Username; moved && a.Password == nil && before.HasPassword() {
			return fault.New(fault.Invalid, "The password belongs to the server before.").Hinting("Please enter the password again: it was for another server or user.")
		}
		who, err := tx.AsSystem().One(ctx, &schema.Users, store.Eq("id", db.Actor().UserID))
		if err != nil {
			return err
		}
		change := mail.Change{Password: a.Password, Sign: a.Sign, Settings: mail.Settings{
			Host: a.Host, Port: a.Port, Username: a.Username, From: a.From, To: a.To, Selector: a.Selector, UpdatedBy: who.Text("email"),
		}}
		if err := h.settings.Save(ctx, tx, change); err != nil {
			return err
		}
		return revisions.Note(ctx, tx, schema.Saved, schema.MailSettings.Name, "", "Mail settings")
	})
	if err != nil {
		return out, err
	}
	h.sender.Refresh()
	h.Wake()
	return h.mailSetup(ctx, db, struct{}{})
}

// check refuses what the columns alone cannot see.
func (a newMailSettings) check(given string) error {
	invalid := func(hint string) error {
		return fault.New(fault.Invalid, "The mail settings are not complete.").Hinting(hint)
	}
	from, err := netmail.ParseAddress(a.From)
	switch {
	case a.From != "" && (err != nil || !schema.ValidEmail(from.Address)):
		return invalid("From is an address, or a name with an address: Studio <letters@example.com>.")
	case a.Host != "" && a.From == "" && given == "" && !schema.ValidEmail(a.Username):
		return invalid("Enter the address that mails come from.")
	case a.Host == "" && (a.Username != "" || a.Password != nil && *a.Password != ""):
		return invalid("Enter the name of the mail server.")
	case a.Sign && a.Selector == "":
		return invalid("Enter a DKIM selector: the key that signs is published under it.")
	}
	return nil
}

// trial is how a test mail went, in the server's own words.
type trial struct {
	Outcome outcome `json:"outcome"`
	To      string  `json:"to"`
	Subject string  `json:"subject"`
	Server  string  `json:"server"`
	Answer  string  `json:"answer"`
}

type outcome string

// TypeScript lists the outcomes.
func (outcome) TypeScript() string { return `"taken" | "refused" | "silent"` }

// testMail goes to whoever asks for it, and is not tried again.
func (h *Handler) testMail(ctx context.Context, db store.Session, _ struct{}) (out trial, err error) {
	if !h.sender.Leaves() {
		return out, fault.New(fault.Invalid, "There is no mail server.").Hinting("Mail reaches nobody. Enter a mail server first.")
	}
	if err := h.limits.Allow(calls, db.Actor().UserID); err != nil {
		return out, err
	}
	user, err := db.AsSystem().One(ctx, &schema.Users, store.Eq("id", db.Actor().UserID))
	if err != nil {
		return out, err
	}
	who, err := studio.Read(ctx, db)
	if err != nil {
		return out, err
	}
	out = trial{Outcome: "taken", To: user.Text("email"), Subject: "A test from " + who.Name, Server: h.sender.Server()}
	if test := h.sender.TestAddress(); test != "" {
		out.To = test
	}
	out.Answer, err = h.sender.Deliver(ctx, mail.Letter{
		To: user.Text("email"), Subject: out.Subject, Studio: who.Name, Lang: "en",
		Text: fmt.Sprintf("This is a test from %s.\nIf you can read it, mail works.\n\n%s\n", who.Name, h.publicURL),
	})
	if err != nil {
		out.Outcome, out.Answer = "refused", strings.ReplaceAll(err.Error(), user.Text("email"), "you")
		if timeout, is := errors.AsType[net.Error](err); is && timeout.Timeout() || errors.Is(err, context.DeadlineExceeded) {
			out.Outcome = "silent"
		}
	}
	return out, nil
}

// checkedDomain is what the DNS says about the domain that mails come from.
type checkedDomain struct {
	Domain  string        `json:"domain"`
	Records []mail.Record `json:"records"`
}

func (h *Handler) checkMailDomain(ctx context.Context, db store.Session, _ struct{}) (out checkedDomain, err error) {
	if err := h.limits.Allow(calls, db.Actor().UserID); err != nil {
		return out, err
	}
	set, err := h.settings.Read(ctx, db)
	if err != nil {
		return out, err
	}
	reports, err := h.recipient(ctx, db)
	if err != nil {
		return out, err
	}
	out.Domain, out.Records = h.sender.Records(ctx, h.resolver, set.Selector, set.Public, reports)
	return out, nil
}
