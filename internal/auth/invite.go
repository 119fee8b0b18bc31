package auth

import (
	"context"

	"vitrine/internal/fault"
	"vitrine/internal/schema"
	"vitrine/internal/store"
)

// inviteUser makes an account without a password and sends its person a link
// to choose one. Inviting again sends a new link, which ends the old one.
func (s *Service) inviteUser(ctx context.Context, db store.Session, email string, role schema.Role) (u User, err error) {
	email = normal(email)
	if err := s.checkNew(email, role); err != nil {
		return u, err
	}
	if err := s.limits.Allow(invitations, email); err != nil {
		return u, crowded(err, "Too many invitations to this address.")
	}
	err = db.AsSystem().Tx(ctx, func(tx store.Session) error {
		if u, err = s.invited(ctx, tx, email, role); err != nil {
			return err
		}
		if _, err := tx.Update(ctx, &schema.Users, store.Eq("id", u.ID), store.Row{"invited_at": s.now(), "updated_at": s.now()}); err != nil {
			return err
		}
		link, err := s.link(ctx, tx, u.ID, inviteLink)
		if err != nil {
			return err
		}
		return s.invite(ctx, tx, u.Email, link)
	})
	return u, err
}

// invited is the account to invite: a new one, or one without a password.
func (s *Service) invited(ctx context.Context, tx store.Session, email string, role schema.Role) (User, error) {
	known, err := userWhere(ctx, tx, store.Folded("email", email))
	if err != nil {
		return User{}, err
	}
	if known == nil {
		return s.add(ctx, tx, email, "", role)
	}
	if err := tx.Lock(ctx, userLock(known.ID)); err != nil {
		return User{}, err
	}
	u, err := s.find(ctx, tx, known.ID)
	switch {
	case err != nil:
		return User{}, err
	case u.HasPassword():
		return User{}, sentence(fault.Duplicate, "There is already a user with this address.")
	case u.Disabled():
		return User{}, sentence(fault.Invalid, "This account is disabled. Enable it before inviting this person again.")
	}
	return u, setProfile(ctx, tx, u.ID, role)
}

// handOver makes a link for a person whose invitation was mailed to nobody. It
// ends the link before it, and is told once, to the administrator who asks.
func (s *Service) handOver(ctx context.Context, db store.Session, id string) (link string, err error) {
	if !s.handsOver {
		return "", sentence(fault.Invalid, "This site sends invitations by mail.")
	}
	err = s.administer(ctx, db, id, func(tx store.Session, u User) error {
		switch {
		case u.HasPassword():
			return sentence(fault.Duplicate, "This person has chosen a password already.")
		case u.Disabled():
			return sentence(fault.Invalid, "This account is disabled. Enable it before inviting this person again.")
		}
		link, err = s.link(ctx, tx, u.ID, inviteLink)
		return err
	})
	return link, err
}

func (s *Service) callHandOver(ctx context.Context, db store.Session, who ofUser) (handover, error) {
	link, err := s.handOver(ctx, db, string(who.UserID))
	return handover{link}, err
}

type handover struct {
	Link string `json:"link"`
}
