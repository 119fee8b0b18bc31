package auth

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"

	"vitrine/internal/fault"
	"vitrine/internal/schema"
	"vitrine/internal/store"
)

// challengeLife is how long a challenge waits for its code.
const challengeLife = 5 * time.Minute

// challenge lets a session prove a factor of its user.
func (s *Service) challenge(ctx context.Context, who principal, factorID string) (id string, expires time.Time, err error) {
	if err := s.limits.Allow(challenges, who.user.ID); err != nil {
		return "", expires, crowded(err, "Too many challenges.")
	}
	now := s.now()
	id = uuid.NewString()
	err = s.asUser(ctx, who, func(tx store.Session, x session) error {
		f, _, err := s.factor(ctx, tx, x.userID, factorID)
		if err != nil {
			return err
		}
		if _, err := tx.Update(ctx, &schema.Factors, store.Eq("id", f.id), store.Row{"last_challenged_at": now}); err != nil {
			return err
		}
		_, err = tx.Insert(ctx, &schema.Challenges, store.Row{"id": id, "factor_id": f.id, "session_id": x.id, "created_at": now})
		return err
	})
	if fault.Is(err, fault.NoParent) {
		err = noSession() // signed out meanwhile
	}
	return id, now.Add(challengeLife), err
}

// prove takes the code that answers a challenge and lifts the session to the
// second level. Attempts on one factor go one after another, and wrong codes
// are counted.
func (s *Service) prove(ctx context.Context, who principal, factorID, challengeID, code string) (g grant, err error) {
	done, err := s.turns.take(ctx, factorID)
	if err != nil {
		return g, err
	}
	defer done()
	if err := s.limits.Check(wrongCodes, factorID); err != nil {
		return g, crowded(err, "Too many wrong codes.")
	}
	err = s.asUser(ctx, who, func(tx store.Session, x session) (err error) {
		g, err = s.lift(ctx, tx, x, factorID, challengeID, code)
		return err
	})
	if errors.Is(err, wrongCode) {
		s.limits.Allow(wrongCodes, factorID)
		s.log.InfoContext(ctx, "a code was refused", "user", who.user.ID)
	}
	return g, err
}

func (s *Service) lift(ctx context.Context, tx store.Session, x session, factorID, challengeID, code string) (grant, error) {
	if err := tx.Lock(ctx, sessionLock(x.id)); err != nil {
		return grant{}, err
	}
	f, row, err := s.factor(ctx, tx, x.userID, factorID)
	if err != nil {
		return grant{}, err
	}
	if err := s.answers(ctx, tx, x, f, challengeID); err != nil {
		return grant{}, err
	}
	step, err := s.check(f, row, code)
	if err != nil {
		return grant{}, err
	}
	patch := store.Row{"last_step": step, "updated_at": s.now()}
	if !f.isVerified() {
		patch["verified_at"] = s.now()
	}
	if _, err := tx.Update(ctx, &schema.Factors, store.Eq("id", f.id), patch); err != nil {
		return grant{}, err
	}
	if !f.isVerified() {
		if err := s.finishEnrolment(ctx, tx, x); err != nil {
			return grant{}, err
		}
		return s.renew(ctx, tx, x, byCode)
	}
	return s.complete(ctx, tx, x, byCode)
}

// answers checks that the challenge is one of this factor and session, and
// that its time is not over.
func (s *Service) answers(ctx context.Context, tx store.Session, x session, f factor, challengeID string) error {
	row, err := one(tx.One(ctx, &schema.Challenges, store.Eq("id", challengeID), store.Eq("factor_id", f.id), store.Eq("session_id", x.id)))
	if err != nil {
		return err
	}
	if row == nil {
		return noChallenge
	}
	now, made := s.now(), row.Time("created_at")
	if !now.Before(made.Add(challengeLife)) || made.After(now.Add(skew)) {
		return challengeOver
	}
	return nil
}

// check returns the step of a code that is right and was not used before.
func (s *Service) check(f factor, row store.Row, code string) (int64, error) {
	sealed, _ := row["secret"].([]byte)
	secret, err := s.unseal(sealed, f.id)
	if err != nil {
		s.log.Error("a second factor cannot be read; was the signing secret changed? vitrine user reset-factors removes it", "factor", f.id, "error", err)
		return 0, unreadable
	}
	step, ok, err := matching(secret, code, s.now(), row.Int("last_step"))
	if err == nil && !ok {
		err = wrongCode
	}
	return step, err
}

// finishEnrolment follows the first code of a factor: other enrolments were given up,
// and whoever came in by a password alone must come in again.
func (s *Service) finishEnrolment(ctx context.Context, tx store.Session, x session) error {
	mine := store.Eq("user_id", x.userID)
	if _, err := tx.Delete(ctx, &schema.Factors, store.All{mine, store.IsNull("verified_at")}); err != nil {
		return err
	}
	if err := announceUser(ctx, tx, x.userID); err != nil {
		return err
	}
	return end(ctx, tx, store.All{mine, store.Eq("aal", aal1), store.Neq("id", x.id)})
}

// complete takes the second proof of somebody who signs in, or gives it anew.
func (s *Service) complete(ctx context.Context, tx store.Session, x session, method string) (grant, error) {
	g, err := s.renew(ctx, tx, x, method)
	if err != nil || x.aal == aal2 {
		return g, err
	}
	return g, noteSignIn(ctx, tx, g)
}

// renew gives the session its second level and a new refresh token. Those of
// before are gone, the used ones without their grace: one that was stolen
// before the code was entered does not reach the second level. A tab that
// refreshes at that moment keeps what the client has stored meanwhile.
func (s *Service) renew(ctx context.Context, tx store.Session, x session, method string) (grant, error) {
	now := s.now().UTC().Truncate(time.Microsecond)
	x.aal, x.proofs = aal2, append([]proof{{method, now.Unix()}}, ofFirstLevel(x.proofs)...)
	if err := level(ctx, tx, x.id, x.aal, x.proofs); err != nil {
		return grant{}, err
	}
	for _, spent := range []*schema.Table{&schema.Challenges, &schema.RefreshTokens} {
		if _, err := tx.Delete(ctx, spent, store.Eq("session_id", x.id)); err != nil {
			return grant{}, err
		}
	}
	u, err := userWhere(ctx, tx, store.Eq("id", x.userID))
	if err != nil {
		return grant{}, err
	}
	if u == nil {
		return grant{}, noSession()
	}
	if u.factors, err = factorsOf(ctx, tx, u.ID); err != nil {
		return grant{}, err
	}
	token := newSecret()
	return grant{*u, x, token}, s.keepToken(ctx, tx, x.id, token, now)
}
