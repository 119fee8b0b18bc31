package schema

import "testing"

func TestAnIllustratedTextShowsPicturesOfTheLibraryAlone(t *testing.T) {
	const good = `<img src="/storage/v1/object/public/media/a_1.png" alt="A &quot;shelf&quot;" width="900" height="300">`
	for given, want := range map[string]string{
		"<p>a</p>" + good: "<p>a</p>" + good,
		`<img src="/storage/v1/object/public/media/a.png" onerror="x()" style="x" class="y" srcset="z" loading="eager">`: `<img src="/storage/v1/object/public/media/a.png">`,
		`<img src="/storage/v1/object/public/media/a.png" width="1e9" height="-1">`:                                      `<img src="/storage/v1/object/public/media/a.png">`,
		`<img src="https://a.example/b.png" alt="x">`:                                                                    ``,
		`<img src="/storage/v1/object/public/portfolio-logos/a.png">`:                                                    ``,
		`<img src="/storage/v1/object/public/media/../../x.png">`:                                                        ``,
		`<img src="//storage/v1/object/public/media/a.png">`:                                                             ``,
		`<img src="javascript:alert(1)">`:                                                                                ``,
		`<svg><image href="/storage/v1/object/public/media/a.png"></svg>`:                                                ``,
	} {
		got := Illustrated.Apply(given)
		if want == "" && got != "" && got != `<img alt="x">` || want != "" && got != want {
			t.Errorf("%s becomes %s", given, got)
		}
		if again := Illustrated.Apply(got); again != got {
			t.Errorf("%s is not stable: %s", got, again)
		}
		if plain := SanitiseHTML(given); plain == got && want != "" && want == given {
			t.Errorf("other texts show it too: %s", plain)
		}
	}
}
