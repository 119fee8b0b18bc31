package main

import (
	"context"
	"crypto/tls"
	"fmt"
	"net"
	"net/http"
	"time"
)

// healthCommand is what a container asks, which has neither a shell nor curl.
type healthCommand struct {
	Addr       string   `help:"Listen address of the server." env:"VITRINE_ADDR" default:":8080"`
	TLSDomains []string `help:"Domains that the server has certificates for." name:"tls-domain" env:"VITRINE_TLS_DOMAIN" placeholder:"DOMAIN,..."`
}

func (c *healthCommand) Run(ctx context.Context) error {
	scheme, addr := "http", c.Addr
	transport := &http.Transport{}
	if len(c.TLSDomains) > 0 {
		// Whether the certificate is right is for visitors to see; this asks for life.
		scheme, transport.TLSClientConfig = "https", &tls.Config{ServerName: c.TLSDomains[0], InsecureSkipVerify: true}
		if addr == ":8080" {
			addr = ":443"
		}
	}
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return fmt.Errorf("VITRINE_ADDR %q is no listen address such as :8080", addr)
	}
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host = "127.0.0.1"
	}
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, scheme+"://"+net.JoinHostPort(host, port)+"/healthz", nil)
	if err != nil {
		return err
	}
	res, err := (&http.Client{Transport: transport}).Do(r)
	if err != nil {
		return err
	}
	res.Body.Close()
	if res.StatusCode != http.StatusOK {
		return fmt.Errorf("the server answers %s", res.Status)
	}
	return nil
}
