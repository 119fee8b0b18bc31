package httpd

import (
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
)

// AddressBehind tells where requests come from, as limits count it, when the
// proxies stand in front.
func AddressBehind(proxies []netip.Prefix) func(*http.Request) string {
	return (&Server{Options: Options{Proxies: proxies}}).address
}

// address is where a request came from, as limits count it: an IPv4 address
// or the /64 of an IPv6 one. X-Forwarded-For counts only as far as trusted
// proxies wrote it.
func (s *Server) address(r *http.Request) string {
	at, ok := parseHost(r.RemoteAddr)
	if !ok {
		return "unknown"
	}
	if !s.trusts(at) {
		if host, _, hasPort := strings.Cut(r.RemoteAddr, ":"); hasPort && at.Is4() && host != "" && host[0] != '[' {
			return host // written that way already
		}
	} else {
		hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
		for _, hop := range slices.Backward(hops) {
			next, err := netip.ParseAddr(strings.TrimSpace(hop))
			if err != nil {
				break
			}
			if at = next.Unmap(); !s.trusts(at) {
				break
			}
		}
	}
	return folded(at)
}

func parseHost(hostPort string) (netip.Addr, bool) {
	host, _, err := net.SplitHostPort(hostPort)
	if err != nil {
		host = hostPort
	}
	at, err := netip.ParseAddr(host)
	return at.Unmap().WithZone(""), err == nil
}

func (s *Server) trusts(at netip.Addr) bool {
	return slices.ContainsFunc(s.Proxies, func(p netip.Prefix) bool { return p.Contains(at) })
}

func folded(at netip.Addr) string {
	if at.Is4() {
		return at.String()
	}
	p, err := at.Prefix(64)
	if err != nil {
		return at.String()
	}
	return p.String()
}
