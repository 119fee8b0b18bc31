package schema

// JobListings are the open roles, by rank. The slug is made from the title
// once and stays.
var JobListings = Table{
	Name:  "job_listings",
	Order: "rank",
	Slug:  "title", SlugPrefix: "job-",
	Pages: []string{"id", "slug", "created_at", "updated_at"},
	Columns: Columns{
		ID(),
		Title("title").Required("Title is required"),
		Title("location"),
		HTML("about"),
		HTML("how_to_apply"),
		Int("rank").Min(1, "Rank must be at least 1").Default(1),
		Stamp("created_at"),
		Title("slug").OnlyOnce().Default("").auto(),
		BigInt("version").Default(1).auto(),
		Stamp("updated_at").auto(),
	},
	Access:  everyone(Read),
	Indexes: []Index{{"job_listings_rank", "rank, id"}},
}

// Job is saved with its three lists.
var Job = Document{
	Name: "job", Label: "Job listing", Table: &JobListings, Many: true, Order: Ranked,
	Lists: []List{
		{Name: "responsibilities", Table: &JobResponsibilities, Text: "description"},
		{Name: "qualifications", Table: &JobQualifications, Text: "description"},
		{Name: "preferred", Table: &JobPreferred, Text: "description"},
	},
}

// JobResponsibilities say what the person does.
var JobResponsibilities = jobList("job_responsibilities", "Responsibility")

// JobQualifications say what the person needs.
var JobQualifications = jobList("job_qualifications", "Qualification")

// JobPreferred says what would be good to have.
var JobPreferred = jobList("job_preferred", "Preferred item")

func jobList(name, item string) Table {
	return Table{
		Name: name,
		Columns: content(
			ID(),
			Ref("job_id", &JobListings),
			Text("description").OneLine().WithLabel(item).Required("Description is required"),
		),
		Access: everyone(Read),
	}
}
