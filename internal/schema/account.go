package schema

// Roles are the roles a profile can give.
var Roles = []string{string(Admin), string(Editor), string(Viewer)}

// UserProfiles gives a signed-in user a role. Only an admin changes one.
var UserProfiles = Table{
	Name: "user_profiles",
	Columns: Columns{
		Ident("user_id"),
		Title("role").OneOf("Role must be one of admin, editor and viewer", Roles...),
		Title("name").Default(""), // what colleagues call them
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
		Moment("invited_at"),
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
		JSONList("amr").Optional(), // null in sessions that are older than the column
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

// Factors are second factors: secrets that an authenticator app shares with
// us, sealed with a key that is not in the database.
var Factors = Table{
	Name: "auth_factors", Internal: true,
	Columns: Columns{
		Ident("id"),
		Ident("user_id").refers(&Users),
		Title("friendly_name").Default(""),
		Blob("secret"),
		BigInt("last_step").Default(0), // no code of this step or before it is taken again
		Stamp("created_at"),
		Stamp("updated_at"),
		Moment("verified_at"),
		Moment("last_challenged_at"),
	},
}

// RecoveryCodes stand in for a factor whose app is lost, each once. Their
// hashes are keyed with a secret that is not in the database.
var RecoveryCodes = Table{
	Name: "auth_recovery_codes", Internal: true,
	Columns: Columns{
		Title("hash").Required(""),
		Ident("user_id").refers(&Users),
		Stamp("created_at"),
	},
}

// Challenges are invitations to prove a factor, each to one session.
var Challenges = Table{
	Name: "auth_challenges", Internal: true,
	Columns: Columns{
		Ident("id"),
		Ident("factor_id").refers(&Factors),
		Ident("session_id").refers(&Sessions),
		Stamp("created_at"),
	},
}
