package schema

import (
	"encoding/json"
	"testing"

	"vitrine/internal/fault"
)

func TestAnObjectHoldsItsFieldsAndNoOthers(t *testing.T) {
	for given, want := range map[string]string{
		`{"hue_glass":360}`:     "Theme: Hue of the glass must be between 0 and 359.",
		`{"hue_glass":1.5}`:     "Theme: hue of the glass has a value of another kind.",
		`{"hue_glass":"177"}`:   "Theme: hue of the glass has a value of another kind.",
		`{"hue_glass":null}`:    "Theme: hue of the glass has a value of another kind.",
		`{"tint":-0.1}`:         "Theme: Tint must be between 0 and 2.5.",
		`{"type":"comic"}`:      "Theme: This is not one of the choices.",
		`{"css":"*{}"}`:         `Theme has no "css".`,
		`{"__proto__":{"x":1}}`: `Theme has no "__proto__".`,
		`[]`:                    "Theme must be an object.",
		`null`:                  "Theme must be an object.",
		`"red"`:                 "Theme must be an object.",
		`{"photos":{}}`:         "Photos must be a list of objects.",
		`{"photos":[null]}`:     "Photos must be a list of objects.",
		`{"photos":[{"url":"https://elsewhere.example/x.png","alt":"A hall"}]}`:            "Photos: The file must be one that was uploaded here.",
		`{"photos":[{"url":"/storage/v1/object/public/portfolio-logos/x.png","alt":"A"}]}`: "Photos: A photograph must be one of Media.",
		`{"photos":[{"url":"/storage/v1/object/public/media/x.png?a=\"","alt":"A"}]}`:      "Photos: The file must be one that was uploaded here.",
		`{"fallback":"photographs"}`:                                                          "Theme: This is not one of the choices.",
		`{"photos":[{"url":"/storage/v1/object/public/media/x.png"}]}`:                        "Photos: A photograph needs a description of what it shows.",
		`{"photos":[{"url":"/storage/v1/object/public/media/x.png","alt":"A","onload":"x"}]}`: `Photos has no "onload".`,
	} {
		c := SiteSettings.Column("theme")
		value, err := c.Cast(json.RawMessage(given))
		if err == nil {
			err = SiteSettings.Check(map[string]any{"theme": value}, false)
		}
		if !fault.Is(err, fault.Invalid) || fault.From(err).Hint != want {
			t.Errorf("%s: %v, hint %q", given, err, fault.From(err).Hint)
		}
	}
}

func TestWhatAnObjectLeavesOutIsItsDefault(t *testing.T) {
	value, err := SiteSettings.Column("theme").Cast(map[string]any{"photos": []any{}, "tint": 0.5, "seed": 7})
	want := `{"hue_glass":177,"hue_dot":33,"tint":0.5,"type":"shopfront","art":"vessels","seed":7,"pack":"shop","fallback":"vessels","photos":[]}`
	if err != nil || string(value.(json.RawMessage)) != want {
		t.Errorf("%s, %v", value, err)
	}
	if err := SiteSettings.Check(map[string]any{"theme": value}, false); err != nil {
		t.Error(err)
	}
}
