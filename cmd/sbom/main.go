// Command sbom lists what a release is made of, as CycloneDX: the Go modules
// that stand in the binary itself, and the npm packages of the front end.
//
//	sbom BINARY PACKAGE-LOCK >vitrine.cdx.json
package main

import (
	"cmp"
	"debug/buildinfo"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: sbom BINARY PACKAGE-LOCK")
		os.Exit(2)
	}
	if err := write(os.Stdout, os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, "sbom:", err)
		os.Exit(1)
	}
}

type bill struct {
	Format     string      `json:"bomFormat"`
	Spec       string      `json:"specVersion"`
	Version    int         `json:"version"`
	Metadata   metadata    `json:"metadata"`
	Components []component `json:"components"`
}

type metadata struct {
	Component component `json:"component"`
}

type component struct {
	Type    string `json:"type"`
	Ref     string `json:"bom-ref,omitempty"`
	Name    string `json:"name"`
	Version string `json:"version,omitempty"`
	URL     string `json:"purl,omitempty"`
	Hashes  []hash `json:"hashes,omitempty"`
}

type hash struct {
	Algorithm string `json:"alg"`
	Content   string `json:"content"`
}

func write(out io.Writer, binary, lock string) error {
	modules, err := modulesOf(binary)
	if err != nil {
		return err
	}
	packages, err := packagesOf(lock)
	if err != nil {
		return err
	}
	all := slices.Concat(modules, packages)
	slices.SortFunc(all, func(a, b component) int { return cmp.Compare(a.URL, b.URL) })
	all = slices.CompactFunc(all, func(a, b component) bool { return a.URL == b.URL })
	e := json.NewEncoder(out)
	e.SetIndent("", " ")
	return e.Encode(bill{"CycloneDX", "1.6", 1, metadata{component{Type: "application", Name: "vitrine"}}, all})
}

func modulesOf(binary string) (out []component, err error) {
	info, err := buildinfo.ReadFile(binary)
	if err != nil {
		return nil, err
	}
	version := strings.TrimPrefix(info.GoVersion, "go")
	out = append(out, library("std", version, "pkg:golang/std@"+version))
	for _, m := range info.Deps {
		if m.Replace != nil {
			m = m.Replace
		}
		out = append(out, library(m.Path, m.Version, "pkg:golang/"+m.Path+"@"+m.Version))
	}
	return out, nil
}

// packagesOf leaves out what only builds and tests.
func packagesOf(lock string) (out []component, err error) {
	raw, err := os.ReadFile(lock)
	if err != nil {
		return nil, err
	}
	var file struct {
		Packages map[string]struct {
			Version, Integrity string
			Dev, DevOptional   bool
		}
	}
	if err := json.Unmarshal(raw, &file); err != nil {
		return nil, fmt.Errorf("%s: %w", lock, err)
	}
	for path, p := range file.Packages {
		if path == "" || p.Dev || p.DevOptional {
			continue
		}
		name := path[strings.LastIndex(path, "node_modules/")+len("node_modules/"):]
		c := library(name, p.Version, "pkg:npm/"+strings.Replace(name, "@", "%40", 1)+"@"+p.Version)
		sum, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(p.Integrity, "sha512-"))
		if err != nil || len(sum) != 64 {
			return nil, fmt.Errorf("%s: no SHA-512 of %s", lock, name)
		}
		c.Hashes = []hash{{"SHA-512", hex.EncodeToString(sum)}}
		out = append(out, c)
	}
	return out, nil
}

func library(name, version, url string) component {
	return component{Type: "library", Ref: url, Name: name, Version: version, URL: url}
}
