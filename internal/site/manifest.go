package site

import (
	"context"
	"encoding/json"
	"net/http"
)

// manifest tells browsers how to show the site among other programs.
func (s *Site) manifest(ctx context.Context) (*response, bool, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	who, failed := s.studio(ctx)
	background := "#F3F6F5"
	if failed == nil && who.HasLook() {
		var made *look
		if made, failed = s.looked(ctx); failed == nil {
			background = made.Light
		}
	}
	icon := func(src, sizes, kind, purpose string) map[string]string {
		out := map[string]string{"src": src, "sizes": sizes, "type": kind}
		if purpose != "" {
			out["purpose"] = purpose
		}
		return out
	}
	raw, err := json.MarshalIndent(map[string]any{
		"name": who.Name, "short_name": who.Name, "description": who.Say("manifest_description"), "lang": who.Language,
		"start_url": "/", "display": "browser", "background_color": background, "theme_color": background,
		"icons": []map[string]string{
			icon("/icon-192.png", "192x192", "image/png", ""), icon("/icon-512.png", "512x512", "image/png", ""),
			icon("/icon-maskable-512.png", "512x512", "image/png", "maskable"), icon("/favicon.svg", "any", "image/svg+xml", ""),
		},
	}, "", "  ")
	return newResponse(http.StatusOK, "application/manifest+json", filePolicy, raw), failed != nil, err
}
