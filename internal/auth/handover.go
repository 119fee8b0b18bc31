package auth

import (
	"context"

	"vitrine/internal/fault"
	"vitrine/internal/store"
)

// handOver makes a link for a person whose invitation was mailed to nobody. It
// ends the link before it, and is told once, to the administrator who asks.
func (s *Service) handOver(ctx context.Context, db store.Session, id string) (link string, err error) {
	if !s.handsOver {
		return "", sentence(fault.Invalid, "This site sends invitations by mail.")
	}
	err = db.AsSystem().Tx(ctx, func(tx store.Session) error {
		if err := tx.Lock(ctx, userLock(id)); err != nil {
			return err
		}
		u, err := s.find(ctx, tx, id)
		switch {
		case err != nil:
			return err
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
