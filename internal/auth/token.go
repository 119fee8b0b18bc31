package auth

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"strings"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/google/uuid"

	"vitrine/internal/fault"
)

const (
	accessLife = 900 * time.Second
	audience   = "authenticated"
	maxToken   = 8 << 10
	// maxVerified is how many bytes of verified tokens are remembered.
	maxVerified = 256 << 10
	// skew is how far the clocks of two instances may differ. What claims to
	// come from later than that was made before the clock was set back.
	skew = 30 * time.Second
)

// claims are what we read from an access token. What the user may do is not
// among them.
type claims struct {
	jwt.RegisteredClaims
	Role      string `json:"role"`
	SessionID string `json:"session_id"`
	AAL       string `json:"aal"`
}

// accessToken signs a token for the session and tells when it ends.
func (s *Service) accessToken(u User, x session) (string, time.Time, error) {
	issued := s.now().Truncate(time.Second)
	expires := issued.Add(accessLife)
	text, err := jwt.NewWithClaims(jwt.SigningMethodHS256, jwt.MapClaims{
		"iss": s.issuer, "sub": u.ID, "aud": audience, "role": audience,
		"iat": issued.Unix(), "exp": expires.Unix(),
		"email": u.Email, "phone": "", "session_id": x.id, "aal": x.aal, "amr": x.proofs,
		"app_metadata": appMetadata, "user_metadata": json.RawMessage(u.metadata), "is_anonymous": false,
	}).SignedString(s.secret)
	return text, expires, err
}

// readToken verifies an access token. Whether its session lives is another
// question. One that was verified before is not looked into again until it ends.
func (s *Service) readToken(text string) (claims, error) {
	c, generation, found := s.verified.Get(text)
	if found && s.now().Before(c.ExpiresAt.Time) && !s.isEarly(c) {
		return c, nil
	}
	c, err := s.verifyToken(text)
	if err == nil {
		s.verified.Put(strings.Clone(text), c, generation)
	}
	return c, err
}

// isEarly tells of a token that claims to come from the future.
func (s *Service) isEarly(c claims) bool { return c.IssuedAt.After(s.now().Add(skew)) }

func (s *Service) verifyToken(text string) (claims, error) {
	var c claims
	if len(text) > maxToken {
		return c, fault.New(fault.BadToken, "JWT is too long")
	}
	token, err := jwt.ParseWithClaims(text, &c, func(t *jwt.Token) (any, error) {
		// Our tokens have no other header, and a key is never taken from one.
		for name := range t.Header {
			if name != "alg" && name != "typ" {
				return nil, errors.New("unexpected header " + name)
			}
		}
		return s.secret, nil
	},
		jwt.WithValidMethods([]string{"HS256"}), jwt.WithStrictDecoding(), jwt.WithExpirationRequired(),
		jwt.WithAudience(audience), jwt.WithIssuer(s.issuer), jwt.WithTimeFunc(s.now))
	if errors.Is(err, jwt.ErrTokenExpired) {
		return c, fault.New(fault.ExpiredToken, "JWT expired").Because(err)
	}
	if err != nil || !token.Valid {
		return c, badToken(err)
	}
	if c.Role != audience || c.IssuedAt == nil || s.isEarly(c) {
		return c, badToken(errors.New("claims are not ours"))
	}
	if uuid.Validate(c.Subject) != nil || uuid.Validate(c.SessionID) != nil {
		return c, badToken(errors.New("no subject or session"))
	}
	return c, nil
}

func badToken(err error) error {
	return fault.New(fault.BadToken, "JWT could not be decoded or verified").Because(err)
}

// newSecret is an opaque token of 256 bits.
func newSecret() string {
	raw := make([]byte, 32)
	rand.Read(raw)
	return base64.RawURLEncoding.EncodeToString(raw)
}

// successor is the refresh token that follows another. It is derived, not
// stored, so that it can be given again when its answer was lost.
func (s *Service) successor(token string) string {
	mac := hmac.New(sha256.New, s.secret)
	mac.Write([]byte("refresh token " + token))
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}

// digest is what the database keeps of a token.
func digest(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}
