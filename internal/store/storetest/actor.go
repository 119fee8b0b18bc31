package storetest

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"vitrine/internal/fault"
	"vitrine/internal/schema"
)

// Serve runs a room's handler alone. The header "role" says who asks, "address"
// from where; "forged" and "away" are what goes wrong on the way in.
func Serve(t testing.TB, rooms http.Handler) *httptest.Server {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		role := r.Header.Get("role")
		actor, err := schema.Actor{Role: schema.Role(role), UserID: "u-" + role, Address: r.Header.Get("address")}, error(nil)
		switch role {
		case "":
			actor.Role = schema.Visitor
		case "forged":
			err = fault.New(fault.BadToken, "No suitable key was found to decode the JWT")
		case "away":
			err = fault.New(fault.Unavailable, "The database is not available.")
		}
		rooms.ServeHTTP(w, r.WithContext(schema.WithActor(r.Context(), actor, err)))
	}))
	t.Cleanup(server.Close)
	return server
}
