package storage

import (
	"context"
	"time"

	"vitrine/internal/fault"
)

const (
	roomFor  = 4  // uploads are in memory at once, each with up to 5 MiB
	waiting  = 32 // more may wait, with their bodies unread
	waitTime = 20 * time.Second
)

// room bounds the uploads that are in memory. A caller waits with the body
// unread, so that it lies in the caller's memory and not in ours.
type room struct {
	places chan struct{}
	line   chan struct{}
	wait   time.Duration
}

func newRoom() *room {
	return &room{make(chan struct{}, roomFor), make(chan struct{}, waiting), waitTime}
}

// enter waits for a place; leave gives it back.
func (r *room) enter(ctx context.Context) (leave func(), err error) {
	leave = func() { <-r.places }
	select {
	case r.places <- struct{}{}:
		return leave, nil
	default:
	}
	select {
	case r.line <- struct{}{}:
		defer func() { <-r.line }()
	default:
		return nil, busy()
	}
	late := time.NewTimer(r.wait)
	defer late.Stop()
	select {
	case r.places <- struct{}{}:
		return leave, nil
	case <-late.C:
		return nil, busy()
	case <-ctx.Done():
		return nil, fault.New(fault.TimedOut, "the caller did not wait").Because(ctx.Err())
	}
}

func busy() error {
	return fault.New(fault.Unavailable, "The server is busy with other uploads. Please try again in a few seconds.").After(5 * time.Second)
}
