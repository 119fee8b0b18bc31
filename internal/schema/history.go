package schema

// What can happen to a document.
const (
	Created   = "created"
	Saved     = "saved"
	Deleted   = "deleted"
	Restored  = "restored"
	Reordered = "reordered"
	Imported  = "imported"
	Purged    = "purged" // deleted for good
)

// What people do that is no document.
const (
	SignedIn     = "signed_in"
	Invited      = "invited"
	Added        = "added" // with a password, on the command line
	RoleChanged  = "role_changed"
	Disabled     = "disabled"
	Enabled      = "enabled"
	Removed      = "removed"
	FactorsReset = "factors_reset"
	Exported     = "exported"
	Erased       = "erased"
)

// What activity calls a person who may sign in, and any other.
const (
	UserDocument   = "user"
	PersonDocument = "person"
)

// staffRead lets staff see these columns; the server alone writes.
func staffRead(columns ...string) Access {
	read := []Grant{Read.Naming(columns...)}
	return Access{Visitor: {Read.Nothing()}, Viewer: {Read.Nothing()}, Editor: read, Admin: read}
}

// Revisions are the documents as each save left them, and what was deleted.
var Revisions = Table{
	Name: "revisions", Quiet: true,
	Columns: Columns{
		ID(),
		Title("document").Required(""),
		Title("document_id").Default(""), // of the row; "" where all rows are the document
		BigInt("document_version").Default(0),
		Title("action").OneOf("", Created, Saved, Deleted, Restored, Reordered, Imported),
		Title("user_id").Default(""), // "" is the server itself
		Title("user_email").Default(""),
		Stamp("created_at"),
		JSONList("changed"),                  // names of fields and lists
		Column{Name: "snapshot", Type: JSON}, // null while it is packed, see PackedSnapshots
		Moment("restored_at"),                // of a deletion that was taken back
		Bool("is_open").Default(false),       // plain calls of the same person still become part of it
		Column{Name: "withheld", Type: JSON}, // of a row in Trash: the columns that staff may not read
	},
	Access: staffRead("id", "document", "document_id", "document_version", "action", "user_id", "user_email", "created_at", "changed", "snapshot", "restored_at"),
	Indexes: []Index{
		{"revisions_document", "document, document_id, id"},
		{"revisions_trash", "id WHERE action = 'deleted' AND restored_at IS NULL"},
		{"revisions_unpacked", "id WHERE snapshot IS NOT NULL"},
	},
}

// PackedSnapshots are snapshots that a later one followed, compressed with
// another of the same document as the dictionary.
var PackedSnapshots = Table{
	Name: "packed_snapshots", Internal: true,
	Columns: Columns{
		BigInt("id"),                 // of the revision
		BigInt("base_id").Default(0), // 0 needs no other
		Blob("data"),
	},
	Indexes: []Index{{"packed_snapshots_base", "base_id"}},
}

// Activity is who did what.
var Activity = Table{
	Name: "activity", Quiet: true,
	Columns: Columns{
		ID(),
		Stamp("created_at"),
		Title("user_id").Default(""),
		Title("user_email").Default(""),
		Title("action").Required(""),
		Title("document").Default(""),
		Title("document_id").Default(""),
		Title("summary").Default(""),
		BigInt("revision_id").Default(0), // 0 where there is none
	},
	Access:  staffRead("id", "created_at", "user_id", "user_email", "action", "document", "document_id", "summary", "revision_id"),
	Indexes: []Index{{"activity_person", "user_id, id"}, {"activity_day", "created_at, id"}, {"activity_document", "document, document_id"}},
}

// Presence tells who has which document open, until a moment after they left.
var Presence = Table{
	Name: "presence", Internal: true,
	Columns: Columns{
		Title("place").Required(""), // the person and the document
		Title("user_id").Required(""),
		Title("document").Required(""),
		Title("document_id").Default(""),
		Title("field").Default(""),
		Stamp("since"),
		Stamp("seen_at"),
	},
}

// Section is one of the homepage that can be hidden.
var Section = Document{Name: "section", Label: "Section", Table: &HomepageSections}

// Recorded are the documents that have a history.
func Recorded() []*Document { return append([]*Document{&Section}, Documents...) }

// RecordedAs is the document whose history the table's rows are in; nil means none.
func RecordedAs(t *Table) *Document {
	if t == &HomepageSections {
		return &Section
	}
	return DocumentOf(t)
}

// Trashed are the rows that have no history and can be brought back all the
// same, by what they are called.
var Trashed = map[*Table]string{&ContactFormSubmissions: "message", &NewsletterSubscriptions: "subscriber", &Media: "media", &JobApplications: "application"}
