// Package web is the front end inside the binary: the built files of dist. It
// lives beside dist because go:embed cannot look up.
package web

import (
	"embed"
	"io/fs"
)

//go:embed all:dist
var files embed.FS

// Dist is what `npm run build` made. Before the first build it is empty but
// for a placeholder, so that the Go side compiles without Node.
func Dist() fs.FS {
	dist, err := fs.Sub(files, "dist")
	if err != nil {
		panic(err) // "dist" is a constant and a valid path
	}
	return dist
}
