package auth

import (
	"context"

	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/revisions"
)

// noteSignIn tells of staff who have shown all they owe.
func noteSignIn(ctx context.Context, tx store.Session, g grant) error {
	if g.session.owes(g.user.factors) {
		return nil
	}
	role, err := roleOf(ctx, tx, g.user.ID)
	if err != nil || role != schema.Editor && role != schema.Admin {
		return err
	}
	return noteUser(ctx, tx.InNameOf(g.user.ID), schema.SignedIn, g.user, "")
}

// noteUser tells what was done to an account.
func noteUser(ctx context.Context, tx store.Session, action string, u User, more string) error {
	return revisions.Note(ctx, tx, action, schema.UserDocument, u.ID, u.Email+more)
}

func roleOf(ctx context.Context, tx store.Session, userID string) (schema.Role, error) {
	row, err := one(tx.One(ctx, &schema.UserProfiles, store.Eq("user_id", userID)))
	if row == nil {
		return "", err
	}
	return schema.Role(row.Text("role")), err
}
