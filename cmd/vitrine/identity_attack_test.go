package main_test

import (
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/net/html"

	"vitrine/internal/words"
)

// said are pages and files that show the identity.
var said = []string{"/", "/about", "/careers", "/contact", "/nowhere"}

// send writes JSON as it stands, so that it may hold what no encoder writes.
func (s *server) send(method, path, token, body string) answer {
	s.Helper()
	return s.ask(method, path, token, json.RawMessage(body))
}

// skeleton is what an attack must not change of a page.
type skeleton struct {
	count  map[string]int // of elements that there is one of, or that run
	styles string
}

var counted = []string{"html", "head", "body", "main", "footer", "title", "script", "style", "base", "iframe", "object", "embed", "form"}

// bones reads a page as a browser does. Nothing in it may run.
func (s *server) bones(path string) skeleton {
	s.Helper()
	res, err := http.Get(s.url + path)
	if err != nil {
		s.Fatal(err)
	}
	defer res.Body.Close()
	doc, err := html.Parse(res.Body)
	if err != nil || res.StatusCode >= 500 {
		s.Fatalf("%s is %d, %v", path, res.StatusCode, err)
	}
	out := skeleton{count: map[string]int{}}
	for n := range doc.Descendants() {
		if n.Type != html.ElementNode {
			continue
		}
		if slices.Contains(counted, n.Data) && n.Namespace == "" {
			out.count[n.Data]++
		}
		if n.Data == "style" && n.FirstChild != nil {
			out.styles += n.FirstChild.Data
		}
		for _, a := range n.Attr {
			if strings.HasPrefix(a.Key, "on") || a.Key == "style" && strings.Contains(a.Val, "url") || runs.MatchString(a.Val) && (a.Key == "href" || a.Key == "src" || a.Key == "action") {
				s.Errorf("%s: <%s %s=%q>", path, n.Data, a.Key, a.Val)
			}
		}
	}
	for _, one := range []string{"html", "head", "body", "main", "footer", "title"} {
		if out.count[one] != 1 {
			s.Errorf("%s has %d times <%s>", path, out.count[one], one)
		}
	}
	return out
}

var runs = regexp.MustCompile(`(?i)^[\s\x00-\x1f]*(javascript|vbscript|data:text)`)

// stands compares pages with what they were before.
func (s *server) stands(before map[string]skeleton, what string) {
	s.Helper()
	for path, was := range before {
		now := s.bones(path)
		if fmt.Sprint(now.count) != fmt.Sprint(was.count) || now.styles != was.styles {
			s.Fatalf("%s changed what %s is made of: %v, and was %v", what, path, now.count, was.count)
		}
	}
}

func (s *server) skeletons() map[string]skeleton {
	s.Helper()
	all := map[string]skeleton{}
	for _, path := range said {
		all[path] = s.bones(path)
	}
	return all
}

// clear tells whether an answer is a success, and that a refusal is in words.
func (s *server) clear(a answer, what string) bool {
	s.Helper()
	if a.status < 300 {
		return true
	}
	var said struct{ Message string }
	if err := json.Unmarshal([]byte(a.body), &said); a.status >= 500 || a.status < 400 || err != nil || said.Message == "" {
		s.Errorf("%.200s: %d %.300s", what, a.status, a.body)
	}
	return false
}

