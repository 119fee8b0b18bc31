package schema

// AboutContent is the text of the about page: one row.
var AboutContent = Table{
	Name: "about_content",
	Columns: content(
		ID(),
		HTML("intro_text"),
		HTML("approach_text"),
		Doc("why_ecommerce").Each(Texts, "The list must hold texts only"),
	),
	Access: everyone(Read),
}

// FocusAreas are the questions under 'Our Approach'.
var FocusAreas = Table{
	Name: "focus_areas",
	Columns: content(
		ID(),
		Ref("about_id", &AboutContent),
		Title("title").Required("Title is required"),
		Text("description"),
	),
	Access: everyone(Read),
}
