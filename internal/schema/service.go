package schema

// Mails is the outbox: one row per letter, written before it is tried.
var Mails = Table{
	Name: "mails", Internal: true, Person: []string{"recipient", "reply_to"},
	Columns: Columns{
		ID(),
		Title("reason").Required("").OnlyOnce(), // what the letter is about; a second one is refused
		Text("recipient").Required(""),
		Text("reply_to").Default(""),
		Text("subject").OneLine().Default(""),
		Text("body").Default("").Max(MaxHTML),
		Stamp("created_at"),
		Stamp("next_try_at"),
		Int("attempts").Default(0),
		Moment("sent_at"),
		Moment("given_up_at"),
		Text("last_error").Default(""),
		Ref("message_id", &ContactFormSubmissions).Optional(), // a letter goes with what it is about
		Ref("subscription_id", &NewsletterSubscriptions).Optional(),
		Ref("reply_id", &MessageReplies).Optional(),
		Ref("application_id", &JobApplications).Optional(),
	},
	Indexes: []Index{{"mails_due", "sent_at, given_up_at, next_try_at"}, {"mails_recipient", "recipient, created_at"}},
}

// Erasures are the people who were erased: a keyed hash of each address, by which
// an import and a restored backup leave them out.
var Erasures = Table{
	Name: "erasures", Internal: true,
	Columns: Columns{
		Title("hash").Required(""),
		Stamp("created_at"),
	},
}

// StorageObjects are the uploads; the bytes lie on disk or in S3 under file.
var StorageObjects = Table{
	Name: "storage_objects", Internal: true,
	Columns: Columns{
		Ident("id"),
		Title("name").Required("").OnlyOnce(),
		Title("file").Required(""),
		BigInt("size"),
		Title("mimetype").Required(""),
		Title("etag").Required(""),
		Int("max_age").Default(3600),
		Stamp("created_at"),
		Stamp("updated_at"),
	},
}

// Settings are what the instances share: secrets and markers.
var Settings = Table{
	Name: "settings", Internal: true,
	Columns: Columns{
		Title("name").Required(""),
		Text("value").Default(""),
	},
}

// ThemeFiles are the stylesheets and drawings that pages of the last months name: one that an
// edge or a browser still holds must look right.
var ThemeFiles = Table{
	Name: "theme_files", Internal: true,
	Columns: Columns{
		Title("name").Required(""),
		Text("content").Max(500_000).Default(""),
		Stamp("used_at"),
	},
}
