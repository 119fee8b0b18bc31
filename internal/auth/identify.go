package auth

import (
	"context"
	"net/http"
	"strings"
	"time"

	"vitrine/internal/fault"
	"vitrine/internal/schema"
	"vitrine/internal/store"
)

// visitor is everybody who has not signed in.
var visitor = schema.Actor{Role: schema.Visitor, Label: "anon"}

// Identify tells who makes a request. The public key stands for a visitor; a
// token that does not verify, or whose session has ended, is an error and
// never a visitor; so is one whose user has a second factor that the session
// has not proven. A user without a profile has the rights of a viewer.
// Address is left to the caller.
func (s *Service) Identify(r *http.Request) (schema.Actor, error) {
	if err := s.checkKey(r); err != nil {
		return schema.Actor{}, err
	}
	token, given, err := bearer(r)
	if err != nil {
		return schema.Actor{}, err
	}
	if !given {
		return visitor, nil
	}
	return s.identify(r.Context(), token)
}

// ActorOf tells whose token it is, for callers that have no request. The
// public key, or none at all, stands for a visitor.
func (s *Service) ActorOf(ctx context.Context, token string) (schema.Actor, error) {
	if token == "" {
		return visitor, nil
	}
	return s.identify(ctx, token)
}

func (s *Service) identify(ctx context.Context, token string) (schema.Actor, error) {
	if token == s.anonKey {
		return visitor, nil
	}
	at, err := s.principal(ctx, token)
	if err != nil {
		return schema.Actor{}, err
	}
	if at.session.owes(at.user.factors) {
		return schema.Actor{}, fault.New(fault.NeedsFactor, "This session must be verified with a second factor").
			Hinting("Please enter the code from your authenticator app.")
	}
	return schema.Actor{Role: at.role, UserID: at.user.ID, SessionID: at.session.id, Label: at.user.ID}, nil
}

// checkKey refuses a key that is not the public one. The key grants nothing.
func (s *Service) checkKey(r *http.Request) error {
	for _, key := range r.Header.Values("Apikey") {
		if key != s.anonKey {
			return fault.New(fault.BadKey, "Invalid API key").Hinting("Double check your Supabase `anon` or `service_role` API key.")
		}
	}
	return nil
}

// bearer takes the token from the header; given is false without a header.
func bearer(r *http.Request) (token string, given bool, err error) {
	values := r.Header.Values("Authorization")
	if len(values) == 0 || len(values) == 1 && values[0] == "" {
		return "", false, nil
	}
	scheme, token, ok := strings.Cut(values[0], " ")
	if len(values) > 1 || !ok || !strings.EqualFold(scheme, "Bearer") || token == "" {
		return "", true, fault.New(fault.BadToken, "Authorization must be one Bearer token")
	}
	return token, true, nil
}

// principal finds the live session of a token.
func (s *Service) principal(ctx context.Context, token string) (principal, error) {
	c, err := s.readToken(token)
	if err != nil {
		return principal{}, err
	}
	at, generation, ok := s.cache.Get(c.SessionID)
	if !ok || !at.isRecent(s.now()) {
		if at, err = s.load(ctx, c.SessionID); err != nil {
			return principal{}, err
		}
		s.cache.Put(c.SessionID, at, generation)
	}
	if at.user == nil || at.user.ID != c.Subject || at.user.Disabled() || !at.session.alive(s.now()) {
		return principal{}, noSession()
	}
	at.session = at.session.atMost(c.AAL)
	return at, nil
}

func (s *Service) load(ctx context.Context, sessionID string) (principal, error) {
	db := s.store.AsSystem()
	at := principal{role: schema.Viewer, read: s.now()}
	row, err := one(db.One(ctx, &schema.Sessions, store.Eq("id", sessionID)))
	if row == nil || err != nil {
		return at, err
	}
	at.session = sessionOf(row)
	if at.user, err = userWhere(ctx, db, store.Eq("id", at.session.userID)); at.user == nil || err != nil {
		return at, err
	}
	if at.user.factors, err = factorsOf(ctx, db, at.session.userID); err != nil {
		return principal{}, err
	}
	profile, err := one(db.One(ctx, &schema.UserProfiles, store.Eq("user_id", at.session.userID)))
	if err != nil {
		return principal{}, err
	}
	if profile != nil {
		at.role = schema.Role(profile.Text("role"))
	}
	return at, nil
}

func noSession() error {
	return fault.New(fault.NoSession, "Session from session_id claim in JWT does not exist")
}

const (
	// maxPrincipals bounds the memory of the cache.
	maxPrincipals = 20_000
	// maxAge bounds what a lost announcement can do: a session that ended
	// elsewhere is forgotten after it in any case.
	maxAge = time.Minute
)

// principal is what the database says about a session: whose it is and what
// that user may do. Without a user the session has ended.
type principal struct {
	session session
	user    *User
	role    schema.Role
	read    time.Time
}

func (at principal) isRecent(now time.Time) bool {
	age := now.Sub(at.read)
	return age >= 0 && age < maxAge
}

// newCache holds principals until a commit touches what they were read from, so
// that a steady stream of requests costs no read.
func newCache(s *store.Store) *store.Cache[string, principal] {
	return store.NewCache(s, maxPrincipals, func(string, principal) int { return 1 }, schema.Users.Name, schema.Sessions.Name, schema.UserProfiles.Name, schema.Factors.Name)
}
