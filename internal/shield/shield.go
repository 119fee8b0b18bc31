// Package shield stands in front of what anonymous visitors write. It asks no
// third party: it counts, it looks at how a form was filled in, and it reads
// the text. What looks like spam is marked, with the reasons in words, and is
// never dropped. It refuses only where a limit is passed, and there it lets
// those through who used one of our own forms.
package shield

import (
	"cmp"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"time"

	"vitrine/internal/limit"
)

// Header carries what our own forms know about how they were filled in.
const Header = "x-vitrine-form"

// Trap is the field that no person sees. Browsers know no word for it, so that
// none fills it in by itself.
const Trap = "leave_empty"

// Options are what the shield stands on.
type Options struct {
	Secret []byte         // signs the form tokens; all servers share it
	Limits *limit.Limiter // nil counts nothing, and asks for no patience either
	Now    func() time.Time
	Log    *slog.Logger
}

// Shield judges what visitors write.
type Shield struct {
	key    []byte
	limits *limit.Limiter
	now    func() time.Time
	log    *slog.Logger
}

// New makes a shield. Without a secret its tokens are good for this process.
func New(o Options) *Shield {
	s := &Shield{limits: o.Limits, now: o.Now, log: cmp.Or(o.Log, slog.Default())}
	if len(o.Secret) == 0 {
		o.Secret = make([]byte, 32)
		rand.Read(o.Secret)
	}
	mac := hmac.New(sha256.New, o.Secret)
	mac.Write([]byte("form tokens")) // the sign-in tokens have the secret itself
	s.key = mac.Sum(nil)
	if s.now == nil {
		s.now = time.Now
	}
	return s
}

// Form is what a request says about the form it comes from.
type Form struct {
	Given bool // by a script of ours; a plain client says nothing
	Token string
	Trap  string // what stands in the field that no person sees
}

// FormOf reads the header of a request. One that cannot be read counts as a
// form with a bad token, because no form of ours sends it.
func FormOf(r *http.Request) Form {
	text := r.Header.Get(Header)
	if text == "" {
		return Form{}
	}
	values, err := url.ParseQuery(text)
	if err != nil {
		return Form{Given: true}
	}
	return Form{Given: true, Token: values.Get("token"), Trap: values.Get("trap")}
}

// Text is what a visitor wrote, as it is stored.
type Text struct{ Name, Email, Subject, Message string }

// TextOf reads it from the columns of a row.
func TextOf(column func(name string) string) Text {
	return Text{column("name"), column("email"), column("subject"), column("message")}
}

// Threshold is the score from which on something is suspicious. Any weaker
// sign alone, such as a form without its token, stays below.
const Threshold = 5

// Verdict is how suspicious something is, and why: the strongest reason first.
type Verdict struct {
	Score   int
	Reasons []string
	weights []int // of the reasons
}

func (v *Verdict) add(score int, reason string) {
	at := slices.IndexFunc(v.weights, func(weight int) bool { return weight < score })
	if at < 0 {
		at = len(v.weights)
	}
	v.Score += score
	v.weights = slices.Insert(v.weights, at, score)
	v.Reasons = slices.Insert(v.Reasons, at, reason)
}

// Suspicious tells whether it belongs in quarantine.
func (v Verdict) Suspicious() bool { return v.Score >= Threshold }

// Marks are the columns that put a row in quarantine.
func (v Verdict) Marks(at time.Time) map[string]any {
	return map[string]any{"quarantined_at": at, "spam_reasons": v.Reasons}
}
