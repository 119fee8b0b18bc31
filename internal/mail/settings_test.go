package mail

import (
	"bytes"
	"context"
	"encoding/base64"
	"net"
	"net/netip"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-msgauth/dkim"

	"vitrine/internal/mail/mailtest"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

// at is the stored settings of a test server.
func at(t *testing.T, server *mailtest.Server) Settings {
	t.Helper()
	host, port, err := net.SplitHostPort(server.Addr)
	if err != nil {
		t.Fatal(err)
	}
	n, err := strconv.Atoi(port)
	if err != nil {
		t.Fatal(err)
	}
	return Settings{Host: host, Port: n, From: "Studio <letters@studio.test>"}
}

func save(t *testing.T, s *store.Store, stored *Stored, c Change) {
	t.Helper()
	if err := s.AsSystem().Tx(t.Context(), func(tx store.Session) error { return stored.Save(t.Context(), tx, c) }); err != nil {
		t.Fatal(err)
	}
}

func followed(t *testing.T, stored *Stored, o Options) *Sender {
	t.Helper()
	if o.Dir == "" {
		o.Dir = t.TempDir()
	}
	sender, err := Open(o)
	if err != nil {
		t.Fatal(err)
	}
	sender.Follow(stored)
	return sender
}

func TestMailGoesByWhatIsStoredFromTheNextLetterOn(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		first, second := mailtest.Start(t), mailtest.Start(t)
		stored := NewStored(s, []byte("a secret that is long enough to be one"))
		sender := followed(t, stored, Options{})
		if sender.Leaves() || sender.To() != "" {
			t.Error("mail leaves the house before anybody said where to")
		}
		password := "secret"
		set := at(t, first)
		set.Username, set.To = "letters", "hello@studio.test"
		save(t, s, stored, Change{Settings: set, Password: &password})
		sender.Refresh()
		if !sender.Leaves() || sender.From() != "letters@studio.test" || sender.To() != "hello@studio.test" || sender.Doubtful() {
			t.Errorf("leaves %v from %s to %s", sender.Leaves(), sender.From(), sender.To())
		}
		answer, err := sender.Deliver(t.Context(), Letter{To: "ann@example.org", Subject: "Hi", Text: "Hi"})
		if got := first.Letters(); err != nil || len(got) != 1 || got[0].User != "letters" || answer == "" {
			t.Fatalf("%v, %+v, the server says %q", err, got, answer)
		}
		// Another instance hears of it by the commit alone.
		other := followed(t, stored, Options{})
		if other.Server() != first.Addr+", on this machine" {
			t.Errorf("the other goes by %s", other.Server())
		}
		set = at(t, second)
		save(t, s, stored, Change{Settings: set})
		storetest.Eventually(t, time.Minute, "the other follows", func() bool { return strings.HasPrefix(other.Server(), second.Addr) })
		if read, err := stored.Read(t.Context(), s.AsSystem()); err != nil || !read.HasPassword() {
			t.Errorf("a password that was left out is gone: %v", err)
		}
		none := ""
		save(t, s, stored, Change{Settings: Settings{Port: 587}, Password: &none})
		storetest.Eventually(t, time.Minute, "no server is none", func() bool { return !other.Leaves() })
	})
}

func TestTheEnvironmentWinsOverWhatIsStored(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		ours, theirs := mailtest.Start(t), mailtest.Start(t)
		stored := NewStored(s, []byte("a secret that is long enough to be one"))
		save(t, s, stored, Change{Settings: at(t, theirs)})
		sender := followed(t, stored, Options{SMTPURL: ours.URL(), From: "site@example.com"})
		if err := sender.Send(t.Context(), Letter{To: "ann@example.org"}); err != nil {
			t.Fatal(err)
		}
		if len(ours.Letters()) != 1 || len(theirs.Letters()) != 0 || sender.From() != "site@example.com" {
			t.Errorf("%d went by the environment's server, %d by the stored one, from %s", len(ours.Letters()), len(theirs.Letters()), sender.From())
		}
	})
}

