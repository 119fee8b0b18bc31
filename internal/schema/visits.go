package schema

// What a row of VisitDays says where it names neither a page nor a host.
const (
	OtherVisits = "other" // a path that leads nowhere, or what a day has no row left for
	SameSite    = "/"     // as the referrer: another page of the site
)

// VisitDays count how often pages were shown, by the studio's days. Nothing in
// them is about one person.
var VisitDays = Table{
	Name: "visit_days", Quiet: true,
	Columns: Columns{
		ID(),
		Title("day").Required(""), // such as 2026-11-15, in the time zone of the studio
		Title("path").Required(""),
		Title("referrer").Default(""), // a host; "" where the address was typed or bookmarked
		BigInt("visits").Default(0),
		BigInt("visitors").Default(0), // who came for the first time that day, by the page they came in by
	},
	Access:  staffRead("id", "day", "path", "referrer", "visits", "visitors"),
	Indexes: []Index{{"visit_days_place", "day, path, referrer"}},
}
