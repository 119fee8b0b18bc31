package realtime

import (
	"encoding/json"
	"slices"
	"strings"

	"vitrine/internal/fault"
)

// channel is one joined topic with the rows it wants to hear of.
type channel struct {
	topic    string
	token    string
	bindings []binding
}

type joinPayload struct {
	Config struct {
		Bindings []wish `json:"postgres_changes"`
	} `json:"config"`
	Token *string `json:"access_token"`
}

// handle does what a frame asks for.
func (k *socket) handle(f frame) {
	switch {
	case f.Topic == "phoenix" && f.Event == "heartbeat":
		k.reply(f, "ok", empty{})
	case f.Event == "phx_join":
		k.join(f)
	case f.Event == "phx_leave":
		k.leave(f)
	case f.Event == "access_token":
		k.refresh(f)
	default:
		k.other(f)
	}
}

func (k *socket) reply(f frame, outcome string, response any) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.answer(f, outcome, response)
}

// answer is reply for a caller that holds mu.
func (k *socket) answer(f frame, outcome string, response any) {
	f.Event = "phx_reply"
	k.send(f, status{outcome, response})
}

// join answers with the bindings in the order in which they came. A second
// join of a topic replaces the first.
func (k *socket) join(f frame) {
	name, ok := strings.CutPrefix(f.Topic, "realtime:")
	if !ok || name == "" {
		k.reply(f, "error", reason{"unmatched topic"})
		return
	}
	var p joinPayload
	if err := json.Unmarshal(f.Payload, &p); err != nil {
		k.reply(f, "error", reason{"MalformedPayload: the join could not be read"})
		return
	}
	c := &channel{topic: f.Topic, token: k.tokenOf(p.Token)}
	if err := k.known(c.token); err != nil {
		k.reply(f, "error", reason{refusal(err)})
		return
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.channels == nil {
		return
	}
	k.drop(f.Topic)
	if len(k.channels) >= maxChannels || k.bound()+len(p.Config.Bindings) > maxBindings {
		k.answer(f, "error", reason{"ChannelRateLimitReached: Too many channels"})
		return
	}
	granted := make([]any, len(p.Config.Bindings))
	said := notice{"ok", "postgres_changes", "Subscribed to PostgreSQL", name}
	for i, w := range p.Config.Bindings {
		k.lastID++
		b := bind(w, k.lastID)
		if why := b.unable(w); why != "" {
			said.Status, said.Message = "error", why
		}
		c.bindings = append(c.bindings, b)
		granted[i] = granting{ID: k.lastID, wish: w}
	}
	k.answer(f, "ok", map[string]any{"postgres_changes": granted})
	if len(c.bindings) > 0 {
		k.send(frame{Topic: f.Topic, Event: "system"}, said)
	}
	if k.channels == nil { // the answers were one too many
		return
	}
	k.server.channels.Add(1)
	k.channels[f.Topic] = c
}

// bound is how many bindings the channels have. The caller holds mu.
func (k *socket) bound() (n int) {
	for _, c := range k.channels {
		n += len(c.bindings)
	}
	return n
}

// known tells why a token cannot be listened for.
func (k *socket) known(token string) error {
	if len(token) > maxToken {
		return fault.New(fault.BadToken, "the token is too long")
	}
	_, err := k.server.Identify(k.ctx, token)
	return err
}

// tokenOf is the token a payload names; none means the public key.
func (k *socket) tokenOf(token *string) string {
	if token == nil || *token == "" {
		return k.server.AnonKey
	}
	return *token
}

func refusal(err error) string {
	if f := fault.From(err); f.Kind != fault.Internal && f.Kind != fault.Unavailable {
		return "Unauthorized: " + f.Message
	}
	return "Unavailable: please try again"
}

func (k *socket) leave(f frame) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.drop(f.Topic)
	k.answer(f, "ok", empty{})
}

// drop forgets a channel. The caller holds mu.
func (k *socket) drop(topic string) {
	if _, joined := k.channels[topic]; joined {
		delete(k.channels, topic)
		k.server.channels.Add(-1)
	}
}

// refresh changes who a channel listens for, from the next event on.
func (k *socket) refresh(f frame) {
	var p struct {
		Token *string `json:"access_token"`
	}
	if err := json.Unmarshal(f.Payload, &p); err != nil {
		return
	}
	token := k.tokenOf(p.Token)
	err := k.known(token)
	k.mu.Lock()
	defer k.mu.Unlock()
	c := k.channels[f.Topic]
	if c == nil {
		return
	}
	if err != nil {
		k.expel(c, err)
		return
	}
	c.token = token
}

// expel ends a channel whose reader is no longer known. phx_error, unlike
// phx_close, makes the client join again with its present token. The caller
// holds mu.
func (k *socket) expel(c *channel, err error) {
	k.drop(c.topic)
	name := strings.TrimPrefix(c.topic, "realtime:")
	k.send(frame{Topic: c.topic, Event: "system"}, notice{"error", "postgres_changes", refusal(err), name})
	k.send(frame{Topic: c.topic, Event: "phx_error"}, empty{})
}

// other refuses presence and broadcasts, which are not offered: nobody shall
// believe that they arrived.
func (k *socket) other(f frame) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.channels[f.Topic] == nil {
		k.answer(f, "error", reason{"unmatched topic"})
		return
	}
	k.answer(f, "error", reason{"NotOffered: presence and broadcast are not offered"})
}

// deliver sends a change to each channel that asked for it and may read it.
func (k *socket) deliver(d *delivery, c *change) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for topic, ch := range k.channels {
		if !slices.ContainsFunc(ch.bindings, func(b binding) bool { return b.concerns(c.event) }) {
			continue
		}
		actor, err := d.who(ch.token)
		if err != nil {
			k.expel(ch, err)
			continue
		}
		if !readable(actor, c.event) {
			continue
		}
		for _, a := range ch.matching(c.event) {
			head, tail := k.speaks.wrap(frame{Topic: topic, Event: "postgres_changes"})
			k.push(message{append(appendIDs(head, a.ids), `,"data":`...), c.json(a.shows), append([]byte{'}'}, tail...)})
			if k.channels == nil {
				return
			}
		}
	}
}

// granting is a binding as it is confirmed: as it came, with its id.
type granting struct {
	ID int64 `json:"id"`
	wish
}
