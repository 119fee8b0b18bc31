package mail

import (
	"fmt"
	"html"
	"regexp"
	"strings"
)

// Sheet is what a mail shows as a page: the studio's mark and name, a title, what
// is said, and the small print. Body and Foot are HTML; all else is text.
type Sheet struct {
	Studio, Lang string
	Site         string // origin, which has the mark; "" shows none
	Subject      string
	Preview      string // what mail programs show beside the subject; may be ""
	Day          string // may be ""
	Body, Foot   string
	Colours      Colours
}

// How the parts of a page look, written at each of them, because many programs
// drop style sheets; those that keep them get the dark colours and the phone's
// measures of Colours.darkAndNarrow.
const (
	fonts         = "-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
	ParagraphLook = "margin:0 0 18px"
)

// Page is the mail as HTML, right in light and in dark, wide and on a phone.
func (s Sheet) Page() string {
	esc, light := html.EscapeString, s.Colours.Light
	var b strings.Builder
	fmt.Fprintf(&b, `<!doctype html><html lang="%s"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>%s</title><style>
%s
</style></head><body class="page" style="margin:0;padding:0;background:%s">`, esc(s.Lang), esc(s.Subject), s.Colours.darkAndNarrow(), light.Page)
	if s.Preview != "" {
		fmt.Fprintf(&b, `<div style="display:none;max-height:0;overflow:hidden">%s%s</div>`, esc(s.Preview), strings.Repeat("&#847;&zwnj;&nbsp;", 40))
	}
	fmt.Fprintf(&b, `<table role="presentation" class="page" width="100%%" cellspacing="0" cellpadding="0" border="0" style="background:%s"><tr><td class="out" align="center" style="padding:24px 12px"><table role="presentation" class="sheet" width="640" cellspacing="0" cellpadding="0" border="0" style="width:100%%;max-width:640px;background:%s;color:%s;border:1px solid %s;font:16px/1.6 %s">`, light.Page, light.Sheet, light.Ink, light.Line, fonts)
	b.WriteString(`<tr><td class="pad" style="padding:24px 40px 12px"><table role="presentation" width="100%" cellspacing="0" cellpadding="0" border="0"><tr>`)
	if s.Site != "" {
		fmt.Fprintf(&b, `<td width="40" style="width:40px"><img src="%s/icon-192.png" width="28" height="28" alt="" style="display:block;border:0;border-radius:7px"></td>`, esc(s.Site))
	}
	fmt.Fprintf(&b, `<td style="font:500 19px/1.3 %s">%s</td>`, fonts, esc(s.Studio))
	if s.Day != "" {
		fmt.Fprintf(&b, `<td class="day" align="right" style="font:400 13px/1.3 %s;%s">%s</td>`, fonts, s.Colours.FootLook(), esc(s.Day))
	}
	fmt.Fprintf(&b, `</tr></table></td></tr><tr><td class="pad" style="padding:20px 40px 14px"><h1 class="title" style="margin:0 0 14px;font:500 29px/1.2 %s;letter-spacing:-0.02em">%s</h1>%s</td></tr>`, fonts, esc(s.Subject), s.Body)
	if s.Foot != "" {
		fmt.Fprintf(&b, `<tr><td class="foot pad" style="padding:20px 40px 28px;border-top:1px solid %s;font:13px/1.6 %s;%s">%s</td></tr>`, light.Line, fonts, s.Colours.FootLook(), s.Foot)
	}
	b.WriteString("</table></td></tr></table></body></html>\n")
	return b.String()
}

var address = regexp.MustCompile(`https?://[^\s<>"]+[^\s<>".,;:!?')\]]`)

// pageOf is a plain text as a page; what follows its last "-- " is the small
// print. One link that is alone in its paragraph is a button that says what the
// mail is about, with its address below for those who would rather copy it.
func (s *Sender) pageOf(l Letter) string {
	sheet := Sheet{Studio: oneLine(l.Studio), Lang: l.Lang, Site: s.options.Site, Subject: oneLine(l.Subject), Colours: s.Colours()}
	text, foot := strings.ReplaceAll(l.Text, "\r\n", "\n"), ""
	if at := strings.LastIndex(text, "\n-- \n"); at >= 0 {
		text, foot = text[:at], text[at+len("\n-- \n"):]
	}
	sheet.Foot = s.linked(strings.TrimSpace(foot), sheet.Colours)
	var b strings.Builder
	for part := range strings.SplitSeq(text, "\n\n") {
		part = strings.Trim(part, "\n")
		if part == "" {
			continue
		}
		if s.isOwn(part) && address.FindString(part) == part {
			fmt.Fprintf(&b, `<p style="%s"><a href="%s" class="btn" style="%s">%s</a></p>`, ParagraphLook, html.EscapeString(part), sheet.Colours.ButtonLook(), html.EscapeString(sheet.Subject))
		}
		fmt.Fprintf(&b, `<p style="%s;overflow-wrap:anywhere">%s</p>`, ParagraphLook, s.linked(part, sheet.Colours))
	}
	sheet.Body = b.String()
	return sheet.Page()
}

// isOwn tells of an address of the site itself.
func (s *Sender) isOwn(link string) bool {
	return s.options.Site != "" && (link == s.options.Site || strings.HasPrefix(link, s.options.Site+"/"))
}

// linked is a text as HTML. Addresses of the site are links; others in it are a
// visitor's, and stay text.
func (s *Sender) linked(text string, in Colours) string {
	var b strings.Builder
	last := 0
	for _, at := range address.FindAllStringIndex(text, -1) {
		if to := text[at[0]:at[1]]; s.isOwn(to) {
			fmt.Fprintf(&b, `%s<a href="%s" class="link" style="%s">%[2]s</a>`, html.EscapeString(text[last:at[0]]), html.EscapeString(to), in.LinkLook())
			last = at[1]
		}
	}
	b.WriteString(html.EscapeString(text[last:]))
	return strings.ReplaceAll(b.String(), "\n", "<br>")
}
