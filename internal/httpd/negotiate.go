package httpd

import "strings"

// matches compares If-None-Match, a list of tags or a star, with a tag; for
// this question weak tags are as good as strong ones.
func matches(header []string, etag string) bool {
	for _, line := range header {
		for tag := range strings.SplitSeq(line, ",") {
			tag = strings.TrimSpace(tag)
			if tag == "*" || strings.TrimPrefix(tag, "W/") == etag {
				return true
			}
		}
	}
	return false
}
