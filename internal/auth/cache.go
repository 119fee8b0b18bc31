package auth

import (
	"time"

	"vitrine/internal/schema"
	"vitrine/internal/store"
)

const (
	// maxStandings bounds the memory of the cache.
	maxStandings = 20_000
	// maxAge bounds what a lost announcement can do: a session that ended
	// elsewhere is forgotten after it in any case.
	maxAge = time.Minute
)

// standing is what the database says about a session: whose it is and what
// that user may do. Without a user the session has ended.
type standing struct {
	session session
	user    *User
	role    schema.Role
	read    time.Time
}

func (at standing) isRecent(now time.Time) bool {
	age := now.Sub(at.read)
	return age >= 0 && age < maxAge
}

// newCache holds standings until a commit touches what they were read from, so
// that a steady stream of requests costs no read.
func newCache(s *store.Store) *store.Cache[standing] {
	return store.NewCache(s, maxStandings, func(standing) int { return 1 }, schema.Users.Name, schema.Sessions.Name, schema.UserProfiles.Name, schema.Factors.Name)
}
