package schema

// How far an application has come, and how it ended.
const (
	ApplicationNew     = "new"
	ApplicationRead    = "read"
	ApplicationTalking = "talking"
	ApplicationOffer   = "offer"
	ApplicationClosed  = "closed"

	ApplicationHired     = "hired"
	ApplicationRejected  = "rejected"
	ApplicationWithdrawn = "withdrawn"
)

// What became of the scan of a CV: there is no scanner, it found nothing, or the
// file is held back until a scan has.
const (
	ScanNone  = "none"
	ScanClean = "clean"
	ScanHeld  = "held"
)

// MaxCV is how many bytes a CV may have.
const MaxCV = 10 << 20

// JobApplications are what applicants send, written by submit-application alone.
// Staff change how far one has come by save_application.
var JobApplications = Table{
	Name:   "job_applications",
	Person: []string{"email"},
	Search: []string{"name", "email", "job_title", "note"}, SearchLater: true,
	Columns: Columns{
		ID(),
		Typed("name", 200).OneLine().Required("Name is required"),
		Typed("email", MaxAddress).Required("Email is required").Email(badEmail),
		BigInt("job_id").Default(0),    // no reference: it is kept when the job goes
		Title("job_title").Default(""), // when it came
		Typed("links", 2000).Lines().Default(""),
		Typed("note", MaxText).Lines().Default(""),
		Title("cv_name").Default(""), // in the bucket of applications; "" is none
		Title("cv_file_name").Default(""),
		BigInt("cv_bytes").Default(0),
		Object("consent", Text("text").OneLine().Default(""), Text("keep_text").OneLine().Default(""), Bool("keep").Default(false), Title("at").Default("")),
		Moment("keep_until"), // null while the job is open without a closing date
		Title("scan").Default(ScanNone).OneOf("", ScanNone, ScanClean, ScanHeld),
		Text("scan_note").OneLine().Default(""), // what the scanner said
		Title("stage").Default(ApplicationNew).OneOf("An application is new, read, talking, offer or closed.",
			ApplicationNew, ApplicationRead, ApplicationTalking, ApplicationOffer, ApplicationClosed),
		Title("outcome").Default("").OneOf("An application ends as hired, rejected or withdrawn.", "", ApplicationHired, ApplicationRejected, ApplicationWithdrawn),
		Ident("assigned_to").Optional(), // a user
		Stamp("created_at"),
		Moment("quarantined_at"), // while the spam check holds it back
		TextList("spam_reasons"),
		Title("once").Required("").OnlyOnce(), // made by the form: a repeat is no second application
	},
	Access: Access{
		Visitor: {Read.Nothing()}, Viewer: {Read.Nothing()}, Editor: readsApplications, Admin: readsApplications,
	},
	Indexes: []Index{
		{"job_applications_newest", "created_at DESC, id DESC"},
		{"job_applications_address", "lower(email)"},
		{"job_applications_stage", "stage, created_at DESC, id DESC"},
		{"job_applications_job", "job_id, created_at DESC, id DESC"},
		{"job_applications_keep_until", "keep_until, id WHERE keep_until IS NOT NULL"},
		{"job_applications_cv", "cv_name WHERE cv_name <> ''"},
	},
}

var readsApplications = []Grant{
	Read.Naming("id", "name", "email", "job_id", "job_title", "links", "note", "cv_name", "cv_file_name", "cv_bytes", "consent", "keep_until",
		"scan", "scan_note", "stage", "outcome", "assigned_to", "created_at", "quarantined_at", "spam_reasons"),
	Delete,
}

// What an event of an application tells.
const (
	EventStage    = "stage"    // moved: text is the stage, with its outcome after a space
	EventAssigned = "assigned" // text is the address of the user; "" is nobody
	EventOpened   = "opened"   // somebody saw it, once a day for each
	EventCV       = "cv"       // somebody asked for the CV
	EventMail     = "mail"     // text is what was sent
)

// ApplicationEvents are what happened to an application, and who saw it.
var ApplicationEvents = Table{
	Name: "application_events", Signed: true,
	Columns: Columns{
		ID(),
		BigInt("application_id").Default(0), // no reference, as that of a note
		Title("kind").OneOf("", EventStage, EventAssigned, EventOpened, EventCV, EventMail),
		Text("text").Lines().Default(""),
		Title("subject").Default(""), // of a mail
		Stamp("created_at"),
		Title("user_id").Default("").auto(),
		Title("user_email").Default("").auto(),
	},
	Access:  staffRead("id", "application_id", "kind", "text", "subject", "created_at", "user_id", "user_email"),
	Indexes: []Index{{"application_events_application", "application_id, id"}},
}
