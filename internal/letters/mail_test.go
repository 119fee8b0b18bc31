package letters_test

import (
	"bytes"
	"errors"
	"io"
	netmail "net/mail"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-message/mail"
	"golang.org/x/net/html"

	"vitrine/internal/schema"
	"vitrine/internal/store"
)

// sheet is a letter as a mail program that is not ours reads it.
type sheet struct {
	mail.Header
	text, html string
}

func (h *house) read(raw string) (out sheet) {
	h.Helper()
	if _, err := netmail.ReadMessage(strings.NewReader(raw)); err != nil {
		h.Fatal(err)
	}
	for _, line := range strings.Split(raw, "\r\n") {
		if len(line) > 998 || strings.ContainsAny(line, "\r\n\x00") {
			h.Fatalf("a line that RFC 5322 does not have: %q", line)
		}
	}
	r, err := mail.CreateReader(strings.NewReader(raw))
	if err != nil {
		h.Fatal(err)
	}
	out.Header = r.Header
	for {
		part, err := r.NextPart()
		if errors.Is(err, io.EOF) {
			return out
		}
		if err != nil {
			h.Fatal(err)
		}
		body, err := io.ReadAll(part.Body)
		if err != nil {
			h.Fatal(err)
		}
		kind, _, _ := part.Header.(*mail.InlineHeader).ContentType()
		switch kind {
		case "text/plain":
			out.text = string(body)
		case "text/html":
			out.html = string(body)
		default:
			h.Errorf("a part of the kind %s", kind)
		}
	}
}

func TestALetterIsMailThatOthersUnderstand(t *testing.T) {
	each(t, func(h *house) {
		h.settings(store.Row{"name": "Atelier Müller", "letters_public": true})
		h.subscribe("ann@mail.example")
		body := `<h2>Näher</h2><p>Hello <strong>you</strong>, see <a href="/about">us</a>.</p><p><a href="/careers">All jobs</a></p><ul><li>One</li><li>Two</li></ul>` +
			`<img src="/storage/v1/object/public/media/a.png" alt="A shelf" width="600" height="300">`
		id := h.write(object{"subject": "Grüße,\r\nBcc: x@evil.example", "preheader": "What is new & where", "body": body})
		h.pass(time.Minute)
		got := h.read(h.server.Letters()[0].Raw)
		subject, _ := got.Subject()
		from, _ := got.AddressList("From")
		if subject != "Grüße, Bcc: x@evil.example" || len(from) != 1 || from[0].Name != "Atelier Müller" || got.Get("Bcc") != "" {
			h.Errorf("from %v about %q", from, subject)
		}
		leave := strings.Trim(got.Get("List-Unsubscribe"), "<>")
		if got.Get("List-Unsubscribe-Post") != "List-Unsubscribe=One-Click" || !linkShape.MatchString(leave) || strings.Contains(leave, "ann") {
			h.Errorf("the headers of RFC 8058 are %q and %q", got.Get("List-Unsubscribe"), got.Get("List-Unsubscribe-Post"))
		}
		for _, want := range []string{"Näher", "us (" + origin + "/about)", "- One\n- Two", "[A shelf]", "Unsubscribe: " + leave, "ann@mail.example"} {
			if !strings.Contains(strings.ReplaceAll(got.text, "\r\n", "\n"), want) {
				h.Errorf("the text lacks %q:\n%s", want, got.text)
			}
		}
		for _, want := range []string{`href="` + origin + `/about"`, `class="btn"`, `src="` + origin + `/storage/v1/object/public/media/a.png"`, "What is new &amp; where", "prefers-color-scheme:dark", origin + "/icon-192.png", "Atelier Müller", `href="` + leave + `"`, origin + "/letters/" + h.letter(id).Text("slug")} {
			if !strings.Contains(got.html, want) {
				h.Errorf("the page lacks %q", want)
			}
		}
		if strings.Contains(got.html+got.text, "\x00") {
			h.Error("a mark is left")
		}
		if h.letter(id)["is_public"] != true {
			h.Error("it is not shown on the site")
		}
		h.settings(store.Row{"letters_public": false})
		if h.letter(id)["is_public"] != false {
			h.Error("it is still shown on the site")
		}
	})
}

func TestATestGoesToWhoeverAsks(t *testing.T) {
	each(t, func(h *house) {
		h.subscribe(people(3)...)
		saved := h.must("save_letter", object{"subject": "November", "body": "<p>Hello</p>"})
		if got := h.must("test_letter", object{"id": saved["id"]}); got["to"] != "editor@studio.example" {
			h.Errorf("it went to %v", got)
		}
		h.server.WantRecipients(h, "editor@studio.example")
		if row := h.letter(saved["id"]); row["tested_at"] == nil || row.Text("status") != schema.LetterDraft {
			h.Errorf("the letter is %v", row)
		}
	})
}

