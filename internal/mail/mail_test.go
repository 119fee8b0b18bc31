package mail

import (
	"context"
	"crypto/x509"
	"errors"
	"mime"
	"net"
	netmail "net/mail"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"vitrine/internal/mail/mailtest"
	"vitrine/internal/store/storetest"
)

var noon = time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC)

func opened(t *testing.T, o Options) *Sender {
	t.Helper()
	o.Now = func() time.Time { return noon }
	s, err := Open(o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func text(t *testing.T, m *netmail.Message) string {
	t.Helper()
	text, _ := mailtest.Parts(t, m)
	return text
}

func decoded(t *testing.T, header string) string {
	t.Helper()
	s, err := new(mime.WordDecoder).DecodeHeader(header)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestALetterArrivesAsItWasWritten(t *testing.T) {
	server := mailtest.Start(t)
	s := opened(t, Options{SMTPURL: server.URL(), From: "Atelier Ünïcode <studio@example.com>"})
	body := "Grüße\n.\n..dots\nFrom here\n\n" + strings.Repeat("long ", 300) + "\n"
	l := Letter{ID: "contact 1", To: "someone@example.org", ReplyTo: "visitor@example.net", Subject: "Köln, “quoted” " + strings.Repeat("wide ", 30), Text: body}
	if err := s.Send(t.Context(), l); err != nil {
		t.Fatal(err)
	}
	if err := s.Send(t.Context(), l); err != nil {
		t.Fatal(err)
	}
	got := server.Letters()
	if len(got) != 2 || got[0].From != "studio@example.com" || got[0].To != "someone@example.org" {
		t.Fatalf("%+v", got)
	}
	m := got[0].Parse(t)
	if subject := decoded(t, m.Header.Get("Subject")); subject != strings.TrimSpace(l.Subject) {
		t.Errorf("subject %q", subject)
	}
	if from, err := netmail.ParseAddress(m.Header.Get("From")); err != nil || from.Name != "Atelier Ünïcode" || from.Address != "studio@example.com" {
		t.Errorf("from %v, %v", from, err)
	}
	if date, err := m.Header.Date(); err != nil || !date.Equal(noon) {
		t.Errorf("date %v, %v", date, err)
	}
	for name, want := range map[string]string{
		"To": "<someone@example.org>", "Reply-To": "<visitor@example.net>", "MIME-Version": "1.0", "Auto-Submitted": "auto-generated",
	} {
		if value := m.Header.Get(name); value != want {
			t.Errorf("%s: got %q, want %q", name, value, want)
		}
	}
	if text(t, m) != body {
		t.Errorf("body %q", text(t, m))
	}
	again := got[1].Parse(t)
	if id := m.Header.Get("Message-Id"); !strings.HasSuffix(id, "@example.com>") || id != again.Header.Get("Message-Id") {
		t.Errorf("a repetition has Message-ID %q, not %q", again.Header.Get("Message-Id"), id)
	}
	for line := range strings.SplitSeq(got[0].Raw, "\r\n") {
		if len(line) > 998 || strings.ContainsAny(line, "\r\n") {
			t.Errorf("a line is not as SMTP wants it: %.60q", line)
		}
	}
}

func TestNothingTypedBecomesAHeader(t *testing.T) {
	server := mailtest.Start(t)
	s := opened(t, Options{SMTPURL: server.URL(), From: "studio@example.com"})
	breaks := []string{"\r\n", "\n", "\r", "\x00", "\u0085", "\u2028", "\u2029"}
	for _, b := range breaks {
		for _, l := range []Letter{
			{To: "a@example.org" + b + "Bcc: victim@example.org"},
			{To: "victim@example.org" + b},
			{To: "a@example.org", ReplyTo: "x@example.org" + b + "Bcc: victim@example.org"},
			{To: "a@example.org, victim@example.org"},
			{To: "a@example.org>" + b + "RCPT TO:<victim@example.org"},
			{To: `"a b"@example.org`}, {To: "Name <a@example.org>"}, {To: ""}, {To: "nonsense"}, {To: "-oQ@example.org"},
		} {
			if err := s.Send(t.Context(), l); err == nil {
				t.Errorf("sent to %q, reply to %q", l.To, l.ReplyTo)
			}
		}
		subject := "Hello" + b + "Bcc: victim@example.org" + b + b + "<script>"
		if err := s.Send(t.Context(), Letter{To: "a@example.org", Subject: subject, Text: "a\r\n.\r\nRCPT TO:<victim@example.org>\r\n" + b + "\x00"}); err != nil {
			t.Fatal(err)
		}
	}
	got := server.Letters()
	if len(got) != len(breaks) {
		t.Fatalf("%d letters came, want %d", len(got), len(breaks))
	}
	for _, l := range got {
		m := l.Parse(t)
		if l.To != "a@example.org" || m.Header.Get("Bcc") != "" || strings.Contains(m.Header.Get("To"), "victim") {
			t.Errorf("injected: %q", l.Raw)
		}
		if subject := decoded(t, m.Header.Get("Subject")); !strings.HasPrefix(subject, "Hello") || strings.ContainsAny(subject, "\r\n\x00\u0085\u2028\u2029") {
			t.Errorf("subject %q", subject)
		}
	}
}

func TestTestModeSendsEverythingToOneAddress(t *testing.T) {
	server := mailtest.Start(t)
	s := opened(t, Options{SMTPURL: server.URL(), From: "studio@example.com", TestAddress: "test@example.com"})
	if !s.Leaves() || s.TestAddress() != "test@example.com" {
		t.Error("it does not say so")
	}
	if err := s.Send(t.Context(), Letter{To: "someone@example.org", Subject: "x"}); err != nil {
		t.Fatal(err)
	}
	got := server.Letters()[0]
	if m := got.Parse(t); got.To != "test@example.com" || m.Header.Get("To") != "<test@example.com>" || m.Header.Get("X-Intended-For") != "someone@example.org" {
		t.Errorf("%s %s", got.To, got.Raw)
	}
}

func TestWithoutAServerLettersBecomeFiles(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "outbox")
	s := opened(t, Options{Dir: dir})
	if s.Leaves() || s.TestAddress() != "" {
		t.Error("it does not say so")
	}
	for range 3 {
		if err := s.Send(t.Context(), Letter{To: "someone@example.org", Subject: "Héllo", Text: "Text\n"}); err != nil {
			t.Fatal(err)
		}
	}
	files, _ := os.ReadDir(dir)
	if len(files) != 3 {
		t.Fatalf("%v", files)
	}
	for _, f := range files {
		info, err := f.Info()
		if err != nil || filepath.Ext(f.Name()) != ".eml" || info.Mode().Perm() != 0o600 {
			t.Errorf("%s %v %v", f.Name(), info.Mode(), err)
		}
		raw, err := os.ReadFile(filepath.Join(dir, f.Name()))
		if err != nil {
			t.Fatal(err)
		}
		m := mailtest.Letter{Raw: string(raw)}.Parse(t)
		if decoded(t, m.Header.Get("Subject")) != "Héllo" || text(t, m) != "Text\n" {
			t.Errorf("%s", raw)
		}
	}
	os.Chmod(dir, 0o700)
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	if err := s.Send(t.Context(), Letter{To: "someone@example.org"}); err == nil {
		t.Error("a lost folder is not noticed")
	}
}

func TestOldLettersLeaveTheFolder(t *testing.T) {
	const month = 30 * 24 * time.Hour
	dir := filepath.Join(t.TempDir(), "outbox")
	now := noon
	s, err := Open(Options{Dir: dir, Now: func() time.Time { return now }})
	if err != nil {
		t.Fatal(err)
	}
	send := func() {
		t.Helper()
		if err := s.Send(t.Context(), Letter{To: "someone@example.org", Text: "Text"}); err != nil {
			t.Fatal(err)
		}
	}
	left := func(s *Sender) (n int) {
		t.Helper()
		if err := s.Tidy(month); err != nil {
			t.Fatal(err)
		}
		entries, _ := os.ReadDir(dir)
		return len(entries)
	}
	send()
	half := noon.Format(nameTime) + "-ABCDEFGH.tmp"
	for _, name := range []string{half, "mine.eml", "20200101T000000.000000Z-notes.eml"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	now = now.Add(longestWrite)
	if n := left(s); n != 4 {
		t.Errorf("at once %d are left", n)
	}
	now = now.Add(time.Second)
	if n := left(s); n != 3 {
		t.Errorf("with the half of a letter %d are left", n)
	}
	now = noon.Add(month)
	send()
	if n := left(s); n != 4 {
		t.Errorf("after 30 days %d are left", n)
	}
	now = now.Add(time.Second)
	if n := left(s); n != 3 { // the newer letter, and what is not ours
		t.Errorf("after more than 30 days %d are left", n)
	}
	now = now.Add(2 * month)
	later, err := Open(Options{SMTPURL: "smtp://mail.example.com", Dir: dir, Now: s.now})
	if err != nil {
		t.Fatal(err)
	}
	if n := left(later); n != 2 {
		t.Errorf("with a mail server %d are left", n)
	}
	later.options.Dir = filepath.Join(dir, "never")
	if err := later.Tidy(month); err != nil {
		t.Error(err)
	}
}

// elsewhere makes the sender believe that the test server has another name.
func elsewhere(s *Sender, addr string, certs *x509.CertPool) {
	post := s.route.server
	post.trust = certs
	post.dial = func(ctx context.Context, network, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, network, addr)
	}
}

func TestBeyondThisMachineMailIsEncryptedOrNotSent(t *testing.T) {
	plain, secure, wrapped := mailtest.Start(t), mailtest.Start(t, mailtest.StartTLS("mail.example.com")), mailtest.Start(t, mailtest.TLS("mail.example.com"))
	for name, c := range map[string]struct {
		url   string
		to    *mailtest.Server
		trust *x509.CertPool
		want  bool
	}{
		"STARTTLS":                       {"smtp://joe@example.com:secret@mail.example.com:587", secure, secure.Certs, true},
		"TLS from the start":             {"smtps://joe@example.com:secret@mail.example.com", wrapped, wrapped.Certs, true},
		"no STARTTLS offered":            {"smtp://joe%40example.com:secret@mail.example.com", plain, nil, false},
		"a certificate nobody vouches":   {"smtp://joe%40example.com:secret@mail.example.com", secure, nil, false},
		"a certificate of someone else":  {"smtp://joe%40example.com:secret@other.example.com", secure, secure.Certs, false},
		"TLS that nobody vouches for":    {"smtps://joe%40example.com:secret@mail.example.com", wrapped, nil, false},
		"TLS expected, plain text found": {"smtps://joe%40example.com:secret@mail.example.com", plain, nil, false},
		"a wrong password":               {"smtp://joe%40example.com:wrong@mail.example.com", secure, secure.Certs, false},
	} {
		t.Run(name, func(t *testing.T) {
			s := opened(t, Options{SMTPURL: strings.Replace(c.url, "joe@", "joe%40", 1), From: "studio@example.com"})
			elsewhere(s, c.to.Addr, c.trust)
			before := len(c.to.Letters())
			err := s.Send(t.Context(), Letter{To: "someone@example.org", Text: "x"})
			if (err == nil) != c.want {
				t.Errorf("got %v", err)
			}
			if err != nil && strings.Contains(err.Error(), "secret") {
				t.Errorf("the error tells the password: %v", err)
			}
			got := c.to.Letters()[before:]
			if c.want && (len(got) != 1 || !got[0].Secure || got[0].User != "joe@example.com") {
				t.Errorf("%+v", got)
			}
			if !c.want && len(got) != 0 {
				t.Error("the letter went out")
			}
		})
	}
}

func TestOnThisMachinePlainTextWillDo(t *testing.T) {
	plain, secure := mailtest.Start(t), mailtest.Start(t, mailtest.StartTLS("whatever"))
	for _, server := range []*mailtest.Server{plain, secure} {
		s := opened(t, Options{SMTPURL: "smtp://joe:secret@" + server.Addr})
		if err := s.Send(t.Context(), Letter{To: "someone@example.org"}); err != nil {
			t.Fatal(err)
		}
		if got := server.Letters(); got[0].User != "joe" || got[0].Secure != (server == secure) {
			t.Errorf("%+v", got)
		}
	}
}

func TestAServerThatFailsIsReportedInTime(t *testing.T) {
	silent, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	refusing, hanging := mailtest.Start(t), mailtest.Start(t)
	refusing.Refuse(errors.New("no such user"))
	hanging.Hang(true)
	for name, addr := range map[string]string{"silent": silent.Addr().String(), "gone": "127.0.0.1:1", "refusing": refusing.Addr, "hanging after the letter": hanging.Addr} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := opened(t, Options{SMTPURL: "smtp://" + addr})
			start := time.Now()
			if err := s.Send(t.Context(), Letter{To: "someone@example.org"}); err == nil {
				t.Error("it says that the letter was delivered")
			}
			if took := time.Since(start); took > storetest.Busy(4*Patience) {
				t.Errorf("it took %v", took)
			}
		})
	}
}

