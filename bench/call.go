package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
)

// call sends JSON and reads JSON; an answer that is no success is an error.
func (l *lab) call(method, url string, header map[string]string, in, out any) error {
	var body bytes.Buffer
	if in != nil {
		if err := json.NewEncoder(&body).Encode(in); err != nil {
			return err
		}
	}
	r, err := http.NewRequestWithContext(l, method, url, &body)
	if err != nil {
		return err
	}
	r.Header.Set("Content-Type", "application/json")
	for name, value := range header {
		r.Header.Set(name, value)
	}
	a, err := http.DefaultClient.Do(r)
	if err != nil {
		return err
	}
	defer a.Body.Close()
	got, err := io.ReadAll(a.Body)
	if err != nil {
		return err
	}
	if a.StatusCode >= 300 {
		return fmt.Errorf("%s %s: %d %s", method, url, a.StatusCode, got)
	}
	if out == nil {
		return nil
	}
	return json.Unmarshal(got, out)
}
