// Package mailtest runs a real SMTP server for tests.
package mailtest

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"errors"
	"io"
	"math/big"
	"mime"
	"mime/multipart"
	"net"
	"net/mail"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"
)

// Server takes letters on a port of this machine.
type Server struct {
	Addr  string
	Certs *x509.CertPool // whom a client must trust; nil without TLS

	mu      sync.Mutex
	letters []Letter
	refusal error
	judge   func(to string) error
	cut     func(to string) bool
	away    bool
	hanging chan struct{}
}

// Letter is one letter as it came over the wire.
type Letter struct {
	From, To string
	User     string // who signed in; "" when nobody did
	Secure   bool   // came over TLS
	Raw      string
}

// Parse reads the letter as a mail program would.
func (l Letter) Parse(t testing.TB) *mail.Message {
	t.Helper()
	m, err := mail.ReadMessage(strings.NewReader(l.Raw))
	if err != nil {
		t.Fatalf("the letter cannot be read: %v\n%s", err, l.Raw)
	}
	return m
}

// Parts are its text and the same as a page, as a mail program takes them apart.
func (l Letter) Parts(t testing.TB) (text, page string) {
	t.Helper()
	return Parts(t, l.Parse(t))
}

// Parts are those of a message that was read.
func Parts(t testing.TB, m *mail.Message) (text, page string) {
	t.Helper()
	kind, params, err := mime.ParseMediaType(m.Header.Get("Content-Type"))
	if err != nil || kind != "multipart/alternative" {
		t.Fatalf("the letter is %q, %v", m.Header.Get("Content-Type"), err)
	}
	parts := map[string]string{}
	for r := multipart.NewReader(m.Body, params["boundary"]); ; {
		part, err := r.NextPart()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(part)
		if err != nil {
			t.Fatal(err)
		}
		parts[part.Header.Get("Content-Type")] = strings.ReplaceAll(string(body), "\r\n", "\n")
	}
	text, page = parts["text/plain; charset=UTF-8"], parts["text/html; charset=UTF-8"]
	if len(parts) != 2 || text == "" || page == "" {
		t.Fatalf("the letter has the parts %v", parts)
	}
	return text, page
}

// Option changes a server before it starts.
type Option func(*Server, *smtp.Server) (listen func(net.Listener) net.Listener)

// StartTLS offers TLS for the host names.
func StartTLS(hosts ...string) Option {
	return func(s *Server, srv *smtp.Server) func(net.Listener) net.Listener {
		srv.TLSConfig = s.certify(hosts)
		return nil
	}
}

// TLS speaks TLS from the first byte.
func TLS(hosts ...string) Option {
	return func(s *Server, _ *smtp.Server) func(net.Listener) net.Listener {
		config := s.certify(hosts)
		return func(l net.Listener) net.Listener { return tls.NewListener(l, config) }
	}
}

// Start runs a server until the test ends.
func Start(t testing.TB, options ...Option) *Server {
	t.Helper()
	s := &Server{hanging: make(chan struct{})}
	close(s.hanging)
	srv := smtp.NewServer(smtp.BackendFunc(func(c *smtp.Conn) (smtp.Session, error) {
		if s.isAway() {
			c.Conn().Close()
		}
		return &session{server: s, conn: c}, nil
	}))
	srv.Domain, srv.AllowInsecureAuth, srv.EnableSMTPUTF8 = "mail.test", true, true
	srv.ErrorLog = quiet{}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s.Addr = listener.Addr().String()
	for _, option := range options {
		if wrap := option(s, srv); wrap != nil {
			listener = wrap(listener)
		}
	}
	go srv.Serve(listener)
	t.Cleanup(func() {
		s.Hang(false)
		srv.Close()
	})
	return s
}

// URL is how to reach the server.
func (s *Server) URL() string { return "smtp://" + s.Addr }

// Letters are those that it took.
func (s *Server) Letters() []Letter {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Letter(nil), s.letters...)
}

