package mail

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/url"
	"strconv"
	"strings"
	"time"

	gomail "github.com/wneessen/go-mail"
)

// server is the mail server that takes our letters over.
type server struct {
	host     string
	port     int
	user     string
	pass     string
	implicit bool           // TLS from the first byte
	loopback bool           // on this machine, where plain text is allowed
	trust    *x509.CertPool // whose certificates count; nil means the system's
	dial     func(ctx context.Context, network, addr string) (net.Conn, error)
}

// parseURL never repeats the URL in its errors: it holds a password.
func parseURL(text string) (*server, error) {
	u, err := url.Parse(text)
	if err != nil {
		return nil, errors.New("the SMTP URL cannot be read; write smtp://user:password@host:587 with special characters percent-encoded")
	}
	s := &server{host: u.Hostname(), implicit: u.Scheme == "smtps", dial: (&net.Dialer{}).DialContext}
	switch {
	case u.Scheme != "smtp" && u.Scheme != "smtps":
		return nil, errors.New("the SMTP URL must start with smtp:// or smtps://")
	case s.host == "":
		return nil, errors.New("the SMTP URL names no host")
	case u.Path != "" && u.Path != "/", u.RawQuery != "", u.Fragment != "":
		return nil, errors.New("the SMTP URL has something after the host and port; percent-encode / ? and # in the password")
	}
	s.port = map[bool]int{false: 587, true: 465}[s.implicit]
	if p := u.Port(); p != "" {
		if s.port, err = strconv.Atoi(p); err != nil || s.port < 1 || s.port > 65535 {
			return nil, fmt.Errorf("the SMTP URL has a bad port %q", p)
		}
	}
	if u.User != nil {
		s.user = u.User.Username()
		s.pass, _ = u.User.Password()
	}
	s.loopback = isLoopback(s.host)
	return s, nil
}

// newServer is the server of the stored settings. Port 465 is TLS from the first byte.
func newServer(set Settings) *server {
	return &server{
		host: set.Host, port: set.Port, user: set.Username, pass: set.password,
		implicit: set.Port == 465, loopback: isLoopback(set.Host), dial: (&net.Dialer{}).DialContext,
	}
}

func isLoopback(host string) bool {
	ip := net.ParseIP(host)
	return strings.EqualFold(host, "localhost") || ip != nil && ip.IsLoopback()
}

func (s *server) options() []gomail.Option {
	policy := gomail.TLSMandatory
	if s.loopback || s.implicit {
		policy = gomail.TLSOpportunistic
	}
	options := []gomail.Option{
		gomail.WithPort(s.port),
		gomail.WithTLSPolicy(policy),
		gomail.WithTLSConfig(s.tlsConfig()),
		gomail.WithoutNoop(),
	}
	if s.user == "" {
		return options
	}
	options = append(options, gomail.WithUsername(s.user), gomail.WithPassword(s.pass))
	if s.loopback {
		return append(options, gomail.WithOpportunisticSMTPAuth(gomail.SMTPAuthSCRAMSHA256, gomail.SMTPAuthCramMD5, gomail.SMTPAuthPlainNoEnc, gomail.SMTPAuthLoginNoEnc))
	}
	return append(options, gomail.WithSMTPAuth(gomail.SMTPAuthAutoDiscover))
}

// tlsConfig does not ask a server on this machine for a certificate: plain
// text would be allowed there too.
func (s *server) tlsConfig() *tls.Config {
	return &tls.Config{ServerName: s.host, RootCAs: s.trust, MinVersion: tls.VersionTLS12, InsecureSkipVerify: s.loopback}
}

func (s *server) post(ctx context.Context, m *gomail.Msg) (answer string, err error) {
	line := &line{server: s}
	line.until, _ = ctx.Deadline()
	client, err := gomail.NewClient(s.host, append(s.options(), gomail.WithDialContextFunc(line.dial), gomail.WithTimeout(time.Until(line.until)))...)
	if err != nil {
		return "", fmt.Errorf("set up the mail client: %w", err)
	}
	defer line.close()
	if err := client.DialAndSendWithContext(ctx, m); err != nil && !m.IsDelivered() {
		return "", fmt.Errorf("send by %s: %w", s.host, err)
	}
	return "250 " + m.ServerResponse(), nil // the library takes no other code
}

// line is one connection that ends at a fixed moment: the mail library sets
// its deadlines anew with each step, which would let a slow server hold a
// letter for minutes.
type line struct {
	server *server
	until  time.Time
	conn   net.Conn
}

func (l *line) dial(ctx context.Context, network, addr string) (net.Conn, error) {
	conn, err := l.server.dial(ctx, network, addr)
	if err != nil {
		return nil, err
	}
	l.conn = conn
	var bounded net.Conn = deadlined{conn, l}
	if !l.server.implicit {
		return bounded, nil
	}
	secure := tls.Client(bounded, l.server.tlsConfig())
	if err := secure.HandshakeContext(ctx); err != nil {
		return nil, fmt.Errorf("TLS: %w", err)
	}
	return secure, nil
}

func (l *line) close() {
	if l.conn != nil {
		l.conn.Close()
	}
}

type deadlined struct {
	net.Conn
	line *line
}

func (d deadlined) bound(t time.Time) time.Time {
	if t.IsZero() || t.After(d.line.until) {
		return d.line.until
	}
	return t
}

func (d deadlined) SetDeadline(t time.Time) error      { return d.Conn.SetDeadline(d.bound(t)) }
func (d deadlined) SetReadDeadline(t time.Time) error  { return d.Conn.SetReadDeadline(d.bound(t)) }
func (d deadlined) SetWriteDeadline(t time.Time) error { return d.Conn.SetWriteDeadline(d.bound(t)) }
