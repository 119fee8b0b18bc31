package schema

// MailSettings is how mail leaves the house where the environment does not say:
// one row, written by save_mail_settings alone. The password and the private key
// are not in it: they are settings, sealed.
var MailSettings = Table{
	Name: "mail_settings",
	Columns: Columns{
		BigInt("id").Default(1).Only(1, "Mail has one row, with id 1"),
		Title("host").Default("").WithLabel("Server").Matching(`^[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?$|^[0-9a-fA-F:]{2,39}$`, "Enter the name of a server, such as smtp.example.com"),
		Int("port").Default(587).WithLabel("Port").Between(1, 65535),
		Title("username").Default("").WithLabel("User"),
		Title("mail_from").Default("").WithLabel("From"),
		Title("mail_to").Default("").WithLabel("To").Email("Please enter a valid email address."),
		Title("dkim_selector").Default("").WithLabel("DKIM selector").Matching(`^[A-Za-z0-9]([A-Za-z0-9_-]{0,61}[A-Za-z0-9])?$`, "A selector has letters, digits and hyphens"),
		Text("dkim_public").OneLine().Default(""), // what the line in the DNS says after p=
		Stamp("updated_at"),
		Title("updated_by").Default(""),
	},
	Access: Access{
		Visitor: {Read.Nothing()}, Viewer: {Read.Nothing()}, Editor: {Read.Nothing()},
		Admin: {Read},
	},
}
