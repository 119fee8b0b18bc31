package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"slices"

	"github.com/andybalholm/brotli"
)

// decoded is the body of an answer without its compression.
func decoded(a answer) ([]byte, error) {
	body := bytes.NewReader(a.Body)
	switch encoding := a.Header.Get("Content-Encoding"); encoding {
	case "":
		return a.Body, nil
	case "br":
		return io.ReadAll(brotli.NewReader(body))
	case "gzip":
		r, err := gzip.NewReader(body)
		if err != nil {
			return nil, err
		}
		return io.ReadAll(r)
	default:
		return nil, fmt.Errorf("encoding %q", encoding)
	}
}

func gzipped(plain []byte) ([]byte, error) {
	var out bytes.Buffer
	w, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(plain); err != nil {
		return nil, err
	}
	err = w.Close()
	return out.Bytes(), err
}

// repeated are the header fields that nginx would not send by itself.
func repeated(a answer) map[string]string {
	out := map[string]string{}
	for name, values := range a.Header {
		own := []string{"Content-Encoding", "Content-Length", "Content-Type", "Etag", "Last-Modified", "Accept-Ranges", "Connection"}
		if !slices.Contains(own, name) {
			out[name] = values[0]
		}
	}
	return out
}
