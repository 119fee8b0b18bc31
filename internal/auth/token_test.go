package auth

import (
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/hmac"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/sha512"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"maps"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/google/uuid"

	"vitrine/internal/fault"
)

var url64 = base64.RawURLEncoding

// seal signs a header and a payload by hand, as a forger would.
func seal(header, payload string, key []byte) string {
	text := url64.EncodeToString([]byte(header)) + "." + url64.EncodeToString([]byte(payload))
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(text))
	return text + "." + url64.EncodeToString(mac.Sum(nil))
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// forgeries are tokens made from a good one. All but those that only the
// server's own secret could sign are made without it.
func forgeries(good string, claims map[string]any, now time.Time) map[string]string {
	parts := strings.Split(good, ".")
	head, body, sig := parts[0], parts[1], parts[2]
	usual := `{"alg":"HS256","typ":"JWT"}`
	with := func(changes map[string]any) string {
		c := maps.Clone(claims)
		for k, v := range changes {
			if v == nil {
				delete(c, k)
			} else {
				c[k] = v
			}
		}
		return string(must(json.Marshal(c)))
	}
	same := with(nil)
	rsaKey := must(rsa.GenerateKey(rand.Reader, 2048))
	ecKey := must(ecdsa.GenerateKey(elliptic.P256(), rand.Reader))
	_, edKey, _ := ed25519.GenerateKey(rand.Reader)
	public := pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: must(x509.MarshalPKIXPublicKey(&rsaKey.PublicKey))})
	sign := func(m jwt.SigningMethod, key any) string {
		return must(jwt.NewWithClaims(m, jwt.MapClaims(claims)).SignedString(key))
	}
	mac512 := hmac.New(sha512.New, secret)
	mac512.Write([]byte(head + "." + body))

	out := map[string]string{
		// no signature, or none that counts
		"alg none":                      url64.EncodeToString([]byte(`{"alg":"none","typ":"JWT"}`)) + "." + body + ".",
		"alg None":                      url64.EncodeToString([]byte(`{"alg":"None","typ":"JWT"}`)) + "." + body + ".",
		"alg NONE":                      url64.EncodeToString([]byte(`{"alg":"NONE","typ":"JWT"}`)) + "." + body + ".",
		"alg nOnE with the signature":   url64.EncodeToString([]byte(`{"alg":"nOnE","typ":"JWT"}`)) + "." + body + "." + sig,
		"alg none signed by the secret": seal(`{"alg":"none","typ":"JWT"}`, same, secret),
		"alg empty":                     seal(`{"alg":"","typ":"JWT"}`, same, secret),
		"alg missing":                   seal(`{"typ":"JWT"}`, same, secret),
		"alg null":                      seal(`{"alg":null,"typ":"JWT"}`, same, secret),
		"alg a number":                  seal(`{"alg":256,"typ":"JWT"}`, same, secret),
		"alg a list":                    seal(`{"alg":["HS256"],"typ":"JWT"}`, same, secret),
		"alg in lower case":             seal(`{"alg":"hs256","typ":"JWT"}`, same, secret),
		"alg unknown":                   seal(`{"alg":"HS257","typ":"JWT"}`, same, secret),
		"signature removed":             head + "." + body + ".",
		"signature part missing":        head + "." + body,
		"signature cut":                 good[:len(good)-4],
		"signature by one byte":         head + "." + body + "." + url64.EncodeToString([]byte{0}),
		"signature of zeroes":           head + "." + body + "." + url64.EncodeToString(make([]byte, 32)),
		"signature changed":             head + "." + body + "." + flip(sig),
		"signature of another token":    head + "." + body + "." + strings.Split(seal(usual, with(map[string]any{"x": 1}), secret), ".")[2],

		// another algorithm
		"HS384 with the secret":                 sign(jwt.SigningMethodHS384, secret),
		"HS512 with the secret":                 sign(jwt.SigningMethodHS512, secret),
		"HS512 signature under HS256":           head + "." + body + "." + url64.EncodeToString(mac512.Sum(nil)),
		"RS256 with a key of mine":              sign(jwt.SigningMethodRS256, rsaKey),
		"PS256 with a key of mine":              sign(jwt.SigningMethodPS256, rsaKey),
		"ES256 with a key of mine":              sign(jwt.SigningMethodES256, ecKey),
		"EdDSA with a key of mine":              sign(jwt.SigningMethodEdDSA, edKey),
		"HS256 with a public RSA key":           seal(usual, same, public),
		"RS256 header, HS256 by the public key": seal(`{"alg":"RS256","typ":"JWT"}`, same, public),
		"RS256 header, HS256 by the secret":     seal(`{"alg":"RS256","typ":"JWT"}`, same, secret),

		// another key
		"empty key":          seal(usual, same, nil),
		"guessed key":        seal(usual, same, []byte("secret")),
		"the public key":     seal(usual, same, []byte(publicKey)),
		"the issuer as key":  seal(usual, same, []byte(origin)),
		"key with a newline": seal(usual, same, append([]byte(string(secret)), '\n')),
		"key cut":            seal(usual, same, secret[:31]),

		// a header that names a key
		"jwk":             seal(`{"alg":"HS256","typ":"JWT","jwk":{"kty":"oct","k":"AAAA"}}`, same, []byte{0, 0, 0}),
		"jwk, our secret": seal(`{"alg":"HS256","typ":"JWT","jwk":{"kty":"oct","k":"AAAA"}}`, same, secret),
		"jku":             seal(`{"alg":"HS256","typ":"JWT","jku":"https://evil.example/jwks.json"}`, same, secret),
		"x5u":             seal(`{"alg":"HS256","typ":"JWT","x5u":"https://evil.example/cert"}`, same, secret),
		"x5c":             seal(`{"alg":"HS256","typ":"JWT","x5c":["AAAA"]}`, same, secret),
		"kid as a path":   seal(`{"alg":"HS256","typ":"JWT","kid":"../../../dev/null"}`, same, nil),
		"kid as SQL":      seal(`{"alg":"HS256","typ":"JWT","kid":"x' UNION SELECT 'k"}`, same, []byte("k")),
		"another kid":     seal(`{"alg":"HS256","typ":"JWT","kid":"2"}`, same, secret),
		"crit":            seal(`{"alg":"HS256","typ":"JWT","crit":["exp"]}`, same, secret),
		"b64 false":       seal(`{"alg":"HS256","typ":"JWT","b64":false,"crit":["b64"]}`, same, secret),

		// the payload changed
		"payload changed": head + "." + url64.EncodeToString([]byte(with(map[string]any{"sub": uuid.NewString()}))) + "." + sig,
		"exp changed":     head + "." + url64.EncodeToString([]byte(with(map[string]any{"exp": now.Add(time.Hour).Unix()}))) + "." + sig,
		"role changed":    head + "." + url64.EncodeToString([]byte(with(map[string]any{"role": "service_role"}))) + "." + sig,
		"payload no JSON": seal(usual, "admin", secret),
		"payload a list":  seal(usual, "["+same+"]", secret),
		"payload null":    seal(usual, "null", secret),
		"payload empty":   seal(usual, "{}", secret),
		"header no JSON":  seal("HS256", same, secret),
		"header null":     seal("null", same, secret),
		"header twice":    seal(usual+usual, same, secret),

		// claims that are not ours, under the right signature
		"expired":              seal(usual, with(map[string]any{"exp": now.Unix()}), secret),
		"expired long ago":     seal(usual, with(map[string]any{"exp": 1}), secret),
		"exp missing":          seal(usual, with(map[string]any{"exp": nil}), secret),
		"exp a text":           seal(usual, with(map[string]any{"exp": "tomorrow"}), secret),
		"exp negative":         seal(usual, with(map[string]any{"exp": -1}), secret),
		"not yet valid":        seal(usual, with(map[string]any{"nbf": now.Add(time.Minute).Unix()}), secret),
		"iat in the future":    seal(usual, with(map[string]any{"iat": now.Add(time.Minute).Unix()}), secret),
		"iat missing":          seal(usual, with(map[string]any{"iat": nil}), secret),
		"aud missing":          seal(usual, with(map[string]any{"aud": nil}), secret),
		"aud another":          seal(usual, with(map[string]any{"aud": "anon"}), secret),
		"aud empty":            seal(usual, with(map[string]any{"aud": []string{}}), secret),
		"iss missing":          seal(usual, with(map[string]any{"iss": nil}), secret),
		"iss another":          seal(usual, with(map[string]any{"iss": "https://evil.example/auth/v1"}), secret),
		"iss with a tail":      seal(usual, with(map[string]any{"iss": origin + "/auth/v1/"}), secret),
		"service_role":         seal(usual, with(map[string]any{"role": "service_role"}), secret),
		"role anon":            seal(usual, with(map[string]any{"role": "anon"}), secret),
		"role missing":         seal(usual, with(map[string]any{"role": nil}), secret),
		"session missing":      seal(usual, with(map[string]any{"session_id": nil}), secret),
		"session of nobody":    seal(usual, with(map[string]any{"session_id": uuid.NewString()}), secret),
		"session as SQL":       seal(usual, with(map[string]any{"session_id": "' OR 1=1 --"}), secret),
		"sub missing":          seal(usual, with(map[string]any{"sub": nil}), secret),
		"sub another user":     seal(usual, with(map[string]any{"sub": uuid.NewString()}), secret),
		"sub in another shape": seal(usual, with(map[string]any{"sub": "{" + claims["sub"].(string) + "}"}), secret),

		// bytes that are no token
		"empty parts":      "..",
		"four parts":       good + ".x",
		"five parts (JWE)": good + ".x.y",
		"text":             "abc",
		"a.b.c":            "a.b.c",
		"padded":           head + "=." + body + "." + sig,
		"blank inside":     head + " ." + body + "." + sig,
		"blank before":     " " + good,
		"blank after":      good + " ",
		"newline inside":   head + "\n." + body + "." + sig,
		"twice":            good + "," + good,
		"standard base64":  strings.Replace(head+"."+body+"."+sig, "-", "+", -1) + "+",
		"sb_secret":        "sb_secret_vitrine",
		"public key, long": publicKey + "x",
		"public key, case": strings.ToUpper(publicKey),
		"very long":        strings.Repeat("x", 100_000),
		"invalid UTF-8":    "\xff\xfe." + body + "." + sig,
		"NUL":              good + "\x00",
	}
	return out
}

