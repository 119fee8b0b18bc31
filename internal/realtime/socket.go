package realtime

import (
	"context"
	"encoding/json"
	"sync"
	"time"

	"github.com/coder/websocket"
)

const (
	maxQueued     = 512
	maxQueuedSize = 8 << 20
	writePatience = 10 * time.Second
)

// socket is one client. Its channels and its queue belong to mu; the frames
// it receives are handled one after another.
type socket struct {
	server  *Server
	conn    *websocket.Conn
	speaks  serializer
	address string
	ctx     context.Context
	cancel  context.CancelFunc

	mu       sync.Mutex
	channels map[string]*channel
	lastID   int64
	waiting  []message
	size     int
	wake     chan struct{}
}

// message is one frame to send. Its body is shared by all who get the event.
type message struct{ head, body, tail []byte }

func (m message) size() int { return len(m.head) + len(m.body) + len(m.tail) }

func newSocket(s *Server, conn *websocket.Conn, speaks serializer, address string) *socket {
	k := &socket{server: s, conn: conn, speaks: speaks, address: address, channels: map[string]*channel{}, wake: make(chan struct{}, 1)}
	k.ctx, k.cancel = context.WithCancel(s.ctx)
	return k
}

// serve reads frames until the client goes, is idle or misbehaves.
func (k *socket) serve() {
	var writing sync.WaitGroup
	writing.Go(k.write)
	defer writing.Wait()
	defer k.cancel()
	defer k.conn.CloseNow()
	defer k.forget()
	idle := time.AfterFunc(k.server.idle, func() { k.close(websocket.StatusNormalClosure, "no frame for too long") })
	defer idle.Stop()
	for {
		kind, raw, err := k.conn.Read(context.Background())
		if err != nil {
			return
		}
		idle.Reset(k.server.idle)
		if err := k.server.Limits.Allow(frameRate, k.address); err != nil {
			k.close(websocket.StatusPolicyViolation, "too many frames")
			return
		}
		if kind != websocket.MessageText {
			if f, err := broadcast(raw); err == nil {
				k.other(f)
			}
			continue
		}
		f, err := k.speaks.decode(raw)
		if err != nil {
			k.close(websocket.StatusPolicyViolation, err.Error())
			return
		}
		k.handle(f)
	}
}

// close says goodbye; the reader then ends.
func (k *socket) close(code websocket.StatusCode, why string) {
	k.conn.Close(code, why)
}

// forget takes the channels off the count of listeners.
func (k *socket) forget() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.server.channels.Add(-int64(len(k.channels)))
	k.channels = nil
	k.waiting = nil
}

// send queues a frame. The caller holds mu.
func (k *socket) send(f frame, payload any) {
	body, err := json.Marshal(payload)
	if err != nil {
		k.server.Log.Error("encode a realtime payload", "error", err)
		return
	}
	head, tail := k.speaks.wrap(f)
	k.push(message{head, body, tail})
}

// push queues a message, or gives up on a client that does not keep up: it
// comes back and reads afresh. The caller holds mu.
func (k *socket) push(m message) {
	if k.channels == nil {
		return
	}
	if len(k.waiting) >= k.server.queue || len(k.waiting) > 0 && k.size+m.size() > maxQueuedSize {
		k.server.Log.Info("a realtime client is too slow and is disconnected")
		k.waiting, k.size = nil, 0
		k.server.channels.Add(-int64(len(k.channels)))
		k.channels = nil
		go k.conn.CloseNow()
		return
	}
	k.waiting = append(k.waiting, m)
	k.size += m.size()
	select {
	case k.wake <- struct{}{}:
	default:
	}
}

func (k *socket) next() (message, bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if len(k.waiting) == 0 {
		return message{}, false
	}
	m := k.waiting[0]
	k.waiting[0] = message{}
	k.waiting = k.waiting[1:]
	k.size -= m.size()
	return m, true
}

// write sends what is queued.
func (k *socket) write() {
	var buffer []byte
	for {
		select {
		case <-k.ctx.Done():
			return
		case <-k.wake:
		}
		for m, ok := k.next(); ok; m, ok = k.next() {
			buffer = append(append(append(buffer[:0], m.head...), m.body...), m.tail...)
			ctx, cancel := context.WithTimeout(k.ctx, writePatience)
			err := k.conn.Write(ctx, websocket.MessageText, buffer)
			cancel()
			if err != nil {
				k.conn.CloseNow()
				return
			}
			if cap(buffer) > 64<<10 {
				buffer = nil
			}
		}
	}
}
