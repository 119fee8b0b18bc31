package schema

// TeamMembers are the people on the about page, in the order of their ids.
var TeamMembers = Table{
	Name: "team_members",
	Columns: content(
		ID(),
		Title("name").Required("Name is required"),
		Title("position"),
		HTML("company"),
		Text("image_url").Image(badURL),
		Text("linkedin_url").Link(badURL),
	),
	Access: everyone(Read),
}
