package schema

// How a subscription stands. Letters go to those that are confirmed.
const (
	Pending      = "pending" // asked by mail, and not answered yet
	Confirmed    = "confirmed"
	Unsubscribed = "unsubscribed"
	Bounced      = "bounced" // there is no such mailbox
)

// NewsletterSubscriptions are the addresses visitors leave in the footer. A
// visitor may ask whether an address is there, and cannot list them; those that
// letters do not go to are not there for visitors. Only staff see which of them
// look like the work of a machine. How one stands, and what was agreed to, is
// the server's to say.
var NewsletterSubscriptions = Table{
	Name:          "newsletter_subscriptions",
	Search:        []string{"email"},
	Person:        []string{"email"},
	Pending:       MailDue,
	DuplicateHint: "This email is already subscribed to the newsletter.",
	Columns: Columns{
		ID(),
		Text("email").Required(badEmail).Email(badEmail).OnlyOnceFolded(),
		Stamp("created_at"),
		Moment("quarantined_at"),
		TextList("spam_reasons"),
		Moment(MailDue),
		Title("status").Default(Confirmed).OneOf("", Pending, Confirmed, Unsubscribed, Bounced),
		Moment("confirmed_at"), // by the link in a mail
		Moment("unsubscribed_at"),
		consent(), // null where staff added the address
		Bool("wants_jobs").Default(false),
		Moment("reminded_at"), // that the link still waits
	},
	Access: Access{
		Visitor: subscribes, Viewer: subscribes, Editor: keepsSubscribers, Admin: keepsSubscribers,
	},
	Indexes: []Index{
		{"newsletter_subscriptions_newest", "created_at DESC, id DESC"},
		{"newsletter_subscriptions_email", "email"},
		{"newsletter_subscriptions_address", "lower(email) WHERE " + MailDue + " IS NULL"},
		{"newsletter_subscriptions_unmailed", "id WHERE " + MailDue + " IS NOT NULL"},
		{"newsletter_subscriptions_status", "status, id WHERE status <> 'confirmed'"},
	},
}

var (
	subscribes       = []Grant{Read.By("email").If("status", Confirmed).Naming("id", "email", "created_at"), Insert.Naming("email", "wants_jobs")}
	keepsSubscribers = []Grant{Read, Insert.Naming(listed...), Update.Naming(listed...), Delete}
	listed           = []string{"id", "email", "created_at", "quarantined_at", "spam_reasons", MailDue, "wants_jobs"}
)

// Where an agreement came from.
const (
	ByForm   = "form"
	ByImport = "import"
	Again    = "again" // who had left came back by the link of a letter
	Earlier  = "before consent was recorded"
)

// Consent is what somebody agreed to, and how. It holds nothing else of them.
type Consent struct {
	Source string `json:"source"`
	At     string `json:"at"`
	Text   string `json:"text"` // the sentence that was read
	Note   string `json:"note"` // of an import: where they agreed
	By     string `json:"by"`   // of an import: who made it
}

func consent() Column {
	c := Object("consent", Title("source").Default(""), Title("at").Default(""), Title("text").Max(1000).Default(""), Title("note").Max(1000).Default(""), Title("by").Default(""))
	c.Fallback, c.NotNull = nil, false // a visitor's insert is one plain statement, and this follows with the letters about it
	return c
}
