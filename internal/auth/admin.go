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

// adminLock makes instances that start at once wait for each other. A write
// to a profile takes it too, after the user's own lock.
var adminLock = schema.UserProfiles.Name

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
	err = s.store.AsSystem().Tx(ctx, func(tx store.Session) error {
		if u, err = s.add(ctx, tx, email, hash, role); err != nil {
			return err
		}
		return noteUser(ctx, tx, schema.Added, u, " as "+string(role))
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

// announceUser lets those who watch the users hear that an account changed. Accounts
// themselves are announced to nobody, so the profile is written as it was.
func announceUser(ctx context.Context, tx store.Session, userID string) error {
	row, err := one(tx.One(ctx, &schema.UserProfiles, store.Eq("user_id", userID)))
	if row == nil || err != nil {
		return err
	}
	return setProfile(ctx, tx, userID, schema.Role(row.Text("role")))
}

// ListUsers returns every account with its role and factors, by address.
func (s *Service) ListUsers(ctx context.Context) ([]User, error) {
	return s.users(ctx, s.store.AsSystem())
}

func (s *Service) users(ctx context.Context, db store.Session, which ...store.Cond) ([]User, error) {
	rows, err := db.Select(ctx, &schema.Users, store.Query{Where: which, Order: []store.Order{store.Asc("email")}})
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
	factors, err := db.Select(ctx, &schema.Factors, store.Query{Order: []store.Order{store.Asc("created_at")}})
	if err != nil {
		return nil, err
	}
	owned := map[string][]factor{}
	for _, f := range factors {
		owned[f.Text("user_id")] = append(owned[f.Text("user_id")], factorOf(f))
	}
	out := make([]User, len(rows))
	for i, row := range rows {
		out[i] = userOf(row)
		out[i].Role, out[i].factors = roles[out[i].ID], owned[out[i].ID]
	}
	return out, nil
}

// SetPassword gives a user, named by address or id, a new password and ends
// all their sessions.
func (s *Service) SetPassword(ctx context.Context, who, password string) error {
	u, err := s.find(ctx, s.store.AsSystem(), who)
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
	return s.administer(ctx, s.store.AsSystem(), u.ID, func(tx store.Session, u User) error {
		if _, err := tx.Update(ctx, &schema.Users, store.Eq("id", u.ID), store.Row{"password_hash": hash, "updated_at": s.now()}); err != nil {
			return err
		}
		if err := announceUser(ctx, tx, u.ID); err != nil {
			return err
		}
		return s.endAccess(ctx, tx, u.ID)
	})
}

// SetRole gives a user another role, from their next request on.
func (s *Service) SetRole(ctx context.Context, who string, role schema.Role) error {
	return s.setRole(ctx, s.store.AsSystem(), who, role)
}

func (s *Service) setRole(ctx context.Context, db store.Session, who string, role schema.Role) error {
	if err := checkRole(role); err != nil {
		return err
	}
	return s.administer(ctx, db, who, func(tx store.Session, u User) error {
		was, err := roleOf(ctx, tx, u.ID)
		if err != nil || was == role {
			return err
		}
		if err := setProfile(ctx, tx, u.ID, role); err != nil {
			return err
		}
		return noteUser(ctx, tx, schema.RoleChanged, u, " to "+string(role))
	})
}

// setDisabled shuts an account and ends its sessions, or opens it again.
func (s *Service) setDisabled(ctx context.Context, db store.Session, who string, disabled bool) error {
	return s.administer(ctx, db, who, func(tx store.Session, u User) error {
		if disabled == u.Disabled() {
			return nil
		}
		patch, action := store.Row{"disabled_at": nil, "updated_at": s.now()}, schema.Enabled
		if disabled {
			patch["disabled_at"], action = s.now(), schema.Disabled
		}
		if err := noteUser(ctx, tx, action, u, ""); err != nil {
			return err
		}
		if _, err := tx.Update(ctx, &schema.Users, store.Eq("id", u.ID), patch); err != nil {
			return err
		}
		if err := announceUser(ctx, tx, u.ID); err != nil || !disabled {
			return err
		}
		return s.endAccess(ctx, tx, u.ID)
	})
}

// RemoveUser deletes an account with its role, its sessions and the letters
// that it was sent.
func (s *Service) RemoveUser(ctx context.Context, who string) error {
	return s.remove(ctx, s.store.AsSystem(), who)
}

func (s *Service) remove(ctx context.Context, db store.Session, who string) error {
	return s.administer(ctx, db, who, func(tx store.Session, u User) error {
		if err := noteUser(ctx, tx, schema.Removed, u, ""); err != nil {
			return err
		}
		if _, err := tx.Delete(ctx, &schema.UserProfiles, store.Eq("user_id", u.ID)); err != nil {
			return err
		}
		if err := s.endAccess(ctx, tx, u.ID); err != nil {
			return err
		}
		if err := forgetLetters(ctx, tx, u.Email); err != nil {
			return err
		}
		_, err := tx.Delete(ctx, &schema.Users, store.Eq("id", u.ID))
		return err
	})
}

// forgetLetters deletes the letters with links, which hold the person's address.
func forgetLetters(ctx context.Context, tx store.Session, email string) error {
	if err := tx.Lock(ctx, schema.Mails.Name); err != nil {
		return err
	}
	var links store.Any
	for _, about := range []string{RecoveryLetter, InvitationLetter} {
		links = append(links, store.Compare{Column: "reason", Op: store.OpLike, Value: about + " %"})
	}
	_, err := tx.Delete(ctx, &schema.Mails, store.All{store.Eq("recipient", strings.ToLower(email)), links})
	return err
}

// ResetFactors takes all second factors from a user who lost their phone, and
// ends their sessions: the phone may have held one.
func (s *Service) ResetFactors(ctx context.Context, who string) error {
	return s.resetFactors(ctx, s.store.AsSystem(), who)
}

// resetFactors leaves the session that asks for it, at the first level.
func (s *Service) resetFactors(ctx context.Context, db store.Session, who string) error {
	asking := db.Actor().SessionID
	return s.administer(ctx, db, who, func(tx store.Session, u User) error {
		if _, err := tx.Delete(ctx, &schema.Factors, store.Eq("user_id", u.ID)); err != nil {
			return err
		}
		if err := announceUser(ctx, tx, u.ID); err != nil {
			return err
		}
		if err := noteUser(ctx, tx, schema.FactorsReset, u, ""); err != nil {
			return err
		}
		var others []store.Cond
		if asking != "" {
			others = append(others, store.Neq("id", asking))
		}
		if err := s.endAccess(ctx, tx, u.ID, others...); err != nil {
			return err
		}
		return s.lower(ctx, tx, session{id: asking, userID: u.ID})
	})
}

// administer changes an account as the server itself. The store refuses what
// would take from the site its last admin.
func (s *Service) administer(ctx context.Context, db store.Session, who string, change func(tx store.Session, u User) error) error {
	return db.AsSystem().Tx(ctx, func(tx store.Session) error {
		u, err := s.find(ctx, tx, who)
		if err != nil {
			return err
		}
		if err := tx.Lock(ctx, userLock(u.ID)); err != nil {
			return err
		}
		if u, err = s.find(ctx, tx, u.ID); err != nil {
			return err
		}
		return change(tx, u)
	})
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
		return User{}, noUser()
	}
	return *u, nil
}

// EnsureAdmin makes an account when nobody can administer the site. Without a
// password it makes one up and returns it, to be printed once. A password
// that the operator set is judged by length and commonness alone.
func (s *Service) EnsureAdmin(ctx context.Context, email, password string) (created bool, printed string, err error) {
	if n, err := s.store.AsSystem().Admins(ctx); n > 0 || err != nil {
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
	err = s.store.AsSystem().Tx(ctx, func(tx store.Session) error {
		created = false
		if err := tx.Lock(ctx, adminLock); err != nil {
			return err
		}
		if n, err := tx.Admins(ctx); n > 0 || err != nil {
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

func noUser() error { return sentence(fault.NotOne, "There is no such user.") }

// sentence is a fault whose message is also what a person reads.
func sentence(kind fault.Kind, text string) error { return fault.New(kind, "%s", text).Hinting(text) }
