package main

import (
	"net/http/httptest"
	"testing"
)

func TestTheWayToHTTPSLeadsToThisHostAlone(t *testing.T) {
	r := &redirector{origin: "https://studio.example"}
	for target, want := range map[string]string{
		"/careers?x=1":        "https://studio.example/careers?x=1",
		"//evil.example/":     "https://studio.example//evil.example/",
		"x:@evil.example/":    "",
		"x:.evil.example":     "",
		"http://evil.example": "https://studio.example/",
	} {
		w := httptest.NewRecorder()
		r.redirect(w, httptest.NewRequest("GET", target, nil))
		if got := w.Header().Get("Location"); got != want {
			t.Errorf("%s leads to %q (%d)", target, got, w.Code)
		}
	}
}
