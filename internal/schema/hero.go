package schema

// HeroContent is the top of the homepage: one row. A full stop in the title
// marks where its line breaks.
var HeroContent = Table{
	Name: "hero_content",
	Columns: content(
		ID(),
		Title("title").Required("Title is required"),
		HTML("subtitle"),
		Title("cta_primary_text").WithLabel("Primary button"),
		Title("cta_secondary_text").WithLabel("Secondary button"),
	),
	Access: everyone(Read),
}

// Hero is saved with its areas.
var Hero = Document{
	Name: "hero", Label: "Hero", Table: &HeroContent,
	Lists: []List{{Name: "featured_areas", Table: &FeaturedAreas}},
}

// FeaturedAreas are the panes of the window below the hero.
var FeaturedAreas = Table{
	Name: "featured_areas",
	Columns: content(
		ID(),
		Ref("hero_id", &HeroContent),
		Title("title").Required("Title is required"),
		HTML("description").With(ListTools),
	),
	Access: everyone(Read),
}
