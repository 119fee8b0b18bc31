package auth

import (
	"context"
	"crypto/rand"
	"slices"
	"strings"

	"github.com/google/uuid"

	"vitrine/internal/fault"
	"vitrine/internal/schema"
	"vitrine/internal/store"
)

// adminLock makes changes that could take away the last admin wait for each
// other. It is taken before a user's own lock.
const adminLock = "auth admins"

// AddUser makes an account with a password and a role.
func (s *Service) AddUser(ctx context.Context, email, password string, role schema.Role) (User, error) {
	email = normal(email)
	if err := s.checkNew(email, role); err != nil {
		return User{}, err
	}
	if err := checkPassword(password, email); err != nil {
		return User{}, err
	}
	hash, err := s.hasher.hash(ctx, password)
	if err != nil {
		return User{}, err
	}
	var u User
	err = s.store.Itself().Tx(ctx, func(tx store.Session) error {
		u, err = s.add(ctx, tx, email, hash, role)
		return err
	})
	return u, err
}

func (s *Service) checkNew(email string, role schema.Role) error {
	if !schema.ValidEmail(email) {
		return sentence(fault.Invalid, "Please enter a valid email address.")
	}
	return checkRole(role)
}

func checkRole(role schema.Role) error {
	if !slices.Contains(schema.Roles, string(role)) {
		return sentence(fault.Invalid, "Role must be one of admin, editor and viewer.")
	}
	return nil
}

func (s *Service) add(ctx context.Context, tx store.Session, email, hash string, role schema.Role) (User, error) {
	now := s.now()
	rows, err := tx.Insert(ctx, &schema.Users, store.Row{
		"id": uuid.NewString(), "email": email, "password_hash": hash, "created_at": now, "updated_at": now,
	})
	if fault.Is(err, fault.Duplicate) {
		return User{}, sentence(fault.Duplicate, "There is already a user with this address.")
	}
	if err != nil {
		return User{}, err
	}
	u := userOf(rows[0])
	u.Role = role
	return u, setProfile(ctx, tx, u.ID, role)
}

func setProfile(ctx context.Context, tx store.Session, userID string, role schema.Role) error {
	_, _, err := tx.Upsert(ctx, &schema.UserProfiles, store.Conflict{}, store.Row{"user_id": userID, "role": string(role)})
	return err
}

// ListUsers returns every account with its role, by address.
func (s *Service) ListUsers(ctx context.Context) ([]User, error) {
	db := s.store.Itself()
	rows, err := db.Select(ctx, &schema.Users, store.Query{Order: []store.Order{store.Asc("email")}})
	if err != nil {
		return nil, err
	}
	profiles, err := db.Select(ctx, &schema.UserProfiles, store.Query{})
	if err != nil {
		return nil, err
	}
	roles := map[string]schema.Role{}
	for _, p := range profiles {
		roles[p.Text("user_id")] = schema.Role(p.Text("role"))
	}
	out := make([]User, len(rows))
	for i, row := range rows {
		out[i] = userOf(row)
		out[i].Role = roles[out[i].ID]
	}
	return out, nil
}

// SetPassword gives a user, named by address or id, a new password and ends
// all their sessions.
func (s *Service) SetPassword(ctx context.Context, who, password string) error {
	u, err := s.find(ctx, s.store.Itself(), who)
	if err != nil {
		return err
	}
	if err := checkPassword(password, u.Email); err != nil {
		return err
	}
	hash, err := s.hasher.hash(ctx, password)
	if err != nil {
		return err
	}
	return s.store.Itself().Tx(ctx, func(tx store.Session) error {
		if err := tx.Lock(ctx, userLock(u.ID)); err != nil {
			return err
		}
		if _, err := tx.Update(ctx, &schema.Users, store.Eq("id", u.ID), store.Row{"password_hash": hash, "updated_at": s.now()}); err != nil {
			return err
		}
		return s.endAccess(ctx, tx, u.ID)
	})
}

// SetRole gives a user another role, from their next request on.
func (s *Service) SetRole(ctx context.Context, who string, role schema.Role) error {
	if err := checkRole(role); err != nil {
		return err
	}
	return s.administer(ctx, who, role != schema.Admin, func(tx store.Session, u User) error {
		return setProfile(ctx, tx, u.ID, role)
	})
}

// SetDisabled shuts an account and ends its sessions, or opens it again.
func (s *Service) SetDisabled(ctx context.Context, who string, disabled bool) error {
	return s.administer(ctx, who, disabled, func(tx store.Session, u User) error {
		patch := store.Row{"disabled_at": nil, "updated_at": s.now()}
		if disabled {
			patch["disabled_at"] = s.now()
		}
		if _, err := tx.Update(ctx, &schema.Users, store.Eq("id", u.ID), patch); err != nil || !disabled {
			return err
		}
		return s.endAccess(ctx, tx, u.ID)
	})
}

