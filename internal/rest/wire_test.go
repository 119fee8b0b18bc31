package rest

import "testing"

func TestALargeBufferIsNotUsedAgain(t *testing.T) {
	for size, again := range map[int]bool{maxLent: true, maxLent + 1: false} {
		lent := new([]byte)
		reply{body: make([]byte, 0, size), lent: lent}.sent()
		if got := cap(*lent) > 0; got != again {
			t.Errorf("%d bytes are used again: %v", size, got)
		}
	}
}