func TestSecretsOfMailAreSealed(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		stored := NewStored(s, []byte("a secret that is long enough to be one"))
		password := "correct horse battery"
		save(t, s, stored, Change{Settings: Settings{Host: "smtp.studio.test", Port: 587, From: "a@studio.test", Selector: "vitrine"}, Password: &password, Sign: true})
		for _, name := range []string{passwordName, keyName} {
			text, err := s.AsSystem().Setting(t.Context(), name)
			sealed, e := base64.StdEncoding.DecodeString(text)
			if err != nil || e != nil || len(sealed) == 0 || bytes.Contains(sealed, []byte(password)) {
				t.Errorf("%s is stored as %q (%v, %v)", name, text, err, e)
			}
			// In the other's place it does not open, nor with another secret.
			if _, err := stored.key.Open(nil, nil, sealed, []byte("another")); err == nil {
				t.Errorf("%s opens as something else", name)
			}
		}
		elsewhere := NewStored(s, []byte("another secret that is long enough too"))
		if _, err := elsewhere.Read(t.Context(), s.AsSystem()); err == nil {
			t.Error("another secret opens it")
		}
		// What cannot be read leaves the last way in place.
		sender := followed(t, elsewhere, Options{})
		if sender.Leaves() {
			t.Error("mail goes to a server whose password is not known")
		}
	})
}

func TestMailsAreSignedWithAKeyOfOurs(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		server := mailtest.Start(t)
		stored := NewStored(s, []byte("a secret that is long enough to be one"))
		set := at(t, server)
		set.Selector = "vitrine"
		save(t, s, stored, Change{Settings: set, Sign: true})
		sender := followed(t, stored, Options{})
		if err := sender.Send(t.Context(), Letter{To: "ann@example.org", Subject: "Ärger\r\nBcc: eve@example.org", Text: "Hello.\n\nLong: " + strings.Repeat("ä", 300)}); err != nil {
			t.Fatal(err)
		}
		read, err := stored.Read(t.Context(), s.AsSystem())
		if err != nil {
			t.Fatal(err)
		}
		published := map[string]string{"vitrine._domainkey.studio.test": "v=DKIM1; k=rsa; p=" + read.Public}
		verify := func(raw string) error {
			all, err := dkim.VerifyWithOptions(strings.NewReader(raw), &dkim.VerifyOptions{LookupTXT: func(name string) ([]string, error) { return []string{published[name]}, nil }})
			if err == nil && len(all) != 1 {
				t.Fatalf("%d signatures in %s", len(all), raw)
			}
			if err == nil {
				err = all[0].Err
			}
			return err
		}
		raw := server.Letters()[0].Raw
		if err := verify(raw); err != nil {
			t.Errorf("%v\n%s", err, raw)
		}
		if verify(strings.Replace(raw, "Hello.", "Hollo.", 1)) == nil || verify(strings.Replace(raw, "To: <ann@", "To: <eve@", 1)) == nil {
			t.Error("a mail that was changed on the way still verifies")
		}
		// The key stays until signing is switched off; then mail goes unsigned.
		save(t, s, stored, Change{Settings: set, Sign: true})
		if again, err := stored.Read(t.Context(), s.AsSystem()); err != nil || again.Public != read.Public {
			t.Errorf("a save made another key: %v", err)
		}
		save(t, s, stored, Change{Settings: set})
		sender.Refresh()
		if err := sender.Send(t.Context(), Letter{To: "ann@example.org"}); err != nil || strings.Contains(server.Letters()[1].Raw, "DKIM-Signature") {
			t.Errorf("still signed: %v", err)
		}
	})
}

// zone is a DNS of our own.
type zone struct {
	texts map[string][]string
	hosts map[string][]string
	down  bool
}

func (z zone) answer(name string, all map[string][]string) ([]string, error) {
	if z.down {
		return nil, &net.DNSError{Err: "server misbehaving", Name: name, IsTemporary: true}
	}
	if len(all[name]) == 0 {
		return nil, &net.DNSError{Err: "no such host", Name: name, IsNotFound: true}
	}
	return all[name], nil
}

func (z zone) LookupTXT(_ context.Context, name string) ([]string, error) {
	return z.answer(name, z.texts)
}

func (z zone) LookupNetIP(_ context.Context, _, name string) ([]netip.Addr, error) {
	texts, err := z.answer(name, z.hosts)
	var out []netip.Addr
	for _, text := range texts {
		out = append(out, netip.MustParseAddr(text))
	}
	return out, err
}

