// Package identity holds what the program can say, for the server.
package identity

import _ "embed"

// Words is the list of sentences.
//
//go:embed words.json
var Words []byte
