package auth

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"github.com/google/uuid"

	"vitrine/internal/fault"
	"vitrine/internal/schema"
	"vitrine/internal/store"
)

const (
	idleLife     = 12 * time.Hour
	absoluteLife = 14 * 24 * time.Hour
	maxSessions  = 10
	grace        = 10 * time.Second
	freshLife    = 10 * time.Minute // after it a password is asked for again
)

// The levels of assurance: one proof, or a second one from another device.
const (
	aal1 = "aal1"
	aal2 = "aal2"
)

// proof is one way in which the person of a session showed who they are.
type proof struct {
	Method string `json:"method"`
	At     int64  `json:"timestamp"`
}

// session is a sign-in that has not ended.
type session struct {
	id, userID         string
	created, refreshed time.Time
	aal                string
	proofs             []proof // the latest first
	device             device
}

func sessionOf(row store.Row) session {
	x := session{
		id: row.Text("id"), userID: row.Text("user_id"), aal: row.Text("aal"),
		created: row.Time("created_at"), refreshed: row.Time("refreshed_at"),
		device: device{row.Text("user_agent"), row.Text("address")},
	}
	raw, _ := row["amr"].(json.RawMessage)
	if json.Unmarshal(raw, &x.proofs) != nil || len(x.proofs) == 0 {
		x.proofs = []proof{{byPassword, x.created.Unix()}}
	}
	return x
}

// alive judges a session by the clock. One that seems to come from the
// future is over: a clock set back must not lengthen it.
func (x session) alive(now time.Time) bool {
	return now.Before(x.created.Add(absoluteLife)) && now.Before(x.refreshed.Add(idleLife)) &&
		!x.created.After(now.Add(skew)) && !x.refreshed.After(now.Add(skew))
}

// atMost is the session for a token of a level: one that was issued before
// the second factor was proven does not rise with its session.
func (x session) atMost(aal string) session {
	if aal != aal2 {
		x.aal = aal1
	}
	return x
}

// isFresh tells whether a proof of some kind was given a short while ago.
func (x session) isFresh(kind func(proof) bool, now time.Time) bool {
	return slices.ContainsFunc(x.proofs, func(p proof) bool {
		age := now.Sub(time.Unix(p.At, 0))
		return kind(p) && age < p.life() && age > -skew
	})
}

// life is how long a proof stands for the person themself. A link came by
// mail, and whoever follows one may have to look for their recovery codes.
func (p proof) life() time.Duration {
	if p.Method == byLink {
		return linkLives[recoveryLink]
	}
	return freshLife
}

func (p proof) isFirst() bool { return !p.isSecond() }

// grant is a session with the refresh token that continues it.
type grant struct {
	user    User
	session session
	refresh string
}

// device is what a session remembers of where it began.
type device struct{ agent, address string }

func userLock(id string) string    { return "auth user " + id }
func sessionLock(id string) string { return "auth session " + id }

// open begins a session. It ends those that are over, and the oldest ones
// beyond the number a user may have.
func (s *Service) open(ctx context.Context, tx store.Session, u User, d device, method string) (grant, error) {
	now := s.now().UTC().Truncate(time.Microsecond)
	rows, err := tx.Select(ctx, &schema.Sessions, store.Query{
		Where: store.All{store.Eq("user_id", u.ID)}, Order: []store.Order{store.Desc("created_at")},
	})
	if err != nil {
		return grant{}, err
	}
	kept := 0
	for _, row := range rows {
		if old := sessionOf(row); old.alive(now) && kept < maxSessions-1 {
			kept++
		} else if err := end(ctx, tx, store.Eq("id", old.id)); err != nil {
			return grant{}, err
		}
	}
	x := session{
		id: uuid.NewString(), userID: u.ID, created: now, refreshed: now,
		aal: aal1, proofs: []proof{{method, now.Unix()}}, device: d,
	}
	_, err = tx.Insert(ctx, &schema.Sessions, store.Row{
		"id": x.id, "user_id": u.ID, "created_at": now, "refreshed_at": now,
		"user_agent": d.agent, "address": d.address, "aal": x.aal, "amr": x.proofs,
	})
	if err != nil {
		return grant{}, err
	}
	if u.factors, err = factorsOf(ctx, tx, u.ID); err != nil {
		return grant{}, err
	}
	token := newSecret()
	return grant{u, x, token}, s.keepToken(ctx, tx, x.id, token, now)
}

func (s *Service) keepToken(ctx context.Context, tx store.Session, sessionID, token string, now time.Time) error {
	_, err := tx.Insert(ctx, &schema.RefreshTokens, store.Row{"hash": digest(token), "session_id": sessionID, "created_at": now})
	return err
}

// end removes sessions; their refresh tokens go with them.
func end(ctx context.Context, tx store.Session, which store.Cond) error {
	_, err := tx.Delete(ctx, &schema.Sessions, which)
	return err
}