func TestTheDNSIsAskedWhetherOthersTrustOurMail(t *testing.T) {
	sender, err := Open(Options{SMTPURL: "smtp://smtp.provider.test", From: "letters@studio.test"})
	if err != nil {
		t.Fatal(err)
	}
	hosts := map[string][]string{"smtp.provider.test": {"192.0.2.7", "2001:db8::7"}, "web.studio.test": {"198.51.100.1"}}
	const key = "MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A"
	for name, c := range map[string]struct {
		zone   zone
		public string
		want   string // of SPF, DKIM and DMARC
	}{
		"nothing": {zone{}, "", "missing missing missing"},
		"all": {zone{texts: map[string][]string{
			"studio.test":                    {"google-site-verification=x", "v=spf1 include:_spf.provider.test -all"},
			"_spf.provider.test":             {"v=spf1 ip4:192.0.2.0/24 ~all"},
			"vitrine._domainkey.studio.test": {"v=DKIM1; k=rsa; p=" + key},
			"_dmarc.studio.test":             {"v=DMARC1; p=reject"},
		}}, key, "good good good"},
		"another sends": {zone{texts: map[string][]string{
			"studio.test":                    {"v=spf1 a:web.studio.test ip4:203.0.113.0/24 -all"},
			"vitrine._domainkey.studio.test": {"v=DKIM1; p="},
			"_dmarc.studio.test":             {"v=DMARC1; p=none; rua=mailto:x@studio.test"},
		}}, "", "weak weak weak"},
		"another key": {zone{texts: map[string][]string{
			"studio.test":                    {"v=spf1 redirect=_spf.studio.test"},
			"_spf.studio.test":               {"v=spf1 a:smtp.provider.test -all"},
			"vitrine._domainkey.studio.test": {"p=" + key},
		}}, "MIIBother", "good weak missing"},
		"two records": {zone{texts: map[string][]string{"studio.test": {"v=spf1 +all", "v=spf1 -all"}}}, "", "weak missing missing"},
		"in a circle": {zone{texts: map[string][]string{"studio.test": {"v=spf1 include:studio.test -all"}}}, "", "unknown missing missing"},
		"cannot tell": {zone{texts: map[string][]string{"studio.test": {"v=spf1 mx -all"}}}, "", "unknown missing missing"},
		"no DNS here": {zone{down: true}, "", "unknown unknown unknown"},
	} {
		c.zone.hosts = hosts
		domain, all := sender.Records(t.Context(), c.zone, "vitrine", c.public, "hello@studio.test")
		var got []string
		for _, r := range all {
			got = append(got, string(r.Verdict))
		}
		if strings.Join(got, " ") != c.want || domain != "studio.test" {
			t.Errorf("%s: %v for %s, want %s", name, got, domain, c.want)
		}
		if name == "nothing" && (all[0].Add != "v=spf1 a:smtp.provider.test ~all" || all[2].Add != "v=DMARC1; p=none; rua=mailto:hello@studio.test" || all[1].Name != "vitrine._domainkey.studio.test") {
			t.Errorf("lines to add: %+v", all)
		}
	}
}

// TestALetterThatLeftIsNotKept takes the mail server out of the settings while it has
// the letter: it would go out again once there is one.
func TestALetterThatLeftIsNotKept(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		server := mailtest.Start(t)
		stored := NewStored(s, []byte("a secret that is long enough to be one"))
		save(t, s, stored, Change{Settings: at(t, server)})
		sender := followed(t, stored, Options{})
		x := start(t, s, func(o *OutboxOptions) { o.Sender = sender })
		server.Judge(func(string) error {
			save(t, s, stored, Change{Settings: Settings{Port: 587}})
			sender.Refresh()
			return nil
		})
		x.send("newsletter 1 confirmation", "ann@example.org")
		if state := x.state("newsletter 1 confirmation").State; state != Sent || sender.Leaves() {
			t.Errorf("it is %s, though the server has it", state)
		}
		x.send("newsletter 2 confirmation", "bo@example.org")
		if state := x.state("newsletter 2 confirmation").State; state != Kept {
			t.Errorf("without a server it is %s", state)
		}
	})
}
