package schema

// How far a letter has come.
const (
	LetterDraft     = "draft"
	LetterScheduled = "scheduled"
	LetterSending   = "sending"
	LetterPaused    = "paused"
	LetterSent      = "sent"
	LetterCancelled = "cancelled"
)

// What became of one copy. It is unknown from the moment before its text goes
// out until the answer of the server is written down, so that a kill in between
// leaves it so and nobody gets it twice.
const (
	CopyQueued  = "queued"
	CopySent    = "sent"
	CopyFailed  = "failed"
	CopyBounced = "bounced"
	CopyUnknown = "unknown"
)

// Who gets a letter: all subscribers, or those who want to hear of jobs.
const (
	ToAll  = "all"
	ToJobs = "jobs"
)

// Letters are written to subscribers. Staff change drafts; how far one has come
// and its figures are the server's. Visitors read those that were sent, if the
// studio shows them.
var Letters = Table{
	Name: "letters",
	Slug: "subject", SlugPrefix: "letter-",
	Pages: []string{"slug", "sent_at"},
	Columns: content(
		ID(),
		Title("subject").Required("Subject is required"),
		Title("preheader").WithLabel("Preview line").Default(""),
		HTML("body").Illustrated().With(LetterTools).WithLabel("Letter").Default(""),
		Title("audience").Default(ToAll).OneOf("A letter goes to all, or to those who want to hear of jobs.", ToAll, ToJobs),
		Stamp("created_at"),
		Title("slug").OnlyOnce().Default("").auto(),
		Title("status").Default(LetterDraft).OneOf("", LetterDraft, LetterScheduled, LetterSending, LetterPaused, LetterSent, LetterCancelled).auto(),
		Moment("scheduled_at").auto(),
		Moment("sent_at").auto(),
		Int("recipients").Default(0).auto(),
		Int("delivered").Default(0).auto(),
		Int("failed").Default(0).auto(), // with those that came back
		Int("unknown").Default(0).auto(),
		Int("unsubscribed").Default(0).auto(),
		Text("paused_because").OneLine().Default("").auto(), // the server's answer; "" where somebody paused it
		Moment("tested_at").auto(),
		Bool("is_public").Default(false).auto(), // sent, and the studio shows its letters
		BigInt("listed_to").Default(0).auto(),   // subscriptions up to this one have their copy listed
		Bool("is_listed").Default(false).auto(), // all have
	),
	Access: Access{
		Visitor: {readsLetters}, Viewer: {readsLetters}, Editor: writesLetters, Admin: writesLetters,
	},
	Indexes: []Index{{"letters_status", "status, scheduled_at"}},
}

var (
	readsLetters  = Read.Where("is_public", true).Naming("id", "subject", "preheader", "body", "slug", "sent_at", "updated_at")
	writesLetters = []Grant{Read, Insert, Update.Where("status", LetterDraft), Delete}
)

// Letter is one of them.
var Letter = Document{Name: "letter", Label: "Letter", Table: &Letters, Many: true}

// LetterDeliveries are the copies of letters, one for each address.
var LetterDeliveries = Table{
	Name: "letter_deliveries", Quiet: true, Person: []string{"email"},
	Columns: Columns{
		ID(),
		BigInt("letter_id").Default(0), // no reference: a copy is no edit of its letter, and stays while that is in Trash
		Text("email").Max(MaxAddress).OneLine().Required(""),
		Title("status").Default(CopyQueued).OneOf("", CopyQueued, CopySent, CopyFailed, CopyBounced, CopyUnknown),
		Text("error").OneLine().Default(""),
		Int("tries").Default(0),
		Moment("sent_at"),
		Stamp("next_try_at"),
		Bool("on_its_way").Default(false),     // its text may be going out at this moment
		Title("lease").Default(""),            // of the server that is about to send it, then of the attempt
		Moment("leased_until"),                // after which another may
		BigInt("subscription_id").Default(0),  // of whom it is for
		Title("once").Required("").OnlyOnce(), // the letter and the address: nobody is listed twice
		Moment("left_at"),                     // the list, by the link of this copy
	},
	Access: staffRead("id", "letter_id", "email", "status", "error", "tries", "sent_at", "next_try_at", "on_its_way", "left_at"),
	Indexes: []Index{
		{"letter_deliveries_status", "letter_id, status, id"},
		{"letter_deliveries_email", "email"},
		{"letter_deliveries_address", "lower(email)"},
		{"letter_deliveries_left", "letter_id, id WHERE left_at IS NOT NULL"},
	},
}
