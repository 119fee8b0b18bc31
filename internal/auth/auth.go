// Package auth speaks the GoTrue protocol: it signs people in, keeps their
// sessions and tells every other service who is calling. A token proves a
// session and nothing more; what its user may do is read from user_profiles
// when the request comes.
package auth

import (
	"cmp"
	"context"
	"crypto/cipher"
	"log/slog"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"

	"vitrine/internal/fault"
	"vitrine/internal/limit"
	"vitrine/internal/store"
)

// MinSecret is the shortest signing secret that New takes, in bytes.
const MinSecret = 32

// Options are what the service needs. Only Limits may be nil (no limits);
// Now and Log have their usual defaults.
type Options struct {
	Store     *store.Store
	Secret    []byte // signs access tokens and derives refresh tokens
	PublicURL string // origin of the site, without a slash at the end
	AnonKey   string // the public key that every client sends
	Limits    *limit.Limiter
	Now       func() time.Time
	Log       *slog.Logger
	// SendRecovery and SendInvitation put a letter into the outbox, inside
	// the transaction.
	SendRecovery   Letter
	SendInvitation Letter
	// HandOver lets an administrator have the link of an invitation, because
	// mail reaches nobody.
	HandOver func() bool
	// Tried hears of each attempt to sign in with a password; may be nil.
	Tried func(err error)
}

// What the reasons of these letters begin with: they go when their person does.
const (
	RecoveryLetter   = "recovery"
	InvitationLetter = "invitation"
)

// Letter carries a link to an address.
type Letter = func(ctx context.Context, tx store.Session, email, link string) error

// Service answers /auth/v1 and identifies callers.
type Service struct {
	store     *store.Store
	secret    []byte
	origin    string
	issuer    string
	anonKey   string
	limits    *limit.Limiter
	now       func() time.Time
	log       *slog.Logger
	send      Letter
	invite    Letter
	handsOver func() bool
	key       cipher.AEAD // seals the secrets of factors
	codeKey   []byte      // keys the hashes of recovery codes

	hasher   *hasher
	turns    turns
	cache    *store.Cache[string, principal]
	verified *store.Cache[string, claims]
	pause    func(ctx context.Context, d time.Duration) bool
	tried    func(err error)
}

// New makes the service. A secret below MinSecret is a mistake of the caller.
func New(o Options) *Service {
	if len(o.Secret) < MinSecret {
		panic("auth: the secret is too short")
	}
	s := &Service{
		store: o.Store, secret: o.Secret, anonKey: o.AnonKey, limits: o.Limits, now: o.Now, log: cmp.Or(o.Log, slog.Default()), send: o.SendRecovery, invite: o.SendInvitation, handsOver: o.HandOver, key: newKey(o.Secret), codeKey: derive(o.Secret, "vitrine recovery codes"),
		origin: strings.TrimSuffix(o.PublicURL, "/"), hasher: newHasher(), cache: newCache(o.Store), verified: store.NewCache(o.Store, maxVerified, func(token string, _ claims) int { return len(token) }), pause: fault.Sleep, tried: o.Tried,
	}
	if s.tried == nil {
		s.tried = func(error) {}
	}
	s.issuer = s.origin + "/auth/v1"
	if s.now == nil {
		s.now = time.Now
	}
	return s
}

// Routes registers everything below /auth/v1.
func (s *Service) Routes(mux *http.ServeMux) {
	for path, methods := range map[string]map[string]handler{
		"token":                  {"POST": s.token},
		"user":                   {"GET": s.signedIn(s.getUser), "PUT": s.signedIn(s.putUser)},
		"logout":                 {"POST": s.signedIn(s.logout)},
		"recover":                {"POST": s.recover},
		"verify":                 {"POST": s.verify},
		"factors":                {"POST": s.signedIn(s.enrolFactor)},
		"recovery-codes":         {"GET": s.signedIn(s.getCodes), "POST": s.signedIn(s.postCodes)},
		"recovery-codes/verify":  {"POST": s.signedIn(s.verifyCode)},
		"factors/{id}":           {"DELETE": s.signedIn(s.removeFactor)},
		"factors/{id}/challenge": {"POST": s.signedIn(s.challengeFactor)},
		"factors/{id}/verify":    {"POST": s.signedIn(s.verifyFactor)},
		"signup":                 {"POST": signupClosed},
		"health":                 {"GET": health},
		"settings":               {"GET": settings},
		".well-known/jwks.json":  {"GET": publicKeys},
	} {
		for method, do := range methods {
			mux.Handle(method+" /auth/v1/"+path, s.handle(do))
		}
		mux.Handle("/auth/v1/"+path, s.only(slices.Sorted(maps.Keys(methods))))
	}
	mux.Handle("/auth/v1", s.handle(notOffered))
	mux.Handle("/auth/v1/", s.handle(notOffered))
}
