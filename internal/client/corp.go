package client

import "net/http"

var crossOrigin = []string{"cross-origin"}

// ShowAnywhere lets pages of other origins show an answer: mail programs in a browser
// show the mark and the pictures of letters, other sites the sharing card. All
// else is for our own origin alone (CORP).
func ShowAnywhere(h http.Header) { h["Cross-Origin-Resource-Policy"] = crossOrigin }
