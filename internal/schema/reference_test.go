package schema

import (
	"slices"
	"testing"
)

// TestATableMayReferToSeveralOthers: the first says what a row belongs to where it is in no list, and
// each other table is referred to once, so that a join is never ambiguous.
func TestATableMayReferToSeveralOthers(t *testing.T) {
	if got := Mails.ReferenceTo(&NewsletterSubscriptions); got == nil || got.Name != "subscription_id" {
		t.Errorf("the second reference is %v", got)
	}
	if parent, ref := Mails.Parent(); parent != &ContactFormSubmissions || ref.Name != "message_id" {
		t.Errorf("mails belong to %v by %v", parent, ref)
	}
	if Mails.ReferenceTo(&HeroContent) != nil {
		t.Error("mails refer to the hero")
	}
	for _, table := range slices.Concat(Tables, InternalTables) {
		seen := map[*Table]bool{}
		for _, c := range table.References() {
			if seen[c.Refers] {
				t.Errorf("%s refers to %s twice", table.Name, c.Refers.Name)
			}
			seen[c.Refers] = true
		}
	}
}

func TestAListBelongsToItsDocumentWhateverItRefersToFirst(t *testing.T) {
	sales := &Table{Name: "sales", Columns: content(ID())}
	lots := &Table{Name: "lots", Columns: content(ID(), Ref("company_id", &PortfolioCompanies), Ref("sale_id", sales))}
	before := Documents
	t.Cleanup(func() { Documents = before })
	Documents = append(slices.Clip(before), &Document{Name: "sale", Table: sales, Lists: []List{{Name: "lots", Table: lots}}})
	if parent, ref := lots.Parent(); parent != sales || ref.Name != "sale_id" {
		t.Errorf("lots belong to %s by %s", parent.Name, ref.Name)
	}
}
