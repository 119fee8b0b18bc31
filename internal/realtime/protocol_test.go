package realtime_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"vitrine/internal/realtime"
	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

var versions = []string{"2.0.0", "1.0.0"}

func TestAClientJoinsHearsRowsAndLeaves(t *testing.T) {
	for _, vsn := range versions {
		t.Run(vsn, func(t *testing.T) {
			storetest.Each(t, func(t *testing.T, s *store.Store) {
				c := open(t, s).dial(t, vsn)
				c.send("1", "realtime:content", "phx_join", `{"config":{"postgres_changes":[
					{"event":"*","schema":"public","table":"navigation_links","filter":"id=gt.0"},
					{"event":"INSERT","schema":"public","table":"navigation_links"},
					{"event":"DELETE","schema":"public"}]},"access_token":"editor"}`)
				joined := c.next()
				if joined.JoinRef != "1" || joined.Ref != "1" || joined.Topic != "realtime:content" || joined.Event != "phx_reply" || joined.Payload["status"] != "ok" {
					t.Fatalf("the join was answered with %v", joined)
				}
				ids := checkBindings(t, joined)
				system := c.next()
				want := map[string]any{"status": "ok", "extension": "postgres_changes", "message": "Subscribed to PostgreSQL", "channel": "content"}
				if system.Event != "system" || system.JoinRef != nil || system.Ref != nil || !reflect.DeepEqual(system.Payload, want) {
					t.Errorf("the join was followed by %v", system)
				}

				row := insert(t, s, &schema.NavigationLinks, store.Row{"name": "Home", "path": "/", "order": 1})
				checkChange(t, c.next(), "INSERT", row, []any{ids[0], ids[1]})
				rows, err := s.AsSystem().Update(t.Context(), &schema.NavigationLinks, store.Eq("id", row["id"]), store.Row{"name": "Start"})
				if err != nil {
					t.Fatal(err)
				}
				checkChange(t, c.next(), "UPDATE", rows[0], []any{ids[0]})
				if _, err := s.AsSystem().Delete(t.Context(), &schema.NavigationLinks, store.Eq("id", row["id"])); err != nil {
					t.Fatal(err)
				}
				checkChange(t, c.next(), "DELETE", rows[0], []any{ids[0], ids[2]})

				beat := c.send("", "phoenix", "heartbeat", `{}`)
				if f := c.next(); f.Topic != "phoenix" || f.Event != "phx_reply" || f.Ref != beat || f.JoinRef != nil || f.Payload["status"] != "ok" {
					t.Errorf("a heartbeat was answered with %v", f)
				}
				left := c.send("1", "realtime:content", "phx_leave", `{}`)
				if f := c.next(); f.Event != "phx_reply" || f.Ref != left || f.JoinRef != "1" || f.Payload["status"] != "ok" {
					t.Errorf("a leave was answered with %v", f)
				}
				insert(t, s, &schema.NavigationLinks, store.Row{"name": "Unheard", "path": "/", "order": 2})
				c.joinTopic("realtime:other", "editor", `{"event":"*","schema":"public","table":"team_members"}`)
				c.wants(s, "after leaving")
			})
		})
	}
}

// checkBindings compares the echoed bindings with those asked for.
func checkBindings(t *testing.T, f frame) (ids []any) {
	t.Helper()
	response, _ := f.Payload["response"].(map[string]any)
	list, _ := response["postgres_changes"].([]any)
	want := []map[string]any{
		{"event": "*", "schema": "public", "table": "navigation_links", "filter": "id=gt.0"},
		{"event": "INSERT", "schema": "public", "table": "navigation_links"},
		{"event": "DELETE", "schema": "public"},
	}
	if len(list) != len(want) {
		t.Fatalf("%d bindings are confirmed, want %d: %v", len(list), len(want), f.Payload)
	}
	seen := map[any]bool{}
	for i, one := range list {
		got, _ := one.(map[string]any)
		id := got["id"]
		if n, _ := id.(float64); n == 0 || seen[id] {
			t.Errorf("binding %d has the id %v; ids are unique and not 0", i, id)
		}
		seen[id] = true
		ids = append(ids, id)
		delete(got, "id")
		if !reflect.DeepEqual(got, want[i]) {
			t.Errorf("binding %d is confirmed as %v, want %v", i, got, want[i])
		}
	}
	return ids
}

