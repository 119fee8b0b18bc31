package rest_test

import (
	"context"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"vitrine/internal/schema"
)

func TestWhatTakesTooLongSaysWhenToTryAgain(t *testing.T) {
	each(t, func(t *testing.T, s *site) {
		late, cancel := context.WithDeadline(t.Context(), time.Now())
		defer cancel()
		for _, method := range []string{"GET", "POST"} {
			r := httptest.NewRequestWithContext(schema.WithActor(late, editor, nil), method, "/rest/v1/team_members", strings.NewReader(`{"name":"Late"}`))
			r.Header.Set("Content-Type", "application/json")
			w := httptest.NewRecorder()
			s.mux.ServeHTTP(w, r)
			a := answer{w.Code, w.Header(), w.Body.String()}
			if code := a.fault(t)["code"]; a.status != 503 || code != "57014" || a.header.Get("Retry-After") != "2" {
				t.Errorf("%s: %d %v", method, a.status, a)
			}
		}
	})
}
