package mail

import (
	"bytes"
	netmail "net/mail"
	"strings"
	"testing"
)

// FuzzLetter writes letters with any text in every field: it stays in its
// field, and the letter has one recipient.
func FuzzLetter(f *testing.F) {
	f.Add("a@example.org", "b@example.org", "Hello", "text")
	f.Add("a@example.org\r\nBcc: victim@example.org", "", "Hello\r\nBcc: victim@example.org", ".\r\nRCPT TO:<victim@example.org>")
	f.Add("\x9e@example.org", "", "", "")
	f.Add("a@example.org", "x@example.org\u2028", "\u0085\x00=?utf-8?q?=0d=0aBcc:?=", "\xff")
	s, err := Open(Options{SMTPURL: "smtp://127.0.0.1:1", From: "Studio <studio@example.com>"})
	if err != nil {
		f.Fatal(err)
	}
	known := map[string]bool{"From": true, "To": true, "Reply-To": true, "Subject": true, "Date": true, "Message-Id": true,
		"Mime-Version": true, "Auto-Submitted": true, "Content-Type": true, "Content-Transfer-Encoding": true}
	f.Fuzz(func(t *testing.T, to, reply, subject, text string) {
		m, err := s.compose(s.route, Letter{To: to, ReplyTo: reply, Subject: subject, Text: text})
		if err != nil {
			return
		}
		var raw bytes.Buffer
		if _, err := m.WriteTo(&raw); err != nil {
			t.Fatal(err)
		}
		got, err := netmail.ReadMessage(&raw)
		if err != nil {
			t.Fatalf("not a letter: %v", err)
		}
		for name, values := range got.Header {
			if !known[name] || len(values) != 1 || strings.ContainsAny(values[0], "\r\n\x00") {
				t.Errorf("%q became the header %s: %q", []string{to, reply, subject}, name, values)
			}
		}
		if whom := got.Header.Get("To"); whom != (&netmail.Address{Address: to}).String() {
			t.Errorf("%q goes to %q", to, whom)
		}
	})
}
