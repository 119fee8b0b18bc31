package shield

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// Signs as they stand in lower-case text. No expressions: a message may have
// ten thousand characters, and is judged while the database waits.
var (
	markup     = []string{"[url", "[link", "[img", "href="}
	shorteners = []string{"bit.ly/", "tinyurl.com/", "goo.gl/", "/t.ly/", "is.gd/", "cutt.ly/", "rb.gy/", "shorturl.at/", "/t.me/", "wa.me/"}
	emphasis   = []string{"!!!", "$$$", "€€€", "💰💰", "🔥🔥", "🚀🚀", "✅✅"}
)

func holds(text string, signs []string) bool {
	return slices.ContainsFunc(signs, func(sign string) bool { return strings.Contains(text, sign) })
}

// links counts web addresses in lower-case text, with or without a scheme.
func links(text string) int {
	return strings.Count(text, "http://") + strings.Count(text, "https://") + strings.Count(" "+text, " www.")
}

// read judges the text itself. Each sign is weak; two or three together are
// not. Where people of any trade or tongue would write the same, there is none.
func read(t Text, out *Verdict) {
	body := t.Subject + "\n" + t.Message
	readLinks(t, out)
	for _, name := range phrases(body) {
		out.add(2, "Typical phrase: "+name)
	}
	if word := mixed(t.Name + " " + body); word != "" {
		out.add(3, "A word mixes alphabets: "+word)
	}
	if shouts(t.Message) || shouts(t.Subject) {
		out.add(2, "Written in capitals")
	}
	if holds(body, emphasis) {
		out.add(1, "Rows of exclamation or currency signs")
	}
	if at := strings.LastIndexByte(t.Email, '@'); at >= 0 && disposable(strings.ToLower(t.Email[at+1:])) {
		out.add(2, "A throw-away address")
	}
	if random(t.Name) && (t.Message == "" || random(t.Subject) || random(t.Message)) {
		out.add(Threshold, "The words look random")
	} else if random(t.Name) || random(t.Message) {
		out.add(3, "The name or the text looks random")
	}
}

func readLinks(t Text, out *Verdict) {
	message, subject := strings.ToLower(t.Message), strings.ToLower(t.Subject)
	switch n := links(message); {
	case n > 4:
		out.add(4, fmt.Sprintf("%d links", n))
	case n > 1:
		out.add(2, fmt.Sprintf("%d links", n))
	case n == 1 && len(words(message)) < 8:
		out.add(2, "Little more than a link")
	}
	if links(strings.ToLower(t.Name)) > 0 {
		out.add(4, "A link as the name")
	}
	if links(subject) > 0 {
		out.add(2, "A link as the subject")
	}
	if holds(message+subject, markup) {
		out.add(4, "Markup of links, as for a forum")
	}
	if holds(message, shorteners) {
		out.add(2, "A link that hides where it leads")
	}
}

// words are the letters of a text, in lower case.
func words(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		if r <= unicode.MaxASCII {
			return r < 'a' || r > 'z'
		}
		return !unicode.IsLetter(r) && !unicode.Is(unicode.Mn, r)
	})
}

// mixed finds a word of Latin letters with look-alikes from another alphabet.
// A Cyrillic or Greek word beside a Latin one is how people write.
func mixed(text string) string {
	if !strings.ContainsFunc(text, func(r rune) bool { return r > unicode.MaxASCII }) {
		return ""
	}
	for _, word := range words(text) {
		latin, other := 0, 0
		for _, r := range word {
			switch {
			case unicode.Is(unicode.Latin, r):
				latin++
			case unicode.In(r, unicode.Cyrillic, unicode.Greek, unicode.Cherokee, unicode.Armenian):
				other++
			}
		}
		// "μm" and "Δt" are no disguise.
		if latin > 0 && other > 0 && latin+other > 3 {
			runes := []rune(word)
			return string(runes[:min(len(runes), 40)])
		}
	}
	return ""
}

// shouts tells whether nearly all of a text that is long enough is capitals.
func shouts(text string) bool {
	upper, lower := 0, 0
	for _, r := range text {
		switch {
		case unicode.IsUpper(r):
			upper++
		case unicode.IsLower(r):
			lower++
		}
	}
	return upper >= 20 && upper > 4*lower
}

// random tells whether a text is one long word with capitals strewn in it, or
// without a vowel for long, as generators make them.
func random(text string) bool {
	text = strings.TrimSpace(text)
	if len(text) < 8 || strings.ContainsFunc(text, func(r rune) bool { return r >= unicode.MaxASCII || !unicode.IsLetter(r) }) {
		return false
	}
	turns, dry, driest := 0, 0, 0
	for i, r := range text {
		if i > 0 && unicode.IsUpper(r) && unicode.IsLower(rune(text[i-1])) {
			turns++
		}
		dry++
		if strings.ContainsRune("aeiouyAEIOUY", r) {
			dry = 0
		}
		driest = max(driest, dry)
	}
	return turns >= 3 || driest >= 6
}

// phrase is found where one of its beginnings of words stands, and one of the
// others too when there are some.
type phrase struct {
	name string
	any  []string
	with []string
}

