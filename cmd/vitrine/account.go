package main

import (
	"context"
	"fmt"
	"maps"

	"vitrine/internal/auth"
	"vitrine/internal/content"
	"vitrine/internal/history"
	"vitrine/internal/mail"
	"vitrine/internal/procedure"
	"vitrine/internal/storage"
	"vitrine/internal/store"
	"vitrine/internal/studio"
)

// procedures are the remote procedures of all rooms that have some.
func (p *parts) procedures() procedure.All {
	all := content.Procedures()
	maps.Copy(all, history.Procedures(p.storage.Purge))
	maps.Copy(all, storage.Procedures())
	maps.Copy(all, p.auth.Procedures())
	maps.Copy(all, p.mail.Procedures())
	maps.Copy(all, p.people.Procedures())
	maps.Copy(all, p.letters.Procedures())
	maps.Copy(all, p.visits.Procedures())
	return all
}

// recovery puts the letter with a recovery link into the outbox.
func (p *parts) recovery(ctx context.Context, tx store.Session, email, link string) error {
	return p.letter(ctx, tx, auth.RecoveryLetter, email, "mail_recovery", link)
}

// invitation puts the letter with an invitation link into the outbox.
func (p *parts) invitation(ctx context.Context, tx store.Session, email, link string) error {
	return p.letter(ctx, tx, auth.InvitationLetter, email, "mail_invite", link)
}

// letter is about the moment and the address, so that a later one is another.
func (p *parts) letter(ctx context.Context, tx store.Session, about, email, word, link string) error {
	who, err := studio.Read(ctx, tx)
	if err != nil {
		return err
	}
	reason := fmt.Sprintf("%s %d %s", about, tx.Now().UnixMicro(), email)
	return p.mail.Record(ctx, tx, reason, mail.Letter{To: email, Subject: who.Say(word + "_subject"), Text: who.Say(word+"_text", "link", link) + "\n"})
}
