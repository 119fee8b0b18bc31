package httpd_test

import (
	"net/netip"
	"strings"
	"testing"

	"vitrine/internal/httpd"
)

func TestForwardedAddressesCountOnlyFromTrustedProxies(t *testing.T) {
	h := build(t, func(o *httpd.Options) {
		o.Proxies = []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("2001:db8:ffff::/48")}
	})
	for _, c := range []struct {
		name, from string
		forwarded  []string
		want       string
	}{
		{"a visitor", "203.0.113.9:4711", nil, "203.0.113.9"},
		{"a visitor who forges", "203.0.113.9:4711", []string{"198.51.100.1"}, "203.0.113.9"},
		{"a visitor who forges a proxy", "203.0.113.9:4711", []string{"198.51.100.1, 10.0.0.1"}, "203.0.113.9"},
		{"behind a proxy", "10.1.2.3:80", []string{"203.0.113.9"}, "203.0.113.9"},
		{"behind two proxies", "10.1.2.3:80", []string{"203.0.113.9, 10.9.9.9"}, "203.0.113.9"},
		{"behind two proxies, in two headers", "10.1.2.3:80", []string{"203.0.113.9", "10.9.9.9"}, "203.0.113.9"},
		{"a forged start of the chain", "10.1.2.3:80", []string{"1.1.1.1, 203.0.113.9"}, "203.0.113.9"},
		{"a forged proxy at the start", "10.1.2.3:80", []string{"10.0.0.1, 203.0.113.9, 10.9.9.9"}, "203.0.113.9"},
		{"a chain of proxies only", "10.1.2.3:80", []string{"10.7.7.7"}, "10.7.7.7"},
		{"garbage before the visitor", "10.1.2.3:80", []string{"<script>, 203.0.113.9"}, "203.0.113.9"},
		{"garbage from the proxy", "10.1.2.3:80", []string{"203.0.113.9, unknown"}, "10.1.2.3"},
		{"an empty header", "10.1.2.3:80", []string{""}, "10.1.2.3"},
		{"no header", "10.1.2.3:80", nil, "10.1.2.3"},
		{"IPv6 is counted by /64", "[2001:db8:1:2:3:4:5:6]:80", nil, "2001:db8:1:2::/64"},
		{"its neighbour counts as the same", "[2001:db8:1:2:ffff::1]:80", nil, "2001:db8:1:2::/64"},
		{"IPv6 behind IPv4", "10.1.2.3:80", []string{"2001:db8:1:2::77"}, "2001:db8:1:2::/64"},
		{"IPv4 behind IPv6", "[2001:db8:ffff::1]:80", []string{"203.0.113.9"}, "203.0.113.9"},
		{"IPv4 written as IPv6", "[::ffff:203.0.113.9]:80", []string{"1.1.1.1"}, "203.0.113.9"},
		{"a proxy written as IPv6", "[::ffff:10.1.2.3]:80", []string{"::ffff:203.0.113.9"}, "203.0.113.9"},
		{"an address with a zone", "[fe80::1%eth0]:80", nil, "fe80::/64"},
		{"a forwarded zone", "10.1.2.3:80", []string{"fe80::1%25eth0"}, "fe80::/64"},
		{"no address at all", "@", nil, "unknown"},
	} {
		headers := []string{"from", c.from, "X-Real-Ip", "9.9.9.9", "Forwarded", "for=9.9.9.9", "Cf-Connecting-Ip", "9.9.9.9"}
		for _, f := range c.forwarded {
			headers = append(headers, "X-Forwarded-For", f)
		}
		if text := body(t, h.ask("GET", "/rest/v1/x", headers...)); !strings.Contains(text, `"address":"`+c.want+`"`) {
			t.Errorf("%s: %s, want %s", c.name, text, c.want)
		}
	}
}

func TestWithoutTrustedProxiesNobodyForwards(t *testing.T) {
	h := build(t, nil)
	for _, from := range []string{"127.0.0.1:1", "10.0.0.1:1", "203.0.113.9:1"} {
		text := body(t, h.ask("GET", "/rest/v1/x", "from", from, "X-Forwarded-For", "198.51.100.1"))
		if want, _, _ := strings.Cut(from, ":"); !strings.Contains(text, `"address":"`+want+`"`) {
			t.Errorf("from %s: %s", from, text)
		}
	}
}
