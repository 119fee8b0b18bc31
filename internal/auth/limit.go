package auth

import (
	"context"
	"math"
	"strconv"
	"sync"
	"time"

	"vitrine/internal/fault"
	"vitrine/internal/limit"
	"vitrine/internal/schema"
)

// The rates of this protocol. A refresh with a known token has none: a 429
// there would sign a working editor out.
var (
	signIns        = limit.Rate{Name: "auth sign-in", Count: 30, Per: 5 * time.Minute, Shared: true}
	failures       = limit.Rate{Name: "auth failure", Count: 8, Per: 2 * time.Minute, Shared: true}
	unknownTokens  = limit.Rate{Name: "auth unknown token", Count: 150, Per: 5 * time.Minute}
	recoveries     = limit.Rate{Name: "auth recovery", Count: 10, Per: time.Hour, Shared: true}
	letters        = limit.Rate{Name: "auth letter", Count: 3, Per: time.Hour, Shared: true}
	verifications  = limit.Rate{Name: "auth verification", Count: 30, Per: 5 * time.Minute, Shared: true}
	invitations    = limit.Rate{Name: "auth invitation", Count: 5, Per: time.Hour}
	enrolments     = limit.Rate{Name: "auth enrolment", Count: 20, Per: time.Hour}
	challenges     = limit.Rate{Name: "auth challenge", Count: 30, Per: 5 * time.Minute}
	wrongCodes     = limit.Rate{Name: "auth code", Count: 5, Per: 5 * time.Minute, Shared: true}
	passwordTrials = limit.Rate{Name: "auth password change", Count: 10, Per: 10 * time.Minute, Shared: true}
)

// crowded says in plain words when to come back.
func crowded(err error, what string) error {
	if err == nil {
		return nil
	}
	wait := fault.From(err).Retry
	return fault.New(fault.Crowded, "%s Please try again in %s.", what, words(wait)).After(wait)
}

func words(d time.Duration) string {
	n, unit := int(math.Ceil(d.Seconds())), "second"
	if n > 90 {
		n, unit = int(math.Ceil(d.Minutes())), "minute"
	}
	if n != 1 {
		unit += "s"
	}
	return strconv.Itoa(n) + " " + unit
}

// addressOf is where a request came from, as limits count it. It is known
// even when the caller is not.
func addressOf(ctx context.Context) string {
	actor, _ := schema.ActorFrom(ctx)
	return actor.Address
}

// turns lets the attempts on one account go one after another: otherwise all
// those that run at once would pass before the first failure is counted.
type turns struct {
	mu      sync.Mutex
	waiting map[string]*turn
}

type turn struct {
	held chan struct{}
	n    int
}

func (t *turns) take(ctx context.Context, who string) (done func(), err error) {
	t.mu.Lock()
	if t.waiting == nil {
		t.waiting = map[string]*turn{}
	}
	one := t.waiting[who]
	if one == nil {
		one = &turn{held: make(chan struct{}, 1)}
		t.waiting[who] = one
	}
	one.n++
	t.mu.Unlock()
	leave := func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		if one.n--; one.n == 0 {
			delete(t.waiting, who)
		}
	}
	select {
	case one.held <- struct{}{}:
		return func() { <-one.held; leave() }, nil
	case <-ctx.Done():
		leave()
		return nil, fault.New(fault.TimedOut, "the caller did not wait").Because(ctx.Err())
	}
}
