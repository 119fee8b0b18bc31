// Command webpencoder fetches the WebP encoder: libwebp as a program of
// WebAssembly, as the Hugo project builds and ships it in its Go module
// (internal/warpc; Apache-2.0, libwebp BSD). It is fetched and not kept here,
// as packages are, and must be the file that is expected.
package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

const (
	module = "github.com/gohugoio/hugo@v0.165.0"
	file   = "internal/warpc/wasm/webp.wasm" // libwebp 1.6.0
	sum    = "05a4feb24b42c34ad0728bdf5c72cd9f091915fe024c5d95ad3694bae6e5103a"
)

func main() {
	if len(os.Args) != 2 {
		fail(errors.New("usage: webpencoder web/dist/webp.wasm"))
	}
	fail(fetch(os.Args[1]))
}

func fail(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "webpencoder:", err)
		os.Exit(1)
	}
}

func fetch(into string) error {
	// Outside this module, whose own requirements it is none of.
	dir, err := os.MkdirTemp("", "webpencoder")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	download := exec.Command("go", "mod", "download", "-json", module)
	download.Dir, download.Stderr = dir, os.Stderr
	download.Env = append(os.Environ(), "GOFLAGS=", "GOWORK=off")
	raw, err := download.Output()
	var found struct{ Dir, Error string }
	if json.Unmarshal(raw, &found) == nil && found.Error != "" {
		return errors.New(found.Error)
	}
	if err != nil {
		return fmt.Errorf("download %s: %w", module, err)
	}
	program, err := os.ReadFile(filepath.Join(found.Dir, filepath.FromSlash(file)))
	if err != nil {
		return err
	}
	if is := sha256.Sum256(program); hex.EncodeToString(is[:]) != sum {
		return fmt.Errorf("%s of %s is another file than expected", file, module)
	}
	return os.WriteFile(into, program, 0o644)
}
