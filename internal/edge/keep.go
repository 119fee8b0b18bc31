package edge

import (
	"fmt"
	"net/http"
	"strings"
	"time"
)

// Control is how long a shared cache keeps something. It goes on with the old one for a
// moment while it asks for the new one, and for long while there is nobody to ask.
func Control(lifetime time.Duration) string {
	return fmt.Sprintf("max-age=%d, stale-while-revalidate=30, stale-if-error=604800", int(lifetime.Seconds()))
}

// Lines are the header lines that tell a shared cache how to keep something, and by which keys it
// is purged. What has no key never changes.
func Lines(lifetime time.Duration, keys ...string) http.Header {
	control := []string{Control(lifetime)}
	h := http.Header{"Cdn-Cache-Control": control, "Surrogate-Control": control} // the second for caches that know no other
	if len(keys) > 0 {
		h["Surrogate-Key"], h["Cache-Tag"] = []string{strings.Join(keys, " ")}, []string{strings.Join(keys, ",")}
	}
	return h
}
