package site

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"vitrine/internal/store"
)

// assets are the published files that a page names.
type assets struct {
	Boot     string   `json:"boot"`
	CSS      string   `json:"css"`
	Fonts    []string `json:"fonts"`    // faces with what English is written in
	Whole    []string `json:"whole"`    // the same faces with all of their letters
	Critical string   `json:"critical"` // the styles of the first view, inline
	Icon     string   `json:"icon"`     // that of a tab, as a data: address
	Themed   struct {
		Critical string            `json:"critical"`
		Faces    map[string]string `json:"faces"` // addresses of the fonts, by name
		CSS      string            `json:"css"`   // styles below the first view
	} `json:"themed"`

	fresh, foreign, themed frame
}

// frame is what a page has around its content: that of a fresh site, of one that
// speaks another language, or of a studio with a theme of its own.
type frame struct {
	head   string // the part of the head that all pages share
	icon   string // address of the one for a tab
	policy string // the content security policy of a page
}

const policy = "default-src 'none'; script-src 'self'; style-src 'self' 'sha256-%s'; img-src 'self' data: https:; font-src 'self'; " +
	"connect-src 'self'; manifest-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'; object-src 'none'; " +
	"require-trusted-types-for 'script'; trusted-types default 'allow-duplicates'"

func readBuild(dist fs.FS) (a assets, fallback map[string]fallbackPage, err error) {
	for name, into := range map[string]any{"server/assets.json": &a, "server/fallback.json": &fallback} {
		raw, err := fs.ReadFile(dist, name)
		if err != nil {
			return a, nil, fmt.Errorf("the front end is not built: %w", err)
		}
		if err := json.Unmarshal(raw, into); err != nil {
			return a, nil, fmt.Errorf("read %s: %w", name, err)
		}
	}
	const colours = `<meta name="theme-color" content="#F3F6F5" media="(prefers-color-scheme: light)"><meta name="theme-color" content="#0A0F0E" media="(prefers-color-scheme: dark)">`
	a.fresh = a.frame(a.Critical, a.Fonts, colours)
	a.foreign = a.frame(a.wholeFaces(), a.Whole, colours)
	a.themed = a.frame(a.Themed.Critical, nil, "")
	return a, fallback, nil
}

// frameOf is the one that the data of a page asks for.
func (a assets) frameOf(page data) frame {
	var who map[string]any
	switch known := page[siteIdentity.key].(type) {
	case map[string]any:
		who = known
	case store.Row: // seen last, where it cannot be read
		who = known
	}
	out := a.fresh
	switch {
	case who["theme"] != nil:
		out = a.themed
	case who["language"] != nil: // told where it is not English
		out = a.foreign
	}
	if who["icon"] == nil && !slices.ContainsFunc(lookParts, func(part string) bool { return who[part] != nil }) {
		out.icon = a.Icon // a browser asks for a file before it has drawn the page
	}
	return out
}

// wholeFaces are the inline styles for a language whose words need letters that English has not.
func (a assets) wholeFaces() string {
	critical := a.Critical
	for i, font := range a.Fonts {
		critical = strings.ReplaceAll(critical, font, a.Whole[i])
	}
	return critical
}

func (a assets) frame(critical string, fonts []string, colours string) frame {
	sum := sha256.Sum256([]byte(critical))
	var b strings.Builder
	b.WriteString(`<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">`)
	for _, font := range fonts {
		fmt.Fprintf(&b, `<link rel="preload" href="%s" as="font" type="font/woff2" crossorigin>`, font)
	}
	fmt.Fprintf(&b, `<link rel="preload" href="%s" as="style"><style>%s</style><script type="module" src="%s"></script>`, a.CSS, critical, a.Boot)
	b.WriteString(colours +
		`<link rel="icon" href="/favicon.ico" sizes="32x32"><link rel="apple-touch-icon" href="/apple-touch-icon.png">`)
	return frame{b.String(), "/favicon.svg", fmt.Sprintf(policy, base64.StdEncoding.EncodeToString(sum[:]))}
}

// document is the whole page. state is JSON as encoding/json writes it, which
// cannot end the script element it stands in.
func (f frame) document(r rendered, state []byte) []byte {
	var b bytes.Buffer
	b.Grow(len(f.head) + len(r.Head) + len(r.Body) + len(state) + 128)
	fmt.Fprintf(&b, `<!doctype html><html lang="%s"><head>`, escape(r.Lang))
	b.WriteString(f.head)
	fmt.Fprintf(&b, `<link rel="icon" href="%s" type="image/svg+xml">`, f.icon)
	b.WriteString(r.Head)
	b.WriteString(`</head><body>`)
	b.WriteString(r.Body)
	b.WriteString(`<script type="application/json" id="state">`)
	b.Write(state)
	b.WriteString(`</script></body></html>`)
	return b.Bytes()
}
