package main

import (
	"context"
	"fmt"
	"maps"

	"vitrine/internal/auth"
	"vitrine/internal/content"
	"vitrine/internal/mail"
	"vitrine/internal/procedure"
	"vitrine/internal/store"
)

// procedures are the remote procedures of all rooms that have some.
func (p *parts) procedures() procedure.All {
	all := content.Procedures()
	maps.Copy(all, p.auth.Procedures())
	maps.Copy(all, p.mail.Procedures())
	return all
}

// recovery puts the letter with a recovery link into the outbox.
func (p *parts) recovery(ctx context.Context, tx store.Session, email, link string) error {
	return p.letter(ctx, tx, auth.RecoveryLetter, email, "Set a new password",
		"Someone, hopefully you, asked for a new password for the back-office of the site.\n\nOpen this link within an hour to choose one:\n"+link+
			"\n\nIf it was not you, there is nothing to do; your password stays as it is.\n")
}

// invitation puts the letter with an invitation link into the outbox.
func (p *parts) invitation(ctx context.Context, tx store.Session, email, link string) error {
	return p.letter(ctx, tx, auth.InvitationLetter, email, "You are invited to the back-office",
		"An administrator made an account for you in the back-office of the site.\n\nOpen this link within seven days to choose a password:\n"+link+
			"\n\nIf you do not know what this is about, there is nothing to do; the link expires by itself.\n")
}

// letter is about the moment and the address, so that a later one is another.
func (p *parts) letter(ctx context.Context, tx store.Session, about, email, subject, text string) error {
	reason := fmt.Sprintf("%s %d %s", about, tx.Now().UnixMicro(), email)
	return p.mail.Record(ctx, tx, reason, mail.Letter{To: email, Subject: subject, Text: text})
}
