package schema

// PlaceholderLogo is the logo of a company that has none.
const PlaceholderLogo = "/placeholder-logo.svg"

// PortfolioCompanies are the ventures on the homepage. A visitor sees the
// active ones; staff see and edit them all.
var PortfolioCompanies = Table{
	Name:  "portfolio_companies",
	Order: "display_order",
	Pages: []string{"id"},
	Columns: content(
		ID(),
		Title("name").WithLabel("Company Name").Required("Company name is required"),
		Text("description").Lines().Required("Description is required"),
		Text("logo_url").WithLabel("Logo URL").Required("Logo URL is required").Image(badURL).Default(PlaceholderLogo),
		Text("website_url").WithLabel("Website URL").Web(badURL),
		Bool("is_active").Default(true),
		Int("display_order").Min(0, "Display order must be 0 or more").Default(0),
	),
	Access:  everyone(Read.Where("is_active", true)),
	Indexes: []Index{{"portfolio_companies_order", "display_order, id"}},
}

// Company is one venture.
var Company = Document{Name: "company", Label: "Company", Table: &PortfolioCompanies, Many: true}

// HomepageSections says which optional sections of the homepage show.
var HomepageSections = Table{
	Name: "homepage_sections",
	Columns: content(
		Title("section_name").Required("Section name is required"),
		Bool("is_visible"),
	),
	Access: everyone(Read),
}
