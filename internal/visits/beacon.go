package visits

import (
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"

	"vitrine/internal/client"
	"vitrine/internal/limit"
	"vitrine/internal/schema"
)

// maxBeacon is how many bytes a beacon has at most.
const maxBeacon = 200

var beacons = limit.Rate{Name: "visits", Count: 60, Per: time.Minute, Burst: 120}

// Routes registers the beacon.
func (c *Counter) Routes(mux *http.ServeMux) { mux.HandleFunc("POST /v", c.beacon) }

// beacon takes the host that led to a page and the page's path, such as
// search.example/careers. Without a host the address was typed or bookmarked, and
// a dot in its place is another page of the site. Whoever is not counted gets the
// answer that everybody gets.
func (c *Counter) beacon(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", client.NoStore)
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBeacon))
	if tooLarge := (*http.MaxBytesError)(nil); errors.As(err, &tooLarge) {
		w.WriteHeader(http.StatusRequestEntityTooLarge)
		return
	}
	from, path, hasPath := strings.Cut(string(body), "/")
	if err != nil || !hasPath && len(body) < maxBeacon { // a longer one was cut off
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	if hasPath {
		path = "/" + path
	}
	if address := c.Address(r); c.wants(r) {
		if c.Limits.Allow(beacons, address) != nil {
			w.WriteHeader(http.StatusTooManyRequests)
			return
		}
		c.count(c.placeOf(r, from, path), address, r.UserAgent())
	}
	w.WriteHeader(http.StatusNoContent)
}

// wants tells whether to count a beacon: one of a page of ours, in a person's
// browser, whose owner did not ask to be left alone.
func (c *Counter) wants(r *http.Request) bool {
	if r.Header.Get("DNT") == "1" || r.Header.Get("Sec-GPC") == "1" || r.Header.Get("Sec-Purpose") != "" || isMachine(r.UserAgent()) {
		return false
	}
	site := r.Header.Get("Sec-Fetch-Site")
	if site == "" && c.isPlain { // browsers send it to https and to localhost only
		scheme, host, _ := strings.Cut(r.Header.Get("Origin"), "://")
		return scheme == "http" && (host == r.Host || r.Header.Get("Origin") == c.Origin)
	}
	return site == "same-origin"
}

// machines are words in the names of programs that are no person's browser. No
// expressions: they take ten times as long.
var machines = []string{
	"bot", "crawl", "spider", "slurp", "scan", "scrap", "headless", "lighthouse", "pagespeed", "preview", "prerender", "monitor", "uptime", "pingdom",
	"check", "valid", "archiv", "fetch", "favicon", "http", "phantom", "selenium", "puppeteer", "playwright", "python", "curl", "wget", "java/",
	"facebookexternal", "embed", "google-", "mediapartners", "ptst", "gtmetrix", "dataprovider", "feed",
}

// isMachine knows programs by how they call themselves; every browser begins alike.
func isMachine(agent string) bool {
	if !strings.HasPrefix(agent, "Mozilla/5.0 (") && !strings.HasPrefix(agent, "Opera/") {
		return true
	}
	name := strings.ReplaceAll(strings.ToLower(agent), "cubot", "") // a telephone
	return slices.ContainsFunc(machines, func(word string) bool { return strings.Contains(name, word) })
}

var hostShape = regexp.MustCompile(`^[a-z0-9]([a-z0-9._-]{0,120}[a-z0-9])?$`)

// placeOf is where a visit is counted. Paths that lead to no page are one.
func (c *Counter) placeOf(r *http.Request, from, path string) place {
	p := place{schema.OtherVisits, strings.ToLower(from)}
	if plain, err := url.PathUnescape(path); err == nil && c.Shows(r.Context(), plain) {
		p.path = plain
	}
	own, _, err := net.SplitHostPort(r.Host)
	if err != nil {
		own = r.Host
	}
	switch {
	case p.referrer == "." || p.referrer != "" && (p.referrer == c.host || p.referrer == own):
		p.referrer = schema.SameSite
	case p.referrer != "" && !hostShape.MatchString(p.referrer):
		p.referrer = schema.OtherVisits
	}
	return p
}
