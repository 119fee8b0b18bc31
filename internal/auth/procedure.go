package auth

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"vitrine/internal/fault"
	"vitrine/internal/schema"
	"vitrine/internal/store"
)

// Procedure is a remote procedure: one transaction on behalf of the caller.
type Procedure = func(ctx context.Context, db store.Session, args json.RawMessage) (any, error)

// Procedures are what the back-office does with accounts, by the names that
// clients call. Those on users are for admins; those on sessions are for
// everyone's own; who_saved is for staff.
func (s *Service) Procedures() map[string]Procedure {
	all := map[string]Procedure{
		"list_sessions": s.listSessions,
		"end_session":   s.endSession,
		"who_saved":     s.whoSaved,
	}
	for name, do := range map[string]Procedure{
		"list_users":         s.listUsers,
		"invite_user":        s.callInvite,
		"invitation_link":    s.callHandOver,
		"set_user_role":      s.callSetRole,
		"set_user_disabled":  s.callSetDisabled,
		"remove_user":        s.callRemove,
		"reset_user_factors": s.callResetFactors,
	} {
		all[name] = func(ctx context.Context, db store.Session, args json.RawMessage) (any, error) {
			if db.Actor().Role != schema.Admin {
				return nil, fault.New(fault.Denied, "permission denied for function %s", name).Hinting("Only an administrator may do this.")
			}
			return do(ctx, db, args)
		}
	}
	return all
}

// arguments are the places that the named arguments go to. All are required.
type arguments map[string]any

// read refuses names that the procedure does not have, as PostgREST does:
// another signature is another function.
func (a arguments) read(procedure string, raw json.RawMessage) error {
	var given map[string]json.RawMessage
	if err := json.Unmarshal(raw, &given); err != nil {
		return fault.New(fault.BadBody, "Empty or invalid json").Because(err)
	}
	for name := range given {
		if a[name] == nil {
			return fault.New(fault.UnknownProcedure, "Could not find the function public.%s(%s) in the schema cache", procedure, name).
				Hinting("The function takes " + strings.Join(slices.Sorted(maps.Keys(a)), ", ") + ".")
		}
	}
	for name, place := range a {
		if value := given[name]; value == nil || string(value) == "null" {
			return fault.New(fault.Missing, "null value in argument %q", name)
		}
		if err := json.Unmarshal(given[name], place); err != nil {
			return fault.New(fault.BadValue, "argument %q has the wrong type", name).Because(err)
		}
		if id, ok := place.(*ident); ok && uuid.Validate(string(*id)) != nil {
			return fault.New(fault.BadValue, "invalid input syntax for type uuid in argument %q", name)
		}
	}
	return nil
}

// ident is an argument that must be a UUID.
type ident string

func (s *Service) listUsers(ctx context.Context, db store.Session, raw json.RawMessage) (any, error) {
	if err := (arguments{}).read("list_users", raw); err != nil {
		return nil, err
	}
	users, err := s.users(ctx, db.AsSystem())
	if err != nil {
		return nil, err
	}
	out := make([]map[string]any, len(users))
	for i, u := range users {
		out[i] = listed(u)
	}
	return out, nil
}

func (s *Service) callInvite(ctx context.Context, db store.Session, raw json.RawMessage) (any, error) {
	var email, role string
	if err := (arguments{"email": &email, "role": &role}).read("invite_user", raw); err != nil {
		return nil, err
	}
	u, err := s.inviteUser(ctx, db, email, schema.Role(role))
	if err != nil {
		return nil, err
	}
	return s.listedUser(ctx, db, u.ID)
}

func (s *Service) callSetRole(ctx context.Context, db store.Session, raw json.RawMessage) (any, error) {
	var id ident
	var role string
	if err := (arguments{"user_id": &id, "role": &role}).read("set_user_role", raw); err != nil {
		return nil, err
	}
	if err := s.setRole(ctx, db, string(id), schema.Role(role)); err != nil {
		return nil, err
	}
	return s.listedUser(ctx, db, string(id))
}

