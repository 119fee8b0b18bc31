package functions

import (
	"context"
	"fmt"
	"regexp"
	"strings"

	"vitrine/internal/fault"
	"vitrine/internal/mail"
	"vitrine/internal/schema"
	"vitrine/internal/store"
)

type answer struct {
	ID   int64  `json:"id"`
	Text string `json:"text"`
}

// replyMessage answers a message by mail. The answer is kept beside it in the
// transaction that records the mail, so that there is neither without the other.
func (h *Handler) replyMessage(ctx context.Context, db store.Session, a answer) ([]delivery, error) {
	message, err := db.One(ctx, &schema.ContactFormSubmissions, store.Eq("id", a.ID))
	if err != nil {
		return nil, err
	}
	if !h.sender.Leaves() {
		return nil, refuse("There is no mail server, so no answer can be sent from here. Use Reply via Email.")
	}
	if message.Text("state") == schema.MessageSpam {
		return nil, refuse("This message is held back. Say that it is not spam first.")
	}
	reason := ""
	err = db.AsSystem().Tx(ctx, func(tx store.Session) error {
		rows, err := tx.Insert(ctx, &schema.MessageReplies, store.Row{"message_id": a.ID, "text": strings.TrimSpace(a.Text)})
		if err != nil {
			return err
		}
		from, err := h.writer(ctx, tx)
		if err != nil {
			return err
		}
		reason = replyReason(rows[0])
		return h.RecordAbout(ctx, tx, reason, h.reply(from, message, rows[0]), aboutReply(rows[0]))
	})
	if err != nil {
		return nil, err
	}
	if _, err := h.Try(ctx, reason); err != nil {
		h.log.WarnContext(ctx, "an answer waits to be sent", "error", err)
	}
	return h.deliveries(ctx, a.ID)
}

func refuse(sentence string) error { return fault.New(fault.Invalid, "%s", sentence).Hinting(sentence) }

func replyReason(reply store.Row) string { return fmt.Sprintf("reply %d", reply.Int("id")) }

func aboutReply(reply store.Row) store.Row { return store.Row{"reply_id": reply.Int("id")} }

// reply is an answer as a mail, with what it answers below.
func (h *Handler) reply(from writer, message, reply store.Row) mail.Letter {
	var text strings.Builder
	text.WriteString(h.signed(from, reply.Text("text")))
	fmt.Fprintf(&text, "\n%s, %s:\n", message.Text("name"), from.stamp(message))
	for line := range strings.Lines(message.Text("message")) {
		fmt.Fprintf(&text, "> %s\n", strings.TrimRight(line, "\r\n"))
	}
	return mail.Letter{To: message.Text("email"), ReplyTo: from.address, Subject: replySubject(message.Text("subject")), Text: text.String()}
}

var repliedBefore = regexp.MustCompile(`(?i)^re:\s+`)

// replySubject has one "Re: ", however often it went back and forth.
func replySubject(subject string) string { return "Re: " + repliedBefore.ReplaceAllString(subject, "") }

// resendReply sends an answer once more.
func (h *Handler) resendReply(ctx context.Context, db store.Session, messageID, replyID int64) ([]delivery, error) {
	message, err := db.One(ctx, &schema.ContactFormSubmissions, store.Eq("id", messageID))
	if err != nil {
		return nil, err
	}
	reply, err := db.One(ctx, &schema.MessageReplies, store.All{store.Eq("id", replyID), store.Eq("message_id", messageID)})
	if err != nil {
		return nil, err
	}
	err = db.AsSystem().Tx(ctx, func(tx store.Session) error {
		from, err := h.writer(ctx, tx)
		if err != nil {
			return err
		}
		return h.Requeue(ctx, tx, replyReason(reply), h.reply(from, message, reply), aboutReply(reply))
	})
	if err != nil {
		return nil, err
	}
	if _, err := h.Try(ctx, replyReason(reply)); err != nil {
		return nil, err
	}
	return h.deliveries(ctx, messageID)
}
