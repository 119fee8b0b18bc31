// Package builtin is the content Vitrine has before anyone writes any: what a
// visitor sees when a read fails, and what an empty database starts with.
package builtin

import _ "embed"

// JSON is fallback.json: "fallback" stands in for failed reads, "seed_demo"
// is added to it when an empty database is filled.
//
//go:embed fallback.json
var JSON []byte
