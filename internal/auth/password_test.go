package auth

import (
	"errors"
	"strings"
	"testing"

	"golang.org/x/crypto/bcrypt"
)

func TestTheHashIsThePrescribedOne(t *testing.T) {
	if prescribed != (cost{passes: 2, memory: 19456, lanes: 1}) {
		t.Errorf("argon2id with %+v", prescribed)
	}
	h := newHasher()
	one, err := h.hash(t.Context(), "päss wörd, any characters")
	if err != nil {
		t.Fatal(err)
	}
	two, _ := h.hash(t.Context(), "päss wörd, any characters")
	if one == two {
		t.Error("the same salt twice")
	}
	c, salt, key, err := parsePHC(one)
	if err != nil || c != today || len(salt) != 16 || len(key) != 32 || !strings.HasPrefix(one, "$argon2id$v=19$m=") {
		t.Errorf("%s (%v)", one, err)
	}
	if ok, err := h.verify(t.Context(), "päss wörd, any characters", one, ""); !ok || err != nil {
		t.Error(ok, err)
	}
	if ok, _ := h.verify(t.Context(), "päss wörd, any character", one, ""); ok {
		t.Error("another password fits")
	}
}

func TestHashesThatAreNoneFitNothing(t *testing.T) {
	h := newHasher()
	costly := "$2a$20$" + strings.Repeat("a", 53)
	for _, stored := range []string{
		"", "x", "$argon2id$", "$argon2i$v=19$m=64,t=1,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAA",
		"$argon2id$v=19$m=64,t=1,p=1$AAAAAAAAAAAAAAAAAAAAAA$", "$argon2id$v=19$m=99999999,t=1,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAA",
		"$argon2id$v=19$m=64,t=0,p=0$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAA", "$2a$04$short", costly,
	} {
		n := 0
		h.around = func(work func()) { n++; work() }
		for _, password := range []string{"", "x", password} {
			if ok, err := h.verify(t.Context(), password, stored, ""); ok || err != nil {
				t.Errorf("%q fits %q (%v)", password, stored, err)
			}
		}
		if n != 3 {
			t.Errorf("%q: %d hashes, want 3", stored, n)
		}
	}
	if !isBcrypt(string(must(bcrypt.GenerateFromPassword([]byte("x"), bcrypt.MinCost)))) || isBcrypt(costly) {
		t.Error("bcrypt is judged wrongly")
	}
}

func TestPasswordRules(t *testing.T) {
	if n := len(commonPasswords()); n < 10_000 {
		t.Fatalf("only %d common passwords", n)
	}
	for password, reason := range map[string]string{
		"correct horse battery":          "",
		"temporary-Passw0rd-k3j2h1":      "",
		"ünïcödé ist auch erlaubt":       "",
		"editor-password-of-the-day":     "",
		strings.Repeat("ab cd ef ", 113): "",
		strings.Repeat("x", 11):          "length",
		strings.Repeat("ab", 600):        "length",
		"password1234":                   "pwned",
		"PASSWORD!!!!!!":                 "pwned",
		"1q2w3e4r5t6y":                   "pwned",
		"dragondragondragon":             "pwned",
		"aaaaaaaaaaaaaaaa":               "pwned",
		"123456789012345":                "pwned",
		"vitrine-2026!":                  "pwned",
		"Vitrine.Ada.99":                 "pwned",
		"ada.lovelace1":                  "pwned",
	} {
		var w *Weak
		err := checkPassword(password, "ada@example.com")
		if strings.HasPrefix(password, "ada.") {
			err = checkPassword(password, "ada.lovelace@example.com")
		}
		switch {
		case reason == "" && err != nil:
			t.Errorf("%.30q: %v", password, err)
		case reason != "" && (!errors.As(err, &w) || w.Reasons[0] != reason):
			t.Errorf("%.30q: %v, want %s", password, err, reason)
		}
	}
}
