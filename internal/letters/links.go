package letters

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"time"
)

// ConfirmDays is how long a link to confirm an address works. One to leave never ends.
const ConfirmDays = 7

// What a link does.
const (
	toConfirm byte = 1
	toLeave   byte = 2
)

// links seals what a link stands for, so that it tells its reader nothing: not
// whose it is, nor how many others there are.
type links struct{ sign, hide []byte }

func newLinks(secret string) *links {
	derive := func(what string) []byte {
		key, err := hkdf.Key(sha256.New, []byte(secret), nil, what, sha256.Size)
		if err != nil {
			panic(err) // a length that SHA-256 gives
		}
		return key
	}
	return &links{derive("vitrine links: sign"), derive("vitrine links: hide")}
}

var errBadLink = errors.New("the link is none of ours")

// seal is deterministic: the same link of the same letter is the same text. The
// sum of what is hidden is also what hides it.
func (k *links) seal(kind byte, numbers ...int64) string {
	plain := []byte{kind}
	for _, n := range numbers {
		plain = binary.AppendVarint(plain, n)
	}
	sum := k.sum(plain)
	return base64.RawURLEncoding.EncodeToString(append(sum, k.crypt(sum, plain)...))
}

func (k *links) open(kind byte, text string, numbers ...*int64) error {
	raw, err := base64.RawURLEncoding.Strict().DecodeString(text)
	if err != nil || len(raw) < aes.BlockSize+1 || len(raw) > 100 {
		return errBadLink
	}
	plain := k.crypt(raw[:aes.BlockSize], raw[aes.BlockSize:])
	if !hmac.Equal(k.sum(plain), raw[:aes.BlockSize]) || plain[0] != kind {
		return errBadLink
	}
	plain = plain[1:]
	for _, into := range numbers {
		n, size := binary.Varint(plain)
		if size <= 0 {
			return errBadLink
		}
		*into, plain = n, plain[size:]
	}
	return nil
}

func (k *links) sum(plain []byte) []byte {
	mac := hmac.New(sha256.New, k.sign)
	mac.Write(plain)
	return mac.Sum(nil)[:aes.BlockSize]
}

func (k *links) crypt(iv, text []byte) []byte {
	block, err := aes.NewCipher(k.hide)
	if err != nil {
		panic(err) // the key has the length of one
	}
	out := make([]byte, len(text))
	cipher.NewCTR(block, iv).XORKeyStream(out, text)
	return out
}

// confirmLink is good for ConfirmDays.
func (l *Letters) confirmLink(subscription int64, at time.Time) string {
	return l.PublicURL + "/newsletter/confirm?t=" + l.links.seal(toConfirm, subscription, at.Unix())
}

// leaveLink never ends. It knows its letter, so that staff see how many left with it.
func (l *Letters) leaveLink(subscription, letter int64) string {
	return l.PublicURL + "/newsletter/unsubscribe?t=" + l.links.seal(toLeave, subscription, letter)
}

// LinksOf are those of a subscription, as mails hold them.
func (l *Letters) LinksOf(subscription, letter int64) (confirm, leave string) {
	return l.confirmLink(subscription, l.now()), l.leaveLink(subscription, letter)
}
