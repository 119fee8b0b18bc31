package mail

import (
	"cmp"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	netmail "net/mail"
	"net/url"
	"strings"
	"unicode"

	gomail "github.com/wneessen/go-mail"

	"vitrine/internal/schema"
)

// maxSubject keeps a subject readable whatever a visitor typed.
const maxSubject = 400

// compose turns a letter into a message. What could end a header line is
// refused in an address and becomes a space in a subject.
func (s *Sender) compose(r *route, l Letter) (*gomail.Msg, error) {
	if !schema.ValidEmail(l.To) {
		return nil, fmt.Errorf("refused to write to a malformed address")
	}
	if l.ReplyTo != "" && !schema.ValidEmail(l.ReplyTo) {
		return nil, fmt.Errorf("refused a malformed reply address")
	}
	m := gomail.NewMsg(gomail.WithNoDefaultUserAgent(), gomail.WithCharset(gomail.CharsetUTF8), gomail.WithEncoding(gomail.EncodingQP))
	m.FromMailAddress(&netmail.Address{Name: cmp.Or(r.from.Name, oneLine(l.Studio)), Address: r.from.Address})
	to := l.To
	if test := s.options.TestAddress; test != "" {
		to = test
		m.SetGenHeader("X-Intended-For", l.To)
	}
	m.ToMailAddress(&netmail.Address{Address: to})
	if l.ReplyTo != "" {
		m.ReplyToMailAddress(&netmail.Address{Address: l.ReplyTo})
	}
	m.Subject(shorten(oneLine(l.Subject), maxSubject))
	m.SetDateWithValue(s.now().UTC())
	m.SetMessageIDWithValue(r.messageID(l.ID))
	m.SetGenHeader("Auto-Submitted", "auto-generated") // keeps holiday notes from answering
	if l.Lang != "" {
		m.SetGenHeader("Content-Language", l.Lang)
	}
	if l.Leave != "" {
		leave, err := url.Parse(l.Leave)
		if err != nil || leave.Host == "" {
			return nil, fmt.Errorf("refused a malformed address to leave the list")
		}
		m.SetGenHeader(gomail.HeaderListUnsubscribe, "<"+leave.String()+">")
		m.SetGenHeader(gomail.HeaderListUnsubscribePost, "List-Unsubscribe=One-Click")
		m.SetGenHeader("List-Id", "<letters."+leave.Hostname()+">")
	}
	m.SetBodyString(gomail.TypeTextPlain, strings.ToValidUTF8(l.Text, "\ufffd"))
	page := l.HTML
	if page == "" {
		page = s.pageOf(l)
	}
	m.AddAlternativeString(gomail.TypeTextHTML, strings.ToValidUTF8(page, "\ufffd"))
	return m, r.sign.sign(m)
}

// messageID is the same for each try of one letter, so that a mailbox can
// tell a repetition from a second letter.
func (r *route) messageID(id string) string {
	if id == "" {
		id = rand.Text()
	}
	sum := sha256.Sum256([]byte(id))
	_, domain, _ := strings.Cut(r.from.Address, "@")
	return hex.EncodeToString(sum[:16]) + "@" + domain
}

// oneLine replaces what some program may read as the end of a line.
func oneLine(text string) string {
	return strings.TrimSpace(strings.Map(func(c rune) rune {
		if unicode.IsControl(c) || c == '\u2028' || c == '\u2029' {
			return ' '
		}
		return c
	}, strings.ToValidUTF8(text, "\ufffd")))
}

func shorten(text string, max int) string {
	if runes := []rune(text); len(runes) > max {
		return string(runes[:max-1]) + "…"
	}
	return text
}
