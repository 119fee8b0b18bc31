package shield

import (
	"os"
	"strings"
	"testing"
	"time"

	"vitrine/internal/limit"
)

// corpus reads texts: a line of name, address and subject, then the message.
func corpus(t *testing.T, file string) (out []Text) {
	t.Helper()
	raw, err := os.ReadFile("testdata/" + file)
	if err != nil {
		t.Fatal(err)
	}
	for _, block := range strings.Split(string(raw), "\n---\n") {
		head, message, _ := strings.Cut(strings.TrimSpace(block), "\n")
		parts := strings.SplitN(head, " | ", 3)
		if len(parts) != 3 || message == "" {
			t.Fatalf("%s holds %q", file, block)
		}
		out = append(out, Text{parts[0], parts[1], parts[2], message})
	}
	return out
}

// enter sends to the contact endpoint from a new address each time.
func enter(t *testing.T, s *Shield, f Form) *Visit {
	t.Helper()
	v, err := s.Admit(Contact, "192.0.2.1", f)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestPeopleAreHeardEvenWithoutJavaScript(t *testing.T) {
	s := New(Options{})
	for _, text := range corpus(t, "ham.txt") {
		if v := enter(t, s, Form{}).Judge(text); v.Suspicious() {
			t.Errorf("%s: %d %q", text.Subject, v.Score, v.Reasons)
		}
	}
}

func TestSpamIsCaughtByItsTextAlone(t *testing.T) {
	s := New(Options{})
	missed := 0
	all := corpus(t, "spam.txt")
	for _, text := range all {
		v := enter(t, s, Form{}).Judge(text)
		if !v.Suspicious() {
			missed++
			t.Logf("passed: %s: %d %q", text.Subject, v.Score, v.Reasons)
		}
		for _, reason := range v.Reasons {
			if len(reason) > 200 || strings.ContainsAny(reason, "\n\x00") {
				t.Errorf("a reason that staff cannot read: %q", reason)
			}
		}
	}
	if missed > len(all)/10 {
		t.Errorf("%d of %d passed", missed, len(all))
	}
}

func TestSignsOfSpam(t *testing.T) {
	for name, c := range map[string]struct {
		text Text
		want string
	}{
		"one link is fine":           {Text{"Ann", "a@example.com", "Hi", "Our work is shown at https://a.example if you would like to see more of it."}, ""},
		"a bare link":                {Text{"Ann", "a@example.com", "Hi", "look https://a.example"}, "Little more than a link"},
		"look-alike letters":         {Text{"Ann", "a@example.com", "Hi", "your pаypаl account waits for you today"}, "A word mixes alphabets: pаypаl"},
		"two alphabets side by side": {Text{"Анна", "a@example.com", "Привет", "Мне нравится ваш проект Parchi"}, ""},
		"capitals":                   {Text{"Ann", "a@example.com", "Hi", "THIS IS THE BEST OFFER EVER"}, "Written in capitals"},
		"an acronym":                 {Text{"Ann", "a@example.com", "NDA", "OK"}, ""},
		"a throw-away address":       {Text{"Ann", "a@sub.mailinator.com", "Hi", "Hello, how are you"}, "A throw-away address"},
		"a camel-case company":       {Text{"McDonald", "a@example.com", "PayPal", "A question"}, ""},
		"a hard surname":             {Text{"Schwartz", "a@example.com", "Hi", "A question"}, ""},
	} {
		var v Verdict
		read(c.text, &v)
		if got := strings.Join(v.Reasons, ", "); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

func TestTheSameTextAgainAndAgainIsNoticed(t *testing.T) {
	now := time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC)
	s := New(Options{Limits: limit.New(func() time.Time { return now }), Now: func() time.Time { return now }})
	var scores []int
	for i := range 5 {
		v, err := s.Admit(Contact, string(rune('a'+i)), Form{})
		if err != nil {
			t.Fatal(err)
		}
		text := Text{"Ann", strings.Repeat("x", i+1) + "@example.com", "Hi", strings.Repeat(" ", i) + "Have you seen OFFER " + string(rune('0'+i)) + "?"}
		scores = append(scores, v.Judge(text).Score)
		v.Remember(text)
	}
	if scores[0] != 1 || scores[1] != 3 || scores[2] != 3 || scores[3] < Threshold || scores[4] < Threshold {
		t.Errorf("scores %v", scores)
	}
	now = now.Add(25 * time.Hour)
	if v := enter(t, s, Form{}).Judge(Text{"Ann", "a@example.com", "Hi", "Have you seen offer?"}); v.Score != 1 {
		t.Errorf("a day later: %+v", v)
	}
}

func TestOneSenderIsNotNamedWithoutEnd(t *testing.T) {
	now := time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC)
	s := New(Options{Limits: limit.New(func() time.Time { return now }), Now: func() time.Time { return now }})
	for i := range 6 {
		v, err := s.Admit(Contact, string(rune('a'+i)), Form{})
		if err != nil {
			t.Fatal(err)
		}
		text := Text{"Ann", "Victim@example.com", "Hi", "A different question " + strings.Repeat("really ", i)}
		if got := v.Judge(text).Suspicious(); got != (i == 5) {
			t.Errorf("message %d: suspicious %v", i, got)
		}
		v.Remember(text)
	}
}

func TestTheStrongestReasonComesFirst(t *testing.T) {
	v := enter(t, New(Options{}), Form{Trap: "x"}).Judge(Text{"Ann", "a@mailinator.com", "Hi", "BUY THIS NOW OR NEVER AGAIN !!!"})
	if got := strings.Join(v.Reasons, ", "); !strings.HasPrefix(got, "A field that no person sees was filled in, ") || !strings.HasSuffix(got, "Rows of exclamation or currency signs") {
		t.Errorf("%q", got)
	}
}
