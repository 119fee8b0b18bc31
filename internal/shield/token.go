package shield

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"time"

	"vitrine/internal/limit"
)

// Lifetime is how long a token is good. It outlasts a long message, and the
// forms fetch a new one when the first is half as old.
const Lifetime = 2 * time.Hour

// skew is how far the clock of another instance may be ahead of ours.
const skew = 30 * time.Second

// uses is how often one token may be used: for both forms of a page, and
// again after a failure, and not for a flood.
var uses = limit.Rate{Name: "form token", Count: 5, Per: Lifetime}

const (
	nonceSize = 12
	tokenSize = 8 + nonceSize + sha256.Size
)

var encoding = base64.RawURLEncoding

// Token is a signed note of this moment.
func (s *Shield) Token() string {
	raw := make([]byte, 8+nonceSize, tokenSize)
	binary.BigEndian.PutUint64(raw, uint64(s.now().UnixMilli()))
	rand.Read(raw[8:])
	return encoding.EncodeToString(s.sign(raw))
}

func (s *Shield) sign(raw []byte) []byte {
	mac := hmac.New(sha256.New, s.key)
	mac.Write(raw)
	return mac.Sum(raw)
}

// Receipt is a signed note that a form was taken, at the path that tells so. It is
// none of the tokens that forms are given.
func (s *Shield) Receipt(path string) string { return s.receipt(path, s.now()) }

func (s *Shield) receipt(path string, at time.Time) string {
	raw := binary.BigEndian.AppendUint64(nil, uint64(at.UnixMilli()))
	mac := hmac.New(sha256.New, s.key)
	fmt.Fprintf(mac, "receipt %s %x", path, raw)
	return encoding.EncodeToString(mac.Sum(raw))
}

// IsReceipt tells whether a receipt is for the path, and not older than Lifetime.
func (s *Shield) IsReceipt(text, path string) bool {
	raw, err := encoding.DecodeString(text)
	if err != nil || len(raw) != 8+sha256.Size {
		return false
	}
	at := time.UnixMilli(int64(binary.BigEndian.Uint64(raw)))
	age := s.now().Sub(at)
	return hmac.Equal([]byte(s.receipt(path, at)), []byte(text)) && age >= -skew && age <= Lifetime
}

// proof is what a token says about the form it was sent with.
type proof int

const (
	absent proof = iota
	sound
	hasty
	ahead
	expired
	worn
	forged
)

var proofs = map[proof]struct {
	score  int
	reason string
}{
	absent:  {1, "It did not come from a form of the site, or JavaScript was off"},
	hasty:   {Threshold, "The form was filled in faster than a person types"},
	ahead:   {1, "How long the form took is not known, as the clocks of the servers differ"},
	expired: {1, "The form's token had expired"},
	worn:    {3, "The form's token was used many times"},
	forged:  {3, "The form's token is not one of ours"},
}

// prove judges a form that should have taken at least so long.
func (s *Shield) prove(f Form, least time.Duration) proof {
	if !f.Given {
		return absent
	}
	raw, err := encoding.DecodeString(f.Token)
	if err != nil || len(raw) != tokenSize || !hmac.Equal(s.sign(raw[:8+nonceSize:8+nonceSize]), raw) {
		return forged
	}
	age := s.now().Sub(time.UnixMilli(int64(binary.BigEndian.Uint64(raw))))
	switch {
	case age > Lifetime:
		return expired
	case s.limits == nil:
		return sound
	case age < least && (age >= 0 || age < -skew):
		return hasty
	case s.limits.Allow(uses, string(raw[8:8+nonceSize])) != nil:
		return worn
	case age < 0:
		// Only another instance's clock makes this; it counts no more than no token.
		return ahead
	}
	return sound
}
