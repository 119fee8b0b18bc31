package application

import (
	"bytes"
	"unicode"
)

const (
	headSize = 1 << 10      // where a browser looks for HTML
	tailSize = 64<<10 + 22  // where an unzipper looks for the end of a directory
	eofSize  = 1 << 10      // where readers look for the end of a PDF
	zipEnd   = "PK\x05\x06" // of its central directory
	pdfHead  = "%PDF-"
	pdfTail  = "%%EOF"
)

// opening are tags by which a browser would take a file for HTML.
var opening = []string{"<!doctype", "<html", "<head", "<body", "<script", "<svg", "<iframe", "<img", "<?xml", "<!--"}

// IsPDF judges a file by its bytes: a PDF from the first to the last, which nothing
// else would read as HTML or as a zip.
func IsPDF(content []byte) bool {
	if !bytes.HasPrefix(content, []byte(pdfHead)) || len(content) <= len(pdfHead) || !unicode.IsDigit(rune(content[len(pdfHead)])) {
		return false
	}
	if !bytes.Contains(content[max(0, len(content)-eofSize):], []byte(pdfTail)) || bytes.Contains(content[max(0, len(content)-tailSize):], []byte(zipEnd)) {
		return false
	}
	head := bytes.ToLower(content[:min(len(content), headSize)])
	for _, tag := range opening {
		if bytes.Contains(head, []byte(tag)) {
			return false
		}
	}
	return true
}
