package schema

// NewsletterSubscriptions are the addresses visitors leave in the footer. A
// visitor may ask whether an address is there, and cannot list them. Only staff
// see which of them look like the work of a machine.
var NewsletterSubscriptions = Table{
	Name:          "newsletter_subscriptions",
	Search:        []string{"email"},
	DuplicateHint: "This email is already subscribed to the newsletter.",
	Columns: Columns{
		ID(),
		Text("email").Required(badEmail).Email(badEmail).OnlyOnceFolded(),
		Stamp("created_at"),
		Moment("quarantined_at"),
		TextList("spam_reasons"),
		Moment("mail_due_at"), // of a visitor's row until the letters about it are in the outbox
	},
	Access: everyone(Read.By("email").Naming("id", "email", "created_at"), Insert.Naming("email")),
	Indexes: []Index{
		{"newsletter_subscriptions_newest", "created_at DESC, id DESC"},
		{"newsletter_subscriptions_email", "email"},
		{"newsletter_subscriptions_unmailed", "id WHERE mail_due_at IS NOT NULL"},
	},
}
