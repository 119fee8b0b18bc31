package main

// homepage compares one page from memory with the same bytes from nginx, from
// a bare handler and as a static file of PocketBase.
func homepage(l *lab) (Section, error) {
	page := request{method: "GET", path: "/"}
	ours, err := l.vitrine("data")
	if err != nil {
		return Section{}, err
	}
	sent, err := l.settled(ours, page)
	if err != nil {
		return Section{}, err
	}
	bare, err := l.bare(sent)
	if err != nil {
		return Section{}, err
	}
	root, err := l.folder("public")
	if err != nil {
		return Section{}, err
	}
	if err := putPage(root, "index.html", sent); err != nil {
		return Section{}, err
	}
	static, err := l.nginx(root, "/", repeated(sent))
	if err != nil {
		return Section{}, err
	}
	peer, err := l.pocketbase(root)
	if err != nil {
		return Section{}, err
	}
	v := &contender{name: "Vitrine", server: ours, request: page}
	b := &contender{name: "bare net/http", server: bare, request: page}
	n := &contender{name: "nginx", server: static, request: page}
	p := &contender{name: "PocketBase, static file, its gzip", server: peer.server, request: request{method: "GET", path: "/zipped/"}}
	plain := &contender{name: "PocketBase, static file, as it is", server: peer.server, request: page}
	if err := l.same(b, v, n, p, plain); err != nil {
		return Section{}, err
	}
	if err := l.compete(rounds, 32, turn, b, v, n, p, plain); err != nil {
		return Section{}, err
	}
	if err := l.still(ours, page, sent); err != nil {
		return Section{}, err
	}
	return Section{
		Title:  "Homepage",
		Text:   "The homepage as a browser asks for it, over 32 kept connections. Ratios are to the bare handler, the last two columns to nginx. PocketBase is asked for the page with its gzip middleware, since all others compress it, and without.",
		Tables: []Table{loadTable(b, v, n, p, plain)},
		Targets: []Target{
			atMost("CPU of a homepage, × bare net/http", ratio(v.cpu(), b.cpu()), 1.10, "×"),
			atMost("p99 of a homepage, × bare net/http", ratio(v.p99(), b.p99()), 1, "×"),
			atLeast("homepages per second, × PocketBase's static file with gzip", ratio(v.perSecond(), p.perSecond()), 10, "×"),
			none("failed requests", b, v, n, p, plain),
		},
	}, nil
}