// flip changes the first letter, which is never padding.
func flip(s string) string {
	if s[0] == 'A' {
		return "B" + s[1:]
	}
	return "A" + s[1:]
}

func TestNoForgedTokenIsAccepted(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		good, _ := h.open()
		if a, err := h.actor(good); err != nil || a.UserID == "" {
			t.Fatalf("the good token: %v %v", a, err)
		}
		all := forgeries(good, payload(t, good), h.clock.Now())
		if len(all) < 60 {
			t.Fatalf("only %d forgeries", len(all))
		}
		t.Logf("figures: %d forged tokens, 0 accepted", len(all))
		for name, token := range all {
			a, err := h.actor(token)
			if err == nil {
				t.Errorf("%s: taken for %+v", name, a)
				continue
			}
			if kind := fault.From(err).Kind; kind != fault.BadToken && kind != fault.ExpiredToken && kind != fault.NoSession {
				t.Errorf("%s: %v", name, err)
			}
			if a.Role != "" {
				t.Errorf("%s: refused, and yet an actor: %+v", name, a)
			}
			if _, err := h.s.ActorOf(t.Context(), token); err == nil {
				t.Errorf("%s: taken by ActorOf", name)
			}
			for _, call := range [][2]string{{"GET", "user"}, {"PUT", "user"}, {"POST", "logout"}} {
				if r := h.call(call[0], call[1], token, map[string]any{}); r.status != 403 {
					t.Errorf("%s: %s %s answers %d %s", name, call[0], call[1], r.status, r.raw)
				}
			}
		}
		if !h.lives(good) {
			t.Error("the good token suffered")
		}
	})
}

