package letters

import (
	"fmt"
	"html"
	"strings"

	xhtml "golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"vitrine/internal/mail"
	"vitrine/internal/schema"
	"vitrine/internal/studio"
)

// paper is a letter as it goes out, but for the link to leave.
type paper struct{ subject, text, html string }

// Marks stand where each copy has its own link and address. No editor can write
// them, because no database holds their characters.
const (
	leaveMark = "\x00leave\x00"
	emailMark = "\x00email\x00"
)

// words around a letter.
type around struct {
	who    studio.Studio
	origin string
	place  string // where the studio is found; may be ""
	web    string // address of the letter on the site; "" where letters are not shown
	day    string // on which it goes out, as the studio writes dates
	wears  mail.Colours
}

// write makes the letter of what an editor wrote. Images and links are those of
// the site itself or the editor's: none is rewritten to count anything.
func write(subject, preheader, body string, a around) paper {
	body = schema.Illustrated.Apply(body)
	root := &xhtml.Node{Type: xhtml.ElementNode, Data: "div", DataAtom: atom.Div}
	nodes, err := xhtml.ParseFragment(strings.NewReader(body), root)
	if err != nil { // of a reader that cannot fail
		nodes = nil
	}
	for _, n := range nodes {
		root.AppendChild(n)
	}
	dress(root, a)
	var inner strings.Builder
	for n := range root.ChildNodes() {
		_ = xhtml.Render(&inner, n) // into memory
	}
	return paper{subject, asText(root, a), asHTML(inner.String(), subject, preheader, a)}
}

// fill gives a copy its own link and address.
func (p paper) fill(leave, email string) (text, page string) {
	text = strings.NewReplacer(leaveMark, leave, emailMark, email).Replace(p.text)
	return text, strings.NewReplacer(leaveMark, html.EscapeString(leave), emailMark, html.EscapeString(email)).Replace(p.html)
}

// How the parts of a letter look, written at each of them: mail programs drop
// style sheets.
var dressed = map[atom.Atom]string{
	atom.P: mail.ParagraphLook, atom.H1: "margin:28px 0 12px;font-size:26px;line-height:1.25", atom.H2: "margin:28px 0 12px;font-size:22px;line-height:1.3",
	atom.H3: "margin:24px 0 10px;font-size:18px;line-height:1.35", atom.Ul: "margin:0 0 18px;padding-left:22px", atom.Ol: "margin:0 0 18px;padding-left:22px",
	atom.Li: "margin:0 0 6px", atom.Img: "display:block;max-width:100%;height:auto;border:0;margin:0 0 18px",
}

func dress(n *xhtml.Node, a around) {
	for c := range n.ChildNodes() {
		if c.Type != xhtml.ElementNode {
			continue
		}
		if look := dressed[c.DataAtom]; look != "" {
			set(c, "style", look)
		}
		switch c.DataAtom {
		case atom.A:
			set(c, "href", absolute(get(c, "href"), a.origin))
			set(c, "class", "link")
			set(c, "style", a.wears.LinkLook())
			if isButton(c) {
				set(c, "class", "btn")
				set(c, "style", a.wears.ButtonLook())
			}
		case atom.Img:
			set(c, "src", absolute(get(c, "src"), a.origin))
		case atom.Blockquote:
			set(c, "style", "margin:0 0 18px;padding:2px 0 2px 16px;border-left:3px solid "+a.wears.Light.Quote)
		case atom.Hr:
			set(c, "class", "line")
			set(c, "style", "border:0;border-top:1px solid "+a.wears.Light.Line+";margin:28px 0")
		}
		dress(c, a)
	}
}

// isButton tells of a link that is alone in its paragraph.
func isButton(link *xhtml.Node) bool {
	p := link.Parent
	if p == nil || p.DataAtom != atom.P {
		return false
	}
	for n := range p.ChildNodes() {
		if n != link && (n.Type != xhtml.TextNode || strings.TrimSpace(n.Data) != "") {
			return false
		}
	}
	return link.FirstChild != nil && link.FirstChild.DataAtom != atom.Img
}

