package store

import (
	"context"
	"slices"

	"vitrine/internal/fault"
	"vitrine/internal/schema"
)

// lastAdmin is what a person reads who would lock everybody out.
const lastAdmin = "The last administrator cannot be removed, disabled or given another role."

// keepingAnAdmin runs a write and refuses it when it takes from the site its last
// active admin. It stands beneath every caller, because a role can be changed
// by a procedure, on the command line and through the table itself. A nil
// patch is a delete.
func (x Session) keepingAnAdmin(ctx context.Context, t *schema.Table, patch Row, write func() ([]Row, error)) ([]Row, error) {
	if !mayRemoveAdmin(t, patch) {
		return write()
	}
	// Two admins who demote each other wait here, so the second one is refused.
	if err := x.Lock(ctx, schema.UserProfiles.Name); err != nil {
		return nil, err
	}
	before, err := x.AsSystem().Admins(ctx)
	if err != nil {
		return nil, err
	}
	out, err := write()
	if err != nil || before == 0 {
		return out, err
	}
	after, err := x.AsSystem().Admins(ctx)
	if err == nil && after == 0 {
		err = fault.New(fault.Invalid, lastAdmin).Hinting(lastAdmin)
	}
	return out, err
}

// mayRemoveAdmin spares sign-ins, which also write to accounts, the lock.
func mayRemoveAdmin(t *schema.Table, patch Row) bool {
	switch t {
	case &schema.UserProfiles:
		return true
	case &schema.Users:
		_, shuts := patch["disabled_at"]
		return shuts || patch == nil
	}
	return false
}

// Admins counts those who can administer the site now, for the server itself.
// An invited person who has not chosen a password yet cannot.
func (x Session) Admins(ctx context.Context) (int64, error) {
	profiles, err := x.Select(ctx, &schema.UserProfiles, Query{Where: All{Eq("role", string(schema.Admin))}})
	if err != nil || len(profiles) == 0 {
		return 0, err
	}
	var total int64
	for part := range slices.Chunk(profiles, batch) {
		ids := make([]string, len(part))
		for i, p := range part {
			ids[i] = p.Text("user_id")
		}
		n, err := x.Count(ctx, &schema.Users, In("id", ids...), IsNull("disabled_at"), Neq("password_hash", ""))
		if err != nil {
			return 0, err
		}
		total += n
	}
	return total, nil
}