// attacks are what must not run, nor call home.
var attacks = []string{
	`<script>alert(1)</script>`, `<img src=x onerror=alert(1)>`, `<svg onload=alert(1)>`, `<a href="javascript:alert(1)">x</a>`, `<iframe src="//evil.example"></iframe>`,
	`<p style="background:url(//evil.example)">x</p>`, `<img src="https://evil.example/pixel.gif">`, `<form action="//evil.example"><input name=p></form>`,
	`<a href="data:text/html,<script>alert(1)</script>">x</a>`, `<math><mtext></mtext><script>alert(1)</script></math>`, `<style>*{background:url(//evil.example)}</style>`,
	`<base href="//evil.example">`, `<meta http-equiv=refresh content="0;url=//evil.example">`, `<object data="//evil.example"></object>`, `"><script>alert(1)</script>`, `<link rel=stylesheet href=//evil.example>`,
}

func TestALetterThatHoldsAttacksIsInert(t *testing.T) {
	each(t, func(h *house) {
		h.subscribe("ann@mail.example")
		h.write(object{"subject": strings.Join(attacks[:2], " "), "preheader": attacks[14], "body": strings.Join(attacks, "")})
		h.pass(time.Minute)
		got := h.read(h.server.Letters()[0].Raw)
		tree, err := html.Parse(bytes.NewReader([]byte(got.html)))
		if err != nil {
			h.Fatal(err)
		}
		for n := range tree.Descendants() {
			if n.Type != html.ElementNode {
				continue
			}
			switch n.Data {
			case "script", "iframe", "object", "form", "input", "svg", "math", "base", "link":
				h.Errorf("there is a %s", n.Data)
			}
			for _, a := range n.Attr {
				value := strings.ToLower(a.Val)
				if strings.HasPrefix(a.Key, "on") || strings.Contains(value, "evil") || strings.HasPrefix(value, "javascript:") || strings.HasPrefix(value, "data:") || a.Key == "http-equiv" {
					h.Errorf("%s has %s=%q", n.Data, a.Key, a.Val)
				}
			}
			if n.Data == "style" && strings.Contains(n.FirstChild.Data, "evil") {
				h.Error("the style is theirs")
			}
		}
	})
}

func TestAPreviewIsTheMailThatGoesOut(t *testing.T) {
	each(t, func(h *house) {
		h.settings(store.Row{"name": "Atelier", "time_zone": "Asia/Kolkata"})
		h.subscribe("visitor@example.com")
		draft := object{"subject": "November & after", "preheader": "What is new", "body": `<p>Hello</p><p><a href="/about">Read it</a></p><hr><ul><li>One</li></ul>`}
		shown := h.must("letter_preview", draft)
		h.write(draft)
		h.pass(time.Minute)
		got := h.read(h.server.Letters()[0].Raw)
		leave := strings.Trim(got.Get("List-Unsubscribe"), "<>")
		sent := strings.ReplaceAll(strings.ReplaceAll(got.html, html.EscapeString(leave), "#"), "\r\n", "\n")
		if sent != shown["html"] {
			h.Errorf("the page that was shown:\n%s\nand sent:\n%s", shown["html"], sent)
		}
		if text := strings.ReplaceAll(strings.ReplaceAll(got.text, leave, "#"), "\r\n", "\n"); text != shown["text"] {
			h.Errorf("the text that was shown:\n%s\nand sent:\n%s", shown["text"], text)
		}
		for _, want := range []string{"<h1", "November &amp; after</h1>", `class="line"`, `class="btn"`} {
			if !strings.Contains(sent, want) {
				h.Errorf("the page lacks %q", want)
			}
		}
	})
}

func TestALetterSaysTheDayWhereTheStudioIs(t *testing.T) {
	each(t, func(h *house) {
		h.settings(store.Row{"time_zone": "Pacific/Kiritimati"}) // 14 hours ahead
		h.subscribe("ann@mail.example")
		saved := h.must("save_letter", object{"subject": "November", "body": "<p>Hello</p>"})
		at := h.clock.Now().UTC().Truncate(24 * time.Hour).Add(47 * time.Hour)
		h.must("send_letter", object{"id": saved["id"], "version": saved["version"], "at": at.Format(time.RFC3339)})
		h.pass(72 * time.Hour) // the server was away at the moment
		want := at.Add(14 * time.Hour).Format("2 January 2006")
		if got := h.read(h.server.Letters()[0].Raw); !strings.Contains(got.html, want) {
			h.Errorf("it does not say %s:\n%s", want, got.html)
		}
	})
}
