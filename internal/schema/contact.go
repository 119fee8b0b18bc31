package schema

import "slices"

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

// How far the team is with a message.
const (
	MessageNew      = "new"
	MessageRead     = "read" // by anybody of the team
	MessageDone     = "done"
	MessageArchived = "archived"
	MessageSpam     = "spam" // held back: nobody is mailed about it
)

// MailDue is when letters about a visitor's row were due, until they are in the outbox.
const MailDue = "mail_due_at"

// ContactFormSubmissions are the messages visitors send. Only staff read them.
// One that looks like spam is held back until staff say that it is none.
var ContactFormSubmissions = Table{
	Name:   "contact_form_submissions",
	Person: []string{"email"},
	Search: []string{"name", "email", "subject", "message"}, SearchLater: true, Pending: MailDue,
	Columns: Columns{
		ID(),
		Typed("name", 200).OneLine().Required("Name is required"),
		Typed("email", MaxAddress).Required("Email is required").Email(badEmail),
		Typed("subject", 300).OneLine().Required("Subject is required"),
		Typed("message", MaxText).Lines().Required("Message is required"),
		Stamp("created_at"),
		Moment("quarantined_at").While("state", MessageSpam),
		TextList("spam_reasons"),
		Moment(MailDue),
		Title("state").Default(MessageNew).OneOf("A message is new, read, done, archived or spam.", MessageNew, MessageRead, MessageDone, MessageArchived, MessageSpam),
		Ident("assigned_to").Optional(), // a user; no reference, as an insert of a visitor is one plain statement
	},
	Access: everyone(Read.Nothing(), Insert.Naming("name", "email", "subject", "message")),
	Indexes: []Index{
		{"contact_form_submissions_newest", "created_at DESC, id DESC"},
		{"contact_form_submissions_address", "lower(email) WHERE " + MailDue + " IS NULL"},
		{"contact_form_submissions_inbox", "created_at DESC, id DESC, state WHERE quarantined_at IS NULL"},
		{"contact_form_submissions_quarantine", "created_at DESC, id DESC WHERE quarantined_at IS NOT NULL"},
		{"contact_form_submissions_unmailed", "id WHERE " + MailDue + " IS NOT NULL"},
		{"contact_form_submissions_assigned", "assigned_to, created_at DESC, id DESC WHERE assigned_to IS NOT NULL"},
	},
}

// MessageReplies are what staff answered from here, written by reply_message.
// They name their message without a reference: while it is in Trash they stay.
var MessageReplies = Table{
	Name: "message_replies", Signed: true,
	Columns: Columns{
		ID(),
		BigInt("message_id").Default(0),
		Text("text").Lines().Required("Write an answer first."),
		Stamp("created_at"),
		Title("user_id").Default("").auto(),
		Title("user_email").Default("").auto(),
	},
	Access:  staffRead("id", "message_id", "text", "created_at", "user_id", "user_email"),
	Indexes: []Index{{"message_replies_message", "message_id, id"}},
}

// Notes are what staff tell each other about a row, which a note names without a
// reference as replies do.
var Notes = Table{
	Name: "notes", Signed: true,
	Columns: Columns{
		ID(),
		Title("about_table").OneOf("Notes are about messages and applications.", noted...),
		BigInt("about_id"),
		Text("text").Lines().Required("Write a note first."),
		Stamp("created_at"),
		Title("user_id").Default("").auto(),
		Title("user_email").Default("").auto(),
	},
	Access: Access{
		Visitor: {Read.Nothing()}, Viewer: {Read.Nothing()}, Editor: writesNotes, Admin: writesNotes,
	},
	Indexes: []Index{{"notes_about", "about_table, about_id, id"}},
}

var (
	noted       = []string{"contact_form_submissions", "job_applications"}
	writesNotes = []Grant{Read, Insert.Naming("about_table", "about_id", "text"), Delete.OwnBy("user_id")}
)

// Beside is a table whose rows lie beside those of another, and go with them for
// good.
type Beside struct {
	Table  *Table
	Column string // that holds the key of the other row
	Kind   string // column that names the other table; "" where it is always the same
}

// BesideOf are the tables beside one.
func BesideOf(t *Table) (out []Beside) {
	if slices.Contains(noted, t.Name) {
		out = append(out, Beside{&Notes, "about_id", "about_table"})
	}
	if t == &ContactFormSubmissions {
		out = append(out, Beside{Table: &MessageReplies, Column: "message_id"})
	}
	if t == &JobApplications {
		out = append(out, Beside{Table: &ApplicationEvents, Column: "application_id"})
	}
	return out
}
