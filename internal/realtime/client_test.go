package realtime_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"

	"vitrine/internal/fault"
	"vitrine/internal/limit"
	"vitrine/internal/realtime"
	"vitrine/internal/schema"
	"vitrine/internal/store"
)

const (
	anonKey  = "sb_publishable_test"
	viewerID = "11111111-1111-4111-8111-111111111111"
)

// site is a server with realtime alone, and people whose roles a test sets.
type site struct {
	*realtime.Server
	url    string
	client *http.Client

	mu     sync.Mutex
	people map[string]schema.Actor
}

func open(t testing.TB, s *store.Store, change ...func(*realtime.Options)) *site {
	t.Helper()
	return openOn(t, nil, s, change...)
}

// openOn takes connections from pipes, or from the network if there are none.
func openOn(t testing.TB, p *pipes, s *store.Store, change ...func(*realtime.Options)) *site {
	t.Helper()
	x := &site{people: map[string]schema.Actor{
		anonKey:  {Role: schema.Visitor},
		"viewer": {Role: schema.Viewer, UserID: viewerID},
		"editor": {Role: schema.Editor, UserID: "22222222-2222-4222-8222-222222222222"},
		"admin":  {Role: schema.Admin, UserID: "33333333-3333-4333-8333-333333333333"},
	}}
	o := realtime.Options{Store: s, Identify: x.identify, AnonKey: anonKey, Log: slog.New(slog.DiscardHandler)}
	for _, c := range change {
		c(&o)
	}
	x.Server = realtime.New(o)
	mux := http.NewServeMux()
	x.Routes(mux)
	server := httptest.NewUnstartedServer(mux)
	if p != nil {
		server.Listener.Close()
		server.Listener, x.client = p, &http.Client{Transport: &http.Transport{DialContext: p.dial}}
	}
	server.Start()
	x.url = server.URL
	t.Cleanup(func() {
		x.Close()
		server.Close()
	})
	return x
}

// pipes are connections without a network, so that a test can have a clock of
// its own.
type pipes struct {
	waiting chan net.Conn
	closed  chan struct{}
	once    sync.Once
}

