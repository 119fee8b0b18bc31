package schema

// Icons are the drawings a process step can have.
var Icons = []string{"Search", "Code", "Rocket", "TrendingUp"}

// ProcessContent heads the process section: one row.
var ProcessContent = Table{
	Name: "process_content",
	Columns: content(
		ID(),
		Title("title").Required("Title is required"),
		Text("subtitle").Lines(),
	),
	Access: everyone(Read),
}

// Process is the head with all steps.
var Process = Document{
	Name: "process", Label: "Process", Table: &ProcessContent,
	Lists: []List{{Name: "steps", Table: &ProcessSteps}},
}

// ProcessSteps are the steps, numbered from 1.
var ProcessSteps = Table{
	Name:  "process_steps",
	Order: "step_order",
	Columns: content(
		ID(),
		Title("title").Required("Step title is required"),
		Text("description").Lines(),
		Title("icon").OneOf("Icon must be one of Search, Code, Rocket and TrendingUp", Icons...),
		Int("step_order").Min(1, "Step order must be at least 1"),
	),
	Access: everyone(Read),
}
