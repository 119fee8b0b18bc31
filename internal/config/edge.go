package config

import (
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"
)

// Edge is a shared cache in front of the site.
type Edge struct {
	Kind  string // varnish, fastly, cloudflare, or plain for one that is told nothing
	URL   string // where it is told what to drop
	Token string
}

// Name is for logs.
func (e Edge) Name() string {
	u, err := url.Parse(e.URL)
	if err != nil {
		return e.Kind
	}
	return e.Kind + " " + u.Host
}

// How long an edge keeps pages: until it is told otherwise, or for a moment.
const (
	purgedLifetime = time.Hour
	plainLifetime  = 10 * time.Second
	// ShortLifetime is the longest for a cache that nobody tells what changed.
	ShortLifetime = time.Minute
)

// checkEdge reads VITRINE_EDGE.
func (c *Config) checkEdge() error {
	c.edges = nil
	longest, plain, purged := purgedLifetime, false, ""
	for _, one := range c.Edge {
		kind, address, given := strings.Cut(one, "=")
		if kind == "plain" && !given {
			longest, plain = plainLifetime, true
			c.edges = append(c.edges, Edge{Kind: kind})
			continue
		}
		u, err := url.Parse(address)
		if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" || kind != "varnish" && kind != "fastly" && kind != "cloudflare" {
			return fmt.Errorf("VITRINE_EDGE %q is neither plain nor like varnish=http://edge:6081, fastly=https://api.fastly.com/service/ID or cloudflare=https://api.cloudflare.com/client/v4/zones/ID", one)
		}
		if c.EdgeToken == "" {
			return errors.New("VITRINE_EDGE needs VITRINE_EDGE_TOKEN to purge at " + kind)
		}
		if purged != "" && purged != kind {
			return fmt.Errorf("VITRINE_EDGE has %s beside %s, which would each get the other's VITRINE_EDGE_TOKEN", purged, kind)
		}
		purged = kind
		c.edges = append(c.edges, Edge{kind, strings.TrimSuffix(address, "/"), c.EdgeToken})
	}
	if c.EdgeLifetime == 0 {
		c.EdgeLifetime = longest
	}
	if c.EdgeLifetime < time.Second || c.EdgeLifetime > 30*24*time.Hour {
		return fmt.Errorf("VITRINE_EDGE_LIFETIME %v is not between 1s and 720h", c.EdgeLifetime)
	}
	if plain && c.EdgeLifetime > ShortLifetime {
		return fmt.Errorf("VITRINE_EDGE_LIFETIME %v is longer than %v, and VITRINE_EDGE has a plain cache, which would show old pages for as long", c.EdgeLifetime, ShortLifetime)
	}
	return nil
}

// Edges are the caches in front.
func (c *Config) Edges() []Edge { return c.edges }
