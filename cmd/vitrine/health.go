package main

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"time"
)

// healthCommand is what a container asks, which has neither a shell nor curl.
type healthCommand struct {
	Addr       string   `help:"Listen address of the server." env:"VITRINE_ADDR" default:":8080"`
	HTTPAddr   string   `help:"Its listen address without https, if it has certificates." name:"http-addr" env:"VITRINE_HTTP_ADDR" default:":80"`
	TLSDomains []string `help:"Domains that the server has certificates for." name:"tls-domain" env:"VITRINE_TLS_DOMAIN" placeholder:"DOMAIN,..."`
}

func (c *healthCommand) Run(ctx context.Context) error {
	knob, addr := "VITRINE_ADDR", c.Addr
	if len(c.TLSDomains) > 0 {
		// A handshake would ask the authority for a certificate that does not come, every few seconds.
		knob, addr = "VITRINE_HTTP_ADDR", c.HTTPAddr
	}
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return fmt.Errorf("%s %q is no listen address such as :8080", knob, addr)
	}
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host = "127.0.0.1"
	}
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+net.JoinHostPort(host, port)+"/healthz", nil)
	if err != nil {
		return err
	}
	res, err := (&http.Client{Transport: &http.Transport{}}).Do(r)
	if err != nil {
		return err
	}
	res.Body.Close()
	if res.StatusCode != http.StatusOK {
		return fmt.Errorf("the server answers %s", res.Status)
	}
	return nil
}
