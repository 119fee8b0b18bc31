package functions

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"vitrine/internal/fault"
	"vitrine/internal/letters"
	"vitrine/internal/mail"
	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

// office is a site without a mail server in its environment, and its admin.
type office struct {
	*site
	admin schema.Actor
	stale error // what a session that is not fresh hears
}

func openOffice(t *testing.T, s *store.Store) *office {
	o := &office{admin: schema.Actor{Role: schema.Admin, UserID: uuid.NewString()}}
	o.site = start(t, s, func(x *Options) {
		sender, err := mail.Open(mail.Options{Dir: filepath.Join(t.TempDir(), "outbox"), Patience: time.Minute})
		if err != nil {
			t.Fatal(err)
		}
		x.Sender, x.MailTo, x.Limits = sender, "", nil
		x.Settings = mail.NewStored(s, []byte("a secret that is long enough to be one"))
		x.RequireFresh = func(context.Context, store.Session) error { return o.stale }
		sender.Follow(x.Settings)
	})
	o.add(&schema.Users, store.Row{"id": o.admin.UserID, "email": "boss@example.com"})
	return o
}

func (o *office) call(actor schema.Actor, name string, args any) (out map[string]any, err error) {
	o.t.Helper()
	raw, _ := json.Marshal(args)
	answer, err := o.fn.Procedures().Call(o.t.Context(), o.s.As(actor), name, raw)
	if err == nil {
		raw, _ = json.Marshal(answer)
		err = json.Unmarshal(raw, &out)
	}
	return out, err
}

func (o *office) settings(changes ...any) map[string]any {
	host, port, _ := net.SplitHostPort(o.smtp.Addr)
	out := map[string]any{"host": host, "port": json.Number(port), "username": "letters", "password": "secret", "mail_from": "letters@studio.test", "mail_to": "hello@studio.test", "dkim_selector": "", "sign": false}
	for i := 0; i < len(changes); i += 2 {
		out[changes[i].(string)] = changes[i+1]
		if changes[i+1] == nil {
			delete(out, changes[i].(string))
		}
	}
	return out
}

func TestAnAdminSetsUpMail(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		o := openOffice(t, s)
		if setup, err := o.call(o.admin, "mail_setup", map[string]any{}); err != nil || setup["mailed"] != false || setup["updated_at"] != nil {
			t.Errorf("%v, %v", setup, err)
		}
		_, err := o.call(o.admin, "test_mail", map[string]any{})
		storetest.WantFault(t, err, fault.Invalid)
		setup, err := o.call(o.admin, "save_mail_settings", o.settings())
		if err != nil || setup["mailed"] != true || setup["has_password"] != true || setup["updated_by"] != "boss@example.com" || strings.Contains(fmt.Sprint(setup), "secret") {
			t.Fatalf("%v, %v", setup, err)
		}
		tried, err := o.call(o.admin, "test_mail", map[string]any{})
		if err != nil || tried["outcome"] != "taken" || tried["to"] != "boss@example.com" || tried["answer"] == "" {
			t.Errorf("%v, %v", tried, err)
		}
		o.smtp.WantRecipients(t, "boss@example.com")
		if to, err := o.fn.recipient(t.Context(), s.AsSystem()); to != "hello@studio.test" || err != nil {
			t.Errorf("the studio hears at %q, %v", to, err)
		}
		o.smtp.Refuse(errors.New("no boss@example.com here"))
		tried, err = o.call(o.admin, "test_mail", map[string]any{})
		if err != nil || tried["outcome"] != "refused" || !strings.Contains(tried["answer"].(string), "no you here") {
			t.Errorf("%v, %v", tried, err)
		}
	})
}

func TestMailSettingsThatAreRefusedChangeNothing(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		o := openOffice(t, s)
		if _, err := o.call(o.admin, "save_mail_settings", o.settings()); err != nil {
			t.Fatal(err)
		}
		before := storetest.Get(t, s, &schema.MailSettings, 1)
		for name, args := range map[string]map[string]any{
			"a host with a path":       o.settings("host", "smtp.example.com/x"),
			"a host with a line break": o.settings("host", "smtp.example.com\r\nRCPT"),
			"no port":                  o.settings("port", 0),
			"a port too high":          o.settings("port", 65536),
			"a sender without address": o.settings("mail_from", "Studio"),
			"a recipient with a name":  o.settings("mail_to", "Studio <a@b.test>"),
			"a password for no server": o.settings("host", ""),
			"no sender":                o.settings("mail_from", ""),
			"a key without a name":     o.settings("sign", true),
			"an odd name of a key":     o.settings("dkim_selector", "a.b;c"),
			// Otherwise an open session could have the password sent elsewhere.
			"the password to another server": o.settings("host", "evil.example.com", "password", nil),
			"the password of another user":   o.settings("username", "eve", "password", nil),
		} {
			_, err := o.call(o.admin, "save_mail_settings", args)
			if err == nil || fault.Is(err, fault.Internal) {
				t.Errorf("%s: %v", name, err)
			}
		}
		o.stale = fault.New(fault.Denied, "reauthentication_needed")
		_, err := o.call(o.admin, "save_mail_settings", o.settings("username", "eve"))
		storetest.WantFault(t, err, fault.Denied)
		o.stale = nil
		for _, name := range []string{"mail_setup", "save_mail_settings", "test_mail", "check_mail_domain"} {
			for _, role := range []schema.Role{schema.Visitor, schema.Viewer, schema.Editor} {
				args := map[string]any{}
				if name == "save_mail_settings" {
					args = o.settings("username", "eve")
				}
				_, err := o.call(schema.Actor{Role: role, UserID: o.admin.UserID}, name, args)
				storetest.WantFault(t, err, fault.Denied)
			}
		}
		if after := storetest.Get(t, s, &schema.MailSettings, 1); fmt.Sprint(after) != fmt.Sprint(before) {
			t.Errorf("changed from %v to %v", before, after)
		}
	})
}

func TestWhoSignedUpBeforeMailWasSetUpIsAskedOnceItIs(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		storetest.Add(t, s, &schema.SiteSettings, store.Row{"name": "Atelier", "double_opt_in": true})
		o := openOffice(t, s)
		l, err := letters.New(t.Context(), letters.Options{Store: s, Sender: o.fn.sender, PublicURL: "https://studio.example.com"})
		if err != nil {
			t.Fatal(err)
		}
		o.fn.letters = l
		o.waits("ann@mail.example")
		o.waits() // a look that finds no mail server
		o.wantRecipients()
		if _, err := o.call(o.admin, "save_mail_settings", o.settings()); err != nil {
			t.Fatal(err)
		}
		o.waits()
		o.wantRecipients("ann@mail.example")
	})
}
