package shield

import (
	"slices"
	"strings"
	"unicode"
)

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
