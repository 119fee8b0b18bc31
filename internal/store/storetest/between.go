package storetest

import (
	"encoding/binary"
	"io"
	"net"
	"net/url"
	"testing"
)

// Between is the address of a server with something between that carries each
// connection to it; both ends are closed once that returns.
func Between(t testing.TB, address string, carry func(client, server net.Conn)) string {
	t.Helper()
	at, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { ln.Close() })
	to := at.Host
	go func() {
		for {
			client, err := ln.Accept()
			if err != nil {
				return
			}
			go func() {
				defer client.Close()
				if server, err := net.Dial("tcp", to); err == nil {
					defer server.Close()
					carry(client, server)
				}
			}()
		}
	}()
	at.Host = ln.Addr().String()
	return at.String()
}

// Message reads one message of PostgreSQL's protocol. Its length ends its head,
// which is of 4 bytes in the first one of a client and of 5 in all others.
func Message(from io.Reader, head int) ([]byte, error) {
	message := make([]byte, head)
	if _, err := io.ReadFull(from, message); err != nil {
		return nil, err
	}
	body := make([]byte, binary.BigEndian.Uint32(message[head-4:])-4)
	_, err := io.ReadFull(from, body)
	return append(message, body...), err
}
