// Package identity holds what the program can say, for the server.
package identity

import _ "embed"

// Words is the list of sentences.
//
//go:embed words.json
var Words []byte

// Dates is how languages write dates and numbers: rows of words, by language.
//
//go:embed dates.json
var Dates []byte
