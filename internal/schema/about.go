package schema

// AboutContent is the text of the about page: one row.
var AboutContent = Table{
	Name: "about_content",
	Columns: content(
		ID(),
		HTML("intro_text").With(ProseTools),
		HTML("approach_text").With(ProseTools),
		JSONList("why_ecommerce").WithLabel("Reason").Each(Texts, "The list must hold texts only"),
	),
	Access: everyone(Read),
}

// About is saved with its questions.
var About = Document{
	Name: "about", Label: "About", Table: &AboutContent,
	Lists: []List{{Name: "focus_areas", Table: &FocusAreas}},
}

// FocusAreas are the questions under 'Our Approach'.
var FocusAreas = Table{
	Name: "focus_areas",
	Columns: content(
		ID(),
		Ref("about_id", &AboutContent),
		Title("title").Required("Title is required"),
		Text("description").Lines(),
	),
	Access: everyone(Read),
}