// RemoveUser deletes an account with its role and its sessions.
func (s *Service) RemoveUser(ctx context.Context, who string) error {
	return s.administer(ctx, who, true, func(tx store.Session, u User) error {
		if _, err := tx.Delete(ctx, &schema.UserProfiles, store.Eq("user_id", u.ID)); err != nil {
			return err
		}
		if err := s.endAccess(ctx, tx, u.ID); err != nil {
			return err
		}
		_, err := tx.Delete(ctx, &schema.Users, store.Eq("id", u.ID))
		return err
	})
}

// administer changes an account, and refuses when that would take from the
// site its last admin.
func (s *Service) administer(ctx context.Context, who string, takesAdmin bool, change func(tx store.Session, u User) error) error {
	return s.store.Itself().Tx(ctx, func(tx store.Session) error {
		if err := tx.Lock(ctx, adminLock); err != nil {
			return err
		}
		u, err := s.find(ctx, tx, who)
		if err != nil {
			return err
		}
		if err := tx.Lock(ctx, userLock(u.ID)); err != nil {
			return err
		}
		if takesAdmin {
			if err := keepsAdmin(ctx, tx, u.ID); err != nil {
				return err
			}
		}
		return change(tx, u)
	})
}

// keepsAdmin tells whether somebody else can still administer the site, if
// the user could.
func keepsAdmin(ctx context.Context, tx store.Session, userID string) error {
	ids, err := admins(ctx, tx)
	if err != nil || !slices.Contains(ids, userID) {
		return err
	}
	n, err := tx.Count(ctx, &schema.Users, store.In("id", ids...), store.Neq("id", userID), store.IsNull("disabled_at"))
	if err == nil && n == 0 {
		err = sentence(fault.Invalid, "The last administrator cannot be removed, disabled or given another role.")
	}
	return err
}

// admins are the ids that have the role, whether or not they can sign in.
func admins(ctx context.Context, db store.Session) (ids []string, err error) {
	profiles, err := db.Select(ctx, &schema.UserProfiles, store.Query{Where: store.All{store.Eq("role", string(schema.Admin))}})
	for _, p := range profiles {
		ids = append(ids, p.Text("user_id"))
	}
	return ids, err
}

// administered tells whether somebody can administer the site.
func administered(ctx context.Context, db store.Session) (bool, error) {
	ids, err := admins(ctx, db)
	if err != nil || len(ids) == 0 {
		return false, err
	}
	n, err := db.Count(ctx, &schema.Users, store.In("id", ids...), store.IsNull("disabled_at"))
	return n > 0, err
}

// find names a user by address or id.
func (s *Service) find(ctx context.Context, db store.Session, who string) (User, error) {
	which := store.Folded("email", normal(who))
	if id, err := uuid.Parse(who); err == nil && !strings.Contains(who, "@") {
		which = store.Eq("id", id.String())
	}
	u, err := userWhere(ctx, db, which)
	if err != nil {
		return User{}, err
	}
	if u == nil {
		return User{}, sentence(fault.NotOne, "There is no such user.")
	}
	return *u, nil
}

// EnsureAdmin makes an account when nobody can administer the site. Without a
// password it makes one up and returns it, to be printed once. A password
// that the operator set is judged by length and commonness alone.
func (s *Service) EnsureAdmin(ctx context.Context, email, password string) (created bool, printed string, err error) {
	if done, err := administered(ctx, s.store.Itself()); done || err != nil {
		return false, "", err
	}
	if password == "" {
		printed = strings.ToLower(rand.Text())
		password = printed
	}
	email = normal(email)
	if err := s.checkNew(email, schema.Admin); err != nil {
		return false, "", err
	}
	if err := checkPassword(password, ""); err != nil {
		return false, "", err
	}
	hash, err := s.hasher.hash(ctx, password)
	if err != nil {
		return false, "", err
	}
	err = s.store.Itself().Tx(ctx, func(tx store.Session) error {
		created = false
		if err := tx.Lock(ctx, adminLock); err != nil {
			return err
		}
		if done, err := administered(ctx, tx); done || err != nil {
			return err
		}
		created = true
		_, err := s.add(ctx, tx, email, hash, schema.Admin)
		return err
	})
	if !created || err != nil {
		printed = ""
	}
	return created && err == nil, printed, err
}

// sentence is a fault whose message is also what a person reads.
func sentence(kind fault.Kind, text string) error { return fault.New(kind, "%s", text).Hinting(text) }
