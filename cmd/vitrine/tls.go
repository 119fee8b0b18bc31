package main

import (
	"context"
	"crypto/tls"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"golang.org/x/crypto/acme"
	"golang.org/x/crypto/acme/autocert"

	"vitrine/internal/archive"
	"vitrine/internal/client"
	"vitrine/internal/config"
	"vitrine/internal/schema"
	"vitrine/internal/store"
)

// certificates gets and renews the certificates of the site; nil when there
// is no domain for them.
func certificates(c *config.Config, s *store.Store) *autocert.Manager {
	if len(c.TLSDomains) == 0 {
		return nil
	}
	m := &autocert.Manager{
		Prompt: autocert.AcceptTOS, HostPolicy: autocert.HostWhitelist(c.TLSDomains...), Email: c.AdminEmail,
		Cache: autocert.DirCache(filepath.Join(c.Data, "certificates")),
	}
	if c.HasServer() {
		m.Cache = sharedCertificates{s}
	}
	if c.ACMEURL != "" {
		m.Client = &acme.Client{DirectoryURL: c.ACMEURL}
	}
	return m
}

// sharedCertificates keeps them in the database: every instance serves them,
// and any of them can answer the authority's challenge.
type sharedCertificates struct{ store *store.Store }

func (c sharedCertificates) Get(ctx context.Context, key string) ([]byte, error) {
	value, err := c.store.AsSystem().Setting(ctx, archive.CertificateMark+key)
	if err == nil && value == "" {
		err = autocert.ErrCacheMiss
	}
	return []byte(value), err
}

func (c sharedCertificates) Put(ctx context.Context, key string, data []byte) error {
	return c.store.AsSystem().SetSetting(ctx, archive.CertificateMark+key, string(data))
}

func (c sharedCertificates) Delete(ctx context.Context, key string) error {
	_, err := c.store.AsSystem().Delete(ctx, &schema.Settings, store.Eq("name", archive.CertificateMark+key))
	return err
}

// tlsConfig is what the main door is locked with. A certificate of ours that
// does not come is said once a minute: browsers show nothing that helps.
func tlsConfig(m *autocert.Manager, domains []string, log *slog.Logger) *tls.Config {
	if m == nil {
		return nil
	}
	config := m.TLSConfig()
	config.MinVersion = tls.VersionTLS12
	var said atomic.Int64
	config.GetCertificate = func(hello *tls.ClientHelloInfo) (*tls.Certificate, error) {
		cert, err := m.GetCertificate(hello)
		if err != nil && slices.Contains(domains, hello.ServerName) {
			if now, last := time.Now().Unix(), said.Load(); now-last >= 60 && said.CompareAndSwap(last, now) {
				log.Warn("no certificate could be had", "domain", hello.ServerName, "error", err)
			}
		}
		return cert, err
	}
	return config
}

// redirector answers the authority's challenges on port 80, and sends
// everybody else to the same path of the site's own origin.
type redirector struct {
	ln     net.Listener
	certs  *autocert.Manager
	origin string
	log    *slog.Logger
}

func (r *redirector) run(ctx context.Context) {
	if r == nil || r.ln == nil {
		return
	}
	srv := &http.Server{
		Handler:           r.certs.HTTPHandler(http.HandlerFunc(r.redirect)),
		ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 10 * time.Second, WriteTimeout: 10 * time.Second, IdleTimeout: 10 * time.Second, MaxHeaderBytes: 16 << 10,
		ErrorLog: slog.NewLogLogger(r.log.Handler(), slog.LevelDebug),
	}
	go func() {
		<-ctx.Done()
		srv.Close()
	}()
	if err := srv.Serve(r.ln); !errors.Is(err, http.ErrServerClosed) {
		r.log.Warn("the redirect to https stopped", "error", err)
	}
}

func (r *redirector) redirect(w http.ResponseWriter, q *http.Request) {
	w.Header().Set("Cache-Control", client.NoStore)
	if q.URL.Path == "/healthz" {
		return // vitrine health asks here
	}
	if q.Method != http.MethodGet && q.Method != http.MethodHead {
		http.Error(w, "Use https.", http.StatusBadRequest)
		return
	}
	// A target such as x:@host would continue the name of the host.
	if !strings.HasPrefix(q.URL.RequestURI(), "/") {
		http.Error(w, "Ask for a path.", http.StatusBadRequest)
		return
	}
	http.Redirect(w, q, r.origin+q.URL.RequestURI(), http.StatusMovedPermanently)
}
