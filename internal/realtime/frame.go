package realtime

import (
	"encoding/json"
	"errors"
)

// frame is one message of the protocol. The refs are echoed as they came.
type frame struct {
	JoinRef json.RawMessage `json:"join_ref"`
	Ref     json.RawMessage `json:"ref"`
	Topic   string          `json:"topic"`
	Event   string          `json:"event"`
	Payload json.RawMessage `json:"payload"`
}

// serializer is one of the two forms in which frames travel.
type serializer interface {
	decode(raw []byte) (frame, error)
	// wrap gives what stands before and after the payload of a frame.
	wrap(f frame) (head, tail []byte)
}

// lists is version 2.0.0: [join_ref, ref, topic, event, payload].
type lists struct{}

// objects is version 1.0.0: {topic, event, payload, ref, join_ref}.
type objects struct{}

var errFrame = errors.New("not a frame of the protocol")

const maxRef = 64

func (lists) decode(raw []byte) (frame, error) {
	var parts []json.RawMessage
	if err := json.Unmarshal(raw, &parts); err != nil || len(parts) != 5 {
		return frame{}, errFrame
	}
	f := frame{JoinRef: parts[0], Ref: parts[1], Payload: parts[4]}
	if json.Unmarshal(parts[2], &f.Topic) != nil || json.Unmarshal(parts[3], &f.Event) != nil {
		return frame{}, errFrame
	}
	return f.sane()
}

func (objects) decode(raw []byte) (frame, error) {
	var f frame
	if err := json.Unmarshal(raw, &f); err != nil {
		return frame{}, errFrame
	}
	return f.sane()
}

// broadcast reads the head of the one binary frame that clients send: kind 3,
// the lengths of join_ref, ref, topic, event and metadata, the encoding, and
// then these texts.
func broadcast(raw []byte) (frame, error) {
	const head = 7
	if len(raw) < head || raw[0] != 3 || len(raw) < head+int(raw[1])+int(raw[2])+int(raw[3]) {
		return frame{}, errFrame
	}
	ref := head + int(raw[1])
	topic := ref + int(raw[2])
	f := frame{JoinRef: quoted(string(raw[head:ref])), Ref: quoted(string(raw[ref:topic])), Topic: string(raw[topic : topic+int(raw[3])]), Event: "broadcast"}
	return f.sane()
}

func (f frame) sane() (frame, error) {
	if f.Topic == "" || f.Event == "" || len(f.Topic) > 256 || len(f.Ref) > maxRef || len(f.JoinRef) > maxRef {
		return frame{}, errFrame
	}
	return f, nil
}

func (lists) wrap(f frame) (head, tail []byte) {
	head = append(append(append(append([]byte{'['}, orNull(f.JoinRef)...), ','), orNull(f.Ref)...), ',')
	head = append(append(append(head, quoted(f.Topic)...), ','), quoted(f.Event)...)
	return append(head, ','), []byte{']'}
}

func (objects) wrap(f frame) (head, tail []byte) {
	head = append(append([]byte(`{"topic":`), quoted(f.Topic)...), `,"event":`...)
	head = append(append(append(head, quoted(f.Event)...), `,"ref":`...), orNull(f.Ref)...)
	head = append(append(append(head, `,"join_ref":`...), orNull(f.JoinRef)...), `,"payload":`...)
	return head, []byte{'}'}
}

func orNull(ref json.RawMessage) []byte {
	if len(ref) == 0 {
		return []byte("null")
	}
	return ref
}

func quoted(s string) []byte {
	raw, _ := json.Marshal(s) // a string always has a JSON form
	return raw
}

// status is the payload of a reply.
type status struct {
	Status   string `json:"status"`
	Response any    `json:"response"`
}

// notice is the payload of a system message.
type notice struct {
	Status    string `json:"status"`
	Extension string `json:"extension"`
	Message   string `json:"message"`
	Channel   string `json:"channel"`
}

type empty struct{}

type reason struct {
	Reason string `json:"reason"`
}
