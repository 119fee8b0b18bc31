package auth

import (
	"context"
	"errors"

	"vitrine/internal/fault"
	"vitrine/internal/procedure"
	"vitrine/internal/schema"
	"vitrine/internal/store"
)

// NeedsPassword is the message of what is done only shortly after a sign-in; a
// screen that meets it asks for the password and calls confirm_password.
const NeedsPassword = "reauthentication_needed"

// RequireFresh refuses callers whose last sign-in is a while ago: a session left
// open must not be enough for everything.
func (s *Service) RequireFresh(ctx context.Context, db store.Session) error {
	who, err := s.load(ctx, db.Actor().SessionID)
	if err != nil {
		return err
	}
	if who.user == nil {
		return noSession()
	}
	if who.session.isFresh(proof.isFirst, s.now()) || !who.user.HasPassword() {
		return nil
	}
	return fault.New(fault.Invalid, NeedsPassword).Hinting("Please enter your password once more.")
}

type currentPassword struct {
	Password string `json:"current_password"`
}

// confirmPassword makes the caller's session as fresh as a new one.
func (s *Service) confirmPassword(ctx context.Context, db store.Session, a currentPassword) (procedure.Nothing, error) {
	who, err := s.load(ctx, db.Actor().SessionID)
	if err != nil {
		return nil, err
	}
	if who.user == nil {
		return nil, noSession()
	}
	wrong := fault.New(fault.Invalid, "The password is not right.").Hinting("This is not your current password.")
	if a.Password == "" || len(a.Password) > maxPassword {
		return nil, wrong
	}
	if err := s.limits.Allow(passwordTrials, who.user.ID); err != nil {
		return nil, crowded(err, "Too many passwords were tried.")
	}
	leave, err := s.hasher.enter()
	if err != nil {
		return nil, err
	}
	defer leave()
	if _, err := s.guess(ctx, who.user.Email, a.Password, addressOf(ctx)); err != nil {
		if errors.Is(err, badCredentials) {
			err = wrong
		}
		return nil, err
	}
	return nil, s.store.AsSystem().Tx(ctx, func(tx store.Session) error {
		row, err := one(tx.One(ctx, &schema.Sessions, store.Eq("id", who.session.id)))
		if err != nil || row == nil {
			return err
		}
		x := sessionOf(row)
		proofs := []proof{{byPassword, s.now().Unix()}}
		for _, p := range x.proofs {
			if p.Method != byPassword {
				proofs = append(proofs, p)
			}
		}
		return level(ctx, tx, x.id, x.aal, proofs)
	})
}