func TestBadOptionsAreSaidInOneLine(t *testing.T) {
	for _, o := range []Options{
		{SMTPURL: "mail.example.com:587"}, {SMTPURL: "http://mail.example.com"}, {SMTPURL: "smtp://"}, {SMTPURL: "smtp://user:hunter2@"},
		{SMTPURL: "smtp://user:hunter2@host:0"}, {SMTPURL: "smtp://user:hunter2@host:99999"}, {SMTPURL: "smtp://user:hunter2@host:abc"},
		{SMTPURL: "smtp://user:hun/ter2@host"}, {SMTPURL: "smtp://user:hunter2@host/path"}, {SMTPURL: "smtp://user:hunter2@host?x=1"}, {SMTPURL: "smtp://us%zz:hunter2@host"},
		{SMTPURL: "smtp://host", From: "nonsense"}, {SMTPURL: "smtp://host", From: "a@b.co, c@d.co"}, {SMTPURL: "smtp://host", TestAddress: "nonsense"},
		{},
	} {
		_, err := Open(o)
		if err == nil {
			t.Errorf("%+v was accepted", o)
			continue
		}
		if strings.Contains(err.Error(), "\n") || strings.Contains(err.Error(), "hunter2") || strings.Contains(err.Error(), "hun/ter2") {
			t.Errorf("%+v: %v", o, err)
		}
	}
}

func TestTheSenderIsWhoSignsInUnlessOneIsNamed(t *testing.T) {
	for _, c := range []struct {
		url, from, want string
		doubtful        bool
	}{
		{"smtp://a%40example.com:p@mail.example.com", "", "a@example.com", false},
		{"smtp://user:p@mail.example.com", "", "vitrine@mail.example.com", true},
		{"smtp://127.0.0.1", "", "vitrine@vitrine.local", true},
		{"smtp://user:p@mail.example.com", "Studio <hello@example.com>", "hello@example.com", false},
		{"smtp://a%40example.com:p@mail.example.com", "site@office.local", "site@office.local", true},
	} {
		s := opened(t, Options{SMTPURL: c.url, From: c.from})
		if s.From() != c.want || s.Doubtful() != c.doubtful {
			t.Errorf("%s and %q: from %q, doubtful %v", c.url, c.from, s.From(), s.Doubtful())
		}
	}
}