func TestATokenEndsOnTime(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		token, _ := h.open()
		h.clock.Pass(accessLife - time.Second)
		if !h.lives(token) {
			t.Error("ended early")
		}
		h.clock.Pass(time.Second)
		if _, err := h.actor(token); !fault.Is(err, fault.ExpiredToken) || fault.From(err).Message != "JWT expired" {
			t.Errorf("got %v", err)
		}
		h.want(h.call("GET", "user", token, nil), 403, "bad_jwt")
	})
}

func TestAClockSetBackExtendsNothing(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		token, refresh := h.open()
		if !h.lives(token) {
			t.Error("a new token is refused")
		}
		h.clock.Pass(-time.Hour)
		if _, err := h.s.readToken(token); h.lives(token) || err == nil {
			t.Error("a token from the future is taken")
		}
		h.want(h.refresh(refresh), 400, "session_expired")
	})
}

func FuzzReadToken(f *testing.F) {
	now := time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC)
	s := &Service{secret: secret, issuer: origin + "/auth/v1", now: func() time.Time { return now }}
	// Fixed ids: each process of the fuzzer makes the same token.
	id := "7d9b6f0e-0f52-4f0b-9a3e-3c3d1d5a7b11"
	good, _, err := s.accessToken(User{ID: id, metadata: []byte("{}")}, session{id: id})
	if err != nil {
		f.Fatal(err)
	}
	f.Add(good)
	f.Add("a.b.c")
	f.Fuzz(func(t *testing.T, token string) {
		if _, err := s.readToken(token); err == nil && token != good {
			t.Errorf("taken: %q", token)
		}
	})
}
