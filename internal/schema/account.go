package schema

// Roles are the roles a profile can give.
var Roles = []string{string(Admin), string(Editor), string(Viewer)}

// UserProfiles gives a signed-in user a role. Only an admin changes one.
var UserProfiles = Table{
	Name: "user_profiles",
	Columns: Columns{
		Ident("user_id"),
		Title("role").OneOf("Role must be one of admin, editor and viewer", Roles...),
	},
	Access: Access{
		Visitor: {Read.Nothing()},
		Viewer:  {Read.OwnBy("user_id")},
		Editor:  {Read.OwnBy("user_id")},
		Admin:   Everything,
	},
}

// Users are the accounts that can sign in.
var Users = Table{
	Name: "auth_users", Internal: true,
	Columns: Columns{
		Ident("id"),
		Text("email").Required(badEmail).Email(badEmail).OnlyOnceFolded(),
		Text("password_hash").Default(""),
		Column{Name: "user_metadata", Type: JSON, NotNull: true, Fallback: "{}"},
		Stamp("created_at"),
		Stamp("updated_at"),
		Moment("last_sign_in_at"),
		Moment("disabled_at"),
	},
}

// Sessions are sign-ins that have not ended.
var Sessions = Table{
	Name: "auth_sessions", Internal: true,
	Columns: Columns{
		Ident("id"),
		Ident("user_id").refers(&Users),
		Stamp("created_at"),
		Stamp("refreshed_at"),
		Text("user_agent").Default(""),
		Text("address").Default(""),
		Text("aal").Default("aal1"),
	},
}

// RefreshTokens are kept as hashes. A used one stays until its session ends,
// so that its reuse can be told from a token that never existed.
var RefreshTokens = Table{
	Name: "auth_refresh_tokens", Internal: true,
	Columns: Columns{
		Title("hash").Required(""),
		Ident("session_id").refers(&Sessions),
		Stamp("created_at"),
		Moment("used_at"),
	},
}

// OneTimeTokens open a password change: recovery and invitation links.
var OneTimeTokens = Table{
	Name: "auth_one_time_tokens", Internal: true,
	Columns: Columns{
		Title("hash").Required(""),
		Ident("user_id").refers(&Users),
		Title("kind").OneOf("", "recovery", "invite"),
		Stamp("created_at"),
	},
}