func checkChange(t *testing.T, f frame, kind string, row store.Row, ids []any) {
	t.Helper()
	data, _ := f.Payload["data"].(map[string]any)
	if f.Event != "postgres_changes" || f.Topic != "realtime:content" || f.Ref != nil || f.JoinRef != nil || data == nil {
		t.Fatalf("got %v, want a change", f)
	}
	if !reflect.DeepEqual(f.Payload["ids"], ids) {
		t.Errorf("%s is for the bindings %v, want %v", kind, f.Payload["ids"], ids)
	}
	if data["schema"] != "public" || data["table"] != "navigation_links" || data["type"] != kind {
		t.Errorf("got %v, want %s of navigation_links", data, kind)
	}
	if errors, there := data["errors"]; !there || errors != nil {
		t.Errorf("errors is %v, want null", errors)
	}
	if at, err := time.Parse(time.RFC3339, fmt.Sprint(data["commit_timestamp"])); err != nil || time.Since(at).Abs() > time.Minute {
		t.Errorf("the commit's time is %v", data["commit_timestamp"])
	}
	var record map[string]any
	if err := json.Unmarshal(row.AppendJSON(nil, &schema.NavigationLinks), &record); err != nil {
		t.Fatal(err)
	}
	if kind == "DELETE" {
		record = nil
	}
	if got, _ := data["record"].(map[string]any); !reflect.DeepEqual(got, record) {
		t.Errorf("%s shows %v, want %v", kind, got, record)
	}
	old, there := data["old_record"]
	if want := map[string]any{"id": float64(row.Int("id"))}; kind == "INSERT" && there || kind != "INSERT" && !reflect.DeepEqual(old, want) {
		t.Errorf("%s shows the old record %v", kind, old)
	}
	columns, _ := data["columns"].([]any)
	if len(columns) != len(schema.NavigationLinks.Columns) || !reflect.DeepEqual(columns[0], map[string]any{"name": "id", "type": "int8"}) {
		t.Errorf("the columns are %v", columns)
	}
}

func TestRefusalsBeforeTheUpgradeAreJSON(t *testing.T) {
	x := open(t, storetest.SQLite(t), func(o *realtime.Options) { o.Origins = []string{"https://dev.example.com"} })
	upgrade := map[string]string{"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ=="}
	from := func(origin string) map[string]string {
		h := map[string]string{"Origin": origin}
		for k, v := range upgrade {
			h[k] = v
		}
		return h
	}
	good := "/realtime/v1/websocket?vsn=2.0.0&apikey=" + anonKey
	for _, c := range []struct {
		name, method, path string
		header             map[string]string
		want               int
	}{
		{"a wrong key", "GET", "/realtime/v1/websocket?vsn=2.0.0&apikey=sb_secret_x", upgrade, 401},
		{"no key", "GET", "/realtime/v1/websocket?vsn=2.0.0", upgrade, 401},
		{"a broken query", "GET", "/realtime/v1/websocket?apikey=%zz", upgrade, 400},
		{"an unknown version", "GET", "/realtime/v1/websocket?vsn=9&apikey=" + anonKey, upgrade, 400},
		{"a foreign page", "GET", good, from("https://evil.example.com"), 403},
		{"a page without an origin", "GET", good, from("null"), 403},
		{"a listed page", "GET", good, from("https://dev.example.com"), 101},
		{"a page of this host", "GET", good, from(x.url), 101},
		{"a plain request", "GET", good, nil, 426},
		{"another method", "POST", good, nil, 405},
		{"another path", "GET", "/realtime/v1/api/broadcast", nil, 404},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, err := http.NewRequestWithContext(t.Context(), c.method, x.url+c.path, nil)
			if err != nil {
				t.Fatal(err)
			}
			for k, v := range c.header {
				r.Header.Set(k, v)
			}
			answer, err := http.DefaultTransport.RoundTrip(r)
			if err != nil {
				t.Fatal(err)
			}
			defer answer.Body.Close()
			if answer.StatusCode != c.want {
				t.Errorf("the status is %d, want %d", answer.StatusCode, c.want)
			}
			var body map[string]any
			if c.want != 101 && (json.NewDecoder(answer.Body).Decode(&body) != nil || body["message"] == "" || !strings.HasPrefix(answer.Header.Get("Content-Type"), "application/json")) {
				t.Errorf("the answer is %v, want JSON with a message", body)
			}
		})
	}
}

