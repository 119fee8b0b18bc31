package mail

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"vitrine/internal/mail/mailtest"
)

// links are where a page leads, and what each says.
func links(t *testing.T, page string) map[string]string {
	t.Helper()
	root, err := html.Parse(strings.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for n := range root.Descendants() {
		if n.Type != html.ElementNode || n.Data != "a" {
			continue
		}
		for _, a := range n.Attr {
			if a.Key == "href" && n.FirstChild != nil {
				out[a.Val] += n.FirstChild.Data + "|"
			}
		}
	}
	return out
}

func TestEveryMailHasAPageBesideItsText(t *testing.T) {
	server := mailtest.Start(t)
	s := opened(t, Options{SMTPURL: server.URL(), From: "studio@example.com", Site: "https://studio.example/"})
	body := "Hello <b>you</b> & others,\nread https://studio.example/about.\n\nhttps://studio.example/reset?t=1&u=2\n\nhttps://evil.example/x\n\n" +
		"https://studio.example.evil.example/\n\n-- \nAll messages: https://studio.example/admin/messages\n"
	if err := s.Send(t.Context(), Letter{To: "ann@example.org", Subject: "A <new> link", Text: body, Studio: "Atelier \"Ü\"", Lang: "de"}); err != nil {
		t.Fatal(err)
	}
	text, page := server.Letters()[0].Parts(t)
	if text != body {
		t.Errorf("the text is %q", text)
	}
	got := links(t, page)
	for to, want := range map[string]string{
		"https://studio.example/reset?t=1&u=2":  "A <new> link|https://studio.example/reset?t=1&u=2|", // a button, and the address to copy
		"https://studio.example/about":          "https://studio.example/about|",
		"https://studio.example/admin/messages": "https://studio.example/admin/messages|",
	} {
		if got[to] != want {
			t.Errorf("%s says %q, want %q", to, got[to], want)
		}
		delete(got, to)
	}
	if len(got) > 0 {
		t.Errorf("what a visitor wrote is a link: %v", got)
	}
	for _, want := range []string{`lang="de"`, "Atelier &#34;Ü&#34;", "https://studio.example/icon-192.png", "A &lt;new&gt; link", "Hello &lt;b&gt;you&lt;/b&gt; &amp; others,<br>", "prefers-color-scheme:dark", `class="foot pad"`} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
}

func TestWithoutAnAddressOfTheSiteAMailHasNoMarkAndNoLinks(t *testing.T) {
	server := mailtest.Start(t)
	s := opened(t, Options{SMTPURL: server.URL(), From: "studio@example.com"})
	if err := s.Send(t.Context(), Letter{To: "ann@example.org", Subject: "Hello", Text: "https://studio.example/\n"}); err != nil {
		t.Fatal(err)
	}
	_, page := server.Letters()[0].Parts(t)
	if strings.Contains(page, "<img") || len(links(t, page)) > 0 {
		t.Errorf("the page is %s", page)
	}
}

func TestAMailWearsTheColoursOfTheSite(t *testing.T) {
	server := mailtest.Start(t)
	s := opened(t, Options{SMTPURL: server.URL(), From: "studio@example.com", Site: "https://studio.example"})
	letter := Letter{To: "ann@example.org", Subject: "Hello", Text: "Read this.\n\nhttps://studio.example/reset\n\n-- \nhttps://studio.example\n"}
	worn := Colours{
		Light: Tones{Page: "#100001", Sheet: "#100002", Ink: "#100003", OnInk: "#100004", Line: "#100005", Quote: "#100006", Link: "#100007", Foot: "#100008"},
		Dark:  Tones{Page: "#200001", Sheet: "#200002", Ink: "#200003", OnInk: "#200004", Line: "#200005", Quote: "#200006", Link: "#200007", Foot: "#200008"},
	}
	colour := regexp.MustCompile(`#[0-9a-f]{6}`)
	for n, colours := range []Colours{Fresh, worn} {
		if n > 0 {
			s.Wear(func() Colours { return worn })
		}
		if err := s.Send(t.Context(), letter); err != nil {
			t.Fatal(err)
		}
		_, page := server.Letters()[n].Parts(t)
		all := fmt.Sprint(colours)
		for _, one := range colour.FindAllString(page, -1) {
			if !strings.Contains(all, one) {
				t.Errorf("mail %d has the colour %s, which is none of %s", n, one, all)
			}
		}
		for _, one := range []string{colours.Light.Page, colours.Light.Link, colours.Dark.Sheet, colours.Dark.Foot} {
			if !strings.Contains(page, one) {
				t.Errorf("mail %d lacks %s", n, one)
			}
		}
	}
}
