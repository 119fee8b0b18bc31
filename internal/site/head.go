package site

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"strconv"
	"strings"
)

// assets are the published files that a page names.
type assets struct {
	Boot     string   `json:"boot"`
	CSS      string   `json:"css"`
	Fonts    []string `json:"fonts"`
	Critical string   `json:"critical"` // the styles of the first view, inline

	head   string // the part of the head that all pages share
	policy string // the content security policy of a page
}

// fallbackPage is a page of the built-in content that the build rendered.
type fallbackPage struct {
	rendered
	Data data `json:"data"`
}

// The build writes these where it cannot know better.
const (
	unknownOrigin = "https://origin.invalid"
	unknownYear   = 9999
)

const policy = "default-src 'none'; script-src 'self'; style-src 'self' 'sha256-%s'; img-src 'self' data: https:; font-src 'self'; " +
	"connect-src 'self'; manifest-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'; object-src 'none'; " +
	"require-trusted-types-for 'script'; trusted-types default 'allow-duplicates'"

func readBuild(dist fs.FS) (a assets, backup map[string]fallbackPage, err error) {
	for name, into := range map[string]any{"server/assets.json": &a, "server/fallback.json": &backup} {
		raw, err := fs.ReadFile(dist, name)
		if err != nil {
			return a, nil, fmt.Errorf("the front end is not built: %w", err)
		}
		if err := json.Unmarshal(raw, into); err != nil {
			return a, nil, fmt.Errorf("read %s: %w", name, err)
		}
	}
	sum := sha256.Sum256([]byte(a.Critical))
	a.policy = fmt.Sprintf(policy, base64.StdEncoding.EncodeToString(sum[:]))
	a.head = a.shared()
	return a, backup, nil
}

func (a assets) shared() string {
	var b strings.Builder
	b.WriteString(`<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">`)
	for _, font := range a.Fonts {
		fmt.Fprintf(&b, `<link rel="preload" href="%s" as="font" type="font/woff2" crossorigin>`, font)
	}
	fmt.Fprintf(&b, `<link rel="preload" href="%s" as="style"><style>%s</style><script type="module" src="%s"></script>`, a.CSS, a.Critical, a.Boot)
	b.WriteString(`<meta name="theme-color" content="#F3F6F5" media="(prefers-color-scheme: light)"><meta name="theme-color" content="#0A0F0E" media="(prefers-color-scheme: dark)">` +
		`<link rel="icon" href="/favicon.ico" sizes="32x32"><link rel="icon" href="/favicon.svg" type="image/svg+xml"><link rel="apple-touch-icon" href="/apple-touch-icon.png">` +
		`<link rel="manifest" href="/site.webmanifest"><link rel="alternate" type="application/atom+xml" title="Open roles at Vitrine" href="/feed.xml">`)
	return b.String()
}

// document is the whole page. state is JSON as encoding/json writes it, which
// cannot end the script element it stands in.
func (a assets) document(r rendered, state []byte) []byte {
	var b bytes.Buffer
	b.Grow(len(a.head) + len(r.Head) + len(r.Body) + len(state) + 128)
	b.WriteString(`<!doctype html><html lang="en"><head>`)
	b.WriteString(a.head)
	b.WriteString(r.Head)
	b.WriteString(`</head><body>`)
	b.WriteString(r.Body)
	b.WriteString(`<script type="application/json" id="state">`)
	b.Write(state)
	b.WriteString(`</script></body></html>`)
	return b.Bytes()
}

// backupPage is the page that the build made for a path; that of the list for
// a job, and the 404 page for what has none.
func (s *Site) backupPage(k *kind, path string) ([]byte, error) {
	switch {
	case k == jobKind:
		path = careersPath
	case s.backup[path].Body == "":
		path = notFoundPath
	}
	page := s.backup[path]
	state, err := json.Marshal(s.ownData(page.Data))
	if err != nil {
		return nil, err
	}
	return s.assets.document(page.rendered.with(s.known()), state), nil
}

// ownData is the data of a page of the build, with what it could not know.
func (s *Site) ownData(page data) data {
	whole := maps.Clone(page)
	whole["origin"], whole["year"], whole["key"] = s.origin, s.now().UTC().Year(), s.key
	return whole
}

// with is the page with something put in the place of what it holds.
func (r rendered) with(known *strings.Replacer) rendered {
	r.Head, r.Body = known.Replace(r.Head), known.Replace(r.Body)
	if r.Form != nil {
		form := formBlanks{known.Replace(r.Form.Said), map[string]fieldBlank{}}
		for name, field := range r.Form.Fields {
			field.Right, field.Wrong = known.Replace(field.Right), known.Replace(field.Wrong)
			form.Fields[name] = field
		}
		r.Form = &form
	}
	return r
}

// known puts what the build could not know in its place, and more pairs.
func (s *Site) known(more ...string) *strings.Replacer {
	const year = "© <!-- -->"
	return strings.NewReplacer(append(more, unknownOrigin, s.origin, year+strconv.Itoa(unknownYear), year+strconv.Itoa(s.now().UTC().Year()))...)
}