func TestWhatTheServerDoesNotOfferDoesNotBreakAClient(t *testing.T) {
	s := storetest.SQLite(t)
	for _, vsn := range versions {
		t.Run(vsn, func(t *testing.T) {
			c := open(t, s).dial(t, vsn)
			for _, f := range []struct{ topic, event, payload, status string }{
				{"realtime:content", "broadcast", `{"event":"x"}`, "error"}, // not joined
				{"realtime:", "phx_join", `{}`, "error"},
				{"nowhere", "phx_join", `{}`, "error"},
				{"realtime:content", "phx_join", `null`, "ok"},
				{"realtime:content", "phx_join", `{"config":7}`, "error"},
				{"realtime:content", "phx_join", `{"access_token":"forged"}`, "error"},
				{"realtime:content", "phx_join", `{"access_token":"` + strings.Repeat("x", 9000) + `"}`, "error"},
				{"realtime:content", "phx_join", `{"config":{"postgres_changes":[` + strings.Repeat(`{},`, 200) + `{}]}}`, "error"},
				{"realtime:content", "phx_join", `{"config":{"presence":{"enabled":true}},"access_token":null}`, "ok"},
				{"realtime:content", "presence", `{"type":"presence","event":"track","payload":{}}`, "error"},
				{"realtime:content", "broadcast", `{"type":"broadcast","event":"x","payload":{}}`, "error"},
				{"realtime:unknown", "phx_leave", `{}`, "ok"},
			} {
				ref := c.send("1", f.topic, f.event, f.payload)
				if got := c.next(); got.Event != "phx_reply" || got.Ref != ref || got.Payload["status"] != f.status {
					t.Errorf("%s %.60s was answered with %v, want %s", f.event, f.payload, got, f.status)
				}
			}
			if err := c.conn.Write(t.Context(), websocket.MessageBinary, []byte{3, 1, 2}); err != nil {
				t.Fatal(err)
			}
			c.send("", "phoenix", "heartbeat", `{}`)
			if f := c.next(); f.Topic != "phoenix" {
				t.Errorf("after a binary frame came %v", f)
			}
			// A broadcast as the client packs it: kind, five lengths, the encoding, and the texts.
			if err := c.conn.Write(t.Context(), websocket.MessageBinary, []byte("\x03\x01\x02\x10\x01\x00\x01"+"1"+"42"+"realtime:content"+"x"+`{}`)); err != nil {
				t.Fatal(err)
			}
			if f := c.next(); f.Event != "phx_reply" || f.Ref != "42" || f.Topic != "realtime:content" || f.Payload["status"] != "error" {
				t.Errorf("a binary broadcast was answered with %v", f)
			}
		})
	}
}

func TestFramesThatAreNoneCloseTheSocket(t *testing.T) {
	x := open(t, storetest.SQLite(t))
	for _, c := range []struct {
		name, vsn, text string
		want            websocket.StatusCode
	}{
		{"no JSON", "2.0.0", `hello`, websocket.StatusPolicyViolation},
		{"too few parts", "2.0.0", `[1,2]`, websocket.StatusPolicyViolation},
		{"a list for the object form", "1.0.0", `[null,"1","phoenix","heartbeat",{}]`, websocket.StatusPolicyViolation},
		{"no event", "1.0.0", `{"topic":"phoenix"}`, websocket.StatusPolicyViolation},
		{"an endless ref", "2.0.0", `[null,"` + strings.Repeat("1", 80) + `","phoenix","heartbeat",{}]`, websocket.StatusPolicyViolation},
		{"more than a mebibyte", "2.0.0", `[null,"1","phoenix","heartbeat","` + strings.Repeat("x", 1<<20) + `"]`, websocket.StatusMessageTooBig},
	} {
		t.Run(c.name, func(t *testing.T) {
			k := x.dial(t, c.vsn)
			k.raw(c.text)
			if _, err := k.read(); websocket.CloseStatus(err) != c.want {
				t.Errorf("the socket ended with %v, want %v", err, c.want)
			}
		})
	}
}
