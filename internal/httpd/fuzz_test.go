package httpd

import (
	"net/http/httptest"
	"net/netip"
	"testing"
)

// FuzzAddress reads where a request comes from: a stranger cannot choose it,
// and what a proxy forwards becomes an address or nothing.
func FuzzAddress(f *testing.F) {
	s := &Server{Options: Options{Proxies: []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}}}
	f.Add("192.0.2.1:80", "203.0.113.9")
	f.Add("10.0.0.1:80", "1.2.3.4, ::ffff:10.0.0.2, 2001:db8::1%eth0")
	f.Fuzz(func(t *testing.T, remote, forwarded string) {
		r := httptest.NewRequest("GET", "/", nil)
		r.RemoteAddr = remote
		plain := s.address(r)
		r.Header["X-Forwarded-For"] = []string{forwarded}
		got := s.address(r)
		if at, ok := parseHost(remote); !ok || !s.trusts(at) {
			if got != plain {
				t.Errorf("%q calls itself %q and is taken for %q", remote, forwarded, got)
			}
			return
		}
		if _, err := netip.ParsePrefix(got); err != nil {
			if _, err := netip.ParseAddr(got); err != nil {
				t.Errorf("%q behind %q is %q", forwarded, remote, got)
			}
		}
	})
}
