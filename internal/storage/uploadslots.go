package storage

import (
	"context"
	"time"

	"vitrine/internal/fault"
)

const (
	slots    = 4  // uploads are in memory at once, each with up to 5 MiB
	waiting  = 32 // more may wait, with their bodies unread
	waitTime = 20 * time.Second
)

// uploadSlots bounds the uploads that are in memory. A caller waits with the body
// unread, so that it lies in the caller's memory and not in ours.
type uploadSlots struct {
	taken chan struct{}
	queue chan struct{}
	wait  time.Duration
}

func newUploadSlots() *uploadSlots {
	return &uploadSlots{make(chan struct{}, slots), make(chan struct{}, waiting), waitTime}
}

// acquire waits for a slot; release gives it back.
func (s *uploadSlots) acquire(ctx context.Context) (release func(), err error) {
	release = func() { <-s.taken }
	select {
	case s.taken <- struct{}{}:
		return release, nil
	default:
	}
	select {
	case s.queue <- struct{}{}:
		defer func() { <-s.queue }()
	default:
		return nil, busy()
	}
	late := time.NewTimer(s.wait)
	defer late.Stop()
	select {
	case s.taken <- struct{}{}:
		return release, nil
	case <-late.C:
		return nil, busy()
	case <-ctx.Done():
		return nil, fault.New(fault.TimedOut, "the caller did not wait").Because(ctx.Err())
	}
}

func busy() error {
	return fault.New(fault.Unavailable, "The server is busy with other uploads. Please try again in a few seconds.").After(5 * time.Second)
}
