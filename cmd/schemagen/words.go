package main

import (
	"encoding/json"
	"fmt"
	"strings"

	"vitrine/internal/words"
)

// wordsFile holds the sentences of a fresh site that pages use.
func wordsFile() string {
	var b strings.Builder
	b.WriteString("export const defaults = {\n")
	for _, w := range words.All() {
		if !w.OnPages() {
			continue
		}
		text, err := json.Marshal(w.In(words.DefaultPack, false))
		if err != nil {
			panic(err) // it is a string
		}
		fmt.Fprintf(&b, "\t%s: %s,\n", w.Key, text)
	}
	b.WriteString("};\n\nexport type WordKey = keyof typeof defaults;\n")
	return b.String()
}
