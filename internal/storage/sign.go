package storage

import (
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"time"

	"vitrine/internal/store"
)

// maxSigned is how long a signed address may be good for.
const maxSigned = 300 * time.Second

// signer makes tokens that are good for one object and some minutes, and for
// nothing else: its key is derived for them alone, and they are no JWT.
type signer []byte

func newSigner(secret []byte) signer {
	if len(secret) == 0 {
		secret = make([]byte, sha256.Size)
		rand.Read(secret)
	}
	key, err := hkdf.Key(sha256.New, secret, nil, "vitrine signed addresses", sha256.Size)
	if err != nil {
		panic(err) // a length that SHA-256 gives
	}
	return key
}

// token holds the second at which it ends, and the sum of that and the object.
func (k signer) token(object store.Row, until time.Time) string {
	raw := binary.BigEndian.AppendUint64(nil, uint64(until.Unix()))
	mac := hmac.New(sha256.New, k)
	mac.Write(raw)
	// By the id of the object: another one under the same name is not meant.
	mac.Write([]byte(object.Text("id") + " " + object.Text("name")))
	return base64.RawURLEncoding.EncodeToString(mac.Sum(raw))
}

// holds tells whether a token is one for the object that has not ended. One that
// ends later than any may was made before the clock was set back. The texts are
// compared, as decoding passes over line ends.
func (k signer) holds(token string, object store.Row, now time.Time) bool {
	raw, err := base64.RawURLEncoding.DecodeString(token)
	if err != nil || len(raw) != 8+sha256.Size {
		return false
	}
	until := time.Unix(int64(binary.BigEndian.Uint64(raw)), 0)
	left := until.Sub(now)
	return hmac.Equal([]byte(k.token(object, until)), []byte(token)) && left > 0 && left <= maxSigned+time.Second
}
