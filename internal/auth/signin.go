package auth

import (
	"context"
	"errors"

	"vitrine/internal/fault"
	"vitrine/internal/schema"
	"vitrine/internal/store"
)

// signIn opens a session for an address and its password.
func (s *Service) signIn(ctx context.Context, email, password string, d device) (g grant, err error) {
	defer func() { s.tried(known(err)) }()
	leave, err := s.hasher.enter()
	if err != nil {
		return grant{}, err
	}
	defer leave()
	u, err := s.guess(ctx, email, password, d.address)
	if err != nil {
		return grant{}, err
	}
	patch := store.Row{}
	if isOld(u.hash) {
		if patch["password_hash"], err = s.hasher.hash(ctx, password); err != nil {
			return grant{}, err
		}
	}
	return s.admit(ctx, *u, patch, d)
}

// guess finds the account of an address and its password, and counts. Every
// failure takes the work of one hash and gets the same answer, so that nobody
// learns which addresses exist. The caller has entered the hasher.
func (s *Service) guess(ctx context.Context, email, password, address string) (*User, error) {
	if err := s.limits.Allow(signIns, address); err != nil {
		return nil, crowded(err, "Too many sign-in attempts from your network.")
	}
	done, err := s.turns.take(ctx, email)
	if err != nil {
		return nil, err
	}
	defer done()
	if err := s.limits.Check(failures, email); err != nil {
		return nil, crowded(err, "Too many failed sign-in attempts for this account.")
	}
	u, err := userWhere(ctx, s.store.AsSystem(), store.Folded("email", email))
	if err != nil {
		return nil, err
	}
	stored, id := "", ""
	if u != nil {
		id = u.ID
		if !u.Disabled() {
			stored = u.hash
		}
	}
	decoy, err := s.importedHash(ctx)
	if err != nil {
		return nil, err
	}
	ok, err := s.hasher.verify(ctx, password, stored, decoy)
	if err != nil {
		return nil, err
	}
	if !ok {
		s.limits.Allow(failures, email)
		s.log.InfoContext(ctx, "a password was refused", "user", id)
		return nil, badCredentials
	}
	return u, nil
}

// importedHash is the hash of someone who came from elsewhere and has not
// signed in since; "" when there is nobody.
func (s *Service) importedHash(ctx context.Context) (string, error) {
	rows, err := s.store.AsSystem().Select(ctx, &schema.Users, store.Query{
		Where: store.All{store.Compare{Column: "password_hash", Op: store.OpLike, Value: "$2%"}}, Order: []store.Order{store.Asc("id")}, Limit: store.Limit(1),
	})
	if err != nil || len(rows) == 0 || !isBcrypt(rows[0].Text("password_hash")) {
		return "", err
	}
	return rows[0].Text("password_hash"), nil
}

// known makes a refusal of this protocol a fault that others understand.
func known(err error) error {
	if no, is := errors.AsType[*refusal](err); is {
		return fault.New(fault.Denied, "%s", no.Error())
	}
	return err
}

// admit opens the session, unless the account changed since its password was
// checked: whoever changed a password wants sign-ins with the old one ended.
func (s *Service) admit(ctx context.Context, checked User, patch store.Row, d device) (g grant, err error) {
	err = s.store.AsSystem().Tx(ctx, func(tx store.Session) error {
		if err := tx.Lock(ctx, userLock(checked.ID)); err != nil {
			return err
		}
		u, err := userWhere(ctx, tx, store.Eq("id", checked.ID))
		if err != nil {
			return err
		}
		if u == nil || u.Disabled() || u.hash != checked.hash {
			return badCredentials
		}
		patch["last_sign_in_at"] = s.now()
		rows, err := tx.Update(ctx, &schema.Users, store.Eq("id", u.ID), patch)
		if err != nil {
			return err
		}
		if len(rows) != 1 {
			return badCredentials
		}
		if g, err = s.open(ctx, tx, userOf(rows[0]), d, byPassword); err != nil {
			return err
		}
		return noteSignIn(ctx, tx, g)
	})
	if fault.Is(err, fault.NoParent) {
		err = badCredentials // removed meanwhile
	}
	return g, err
}
