package accept

import "testing"

func TestACodingIsOneThatTheClientTakes(t *testing.T) {
	for header, want := range map[string]string{
		"":                        "",
		"gzip, deflate, br":       "br",
		"br;q=0, gzip":            "gzip",
		"br;q=0.000,GZIP ; q=0.1": "gzip",
		"br;q=0.5, gzip":          "gzip",
		"brotli, gzip;q=0":        "",
		"*":                       "br",
		"*, br; q=0":              "gzip",
		"br;q=x":                  "",
		"identity":                "",
	} {
		if got := Coding([]string{header}); got != want {
			t.Errorf("%q: %q, want %q", header, got, want)
		}
	}
}
