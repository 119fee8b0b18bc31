package schema

// SiteSettings is whose site it is and how it looks: one row, with id 1.
var SiteSettings = Table{
	Name: "site_settings",
	Columns: content(
		BigInt("id").Default(1).Only(1, "The site has one row, with id 1"),
		short("name").Required("Name is required"),
		short("city").Default(""),
		short("country").Default(""),
		short("language").Default("en").Matching(`^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$`, "A language is a code such as en or pt-BR"),
		Title("time_zone").Default("UTC").with(Rule{Name: Zone, Message: "A time zone is a name such as Europe/Lisbon"}),
		Mark,
		Theme,
		Text("icon_url").Default("").WithLabel("Icon").Stored(),
		Title("head_title").Default("").WithLabel("Title"),
		Title("head_description").Default("").WithLabel("Description"),
		Title("head_keywords").Default("").WithLabel("Keywords"),
		Text("head_image_url").Default("").WithLabel("Sharing image").Image(badURL),
		short("robots").Default("").Matching(`^[a-z]+(:[a-z0-9-]+)?(, ?[a-z-]+(:[a-z0-9-]+)?)*$`, "Robots are told with words such as index, follow"),
		Bool("double_opt_in").Default(false),
		Bool("letters_public").Default(false),
	),
	Access: everyone(Read),
}

// Site is the identity of the studio.
var Site = Document{Name: "site", Label: "Identity", Table: &SiteSettings}

// Theme is what people choose of the look; what follows from it is made by
// web/src/identity.
var Theme = Object("theme",
	Int("hue_glass").Default(177).WithLabel("Hue of the glass").Between(0, 359),
	Int("hue_dot").Default(33).WithLabel("Hue of the dot").Between(0, 359),
	Float("tint").Default(1).Between(0, 2.5),
	choice("type", "shopfront", "survey", "ledger", "journal", "bench", "hearth"),
	choice("art", "vessels", "letters", "terrain", "blocks", "weave", "photographs"),
	Int("seed").Optional().Between(0, 9999),
	choice("pack", "shop", "neutral", "workshop", "observatory"),
	choice("fallback", "vessels", "letters", "terrain", "blocks", "weave").WithLabel("Drawings beside photographs"),
	Objects("photos", 12,
		Text("url").Default("").Required("A photograph needs its file.").Stored().
			Matching(`^/storage/v1/object/public/media/[A-Za-z0-9_][A-Za-z0-9._-]{0,199}$`, "A photograph must be one of Media."),
		// Without these, what must stay in view is what Media says.
		Float("x").Optional().Between(0, 1),
		Float("y").Optional().Between(0, 1),
		Title("alt").Default("").WithLabel("Description").Required("A photograph needs a description of what it shows.").Max(160),
	),
)

// Mark is the sign of the studio: generated, or a file.
var Mark = Object("mark",
	choice("kind", "generated", "uploaded"),
	choice("frame", "arch", "square", "circle", "tile"),
	choice("dot", "se", "nw", "n", "ne", "w", "c", "e", "sw", "s"),
	Title("initial").Default("").Max(1),
	Text("url").Default("").WithLabel("File").Stored(),
	Text("dark_url").Default("").WithLabel("File for dark pages").Stored(),
)

// SiteWords are the sentences that the studio says in its own way; the others
// are those of the built-in list.
var SiteWords = Table{
	Name: "site_words",
	Columns: content(
		ID(),
		Title("key").Required("Key is required").OnlyOnce(),
		Text("text").Lines().Default("").Max(1000),
	),
	Access: everyone(Read),
}

// Words are all sentences at once.
var Words = Document{Name: "words", Label: "Words", Lists: []List{{Name: "words", Table: &SiteWords, Max: 1000}}}

// PageHeads are what search engines and shared links show of a page, where the
// studio wants something else than its usual head.
var PageHeads = Table{
	Name: "page_heads",
	Columns: content(
		ID(),
		Title("path").Required("Path is required").Path("A path of this site begins with one slash").OnlyOnce(),
		Title("title").Default(""),
		Title("description").Default(""),
		Text("image_url").Default("").WithLabel("Sharing image").Image(badURL),
		Bool("noindex").Default(false),
	),
	Access: everyone(Read),
}

// PageHead is the heads of all pages at once.
var PageHead = Document{Name: "page_head", Label: "Search appearance", Saves: "page_heads", Lists: []List{{Name: "page_heads", Table: &PageHeads}}}

// Pages are the studio's own, each at /{slug}.
var Pages = Table{
	Name:    "pages",
	Address: "slug",
	Columns: content(
		ID(),
		Title("title").Required("Title is required"),
		Title("slug").WithLabel("Address").Required("Address is required").Max(80).OnlyOnce().
			Matching(`^[a-z0-9-]+$`, "An address has small letters, digits and hyphens only"),
		HTML("body").Illustrated().Default(""),
		Bool("is_visible").Default(true),
	),
	Access:        everyone(Read.Where("is_visible", true)),
	DuplicateHint: "Another page has this address.",
}

// Reserved are first parts of paths that the site itself answers.
var Reserved = []string{
	"about", "careers", "contact", "newsletter", "letters", "404", "admin", "assets", "cards", "v",
	"rest", "auth", "storage", "functions", "realtime", "healthz", "readyz",
	"feed.xml", "sitemap.xml", "robots.txt", "site.webmanifest", "favicon.ico", "favicon.svg", "og.png",
	"apple-touch-icon.png", "icon-192.png", "icon-512.png", "icon-maskable-512.png", "placeholder-logo.svg",
}

// Page is one of them.
var Page = Document{Name: "page", Label: "Page", Table: &Pages, Many: true}

// Redirects lead from an address that is gone to one that is there.
var Redirects = Table{
	Name: "redirects",
	Columns: content(
		ID(),
		Title("from_path").WithLabel("From").Required("From is required").OnlyOnce().
			Path("The old address begins with one slash").Matching(`^[^?#]*$`, "The old address is a path without ? and #"),
		Title("to_path").WithLabel("To").Required("To is required").Path("The new address is one of this site and begins with one slash"),
	),
	Access:        everyone(Read),
	DuplicateHint: "This address is redirected already.",
}

// Redirect is one of them.
var Redirect = Document{Name: "redirect", Label: "Redirect", Table: &Redirects, Many: true}

func short(name string) Column { return Title(name).Max(40) }

func choice(name string, values ...string) Column {
	return Title(name).Default(values[0]).OneOf("This is not one of the choices.", values...)
}