// refresh continues the session of a refresh token. Tabs that refresh at the
// same time, and a client whose answer was lost, get the same successor; a
// used token that comes later is a stolen one and ends the session.
func (s *Service) refresh(ctx context.Context, token string) (grant, error) {
	known, err := one(s.store.AsSystem().One(ctx, &schema.RefreshTokens, store.Eq("hash", digest(token))))
	if err != nil {
		return grant{}, err
	}
	if known == nil {
		if err := s.limits.Allow(unknownTokens, addressOf(ctx)); err != nil {
			return grant{}, crowded(err, "Too many requests with unknown refresh tokens.")
		}
		return grant{}, tokenNotFound
	}
	var g grant
	var refused error // an answer that is no reason to roll back
	err = s.store.AsSystem().Tx(ctx, func(tx store.Session) error {
		var err error
		g, refused, err = s.rotate(ctx, tx, known.Text("session_id"), token)
		return err
	})
	if fault.Is(err, fault.NoParent) {
		err = tokenNotFound // the session ended meanwhile
	}
	if err == nil {
		err = refused
	}
	return g, err
}

func (s *Service) rotate(ctx context.Context, tx store.Session, sessionID, token string) (g grant, refused, err error) {
	if err := tx.Lock(ctx, sessionLock(sessionID)); err != nil {
		return g, nil, err
	}
	now := s.now().UTC().Truncate(time.Microsecond)
	row, err := one(tx.One(ctx, &schema.RefreshTokens, store.Eq("hash", digest(token))))
	if row == nil || err != nil {
		return g, tokenNotFound, err
	}
	of, err := one(tx.One(ctx, &schema.Sessions, store.Eq("id", sessionID)))
	if of == nil || err != nil {
		return g, tokenNotFound, err
	}
	x := sessionOf(of)
	u, err := userWhere(ctx, tx, store.Eq("id", x.userID))
	if err != nil {
		return g, nil, err
	}
	next := s.successor(token)
	if !x.alive(now) {
		return g, sessionExpired, end(ctx, tx, store.Eq("id", x.id))
	}
	if u == nil || u.Disabled() {
		return g, tokenNotFound, end(ctx, tx, store.Eq("id", x.id))
	}
	used := row.Time("used_at")
	if stolen, err := s.isReuse(ctx, tx, used, next, now); err != nil {
		return g, nil, err
	} else if stolen {
		s.log.WarnContext(ctx, "a used refresh token came again; the session is ended", "user", x.userID, "session", x.id)
		return g, tokenReused, end(ctx, tx, store.Eq("id", x.id))
	}
	// The session comes before its tokens, as in a cascade: no deadlock.
	rows, err := tx.Update(ctx, &schema.Sessions, store.Eq("id", x.id), store.Row{"refreshed_at": now})
	if len(rows) == 0 || err != nil {
		return g, tokenNotFound, err
	}
	if used.IsZero() {
		err = s.use(ctx, tx, x.id, token, next, now)
	}
	if err != nil {
		return g, nil, err
	}
	x.refreshed = now
	u.factors, err = factorsOf(ctx, tx, u.ID)
	return grant{*u, x, next}, nil, err
}

// isReuse tells whether a token was used before, longer ago than the grace,
// and its successor has been used too.
func (s *Service) isReuse(ctx context.Context, tx store.Session, used time.Time, next string, now time.Time) (bool, error) {
	if age := now.Sub(used); used.IsZero() || age >= 0 && age <= grace {
		return false, nil
	}
	after, err := one(tx.One(ctx, &schema.RefreshTokens, store.Eq("hash", digest(next))))
	return after == nil || !after.Time("used_at").IsZero(), err
}

// use marks a token used and keeps its successor.
func (s *Service) use(ctx context.Context, tx store.Session, sessionID, token, next string, now time.Time) error {
	if _, err := tx.Update(ctx, &schema.RefreshTokens, store.Eq("hash", digest(token)), store.Row{"used_at": now}); err != nil {
		return err
	}
	return s.keepToken(ctx, tx, sessionID, next, now)
}

// Sweep removes sessions, links, challenges and unfinished enrolments whose
// time is over. Nobody depends on it:
// they are refused before they are swept.
func (s *Service) Sweep(ctx context.Context) error {
	now := s.now()
	return s.store.AsSystem().Tx(ctx, func(tx store.Session) error {
		over := store.Any{store.Lt("created_at", now.Add(-absoluteLife)), store.Lt("refreshed_at", now.Add(-idleLife))}
		if err := end(ctx, tx, over); err != nil {
			return err
		}
		for kind, life := range linkLives {
			_, err := tx.Delete(ctx, &schema.OneTimeTokens, store.All{store.Eq("kind", kind), store.Lt("created_at", now.Add(-life))})
			if err != nil {
				return err
			}
		}
		if _, err := tx.Delete(ctx, &schema.Challenges, store.Lt("created_at", now.Add(-challengeLife))); err != nil {
			return err
		}
		_, err := tx.Delete(ctx, &schema.Factors, store.All{store.IsNull("verified_at"), store.Lt("created_at", now.Add(-enrolLife))})
		return err
	})
}

// one makes a missing row a nil row; every other failure stays one.
func one(row store.Row, err error) (store.Row, error) {
	if fault.Is(err, fault.NotOne) {
		return nil, nil
	}
	return row, err
}
