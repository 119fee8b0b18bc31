package schema

// NavigationLinks is the top menu. A visitor sees the visible links.
var NavigationLinks = Table{
	Name:  "navigation_links",
	Order: "order",
	Columns: content(append(link("Name and path are required"),
		Int("order").Min(1, "Order must be at least 1"),
		Bool("is_visible").Default(true),
		Stamp("created_at"),
	)...),
	Access: everyone(Read.Where("is_visible", true)),
}

// NavigationLink is one link of the menu.
var NavigationLink = Document{Name: "navigation_link", Label: "Navigation link", Table: &NavigationLinks, Many: true, Order: Sequence}

// FooterLinks are the links of the footer, in sections that editors name.
var FooterLinks = Table{
	Name:  "footer_links",
	Order: "order",
	Columns: content(append(link("Name, path, and section are required"),
		Title("section").Required("Name, path, and section are required"),
		Int("order").Min(1, "Order must be at least 1"),
		Bool("is_visible").Default(true),
		Stamp("created_at"),
	)...),
	Access: everyone(Read.Where("is_visible", true)),
}

// FooterLink is one link of the footer.
var FooterLink = Document{Name: "footer_link", Label: "Footer link", Table: &FooterLinks, Many: true, Order: Sequence, Group: "section"}

func link(required string) Columns {
	return Columns{
		ID(),
		Title("name").WithLabel("Link Text").Required(required),
		Text("path").WithLabel("Link Path").Required(required).Link(badURL).Pathed(),
		Bool("external").Default(false),
		Bool("open_in_new_window").Default(true),
	}
}

// FooterContent is the text of the footer: one row, with id 1.
var FooterContent = Table{
	Name: "footer_content",
	Columns: content(
		BigInt("id").Default(1).Only(1, "The footer has one row, with id 1"),
		HTML("company_description"),
		Text("email").WithLabel("Email Address").Email(badEmail),
		Title("location"),
		JSONList("social_links").WithLabel("Social link").Each(Socials, badURL),
		// What is empty follows Contact where these say so. Else it is left out, as ever.
		Bool("follows_email").WithLabel("Email Address follows Contact").Default(false),
		Bool("follows_location").WithLabel("Location follows Contact").Default(false),
		Bool("follows_social_links").WithLabel("Social links follow Contact").Default(false),
		Stamp("created_at"),
	),
	Access: everyone(Read),
}

// Footer is the text of the footer alone.
var Footer = Document{Name: "footer", Label: "Footer", Table: &FooterContent}
