package store_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"sync/atomic"
	"testing"

	"vitrine/internal/store/storetest"
)

// proxy stands between a store and PostgreSQL, and can lose the answer to a
// COMMIT.
type proxy struct {
	url      string
	lose     atomic.Pointer[lost]
	answered atomic.Int64 // bytes that PostgreSQL sent
}

// lost is a COMMIT whose answer does not arrive. PostgreSQL gets it before the
// connection is cut or, when held, once that is closed.
type lost struct {
	held chan struct{}
	done chan struct{} // it was carried out
}

func startProxy(t testing.TB, database string) *proxy {
	t.Helper()
	p := &proxy{}
	p.url = storetest.Between(t, database, p.carry)
	return p
}

func (p *proxy) carry(client, server net.Conn) {
	var losing atomic.Pointer[lost]
	go func() {
		defer client.Close()
		buffer := make([]byte, 32<<10)
		for {
			n, err := server.Read(buffer)
			if err != nil {
				return
			}
			p.answered.Add(int64(n))
			if l := losing.Load(); l != nil {
				close(l.done)
				return
			}
			client.Write(buffer[:n])
		}
	}()
	message, err := storetest.Message(client, 4) // the first one has no type
	if isCancel(message) {
		return // it would reach a COMMIT that is to be carried out late
	}
	for ; err == nil; message, err = storetest.Message(client, 5) {
		if isCommit(message) {
			if l := p.lose.Swap(nil); l != nil {
				if message, err = untilSync(client, message); err != nil {
					return
				}
				losing.Store(l)
				if l.held != nil {
					client.Close()
					<-l.held
				}
				server.Write(message)
				<-l.done
				return
			}
		}
		if _, err := server.Write(message); err != nil {
			return
		}
	}
}

// commitStatement is what the driver calls a COMMIT that it prepared.
var commitStatement = fmt.Sprintf("stmtcache_%x\x00", sha256.Sum256([]byte("COMMIT")))[:len("stmtcache_")+48]

// isCommit recognises a COMMIT, by itself or at the end of a pipeline.
func isCommit(message []byte) bool {
	return message[0] == 'Q' && bytes.Contains(bytes.ToLower(message), []byte("commit\x00")) ||
		message[0] == 'B' && bytes.Contains(message, []byte(commitStatement))
}

// isCancel recognises what the driver sends, on a connection of its own, when one broke.
func isCancel(message []byte) bool {
	return len(message) == 16 && binary.BigEndian.Uint32(message[4:]) == 80877102
}

// untilSync adds the rest of a pipeline.
func untilSync(from io.Reader, message []byte) (whole []byte, err error) {
	for whole = message; message[0] != 'Q' && message[0] != 'S'; whole = append(whole, message...) {
		if message, err = storetest.Message(from, 5); err != nil {
			return nil, err
		}
	}
	return whole, nil
}
