// Package letters writes to those who subscribed: what they agreed to, the links
// by which they confirm and leave, and letters that reach each of them once,
// whatever happens in between.
package letters

import (
	"cmp"
	"context"
	"crypto/rand"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"vitrine/internal/mail"
	"vitrine/internal/schema"
	"vitrine/internal/store"
)

// Options are what letters stand on.
type Options struct {
	Store     *store.Store
	Sender    *mail.Sender
	PublicURL string // origin of links, without which nobody could leave
	// Delay is the time in which a letter can be stopped before anybody has it.
	Delay time.Duration
	// Rate is how many copies this server sends in a second, over so many Connections.
	Rate        float64
	Connections int
	Now         func() time.Time // nil is the clock that all servers on the database share
	Log         *slog.Logger
	// Erased are those of the addresses that were erased on request; nil knows none.
	Erased func(ctx context.Context, db store.Session, emails []string) (map[string]bool, error)
}

// What a server does that nobody told otherwise.
const (
	DefaultRate        = 10
	DefaultConnections = 4
)

// Letters knows who agreed to get letters, and sends them.
type Letters struct {
	Options
	links  *links
	asks   *store.Cache[string, bool]
	pace   *pacer
	name   string // of this server in leases
	woken  chan struct{}
	streak map[int64]*streak // only its worker touches it

	importTime time.Duration
}

// New makes the key of the links once for all servers.
func New(ctx context.Context, o Options) (*Letters, error) {
	secret, err := o.Store.AsSystem().SettingOr(ctx, "key of links in letters", rand.Text()+rand.Text())
	if err != nil {
		return nil, fmt.Errorf("read the key of links: %w", err)
	}
	o.PublicURL = strings.TrimSuffix(o.PublicURL, "/")
	o.Rate, o.Connections = cmp.Or(o.Rate, DefaultRate), cmp.Or(o.Connections, DefaultConnections)
	o.Log = cmp.Or(o.Log, slog.Default())
	if o.Now == nil {
		o.Now = o.Store.Clock
	}
	l := &Letters{
		Options: o, links: newLinks(secret), pace: newPacer(o.Rate), name: rand.Text(), woken: make(chan struct{}, 1), streak: map[int64]*streak{},
		importTime: usualImportTime,
		asks:       store.NewCache(o.Store, 1, func(string, bool) int { return 1 }, schema.SiteSettings.Name),
	}
	o.Store.OnChange(func(tables []string) {
		for _, t := range tables {
			if t == schema.Letters.Name {
				l.wake()
			}
		}
		if len(tables) == 0 {
			l.wake()
		}
	})
	return l, nil
}

func (l *Letters) now() time.Time { return l.Now().UTC().Truncate(time.Microsecond) }

func (l *Letters) wake() {
	select {
	case l.woken <- struct{}{}:
	default:
	}
}
