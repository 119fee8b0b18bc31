package auth

import (
	"bytes"
	"encoding/xml"
	"strings"
	"testing"
	"time"
)

func TestCodesAreThoseOfTheStandard(t *testing.T) {
	secret := []byte("12345678901234567890") // RFC 6238, appendix B; the last six digits
	for at, code := range map[int64]string{59: "287082", 1111111109: "081804", 1111111111: "050471", 1234567890: "005924", 2000000000: "279037"} {
		step, ok, err := matching(secret, code, time.Unix(at, 0), 0)
		if !ok || err != nil || step != at/stepSeconds {
			t.Errorf("%d: step %d %v %v", at, step, ok, err)
		}
	}
}

func TestACodeHoldsForAStepBeforeAndAfterAndOnce(t *testing.T) {
	secret := []byte("12345678901234567890")
	at := time.Unix(1111111109, 0) // step 37037036 begins at 1111111080
	for _, one := range []struct {
		name string
		code string
		at   time.Time
		last int64
		ok   bool
	}{
		{"now", "081804", at, 0, true},
		{"in two groups", "081 804", at, 0, true},
		{"with spaces around", " 081804 ", at, 0, true},
		{"a step late", "081804", at.Add(30 * time.Second), 0, true},
		{"a step early", "081804", at.Add(-30 * time.Second), 0, true},
		{"two steps late", "081804", at.Add(60 * time.Second), 0, false},
		{"two steps early", "081804", at.Add(-60 * time.Second), 0, false},
		{"used", "081804", at, 37037036, false},
		{"before one that was used", "081804", at, 37037037, false},
		{"after one that was used", "081804", at, 37037035, true},
		{"wrong", "081805", at, 0, false},
		{"short", "81804", at, 0, false},
		{"long", "0818040", at, 0, false},
		{"empty", "", at, 0, false},
		{"letters", "abcdef", at, 0, false},
		{"at the beginning of time", "081804", time.Unix(0, 0), 0, false},
	} {
		if _, ok, err := matching(secret, one.code, one.at, one.last); ok != one.ok || err != nil {
			t.Errorf("%s: %v %v", one.name, ok, err)
		}
	}
}

func TestASealedSecretOpensForItsFactorAlone(t *testing.T) {
	one, other := &Service{key: newKey(secret)}, &Service{key: newKey([]byte("another secret of thirty-two bytes"))}
	plain := newSharedSecret()
	sealed := one.seal(plain, "a")
	if bytes.Contains(sealed, plain) || bytes.Equal(sealed, one.seal(plain, "a")) {
		t.Error("not sealed")
	}
	if got, err := one.unseal(sealed, "a"); err != nil || !bytes.Equal(got, plain) {
		t.Error(err)
	}
	if _, err := one.unseal(sealed, "b"); err == nil {
		t.Error("it opened for another factor")
	}
	if _, err := other.unseal(sealed, "a"); err == nil {
		t.Error("it opened with another secret")
	}
	if _, err := one.unseal(sealed[:10], "a"); err == nil {
		t.Error("a piece opened")
	}
}

func TestThePictureStandsInADataURI(t *testing.T) {
	uri, err := keyURI("vitrine.example", "editor@example.com", newSharedSecret())
	if err != nil {
		t.Fatal(err)
	}
	svg, err := picture(uri)
	if err != nil || strings.ContainsAny(svg, "#%\n") || len(svg) > 16<<10 {
		t.Fatalf("%v, %d bytes", err, len(svg))
	}
	d := xml.NewDecoder(strings.NewReader(svg))
	for {
		if _, err := d.Token(); err != nil {
			if err.Error() != "EOF" {
				t.Error(err)
			}
			break
		}
	}
	// The finder pattern in the corner begins with seven dark modules.
	if !strings.Contains(svg, `d="M4 4h7v1h-7z`) {
		t.Errorf("no finder pattern: %.300s", svg)
	}
	if _, err := picture(strings.Repeat("x", 5000)); err == nil {
		t.Error("too much was drawn")
	}
}
