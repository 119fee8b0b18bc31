package shield

import (
	"bytes"
	"fmt"
	"log/slog"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"vitrine/internal/fault"
	"vitrine/internal/limit"
)

var noon = time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC)

type fixture struct {
	*Shield
	now time.Time
	log bytes.Buffer
}

func open() *fixture {
	f := &fixture{now: noon}
	clock := func() time.Time { return f.now }
	f.Shield = New(Options{Secret: []byte("secret"), Limits: limit.New(clock), Now: clock, Log: slog.New(slog.NewTextHandler(&f.log, nil))})
	return f
}

// filled is a form that a person took their time for.
func (f *fixture) filled() Form {
	at := f.now
	f.now = f.now.Add(-time.Minute)
	token := f.Token()
	f.now = at
	return Form{Given: true, Token: token}
}

var letter = Text{"Ann", "ann@example.com", "Hello", "I have a question about your work."}

func TestATokenProvesHowAFormWasFilledIn(t *testing.T) {
	f := open()
	token := f.Token()
	other := New(Options{Secret: []byte("other"), Now: func() time.Time { return noon }}).Token()
	turned := []byte(token)
	turned[3] ^= 1
	for i, c := range []struct {
		name  string
		form  Form
		after time.Duration
		score int
	}{
		{"no header", Form{}, time.Minute, 1},
		{"a person", Form{Given: true, Token: token}, 3 * time.Second, 0},
		{"too fast", Form{Given: true, Token: token}, 3*time.Second - time.Millisecond, Threshold},
		{"at once", Form{Given: true, Token: token}, 0, Threshold},
		{"by a clock that is ahead", Form{Given: true, Token: token}, -30 * time.Second, 1},
		{"from the future", Form{Given: true, Token: token}, -30*time.Second - time.Millisecond, Threshold},
		{"at the end of its life", Form{Given: true, Token: token}, 2 * time.Hour, 0},
		{"expired", Form{Given: true, Token: token}, 2*time.Hour + time.Second, 1},
		{"another key", Form{Given: true, Token: other}, time.Minute, 3},
		{"changed", Form{Given: true, Token: string(turned)}, time.Minute, 3},
		{"cut", Form{Given: true, Token: token[:20]}, time.Minute, 3},
		{"empty", Form{Given: true}, time.Minute, 3},
		{"trapped", Form{Given: true, Token: token, Trap: "x"}, time.Minute, 2 * Threshold},
	} {
		f.now = noon.Add(c.after)
		v, err := f.Admit(Contact, fmt.Sprintf("192.0.%d.1", i), c.form)
		if err != nil {
			t.Fatal(err)
		}
		if got := v.Judge(letter); got.Score != c.score {
			t.Errorf("%s: %+v, want %d", c.name, got, c.score)
		}
	}
}

func TestATokenWearsOut(t *testing.T) {
	f := open()
	form := f.filled()
	for i := range 6 {
		v, err := f.Admit(Newsletter, fmt.Sprintf("192.1.%d.1", i), form)
		if err != nil {
			t.Fatal(err)
		}
		if got := v.Judge(Text{Email: "a@example.com"}).Score; (got == 3) != (i == 5) {
			t.Errorf("use %d: score %d", i+1, got)
		}
	}
}

func TestTheHeaderIsRead(t *testing.T) {
	for text, want := range map[string]Form{
		"":                           {},
		"token=a.b-c&trap=":          {Given: true, Token: "a.b-c"},
		"trap=Mr%20%26%20Bot&token=": {Given: true, Trap: "Mr & Bot"},
		"%zz":                        {Given: true},
	} {
		r := httptest.NewRequest("POST", "/", nil)
		if text != "" {
			r.Header.Set(Header, text)
		}
		if got := FormOf(r); got != want {
			t.Errorf("%q: %+v", text, got)
		}
	}
	r := httptest.NewRequest("POST", "/", nil)
	f := open()
	r.Header.Set("X-Vitrine-Form", url.Values{"token": {f.Token()}}.Encode())
	if f.prove(FormOf(r), 0) != sound {
		t.Error("a token does not survive the header")
	}
}

func TestNetworks(t *testing.T) {
	for address, want := range map[string]string{
		"192.0.2.77":        "192.0.2.0/24",
		"2001:db8:1:2::/64": "2001:db8:1::/48",
		"2001:db8:1:2::9":   "2001:db8:1::/48",
		"unknown":           "unknown",
	} {
		if got := network(address); got != want {
			t.Errorf("%s: %s", address, got)
		}
	}
}

