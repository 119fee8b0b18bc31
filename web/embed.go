// Package web is the front end inside the binary: the built files of dist. It
// lives beside dist because go:embed cannot look up.
package web

import (
	"embed"
	"encoding/json"
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

//go:embed src/admin/routes.json
var adminRoutes []byte

// AdminRoutes are the paths of the back-office; any other path below /admin
// is the 404 page.
func AdminRoutes() []string {
	var paths []string
	if err := json.Unmarshal(adminRoutes, &paths); err != nil {
		panic(err) // the file is part of the program
	}
	return paths
}