// Recipients are whom the letters went to, sorted.
func (s *Server) Recipients() []string {
	out := []string{}
	for _, l := range s.Letters() {
		out = append(out, l.To)
	}
	slices.Sort(out)
	return out
}

// WantRecipients fails the test unless the letters went to these, sorted.
func (s *Server) WantRecipients(t testing.TB, want ...string) {
	t.Helper()
	if got := s.Recipients(); !slices.Equal(got, want) {
		t.Errorf("letters went to %v, want %v", got, want)
	}
}

// Refuse turns every recipient away until it is called with nil.
func (s *Server) Refuse(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.refusal = err
}

// Judge decides about each recipient, until it is called with nil.
func (s *Server) Judge(each func(to string) error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.judge = each
}

// Cut ends the line after the text of a letter to those, which it takes, and
// before its answer.
func (s *Server) Cut(who func(to string) bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.cut = who
}

// Away ends every line, open or new, until it is called with false.
func (s *Server) Away(on bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.away = on
}

func (s *Server) isAway() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.away
}

func (s *Server) judged(to string) error {
	s.mu.Lock()
	judge := s.judge
	s.mu.Unlock()
	if judge == nil {
		return nil
	}
	return judge(to)
}

// Hang takes letters without ever answering, until it is called with false.
func (s *Server) Hang(on bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	select {
	case <-s.hanging:
		if on {
			s.hanging = make(chan struct{})
		}
	default:
		if !on {
			close(s.hanging)
		}
	}
}

func (s *Server) state() (hanging <-chan struct{}, refusal error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.hanging, s.refusal
}

// certify makes a certificate that only a client given Certs trusts.
func (s *Server) certify(hosts []string) *tls.Config {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		panic(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "mailtest"}, DNSNames: hosts,
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
	}
	raw, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		panic(err)
	}
	cert, err := x509.ParseCertificate(raw)
	if err != nil {
		panic(err)
	}
	s.Certs = x509.NewCertPool()
	s.Certs.AddCert(cert)
	return &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{raw}, PrivateKey: key}}}
}

// session is one connection.
type session struct {
	server *Server
	conn   *smtp.Conn
	letter Letter
	user   string
}

func (s *session) AuthMechanisms() []string { return []string{sasl.Plain} }

func (s *session) Auth(string) (sasl.Server, error) {
	return sasl.NewPlainServer(func(_, user, pass string) error {
		if pass != "secret" {
			return smtp.ErrAuthFailed
		}
		s.user = user
		return nil
	}), nil
}

func (s *session) Mail(from string, _ *smtp.MailOptions) error {
	_, secure := s.conn.TLSConnectionState()
	s.letter = Letter{From: from, User: s.user, Secure: secure}
	return nil
}

func (s *session) Rcpt(to string, _ *smtp.RcptOptions) error {
	if _, refusal := s.server.state(); refusal != nil {
		return refusal
	}
	if s.letter.To != "" {
		return &smtp.SMTPError{Code: 452, Message: "one recipient at a time"}
	}
	if s.server.isAway() {
		s.conn.Conn().Close()
	}
	if err := s.server.judged(to); err != nil {
		return err
	}
	s.letter.To = to
	return nil
}

func (s *session) Data(r io.Reader) error {
	raw, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	hanging, _ := s.server.state()
	select {
	case <-hanging:
	default:
		<-hanging
		return &smtp.SMTPError{Code: 451, Message: "it took too long"}
	}
	s.letter.Raw = string(raw)
	s.server.mu.Lock()
	defer s.server.mu.Unlock()
	s.server.letters = append(s.server.letters, s.letter)
	if s.server.cut != nil && s.server.cut(s.letter.To) {
		s.conn.Conn().Close()
	}
	return nil
}

func (s *session) Reset()        { s.letter = Letter{} }
func (s *session) Logout() error { return nil }

type quiet struct{}

func (quiet) Printf(string, ...any) {}
func (quiet) Println(...any)        {}