func TestAnAddressIsHeldToItsLimitWhateverItSends(t *testing.T) {
	for _, endpoint := range []*Endpoint{Contact, Newsletter} {
		f := open()
		for i := range 6 {
			_, err := f.Admit(endpoint, "192.0.2.1", f.filled())
			if (err != nil) != (i == 5) {
				t.Errorf("%s %d: %v", endpoint.name, i, err)
			}
			if err != nil && fault.From(err).Retry <= 0 {
				t.Error("no time to wait is given")
			}
		}
	}
}

func TestAListIsNoWayAroundTheLimits(t *testing.T) {
	f := open()
	v, err := f.Admit(Contact, "192.0.2.1", Form{})
	for i := 0; err == nil; i++ {
		if err = v.More(); i > 4 {
			t.Fatal("a list has no end")
		}
	}
	if got := v.Judge(letter); got.Score != 3 {
		t.Errorf("several at once: %+v", got)
	}
}

// TestAFloodDoesNotPushOutPeople sends a thousand writes in one minute, from
// as many addresses as it takes, beside a person who uses the form.
func TestAFloodDoesNotPushOutPeople(t *testing.T) {
	f := open()
	taken := 0
	for i := range 1000 {
		if v, err := f.Admit(Contact, fmt.Sprintf("10.%d.%d.1", i/250, i%250), Form{}); err == nil {
			taken++
			v.Remember(letter)
		}
	}
	if taken != 60 {
		t.Errorf("%d of 1000 without a form were taken", taken)
	}
	if n := strings.Count(f.log.String(), "a flood of visitors' writes is held back"); n != 1 {
		t.Errorf("%d alerts: %s", n, f.log.String())
	}
	v, err := f.Admit(Contact, "192.0.2.9", f.filled())
	if err != nil {
		t.Fatalf("the person is turned away: %v", err)
	}
	if got := v.Judge(Text{"Bea", "bea@example.com", "Hi", "A real question of mine"}); got.Score != 0 {
		t.Errorf("the person is suspected: %+v", got)
	}
}

func TestAFloodThroughOurFormsWaitsInQuarantine(t *testing.T) {
	f := open()
	clean, held, refused := 0, 0, 0
	for i := range 1000 {
		v, err := f.Admit(Contact, fmt.Sprintf("10.%d.%d.1", i/250, i%250), f.filled())
		switch {
		case err != nil:
			refused++
		case v.Judge(letter).Suspicious():
			held++
		default:
			clean++
		}
	}
	if clean != 60 || held != 540 || refused != 400 {
		t.Errorf("%d clean, %d held, %d refused", clean, held, refused)
	}
}

func TestANetworkIsHeldToItsLimitButNotItsPeople(t *testing.T) {
	f := open()
	plain, formed := 0, 0
	for i := range 30 {
		if _, err := f.Admit(Newsletter, fmt.Sprintf("192.0.2.%d", i), Form{}); err == nil {
			plain++
		}
	}
	for i := range 30 {
		if v, err := f.Admit(Newsletter, fmt.Sprintf("192.0.2.%d", 100+i), f.filled()); err == nil && v.Judge(Text{Email: "a@example.com"}).Suspicious() {
			formed++
		}
	}
	if plain != 20 || formed != 30 {
		t.Errorf("%d without a form were taken and %d with one were held", plain, formed)
	}
}

func TestWithoutLimitsNothingIsCountedAndNobodyWaits(t *testing.T) {
	s := New(Options{})
	form := Form{Given: true, Token: s.Token()}
	for range 100 {
		v, err := s.Admit(Contact, "192.0.2.1", form)
		if err != nil || v.Judge(letter).Score != 0 {
			t.Fatalf("%v, %+v", err, v.Judge(letter))
		}
		v.Remember(letter)
	}
}

func TestAReceiptIsForOnePathAndAWhile(t *testing.T) {
	now := time.Unix(1_700_000_000, 0)
	s := New(Options{Secret: []byte("secret"), Now: func() time.Time { return now }})
	good := s.Receipt("/a")
	for what, c := range map[string]struct {
		text, path string
		later      time.Duration
		want       bool
	}{
		"at once": {good, "/a", 0, true}, "for a while": {good, "/a", Lifetime, true}, "too late": {good, "/a", Lifetime + time.Second, false}, "long before": {good, "/a", -time.Hour, false},
		"another path": {good, "/b", 0, false}, "nothing": {"", "/a", 0, false}, "a form's token": {s.Token(), "/a", 0, false}, "a line more": {good + "\n", "/a", 0, false},
		"another site's": {New(Options{Secret: []byte("other"), Now: s.now}).Receipt("/a"), "/a", 0, false},
	} {
		at := now
		now = at.Add(c.later)
		if s.IsReceipt(c.text, c.path) != c.want {
			t.Errorf("%s: %t", what, !c.want)
		}
		now = at
	}
	if s.prove(Form{Given: true, Token: good}, 0) != forged {
		t.Error("a form takes it for its token")
	}
}
