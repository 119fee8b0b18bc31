package auth

import (
	"context"
	"maps"
	"strings"
	"time"

	"vitrine/internal/fault"
	"vitrine/internal/procedure"
	"vitrine/internal/schema"
	"vitrine/internal/store"
)

// Procedures are what the back-office does with accounts, by the names that
// clients call. Those on users are for admins; those on sessions are for
// everyone's own; list_staff is for staff.
func (s *Service) Procedures() procedure.All {
	all := procedure.All{
		"list_sessions":    procedure.Of(s.listSessions),
		"end_session":      procedure.Of(s.endSession).Changing(),
		"list_staff":       procedure.Of(s.listStaff),
		"set_my_name":      procedure.Of(s.setMyName).Changing(),
		"confirm_password": procedure.Of(s.confirmPassword).Changing(),
	}
	maps.Copy(all, procedure.All{
		"list_users":         procedure.Of(s.listUsers),
		"invite_user":        procedure.Of(s.callInvite).Changing(),
		"invitation_link":    procedure.Of(s.callHandOver).Changing(),
		"set_user_role":      procedure.Of(s.callSetRole).Changing(),
		"set_user_disabled":  procedure.Of(s.callSetDisabled).Changing(),
		"remove_user":        procedure.Of(s.callRemove).Changing(),
		"reset_user_factors": procedure.Of(s.callResetFactors).Changing(),
	}.ForAdmins())
	return all
}

type ofUser struct {
	UserID procedure.UUID `json:"user_id"`
}

func (s *Service) listUsers(ctx context.Context, db store.Session, _ struct{}) ([]account, error) {
	users, err := s.users(ctx, db.AsSystem())
	out := make([]account, len(users))
	for i, u := range users {
		out[i] = listed(u)
	}
	return out, err
}

type invitee struct {
	Email string      `json:"email"`
	Role  schema.Role `json:"role"`
}

func (s *Service) callInvite(ctx context.Context, db store.Session, who invitee) (account, error) {
	u, err := s.inviteUser(ctx, db, who.Email, who.Role)
	return s.listedUser(ctx, db, u.ID, err)
}

type newRole struct {
	UserID procedure.UUID `json:"user_id"`
	Role   schema.Role    `json:"role"`
}

func (s *Service) callSetRole(ctx context.Context, db store.Session, a newRole) (account, error) {
	return s.listedUser(ctx, db, string(a.UserID), s.setRole(ctx, db, string(a.UserID), a.Role))
}

type newState struct {
	UserID   procedure.UUID `json:"user_id"`
	Disabled bool           `json:"disabled"`
}

func (s *Service) callSetDisabled(ctx context.Context, db store.Session, a newState) (account, error) {
	return s.listedUser(ctx, db, string(a.UserID), s.setDisabled(ctx, db, string(a.UserID), a.Disabled))
}

func (s *Service) callRemove(ctx context.Context, db store.Session, who ofUser) (procedure.Nothing, error) {
	return nil, s.remove(ctx, db, string(who.UserID))
}

func (s *Service) callResetFactors(ctx context.Context, db store.Session, who ofUser) (account, error) {
	return s.listedUser(ctx, db, string(who.UserID), s.resetFactors(ctx, db, string(who.UserID)))
}

// listedUser is the account after a change that did not fail, as the list shows it.
func (s *Service) listedUser(ctx context.Context, db store.Session, id string, err error) (account, error) {
	if err != nil {
		return account{}, err
	}
	users, err := s.users(ctx, db.AsSystem(), store.Eq("id", id))
	if err != nil {
		return account{}, err
	}
	if len(users) != 1 {
		return account{}, noUser()
	}
	return listed(users[0]), nil
}

// account is what admins see of a user.
type account struct {
	ID           string       `json:"id"`
	Email        string       `json:"email"`
	Role         *schema.Role `json:"role"`
	CreatedAt    string       `json:"created_at"`
	HasPassword  bool         `json:"has_password"`
	LastSignInAt *string      `json:"last_sign_in_at"`
	DisabledAt   *string      `json:"disabled_at"`
	InvitedAt    *string      `json:"invited_at"`
	Factors      []factor     `json:"factors"`
}

func listed(u User) account {
	a := account{
		ID: u.ID, Email: u.Email, CreatedAt: schema.FormatTime(u.CreatedAt), HasPassword: u.HasPassword(),
		LastSignInAt: moment(u.LastSignInAt), DisabledAt: moment(u.DisabledAt), InvitedAt: moment(u.InvitedAt),
		Factors: append([]factor{}, verifiedOf(u.factors)...),
	}
	if u.Role != "" {
		a.Role = &u.Role
	}
	return a
}

// moment is null for what has not happened.
func moment(at time.Time) *string {
	if at.IsZero() {
		return nil
	}
	text := schema.FormatTime(at)
	return &text
}

// signedIn is where the caller is signed in.
type signedIn struct {
	ID          string `json:"id"`
	CreatedAt   string `json:"created_at"`
	RefreshedAt string `json:"refreshed_at"`
	UserAgent   string `json:"user_agent"`
	Address     string `json:"address"`
	AAL         string `json:"aal"`
	Current     bool   `json:"current"`
}

// listSessions shows where the caller is signed in, the latest use first.
func (s *Service) listSessions(ctx context.Context, db store.Session, _ struct{}) ([]signedIn, error) {
	rows, err := db.AsSystem().Select(ctx, &schema.Sessions, store.Query{
		Where: store.All{store.Eq("user_id", db.Actor().UserID)}, Order: []store.Order{store.Desc("refreshed_at"), store.Asc("id")},
	})
	if err != nil {
		return nil, err
	}
	out := []signedIn{}
	for _, row := range rows {
		if x := sessionOf(row); x.alive(s.now()) {
			out = append(out, signedIn{
				ID: x.id, CreatedAt: schema.FormatTime(x.created), RefreshedAt: schema.FormatTime(x.refreshed),
				UserAgent: x.device.agent, Address: x.device.address, AAL: x.aal, Current: x.id == db.Actor().SessionID,
			})
		}
	}
	return out, nil
}

type ofSession struct {
	SessionID procedure.UUID `json:"session_id"`
}

func (s *Service) endSession(ctx context.Context, db store.Session, of ofSession) (procedure.Nothing, error) {
	ended, err := db.AsSystem().Delete(ctx, &schema.Sessions, store.All{store.Eq("id", strings.ToLower(string(of.SessionID))), store.Eq("user_id", db.Actor().UserID)})
	if err == nil && len(ended) == 0 {
		err = sentence(fault.NotOne, "There is no such session. It may have ended already.")
	}
	return nil, err
}
