package auth

import (
	"context"

	"vitrine/internal/fault"
	"vitrine/internal/procedure"
	"vitrine/internal/schema"
	"vitrine/internal/store"
)

// colleague is what staff see of each other.
type colleague struct {
	ID    string `json:"id"`
	Name  string `json:"name"` // "" goes by the address
	Email string `json:"email"`
}

// listStaff tells those who edit the site who else does.
func (s *Service) listStaff(ctx context.Context, db store.Session, _ struct{}) ([]colleague, error) {
	if !db.Actor().Staff() {
		return nil, fault.New(fault.Denied, "permission denied for function list_staff").Hinting("Only staff may do this.")
	}
	users, err := s.users(ctx, db.AsSystem())
	if err != nil {
		return nil, err
	}
	profiles, err := db.AsSystem().Select(ctx, &schema.UserProfiles, store.Query{Fields: store.Fields("user_id", "name")})
	if err != nil {
		return nil, err
	}
	names := map[string]string{}
	for _, p := range profiles {
		names[p.Text("user_id")] = p.Text("name")
	}
	out := []colleague{}
	for _, u := range users {
		if u.Role == schema.Editor || u.Role == schema.Admin {
			out = append(out, colleague{u.ID, names[u.ID], u.Email})
		}
	}
	return out, nil
}

type myName struct {
	Name string `json:"name"`
}

// setMyName says what colleagues call the caller.
func (s *Service) setMyName(ctx context.Context, db store.Session, my myName) (procedure.Nothing, error) {
	rows, err := db.AsSystem().Update(ctx, &schema.UserProfiles, store.Eq("user_id", db.Actor().UserID), store.Row{"name": my.Name})
	if err == nil && len(rows) == 0 {
		err = fault.New(fault.Denied, "permission denied for function set_my_name")
	}
	return nil, err
}
