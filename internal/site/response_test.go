package site

import "testing"

func TestOnlyADocumentWithALinkToAPartOfAnotherPageNamesTheRules(t *testing.T) {
	for body, named := range map[string]bool{
		`<a href="/about#team">`:                            true,
		`<a class="tlink" href="/#process">`:                true,
		`<a href="#main">`:                                  false,
		`<a href="/about">`:                                 false,
		`<a href="https://elsewhere.example/#x">`:           false,
		`<svg><use href="#i-arrow"></use></svg>`:            false,
		`<a href="/about"></a><p>#1</p><a href="/contact">`: false,
	} {
		if got := newResponse(200, htmlType, filePolicy, []byte(body)).rules != nil; got != named {
			t.Errorf("%s: %v", body, got)
		}
	}
	if newResponse(200, "application/json", filePolicy, []byte(`<a href="/about#team">`)).rules != nil {
		t.Error("what is no page names the rules")
	}
}
