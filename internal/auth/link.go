package auth

import (
	"context"
	"net/url"
	"time"

	"vitrine/internal/fault"
	"vitrine/internal/schema"
	"vitrine/internal/store"
)

// The kinds of link, and how long each opens a session.
const (
	recoveryLink = "recovery"
	inviteLink   = "invite"
)

var linkLives = map[string]time.Duration{recoveryLink: time.Hour, inviteLink: 7 * 24 * time.Hour}

// recoveryTime is how long every request for a letter takes. Writing one
// takes less, so the clock does not tell which addresses exist.
const recoveryTime = 300 * time.Millisecond

// sendLink queues a letter with a recovery link, if the address is that of a
// user. Too many letters to one address are silently not sent.
func (s *Service) sendLink(ctx context.Context, email string) error {
	if err := s.limits.Allow(recoveries, addressOf(ctx)); err != nil {
		return crowded(err, "Too many password reset requests.")
	}
	began := time.Now()
	defer func() { s.pause(ctx, recoveryTime-time.Since(began)) }()
	allowed := s.limits.Allow(letters, email) == nil
	u, err := userWhere(ctx, s.store.AsSystem(), store.Folded("email", email))
	if err != nil {
		return err
	}
	if u == nil || u.Disabled() || !allowed {
		return nil
	}
	return s.store.AsSystem().Tx(ctx, func(tx store.Session) error {
		link, err := s.link(ctx, tx, u.ID, recoveryLink)
		if err != nil {
			return err
		}
		return s.send(ctx, tx, u.Email, link)
	})
}

// link makes a link that opens one session. It replaces an earlier link of
// its kind.
func (s *Service) link(ctx context.Context, tx store.Session, userID, kind string) (string, error) {
	if err := tx.Lock(ctx, userLock(userID)); err != nil {
		return "", err
	}
	if _, err := tx.Delete(ctx, &schema.OneTimeTokens, store.All{store.Eq("user_id", userID), store.Eq("kind", kind)}); err != nil {
		return "", err
	}
	token := newSecret()
	_, err := tx.Insert(ctx, &schema.OneTimeTokens, store.Row{"hash": digest(token), "user_id": userID, "kind": kind, "created_at": s.now()})
	return s.origin + "/admin/reset?" + url.Values{"token_hash": {token}, "type": {kind}}.Encode(), err
}

// follow opens a session for the token of a link, once.
func (s *Service) follow(ctx context.Context, token, kind string, d device) (g grant, err error) {
	if err := s.limits.Allow(verifications, d.address); err != nil {
		return g, crowded(err, "Too many attempts from your network.")
	}
	where := store.All{store.Eq("hash", digest(token)), store.Eq("kind", kind)}
	known, err := one(s.store.AsSystem().One(ctx, &schema.OneTimeTokens, where))
	if err != nil {
		return g, err
	}
	if known == nil {
		return g, linkExpired
	}
	userID := known.Text("user_id")
	var refused error // an answer that is no reason to roll back
	err = s.store.AsSystem().Tx(ctx, func(tx store.Session) error {
		g, refused = grant{}, nil
		if err := tx.Lock(ctx, userLock(userID)); err != nil {
			return err
		}
		taken, err := tx.Delete(ctx, &schema.OneTimeTokens, where)
		if err != nil {
			return err
		}
		u, err := userWhere(ctx, tx, store.Eq("id", userID))
		if err != nil {
			return err
		}
		if len(taken) == 0 || u == nil || u.Disabled() || !s.fresh(taken[0].Time("created_at"), kind) {
			refused = linkExpired
			return nil
		}
		rows, err := tx.Update(ctx, &schema.Users, store.Eq("id", userID), store.Row{"last_sign_in_at": s.now()})
		if err != nil || len(rows) == 0 {
			refused = linkExpired
			return err
		}
		if g, err = s.open(ctx, tx, userOf(rows[0]), d, byLink); err != nil {
			return err
		}
		return noteSignIn(ctx, tx, g)
	})
	if fault.Is(err, fault.NoParent) {
		err = linkExpired
	}
	if err == nil {
		err = refused
	}
	return g, err
}

func (s *Service) fresh(created time.Time, kind string) bool {
	now := s.now()
	return now.Before(created.Add(linkLives[kind])) && !created.After(now.Add(skew))
}

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
		if err := noteUser(ctx, tx, schema.Invited, u, " as "+string(role)); err != nil {
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
	if s.handsOver == nil || !s.handsOver() {
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