func (s *Service) callSetDisabled(ctx context.Context, db store.Session, raw json.RawMessage) (any, error) {
	var id ident
	var disabled bool
	if err := (arguments{"user_id": &id, "disabled": &disabled}).read("set_user_disabled", raw); err != nil {
		return nil, err
	}
	if err := s.setDisabled(ctx, db, string(id), disabled); err != nil {
		return nil, err
	}
	return s.listedUser(ctx, db, string(id))
}

func (s *Service) callRemove(ctx context.Context, db store.Session, raw json.RawMessage) (any, error) {
	var id ident
	if err := (arguments{"user_id": &id}).read("remove_user", raw); err != nil {
		return nil, err
	}
	return nil, s.remove(ctx, db, string(id))
}

func (s *Service) callResetFactors(ctx context.Context, db store.Session, raw json.RawMessage) (any, error) {
	var id ident
	if err := (arguments{"user_id": &id}).read("reset_user_factors", raw); err != nil {
		return nil, err
	}
	if err := s.resetFactors(ctx, db, string(id)); err != nil {
		return nil, err
	}
	return s.listedUser(ctx, db, string(id))
}

// listedUser is the account after a change, as the list shows it.
func (s *Service) listedUser(ctx context.Context, db store.Session, id string) (any, error) {
	users, err := s.users(ctx, db.AsSystem(), store.Eq("id", id))
	if err != nil {
		return nil, err
	}
	if len(users) != 1 {
		return nil, noUser()
	}
	return listed(users[0]), nil
}

func listed(u User) map[string]any {
	row := map[string]any{
		"id": u.ID, "email": u.Email, "role": nil, "created_at": schema.FormatTime(u.CreatedAt), "has_password": u.HasPassword(),
		"last_sign_in_at": moment(u.LastSignInAt), "disabled_at": moment(u.DisabledAt), "invited_at": moment(u.InvitedAt),
		"factors": append([]factor{}, verifiedOf(u.factors)...),
	}
	if u.Role != "" {
		row["role"] = u.Role
	}
	return row
}

// moment is null for what has not happened.
func moment(at time.Time) any {
	if at.IsZero() {
		return nil
	}
	return schema.FormatTime(at)
}

// listSessions shows where the caller is signed in, the latest use first.
func (s *Service) listSessions(ctx context.Context, db store.Session, raw json.RawMessage) (any, error) {
	if err := (arguments{}).read("list_sessions", raw); err != nil {
		return nil, err
	}
	rows, err := db.AsSystem().Select(ctx, &schema.Sessions, store.Query{
		Where: store.All{store.Eq("user_id", db.Actor().UserID)}, Order: []store.Order{store.Desc("refreshed_at"), store.Asc("id")},
	})
	if err != nil {
		return nil, err
	}
	out := []map[string]any{}
	for _, row := range rows {
		if x := sessionOf(row); x.alive(s.now()) {
			out = append(out, map[string]any{
				"id": x.id, "created_at": schema.FormatTime(x.created), "refreshed_at": schema.FormatTime(x.refreshed),
				"user_agent": x.device.agent, "address": x.device.address, "aal": x.aal, "current": x.id == db.Actor().SessionID,
			})
		}
	}
	return out, nil
}

func (s *Service) endSession(ctx context.Context, db store.Session, raw json.RawMessage) (any, error) {
	var id ident
	if err := (arguments{"session_id": &id}).read("end_session", raw); err != nil {
		return nil, err
	}
	ended, err := db.AsSystem().Delete(ctx, &schema.Sessions, store.All{store.Eq("id", strings.ToLower(string(id))), store.Eq("user_id", db.Actor().UserID)})
	if err == nil && len(ended) == 0 {
		err = sentence(fault.NotOne, "There is no such session. It may have ended already.")
	}
	return nil, err
}
