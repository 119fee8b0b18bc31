package edge

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"strings"

	"vitrine/internal/config"
)

// purge is how a kind of cache is told to drop keys.
type purge struct {
	most    int // keys in one request
	request func(ctx context.Context, at config.Edge, keys []string) (*http.Request, error)
}

var purges = map[string]purge{
	// A request that deploy/varnish.vcl understands.
	"varnish": {100, func(ctx context.Context, at config.Edge, keys []string) (*http.Request, error) {
		return withKeys(ctx, "PURGE", at.URL, keys, "X-Purge-Token", at.Token)
	}},
	// POST /service/{id}/purge, by surrogate keys.
	"fastly": {256, func(ctx context.Context, at config.Edge, keys []string) (*http.Request, error) {
		r, err := withKeys(ctx, http.MethodPost, at.URL+"/purge", keys, "Fastly-Key", at.Token)
		if err == nil {
			r.Header.Set("Fastly-Soft-Purge", "1") // what is out of date stays, for when there is nobody to ask
		}
		return r, err
	}},
	// POST /zones/{id}/purge_cache, by cache tags.
	"cloudflare": {30, func(ctx context.Context, at config.Edge, keys []string) (*http.Request, error) {
		body, err := json.Marshal(map[string][]string{"tags": keys})
		if err != nil {
			return nil, err
		}
		r, err := http.NewRequestWithContext(ctx, http.MethodPost, at.URL+"/purge_cache", bytes.NewReader(body))
		if err != nil {
			return nil, err
		}
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Authorization", "Bearer "+at.Token)
		return r, nil
	}},
}

func withKeys(ctx context.Context, method, url string, keys []string, secret, token string) (*http.Request, error) {
	r, err := http.NewRequestWithContext(ctx, method, url, nil)
	if err != nil {
		return nil, err
	}
	r.Header.Set("Surrogate-Key", strings.Join(keys, " "))
	r.Header.Set(secret, token)
	return r, nil
}
