package schema

// TeamMembers are the people on the about page, in the order of their ids.
var TeamMembers = Table{
	Name: "team_members",
	Columns: content(
		ID(),
		Title("name").Required("Name is required"),
		Title("position"),
		HTML("company").WithLabel("Bio"),
		Text("image_url").WithLabel("Photo URL").Image(badURL),
		Text("linkedin_url").WithLabel("LinkedIn URL").Link(badURL),
	),
	Access: everyone(Read),
}

// Team is all members at once.
var Team = Document{Name: "team", Label: "Team", Lists: []List{{Name: "members", Table: &TeamMembers, Item: "team_member"}}}
