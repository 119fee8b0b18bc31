package auth

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"

	"vitrine/internal/fault"
	"vitrine/internal/schema"
	"vitrine/internal/store"
)

// maxMetadata keeps access tokens, which carry the metadata, far below the
// size of a request header.
const maxMetadata = 2 << 10

// User is an account.
type User struct {
	ID           string
	Email        string
	Role         schema.Role // "" when the user has no profile; filled by ListUsers
	CreatedAt    time.Time
	UpdatedAt    time.Time
	LastSignInAt time.Time // zero: never
	DisabledAt   time.Time // zero: not disabled
	InvitedAt    time.Time // zero: never invited by mail

	factors  []factor // filled where a client or a list sees them
	metadata json.RawMessage
	hash     string
}

// HasFactor tells whether the account has a second factor.
func (u User) HasFactor() bool { return slices.ContainsFunc(u.factors, factor.isVerified) }

// HasPassword tells whether the person has chosen a password; one who was
// invited has not, until they follow the link.
func (u User) HasPassword() bool { return u.hash != "" }

// Disabled tells whether the account is shut.
func (u User) Disabled() bool { return !u.DisabledAt.IsZero() }

func userOf(row store.Row) User {
	metadata, _ := row["user_metadata"].(json.RawMessage)
	if len(metadata) == 0 {
		metadata = json.RawMessage("{}")
	}
	return User{
		ID: row.Text("id"), Email: row.Text("email"),
		CreatedAt: row.Time("created_at"), UpdatedAt: row.Time("updated_at"),
		LastSignInAt: row.Time("last_sign_in_at"), DisabledAt: row.Time("disabled_at"), InvitedAt: row.Time("invited_at"),
		metadata: metadata, hash: row.Text("password_hash"),
	}
}

// userWhere finds one user; nil means there is none.
func userWhere(ctx context.Context, db store.Session, which store.Cond) (*User, error) {
	row, err := one(db.One(ctx, &schema.Users, which))
	if row == nil || err != nil {
		return nil, err
	}
	u := userOf(row)
	return &u, nil
}

// normal is the form in which addresses are kept and counted. Only ASCII is
// folded, as the databases compare them.
func normal(email string) string {
	return strings.Map(func(c rune) rune {
		if 'A' <= c && c <= 'Z' {
			return c + 'a' - 'A'
		}
		return c
	}, strings.TrimSpace(email))
}

// change is what a user may alter about themself. A new password comes with
// the current one.
type change struct {
	password *string
	current  string
	data     map[string]json.RawMessage
}

// alter applies a change. A new password ends all other sessions and all
// links at once: whoever had the old one is out.
func (s *Service) alter(ctx context.Context, who principal, c change) (out User, err error) {
	u := *who.user
	patch := store.Row{"updated_at": s.now()}
	if c.password != nil {
		if patch["password_hash"], err = s.newPassword(ctx, who, c.current, *c.password); err != nil {
			return out, err
		}
	}
	err = s.asUser(ctx, who, func(tx store.Session, x session) error {
		factors, err := factorsOf(ctx, tx, u.ID)
		if err != nil {
			return err
		}
		if x.owes(factors) {
			return changeNeedsAAL2
		}
		if c.data != nil {
			current, err := s.find(ctx, tx, u.ID)
			if err != nil {
				return err
			}
			if patch["user_metadata"], err = merge(current.metadata, c.data); err != nil {
				return err
			}
		}
		rows, err := tx.Update(ctx, &schema.Users, store.Eq("id", u.ID), patch)
		if err != nil {
			return err
		}
		if len(rows) != 1 {
			return noSession()
		}
		out = userOf(rows[0])
		out.factors = factors
		if c.password == nil {
			return nil
		}
		if err := announceUser(ctx, tx, u.ID); err != nil {
			return err
		}
		return s.endAccess(ctx, tx, u.ID, store.Neq("id", x.id))
	})
	return out, err
}

// newPassword judges a password against the one in use and hashes it.
func (s *Service) newPassword(ctx context.Context, who principal, current, password string) (string, error) {
	u := *who.user
	if err := checkPassword(password, u.Email); err != nil {
		return "", err
	}
	// Asking for one's own password is a way to try passwords.
	if err := s.limits.Allow(passwordTrials, u.ID); err != nil {
		return "", crowded(err, "Too many password changes.")
	}
	leave, err := s.hasher.enter()
	if err != nil {
		return "", err
	}
	defer leave()
	if err := s.confirm(ctx, who, current); err != nil {
		return "", err
	}
	if u.hash != "" {
		same, err := s.hasher.verify(ctx, password, u.hash, "")
		if err != nil {
			return "", err
		}
		if same {
			return "", samePassword
		}
	}
	return s.hasher.hash(ctx, password)
}

// confirm wants the current password from whoever changes it, so that a
// session left open does not lose its owner the account. Who has just signed
// in or followed a link need not give it, but one that is given must be right.
func (s *Service) confirm(ctx context.Context, who principal, current string) error {
	if !who.user.HasPassword() {
		return nil
	}
	if current == "" {
		if who.session.isFresh(proof.isFirst, s.now()) {
			return nil
		}
		return passwordNeeded
	}
	if len(current) > maxPassword {
		return wrongCurrent
	}
	_, err := s.guess(ctx, who.user.Email, current, addressOf(ctx))
	if errors.Is(err, badCredentials) {
		err = wrongCurrent
	}
	return err
}

// endAccess ends a user's sessions, all or those under a condition, and every
// link that would open another.
func (s *Service) endAccess(ctx context.Context, tx store.Session, userID string, which ...store.Cond) error {
	if err := end(ctx, tx, append(store.All{store.Eq("user_id", userID)}, which...)); err != nil {
		return err
	}
	_, err := tx.Delete(ctx, &schema.OneTimeTokens, store.Eq("user_id", userID))
	return err
}

// merge lays data over the metadata; null removes a key.
func merge(old json.RawMessage, data map[string]json.RawMessage) (json.RawMessage, error) {
	all := map[string]json.RawMessage{}
	if err := json.Unmarshal(old, &all); err != nil {
		return nil, err
	}
	for key, value := range data {
		if string(value) == "null" {
			delete(all, key)
		} else {
			all[key] = value
		}
	}
	raw, err := json.Marshal(all)
	if err == nil && len(raw) > maxMetadata {
		err = fault.New(fault.Invalid, "User data must be at most %d bytes.", maxMetadata)
	}
	return raw, err
}