// known are phrases that letters to studios and shops hold when they are sent
// by the thousand.
var known = [...]phrase{
	{"search ranking", []string{"page of google", "page on google", "page in google", "google rank", "rank higher", "ranking on google", "rank your"}, nil},
	{"SEO offer", []string{"seo service", "seo package", "seo audit", "seo expert", "seo agency", "seo report", "seo proposal", "seo for your", "seo of your"}, nil},
	{"backlinks", []string{"backlink", "back link", "domain authority", "dofollow"}, nil},
	{"guest post", []string{"guest post", "guest article", "sponsored post", "sponsored article", "sponsored content", "link insertion"}, nil},
	{"website traffic", []string{"website traffic", "web traffic", "organic traffic", "targeted traffic", "real visitors", "traffic to your", "web visitors"}, nil},
	{"redesign offer", []string{"redesign your", "website redesign", "web design service", "web development service"}, nil},
	{"faults of the website", []string{"errors on your website", "issues with your website", "problems with your website", "errors on your site", "web development package"}, nil},
	{"mass mailing", []string{"contact form"}, []string{"million", "thousand", "blast", "marketing", "submission"}},
	{"address lists", []string{"email list", "email database", "email leads", "mailing list for", "mailing database"}, nil},
	{"followers", []string{"buy followers", "real followers", "instagram followers", "tiktok followers", "telegram subscribers", "followers and likes"}, nil},
	{"crypto", []string{"bitcoin", "btc", "crypto", "usdt", "ethereum", "binance"}, []string{"invest", "profit", "earn", "recover", "wallet", "bonus", "double", "withdraw"}},
	{"quick money", []string{"earn money", "make money online", "make money fast", "passive income", "work from home", "guaranteed profit", "daily profit", "guaranteed return"}, nil},
	{"loan", []string{"business loan", "personal loan", "instant loan", "quick loan", "loan offer", "pre approved", "preapproved", "bad credit"}, nil},
	{"bank details", []string{"bank details", "your bank account", "wire transfer fee"}, nil},
	{"inheritance", []string{"next of kin", "beneficiary", "inheritance", "late client", "million dollars", "million us dollars", "unclaimed fund"}, nil},
	{"gambling", []string{"casino", "free spins", "sports betting", "online slots", "poker bonus", "казино"}, nil},
	{"pills", []string{"viagra", "cialis", "levitra", "tramadol", "xanax", "kamagra", "cbd oil", "cbd gummies", "weight loss pill", "male enhancement"}, nil},
	{"dating", []string{"lonely women", "single women", "sexy girls", "hot girls", "hot singles", "adult dating", "adult site", "porn", "onlyfans", "sex chat", "sex dating"}, nil},
	{"replicas", []string{"replica watch", "replica handbag", "cheap watch", "cheap handbag", "fake rolex", "cheap jerseys"}, nil},
	{"act now", []string{"act now", "limited time offer", "click here", "click the link", "100 free", "risk free", "no obligation"}, nil},
	{"unsubscribe", []string{"to stop receiving", "to stop getting", "unsubscribe here", "opt out here"}, nil},
	{"paid reviews", []string{"google review", "trustpilot review", "amazon review"}, []string{"buy", "sell", "boost", "positive", "remove"}},
	{"lead lists", []string{"qualified leads", "b2b leads", "exclusive leads", "lead generation service", "lead generation agency"}, nil},
}

// place is where a beginning stands in known.
type place struct {
	phrase int
	with   bool
	text   string
}

// beginnings are those of all phrases by their first three bytes, so that a
// text is gone through once, however many phrases there are.
var beginnings = func() map[string][]place {
	out := map[string][]place{}
	for i, p := range known {
		for _, text := range p.any {
			out[text[:3]] = append(out[text[:3]], place{i, false, text})
		}
		for _, text := range p.with {
			out[text[:3]] = append(out[text[:3]], place{i, true, text})
		}
	}
	return out
}()

// phrases names the known phrases in a text, at most four.
func phrases(text string) (names []string) {
	parts := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		if r <= unicode.MaxASCII {
			return (r < 'a' || r > 'z') && (r < '0' || r > '9')
		}
		return !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
	flat := strings.Join(parts, " ")
	var found, with [len(known)]bool
	at := 0
	for _, part := range parts {
		if rest := flat[at:]; len(rest) >= 3 {
			for _, p := range beginnings[rest[:3]] {
				if strings.HasPrefix(rest, p.text) {
					found[p.phrase] = found[p.phrase] || !p.with
					with[p.phrase] = with[p.phrase] || p.with
				}
			}
		}
		at += len(part) + 1
	}
	for i, p := range known {
		if found[i] && (p.with == nil || with[i]) {
			names = append(names, p.name)
		}
	}
	return names[:min(len(names), 4)]
}

// throwAway are names in the domains of addresses that live for minutes.
var throwAway = []string{
	"10minutemail", "20minutemail", "burnermail", "discard.email", "dispostable", "dropmail", "emailondeck", "fakeinbox", "fakemail",
	"getairmail", "getnada", "grr.la", "guerrillamail", "inboxkitten", "mailcatch", "maildrop", "mailinator", "mailnesia", "mailsac",
	"minuteinbox", "mintemail", "moakt", "mohmal", "mytemp", "sharklasers", "spamgourmet", "spam4.me", "temp-mail", "tempail", "tempinbox",
	"tempmail", "tempr.email", "throwaway", "trash-mail", "trashmail", "trbvm", "yopmail",
}

func disposable(domain string) bool {
	return slices.ContainsFunc(throwAway, func(name string) bool { return strings.Contains(domain, name) })
}