// cssCorpus breaks out of a declaration, a block or a sheet, where a text is
// written into one.
var cssCorpus = []string{
	`red;}body{display:none}`, `177;--ink:red`, `}</style><script>alert(1)</script>`, `</style><img src=x onerror=alert(1)>`, `*/}body{color:red}/*`,
	`url(//evil.example/x)`, `url("javascript:alert(1)")`, `u\72l(//evil.example)`, `\75rl(//evil.example)`, `image-set("//evil.example/x" 1x)`, `expression(alert(1))`, `exp/**/ression(alert(1))`, `\65xpression(alert(1))`,
	`@import "//evil.example/x.css";`, `@\69mport url(//evil.example)`, `@font-face{font-family:x;src:url(//evil.example)}`, `behavior:url(x.htc)`, `-moz-binding:url(//evil.example)`,
	`var(--x,url(//evil.example))`, `--x:{};}*{background:red`, `env(x,url(//evil.example))`, `attr(x url)`, `\`, `\a }body{x:y`, "\u000a}x{y:z", `"`, `'`, `"}x{`, `<!--`, `-->`, `@charset "utf-7";`, `+ADw-script+AD4-`,
	`:root{--bg:url(//evil.example)}`, `:root:root{x:y}`, `@property --bg{syntax:"*";inherits:true}`, `@supports(x:y){`, `@layer x{`, `@media print{*{display:none}}`, `calc(1px+url(x))`, `\0000_3c/style>`, `\3c/style\3e`, `％｝body{}`,
}

// hostileObjects are no themes and no marks.
var hostileObjects = []string{
	`null`, `[]`, `"x"`, `1`, `true`, `[{}]`, `{"hue_glass":1e999}`, `{"hue_glass":-1}`, `{"hue_glass":360}`, `{"hue_glass":1.5}`, `{"hue_glass":null}`, `{"hue_glass":"177"}`, `{"hue_glass":[177]}`, `{"hue_glass":{"valueOf":1}}`, `{"hue_glass":true}`, `{"tint":99}`, `{"tint":"1"}`, `{"tint":-0.1}`,
	`{"seed":10000}`, `{"seed":-1}`, `{"seed":1e400}`, `{"type":"comic"}`, `{"type":null}`, `{"type":["survey"]}`, `{"art":"__proto__"}`, `{"art":"constructor"}`, `{"pack":"toString"}`, `{"__proto__":{"art":"blocks"}}`, `{"constructor":{}}`, `{"css":"x"}`, `{"hue_glass":1,"extra":1}`, `{"":1}`,
	`{"photos":{}}`, `{"photos":[null]}`, `{"photos":["x"]}`, `{"photos":[{"url":"//evil.example/x.png","alt":"x"}]}`, `{"photos":[{"url":"javascript:alert(1)","alt":"x"}]}`, `{"photos":[{"url":"/storage/v1/object/public/../../../admin","alt":"\u0000"}]}`, `{"photos":[{"url":"/storage/v1/object/public/media/a.png\")","alt":"x","onload":"y"}]}`,
	`{"photos":[` + strings.TrimSuffix(strings.Repeat(`{"url":"/storage/v1/object/public/media/a.png","alt":"x"},`, 13), ",") + `]}`, `{"kind":"script"}`, `{"frame":"<svg onload=alert(1)>"}`, `{"dot":"99"}`, `{"initial":"ab"}`, `{"initial":["a"]}`, `{"initial":"\u0000"}`,
	`{"url":"data:image/svg+xml,<svg onload=alert(1)>"}`, `{"url":"https://evil.example/x.png"}`, `{"url":"/admin"}`, `{"dark_url":"//evil.example/x"}`, `{"dark_url":"/storage/v1/object/public/x\"onerror=alert(1)"}`, strings.Repeat(`{"a":`, 60) + `1` + strings.Repeat(`}`, 60), `{"hue_glass":` + strings.Repeat("9", 4000) + `}`,
}

// TestNoIdentityRunsOrBreaksAPage puts the corpora of scripts and of styles into
// every text of the identity, and objects that are none into the two others.
func TestNoIdentityRunsOrBreaksAPage(t *testing.T) {
	t.Parallel()
	s := start(t, settings(t.TempDir()))
	token := s.signIn(boss, bossWord)
	s.send("PATCH", "/rest/v1/site_settings?id=eq.1", token, `{"theme":{"hue_glass":242,"art":"letters","seed":1,"type":"survey"},"mark":{"frame":"tile","initial":"N"}}`)
	before, look := s.skeletons(), s.look()
	for _, column := range []string{"theme", "mark"} {
		for _, object := range hostileObjects {
			if s.clear(s.send("PATCH", "/rest/v1/site_settings?id=eq.1", token, `{"`+column+`":`+object+`}`), object) {
				t.Errorf("%s takes %.200s", column, object)
			}
		}
		for _, css := range cssCorpus {
			for _, field := range []string{"hue_glass", "tint", "type", "art", "seed", "kind", "frame", "dot", "url"} {
				if s.clear(s.send("PATCH", "/rest/v1/site_settings?id=eq.1", token, `{"`+column+`":{"`+field+`":`+quote(css)+`}}`), css) {
					t.Errorf("%s.%s takes %s", column, field, css)
				}
			}
		}
	}
	if now := s.look(); now != look {
		t.Error("what was refused changed the look")
	}
	s.stands(before, "what was refused")
	raw, err := os.ReadFile("../../internal/schema/testdata/xss.json")
	if err != nil {
		t.Fatal(err)
	}
	var corpus []string
	if err := json.Unmarshal(raw, &corpus); err != nil {
		t.Fatal(err)
	}
	all := append(corpus, cssCorpus...)
	taken := 0
	for n := 0; n < len(all); n += 60 {
		taken += s.identify(token, n/60, func(i, room int) string { return cut(all[(n+i)%len(all)], room) })
		s.stands(before, fmt.Sprintf("the corpus from %d on", n))
	}
	for _, initial := range `<>&"'\}{;/` {
		s.clear(s.send("PATCH", "/rest/v1/site_settings?id=eq.1", token, `{"mark":{"frame":"tile","initial":`+quote(string(initial))+`}}`), "an initial")
		s.stands(before, "an initial")
		if icon := s.ask("GET", "/favicon.svg", "", nil); icon.status != 200 || strings.Count(icon.body, "<svg") != 1 {
			t.Errorf("the icon of %q is %d %.200s", initial, icon.status, icon.body)
		}
	}
	figures(t, "%d hostile objects and %d texts in the identity: %d taken as text, none ran", 2*len(hostileObjects)+18*len(cssCorpus), len(all), taken)
}

// look is the stylesheet of the theme, which holds our own addresses only.
func (s *server) look() string {
	s.Helper()
	link := regexp.MustCompile(`/theme-[0-9a-f]{20}\.css`).FindString(s.ask("GET", "/", "", nil).body)
	css := s.ask("GET", link, "", nil).body
	for _, address := range regexp.MustCompile(`url\(([^)]*)\)`).FindAllStringSubmatch(css, -1) {
		if !strings.HasPrefix(address[1], `"/assets/`) && !strings.HasPrefix(address[1], `"/theme-`) {
			s.Errorf("the theme names %s", address[1])
		}
	}
	if link == "" || strings.Contains(css, "@import") || !strings.Contains(css, ":root:root{") {
		s.Errorf("the theme at %q is %.200s", link, css)
	}
	return css
}

// identify writes a text into each column of the identity, and tells how many
// were taken.
func (s *server) identify(token string, turn int, text func(i, room int) string) (taken int) {
	s.Helper()
	write := func(method, path, body string, texts int) {
		if s.clear(s.send(method, "/rest/v1/"+path, token, body), body) {
			taken += texts
		}
	}
	empty := func(table string) { s.clear(s.ask("DELETE", "/rest/v1/"+table+"?id=gt.0", token, nil), table) }
	sentences := slices.DeleteFunc(slices.Clone(words.All()), func(w words.Word) bool { return w.Kind == words.Seed })
	at := 0
	next := func(room int) string { at++; return text(at-1, room) }
	// Each by itself, as one that is refused takes the others with it.
	for _, column := range []string{"name", "city", "country", "head_title", "head_description", "head_keywords", "language", "time_zone", "robots", "icon_url", "head_image_url"} {
		write("PATCH", "site_settings?id=eq.1", `{"`+column+`":`+quote(next(40))+`}`, 1)
	}
	empty("site_words")
	rows := []string{}
	for i := range 40 {
		w := sentences[(turn*40+i)%len(sentences)]
		rows = append(rows, `{"key":`+quote(w.Key)+`,"text":`+quote(strings.NewReplacer("{", "(", "}", ")").Replace(next(w.Max)))+`}`)
	}
	write("POST", "site_words", "["+strings.Join(rows, ",")+"]", len(rows))
	empty("page_heads")
	for _, path := range append(said[:4:4], next(80)) {
		write("POST", "page_heads", `{"path":`+quote(path)+`,"title":`+quote(next(200))+`,"description":`+quote(next(200))+`}`, 2)
	}
	write("POST", "page_heads", `{"path":"/x","image_url":`+quote(next(200))+`}`, 1)
	empty("pages")
	write("POST", "pages", `{"slug":"one","title":`+quote(next(200))+`,"body":`+quote(next(2000))+`}`, 2)
	write("POST", "pages", `{"slug":`+quote(next(80))+`,"title":"x"}`, 1)
	empty("redirects")
	write("POST", "redirects", `{"from_path":`+quote("/"+next(200))+`,"to_path":`+quote("/"+next(200))+`}`, 2)
	return taken
}

func cut(text string, room int) string {
	if runes := []rune(text); len(runes) > room {
		return string(runes[:room])
	}
	return text
}

// quote writes a text as JSON; what is no letter becomes a surrogate without its other half.
func quote(text string) string {
	var b strings.Builder
	for at := 0; at < len(text); {
		r, size := utf8.DecodeRuneInString(text[at:])
		if r == utf8.RuneError && size == 1 {
			fmt.Fprintf(&b, `\ud8%02x`, text[at])
		} else {
			raw, _ := json.Marshal(string(r))
			b.Write(raw[1 : len(raw)-1])
		}
		at += size
	}
	return `"` + b.String() + `"`
}

// alphabets are what texts of the world are made of, and what breaks programs.
var alphabets = [][]rune{
	[]rune("abcdefghij ABC 0123456789"), []rune(`<>&"'/\=;:{}()[]!-%$#@`), []rune("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c"),
	[]rune("\u0300\u0301\u0323\u0489\u20dd\u1ab0\ufe0f"), []rune("שלום عليكم مرحبا"), []rune("👩‍👩‍👧🏳️‍🌈🇮🇳🇵🇹👍🏽"), []rune("\u200b\u200d\u2028\u2029\u00a0\ufeff\u00ad\u3000"),
	[]rune("\ufffe\uffff\ue000\U0010ffff\U000e0001\ufffd"), []rune("日本語中文한국어ไทยதமிழ்"), []rune("ŁŚđĀğİıßœ"), []rune("\t\n\r\u0001\u001b\u007f\u0085"), {0},
}

// anyText is of up to room letters. A wild one may hold what no column takes.
func anyText(r *rand.Rand, room int, wild bool) string {
	most := len(alphabets) - 2
	if wild {
		most = len(alphabets)
	}
	var b strings.Builder
	for n := 1 + r.IntN(min(room, 1+r.IntN(60))); n > 0; {
		from := alphabets[r.IntN(most)]
		for range min(n, 1+r.IntN(6)) {
			b.WriteRune(from[r.IntN(len(from))])
			n--
		}
		if wild && r.IntN(12) == 0 {
			b.WriteByte(byte(0x80 + r.IntN(64)))
		}
		if r.IntN(40) == 0 { // one letter under a tower of accents
			tower := min(n, 80)
			b.WriteString(strings.Repeat("\u0301", max(0, tower)))
			n -= tower
		}
	}
	return b.String()
}

// TestAnyTextInTheIdentityLeavesPagesWhole writes ten thousand texts.
func TestAnyTextInTheIdentityLeavesPagesWhole(t *testing.T) {
	t.Parallel()
	s := start(t, settings(t.TempDir()))
	token := s.signIn(boss, bossWord)
	before := s.skeletons()
	r := rand.New(rand.NewPCG(15, 10_000))
	written, taken := 0, 0
	for round := 0; written < 10_000; round++ {
		taken += s.identify(token, round, func(_, room int) string {
			written++
			return anyText(r, room, round%4 == 0)
		})
		if round%10 == 9 {
			s.stands(before, fmt.Sprintf("round %d", round))
			for _, path := range []string{"/one", "/feed.xml", "/sitemap.xml", "/site.webmanifest", "/robots.txt", "/og.png"} {
				if a := s.ask("GET", path, "", nil); a.status != 200 && a.status != 404 {
					t.Errorf("%s is %d", path, a.status)
				}
			}
		}
	}
	if taken < written/2 {
		t.Errorf("only %d of %d texts were taken", taken, written)
	}
	figures(t, "%d texts of random letters in the identity: %d taken, %d refused in words, no page broken", written, taken, written-taken)
}

// TestRedirectsStayOnTheSite follows every redirect that is taken.
func TestRedirectsStayOnTheSite(t *testing.T) {
	t.Parallel()
	s := start(t, settings(t.TempDir()))
	token := s.signIn(boss, bossWord)
	targets := []string{
		"//elsewhere.example", `/\elsewhere.example`, `\\elsewhere.example`, "///elsewhere.example", "/\t/elsewhere.example", "/\n/elsewhere.example", "/\r//elsewhere.example", " //elsewhere.example", "https://elsewhere.example", "https:elsewhere.example", "javascript:alert(1)", "data:text/html,x", "elsewhere.example", "?x", "#x", "",
		"/%2felsewhere.example", "/%2F%2Felsewhere.example", "/%5celsewhere.example", "/%5C%5Celsewhere.example", "/%09/elsewhere.example", "/%0d%0aLocation:%20//elsewhere.example", "/.//elsewhere.example", "/..//elsewhere.example", "/x/..//elsewhere.example", "/./\\elsewhere.example", "/x/%2e%2e//elsewhere.example", "/;//elsewhere.example", "/@elsewhere.example", "/:80//x", "/?//elsewhere.example", "/#//elsewhere.example", "/about?next=//elsewhere.example", "/／elsewhere.example", "/\u2028/elsewhere.example", "/\u202e/x", "/%zz",
	}
	stay := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	home, _ := url.Parse(s.url)
	followed := 0
	for n, to := range targets {
		from := fmt.Sprintf("/old-%d", n)
		if !s.clear(s.send("POST", "/rest/v1/redirects", token, `{"from_path":`+quote(from)+`,"to_path":`+quote(to)+`}`), to) {
			continue
		}
		res, err := stay.Get(s.url + from)
		if err != nil {
			t.Errorf("%q: %v", to, err)
			continue
		}
		io.Copy(io.Discard, res.Body)
		res.Body.Close()
		followed++
		location := res.Header.Get("Location")
		at, err := home.Parse(location)
		if res.StatusCode != http.StatusMovedPermanently || res.Header.Get("Cache-Control") != "no-cache" || !strings.HasPrefix(location, "/") || strings.HasPrefix(location, "//") || strings.HasPrefix(location, `/\`) || err == nil && at.Host != home.Host {
			t.Errorf("%q leads to %d %q", to, res.StatusCode, location)
		}
	}
	for _, first := range append(targets[:16:16], "/%zz") {
		if a := s.ask("GET", "/rest/v1/redirects?to_path=eq."+url.QueryEscape(first), token, nil); a.body != "[]" {
			t.Errorf("%q was taken: %s", first, a.body)
		}
	}
	for _, taken := range []string{"/", "/about", "/about/", "/%61bout", "/admin", "/admin/login", "/assets/x.js", "/rest/v1/pages", "/feed.xml", "/cards/x.png", "/healthz", "/newsletter"} {
		a := s.send("POST", "/rest/v1/redirects", token, `{"from_path":`+quote(taken)+`,"to_path":"/contact"}`)
		if s.clear(a, taken) {
			t.Errorf("%s leads elsewhere", taken)
		}
	}
	figures(t, "%d redirects of %d hostile ones were taken, all stay on the site", followed, len(targets))
}
