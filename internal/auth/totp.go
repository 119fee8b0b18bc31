package auth

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base32"
	"errors"
	"fmt"
	"image/color"
	"strings"
	"time"

	"github.com/boombuler/barcode/qr"
	"github.com/pquerna/otp"
	"github.com/pquerna/otp/hotp"
	"github.com/pquerna/otp/totp"
)

// A code holds for one step; that of a neighbouring step is taken too,
// because clocks differ and typing takes time.
const (
	stepSeconds = 30
	neighbours  = 1
)

// derive makes a key for one purpose from the signing secret, which is not in the
// database: who has a copy of that alone can use nothing that is sealed or keyed.
func derive(secret []byte, purpose string) []byte {
	key, err := hkdf.Key(sha256.New, secret, nil, purpose, sha256.Size)
	if err != nil {
		panic("auth: " + err.Error()) // the length is a constant
	}
	return key
}

// newKey derives the key that seals the secrets of factors, so that a copy of
// the database alone gives nobody a code.
func newKey(secret []byte) cipher.AEAD {
	block, err := aes.NewCipher(derive(secret, "vitrine second factors"))
	if err != nil {
		panic("auth: " + err.Error())
	}
	key, err := cipher.NewGCMWithRandomNonce(block)
	if err != nil {
		panic("auth: " + err.Error())
	}
	return key
}

// seal binds a secret to its factor: in another row it does not open.
func (s *Service) seal(secret []byte, factorID string) []byte {
	return s.key.Seal(nil, nil, secret, []byte(factorID))
}

func (s *Service) unseal(sealed []byte, factorID string) ([]byte, error) {
	return s.key.Open(nil, nil, sealed, []byte(factorID))
}

// newSharedSecret has the 160 bits that RFC 4226 recommends.
func newSharedSecret() []byte {
	raw := make([]byte, 20)
	rand.Read(raw)
	return raw
}

var base32Text = base32.StdEncoding.WithPadding(base32.NoPadding)

// matching finds the step whose code it is, later than the last one used;
// ok is false when there is none.
func matching(secret []byte, code string, at time.Time, last int64) (step int64, ok bool, err error) {
	code = strings.ReplaceAll(code, " ", "") // apps show it in two groups
	now := at.Unix() / stepSeconds
	for step = now - neighbours; step <= now+neighbours; step++ {
		if step <= last || step < 0 {
			continue
		}
		ok, err = hotp.ValidateCustom(code, uint64(step), base32Text.EncodeToString(secret), hotp.ValidateOpts{Digits: otp.DigitsSix, Algorithm: otp.AlgorithmSHA1})
		if errors.Is(err, otp.ErrValidateInputInvalidLength) {
			return 0, false, nil
		}
		if ok || err != nil {
			return step, ok, err
		}
	}
	return 0, false, nil
}

// keyURI is what an authenticator app reads from the picture.
func keyURI(issuer, account string, secret []byte) (string, error) {
	key, err := totp.Generate(totp.GenerateOpts{Issuer: issuer, AccountName: account, Secret: secret, Period: stepSeconds, Digits: otp.DigitsSix, Algorithm: otp.AlgorithmSHA1})
	if err != nil {
		return "", fmt.Errorf("write the address of a factor: %w", err)
	}
	return key.URL(), nil
}

const quietZone = 4 // modules that a reader needs around the code

// picture draws text as a QR code in SVG. It names its colours, because the
// client puts the SVG unescaped into a data URI, where # would end it.
func picture(text string) (string, error) {
	code, err := qr.Encode(text, qr.M, qr.Auto)
	if err != nil {
		return "", fmt.Errorf("draw a QR code: %w", err)
	}
	size := code.Bounds().Dx()
	var path strings.Builder
	for y := range size {
		for x := 0; x < size; x++ {
			begin := x
			for x < size && code.At(x, y) == color.Black {
				x++
			}
			if x > begin {
				fmt.Fprintf(&path, "M%d %dh%dv1h-%dz", begin+quietZone, y+quietZone, x-begin, x-begin)
			}
		}
	}
	full := size + 2*quietZone
	return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" width="240" height="240" viewBox="0 0 %d %d" shape-rendering="crispEdges">`+
		`<rect width="%d" height="%d" fill="white"/><path fill="black" d="%s"/></svg>`, full, full, full, full, path.String()), nil
}
