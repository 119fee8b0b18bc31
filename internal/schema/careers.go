package schema

// JobListings are the roles, by rank. One takes applications while it is open,
// to the end of its closing date. The slug is made from the title
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
		HTML("about").With(ListTools),
		HTML("how_to_apply").With(ListTools),
		Int("rank").Min(1, "Rank must be at least 1").Default(1),
		Title("employment_type").Default("").OneOf("This is not one of the choices.", "", "full_time", "part_time", "contract", "internship"),
		Title("workplace").Default("").OneOf("This is not one of the choices.", "", "on_site", "hybrid", "remote"),
		Int("salary_min").Optional().WithLabel("Salary from").Min(0, "Salary must be at least 0"),
		Int("salary_max").Optional().WithLabel("Salary to").Min(0, "Salary must be at least 0"),
		Title("salary_currency").Default("").Matching("^[A-Z]{3}$", "A currency has three letters, such as EUR."),
		Title("salary_period").Default("year").OneOf("A salary is for a year, a month or an hour.", "year", "month", "hour"),
		Title("closes_on").WithLabel("Closing date").Matching(`^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$`, "A closing date is a day, such as 2026-12-31."),
		Bool("is_open").WithLabel("Open").Default(true),
		Bool("apply_form").WithLabel("Application form").Default(true),
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