func get(n *xhtml.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

func set(n *xhtml.Node, name, value string) {
	for i := range n.Attr {
		if n.Attr[i].Key == name {
			n.Attr[i].Val = value
			return
		}
	}
	n.Attr = append(n.Attr, xhtml.Attribute{Key: name, Val: value})
}

func absolute(address, origin string) string {
	if strings.HasPrefix(address, "/") {
		return origin + address
	}
	return address
}

// asHTML is the letter as a page.
func asHTML(body, subject, preheader string, a around) string {
	esc := html.EscapeString
	last := foot(a) + "<br>"
	if a.web != "" {
		last += fmt.Sprintf(`<a href="%s" style="%s">%s</a> &middot; `, esc(a.web), a.wears.FootLook(), esc(a.who.Say("letter_browser")))
	}
	last += fmt.Sprintf(`<a href="%s" style="%s">%s</a>`, leaveMark, a.wears.FootLook(), esc(a.who.Say("letter_unsubscribe")))
	if a.place != "" {
		last += "<br>" + esc(a.place)
	}
	return mail.Sheet{Studio: a.who.Name, Lang: a.who.Language, Site: a.origin, Subject: subject, Preview: preheader, Day: a.day, Body: body, Foot: last, Colours: a.wears}.Page()
}

// foot says why somebody gets the letter; the address is filled in for each.
func foot(a around) string { return html.EscapeString(a.who.Say("letter_foot", "email", emailMark)) }

// asText is the letter for programs that show no HTML.
func asText(root *xhtml.Node, a around) string {
	var b strings.Builder
	plain(&b, root)
	text := strings.TrimSpace(squeeze(b.String()))
	last := a.who.Say("letter_foot", "email", emailMark) + "\n"
	if a.web != "" {
		last += a.who.Say("letter_browser") + ": " + a.web + "\n"
	}
	last += a.who.Say("letter_unsubscribe") + ": " + leaveMark + "\n"
	if a.place != "" {
		last += a.place + "\n"
	}
	return text + "\n\n-- \n" + a.who.Name + "\n" + last
}

func plain(b *strings.Builder, n *xhtml.Node) {
	for c := range n.ChildNodes() {
		switch {
		case c.Type == xhtml.TextNode:
			b.WriteString(strings.NewReplacer("\n", " ", "\r", " ", "\t", " ", "\u00a0", " ").Replace(c.Data))
		case c.DataAtom == atom.Br:
			b.WriteString("\n")
		case c.DataAtom == atom.Hr:
			b.WriteString("\n\n----\n\n")
		case c.DataAtom == atom.Img:
			if alt := get(c, "alt"); alt != "" {
				b.WriteString("[" + alt + "]")
			}
		case c.DataAtom == atom.Li:
			b.WriteString("\n- ")
			plain(b, c)
		case c.DataAtom == atom.A:
			plain(b, c)
			if href := get(c, "href"); href != "" && !strings.HasSuffix(b.String(), href) {
				b.WriteString(" (" + strings.TrimPrefix(href, "mailto:") + ")")
			}
		case c.DataAtom == atom.P || c.DataAtom == atom.H1 || c.DataAtom == atom.H2 || c.DataAtom == atom.H3 || c.DataAtom == atom.H4 ||
			c.DataAtom == atom.Ul || c.DataAtom == atom.Ol || c.DataAtom == atom.Blockquote || c.DataAtom == atom.Div:
			b.WriteString("\n\n")
			plain(b, c)
			b.WriteString("\n\n")
		default:
			plain(b, c)
		}
	}
}

// squeeze leaves one empty line where there are several.
func squeeze(text string) string {
	lines, out, blank := strings.Split(text, "\n"), []string{}, false
	for _, line := range lines {
		line = strings.TrimRight(line, " ")
		if line == "" && blank {
			continue
		}
		blank = line == ""
		out = append(out, line)
	}
	return strings.Join(out, "\n")
}