func (p *pipes) dial(ctx context.Context, _, _ string) (net.Conn, error) {
	here, there := net.Pipe()
	select {
	case p.waiting <- there:
		return here, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (p *pipes) Accept() (net.Conn, error) {
	select {
	case c := <-p.waiting:
		return c, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

func (p *pipes) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 1} }

func (p *pipes) Close() error {
	p.once.Do(func() { close(p.closed) })
	return nil
}

func limited(o *realtime.Options) { o.Limits = limit.New(time.Now) }

func (x *site) identify(_ context.Context, token string) (schema.Actor, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if actor, ok := x.people[token]; ok {
		return actor, nil
	}
	return schema.Actor{}, fault.New(fault.BadToken, "JWT could not be decoded")
}

// become changes what a token stands for; the zero actor ends it.
func (x *site) become(token string, actor schema.Actor) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if actor == (schema.Actor{}) {
		delete(x.people, token)
		return
	}
	x.people[token] = actor
}

// client is a websocket in the hands of a test.
type client struct {
	t    testing.TB
	conn *websocket.Conn
	v2   bool
	ref  int
}

type frame struct {
	JoinRef any            `json:"join_ref"`
	Ref     any            `json:"ref"`
	Topic   string         `json:"topic"`
	Event   string         `json:"event"`
	Payload map[string]any `json:"payload"`
}

func (x *site) dial(t testing.TB, vsn string) *client {
	t.Helper()
	conn, _, err := websocket.Dial(t.Context(), x.url+"/realtime/v1/websocket?apikey="+anonKey+"&vsn="+vsn, &websocket.DialOptions{HTTPClient: x.client})
	if err != nil {
		t.Fatal(err)
	}
	conn.SetReadLimit(16 << 20)
	t.Cleanup(func() { conn.CloseNow() })
	return &client{t: t, conn: conn, v2: vsn == "2.0.0"}
}

func (c *client) raw(text string) {
	c.t.Helper()
	if err := c.conn.Write(c.t.Context(), websocket.MessageText, []byte(text)); err != nil {
		c.t.Fatal(err)
	}
}

// send writes a frame and returns its ref.
func (c *client) send(joinRef, topic, event, payload string) string {
	c.t.Helper()
	c.ref++
	ref := fmt.Sprint(c.ref)
	join := "null"
	if joinRef != "" {
		join = `"` + joinRef + `"`
	}
	if c.v2 {
		c.raw(fmt.Sprintf(`[%s,%q,%q,%q,%s]`, join, ref, topic, event, payload))
	} else {
		c.raw(fmt.Sprintf(`{"topic":%q,"event":%q,"payload":%s,"ref":%q,"join_ref":%s}`, topic, event, payload, ref, join))
	}
	return ref
}

func (c *client) read() (frame, error) {
	ctx, cancel := context.WithTimeout(c.t.Context(), time.Minute)
	defer cancel()
	_, raw, err := c.conn.Read(ctx)
	if err != nil {
		return frame{}, err
	}
	var f frame
	if !c.v2 {
		err = json.Unmarshal(raw, &f)
	} else {
		err = json.Unmarshal(raw, &[]any{&f.JoinRef, &f.Ref, &f.Topic, &f.Event, &f.Payload})
	}
	if err != nil || f.Payload == nil {
		c.t.Errorf("the server sent %s (%v); a payload is never null", raw, err)
	}
	return f, nil
}

func (c *client) next() frame {
	c.t.Helper()
	f, err := c.read()
	if err != nil {
		c.t.Fatal(err)
	}
	return f
}

// join subscribes with the bindings and waits until it is effective.
func (c *client) join(token string, bindings ...string) {
	c.t.Helper()
	c.joinTopic("realtime:content", token, bindings...)
}

func (c *client) joinTopic(topic, token string, bindings ...string) {
	c.t.Helper()
	payload := fmt.Sprintf(`{"config":{"broadcast":{"ack":false,"self":false},"presence":{"key":"","enabled":false},"postgres_changes":[%s],"private":false},"access_token":%q}`,
		strings.Join(bindings, ","), token)
	c.send(fmt.Sprint(c.ref+1), topic, "phx_join", payload)
	if f := c.next(); f.Event != "phx_reply" || f.Payload["status"] != "ok" {
		c.t.Fatalf("the join was answered with %v", f)
	}
	if f := c.next(); f.Event != "system" {
		c.t.Fatalf("the join was followed by %v", f)
	}
}

const all = `{"event":"*","schema":"public"}`

// heard is a change in few words: "INSERT team_members Ada".
func heard(f frame) string {
	data, _ := f.Payload["data"].(map[string]any)
	if f.Event != "postgres_changes" || data == nil {
		return f.Event
	}
	row, _ := data["record"].(map[string]any)
	name, _ := row["name"].(string)
	return strings.TrimSpace(fmt.Sprint(data["type"], " ", data["table"], " ", name))
}

// until collects what the client hears before the row with the name.
func (c *client) until(s *store.Store, mark string) []string {
	c.t.Helper()
	write(c.t, s, mark)
	got := []string{}
	for {
		line := heard(c.next())
		if line == "INSERT team_members "+mark {
			return got
		}
		got = append(got, line)
	}
}

func (c *client) wants(s *store.Store, mark string, want ...string) {
	c.t.Helper()
	if got := c.until(s, mark); !slices.Equal(got, append([]string{}, want...)) {
		c.t.Errorf("before %s the client heard %q, want %q", mark, got, want)
	}
}

func write(t testing.TB, s *store.Store, name string) store.Row {
	t.Helper()
	return insert(t, s, &schema.TeamMembers, store.Row{"name": name})
}

func insert(t testing.TB, s *store.Store, table *schema.Table, row store.Row) store.Row {
	t.Helper()
	rows, err := s.AsSystem().Insert(t.Context(), table, row)
	if err != nil {
		t.Fatal(err)
	}
	return rows[0]
}
