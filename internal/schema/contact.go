package schema

const (
	badURL   = "Must be a valid URL"
	badEmail = "Please enter a valid email address."
)

// ContactInfo is how to reach the studio: one row.
var ContactInfo = Table{
	Name: "contact_info",
	Columns: content(
		ID(),
		Text("email").WithLabel("Email Address").Email(badEmail),
		Title("location"),
		Text("description").Lines(),
	),
	Access: everyone(Read),
}

// Contact is saved with the links.
var Contact = Document{
	Name: "contact", Label: "Contact information", Table: &ContactInfo,
	Lists: []List{{Name: "social_links", Table: &SocialLinks}},
}

// SocialLinks are the studio's pages elsewhere.
var SocialLinks = Table{
	Name: "social_links",
	Columns: content(
		ID(),
		Ref("contact_id", &ContactInfo),
		Title("platform").Required("Platform and URL are required"),
		Text("url").WithLabel("URL").Required("Platform and URL are required").Link(badURL),
	),
	Access: everyone(Read),
}

// ContactFormSubmissions are the messages visitors send. Only staff read them.
// One that looks like spam stays in quarantine until staff release it.
var ContactFormSubmissions = Table{
	Name:   "contact_form_submissions",
	Search: []string{"name", "email", "subject", "message"}, SearchLater: true,
	Columns: Columns{
		ID(),
		Typed("name", 200).OneLine().Required("Name is required"),
		Typed("email", MaxAddress).Required("Email is required").Email(badEmail),
		Typed("subject", 300).OneLine().Required("Subject is required"),
		Typed("message", MaxText).Lines().Required("Message is required"),
		Stamp("created_at"),
		Moment("quarantined_at"),
		TextList("spam_reasons"),
		Moment("mail_due_at"), // of a visitor's row until the letters about it are in the outbox
	},
	Access: everyone(Read.Nothing(), Insert.Naming("name", "email", "subject", "message")),
	Indexes: []Index{
		{"contact_form_submissions_newest", "created_at DESC, id DESC"},
		{"contact_form_submissions_inbox", "created_at DESC, id DESC WHERE quarantined_at IS NULL"},
		{"contact_form_submissions_quarantine", "created_at DESC, id DESC WHERE quarantined_at IS NOT NULL"},
		{"contact_form_submissions_unmailed", "id WHERE mail_due_at IS NOT NULL"},
	},
}
