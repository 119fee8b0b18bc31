package httpd

import (
	"fmt"
	"log/slog"
	"net"
	"net/netip"
	"testing"
)

// visitors is a listener at which connections from chosen addresses arrive.
type visitors struct {
	net.Listener
	arrive chan net.Conn
}

func (v visitors) Accept() (net.Conn, error) {
	c, ok := <-v.arrive
	if !ok {
		return nil, net.ErrClosed
	}
	return c, nil
}

type visit struct {
	net.Conn
	from string
}

func (v visit) RemoteAddr() net.Addr {
	at := netip.MustParseAddrPort(v.from)
	return net.TCPAddrFromAddrPort(at)
}

// let sends connections through the door and tells which were let in.
func let(t *testing.T, s *Server, from ...string) (in []net.Conn, l *listener) {
	t.Helper()
	arrive := make(chan net.Conn, len(from))
	for _, at := range from {
		near, far := net.Pipe()
		t.Cleanup(func() { far.Close() })
		arrive <- visit{near, at}
	}
	close(arrive)
	l = newListener(visitors{arrive: arrive}, s.Capped, s.exempt)
	for {
		c, err := l.Accept()
		if err != nil {
			return in, l
		}
		in = append(in, c)
	}
}

func repeat(n int, format string) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = fmt.Sprintf(format, i+1)
	}
	return out
}

func TestOneAddressHoldsAtMost256Connections(t *testing.T) {
	proxies := []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("2001:db8:aa::5/128")}
	for _, c := range []struct {
		name   string
		capped bool
		from   []string
		want   int
	}{
		{"an IPv4 address", true, repeat(300, "203.0.113.9:%d"), 256},
		{"the addresses of one /64", true, repeat(300, "[2001:db8:1:2::%x]:80"), 256},
		{"many addresses", true, repeat(250, "203.0.113.%d:80"), 250},
		{"IPv4 loopback", true, repeat(300, "127.0.0.1:%d"), 300},
		{"IPv6 loopback", true, repeat(300, "[::1]:%d"), 300},
		{"a trusted proxy", true, repeat(300, "10.1.2.3:%d"), 300},
		{"a trusted proxy of IPv6", true, repeat(300, "[2001:db8:aa::5]:%d"), 300},
		{"the neighbour of a trusted proxy", true, repeat(300, "[2001:db8:aa::6]:%d"), 256},
		{"limits switched off", false, repeat(300, "203.0.113.9:%d"), 300},
		{"everyone together", true, repeat(5000, "127.0.0.1:%d"), 4096},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := New(Options{Proxies: proxies, Capped: c.capped, Log: slog.New(slog.DiscardHandler)})
			in, l := let(t, s, c.from...)
			if len(in) != c.want {
				t.Errorf("%d of %d were let in, want %d", len(in), len(c.from), c.want)
			}
			for _, conn := range in {
				conn.Close()
				conn.Close() // twice counts once
			}
			if l.open != 0 || len(l.perAddr) != 0 {
				t.Errorf("after all left, %d are counted at %v", l.open, l.perAddr)
			}
		})
	}
}
