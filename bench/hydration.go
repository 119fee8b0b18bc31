package main

// taken is what React cost a browser that asked for it.
type taken struct {
	Ready, Tasks, Longest, Blocked float64
}

const hydrations = 5

// hydrated asks for React on each page, and in its static copy where there is
// none to come.
func (l *lab) hydrated(ours, static *server) (Table, error) {
	t := Table{
		Title: "React takes the page over: Vitrine / the static page",
		Head:  []string{"", "asked for until ready ms", "tasks over 50 ms", "longest ms", "blocked ms (TBT)"},
	}
	var urls []string
	for range hydrations {
		for _, path := range publicPages {
			urls = append(urls, ours.url+path, static.url+path)
		}
	}
	seen, err := browse[taken](l, "hydrate.mjs", urls)
	if err != nil {
		return t, err
	}
	for i, path := range publicPages {
		of := func(pick func(taken) float64) string {
			var mine, its []float64
			for at := 2 * i; at < len(seen); at += 2 * len(publicPages) {
				mine, its = append(mine, pick(seen[at])), append(its, pick(seen[at+1]))
			}
			return both(median(mine), median(its))
		}
		t.add("`"+path+"`", of(func(s taken) float64 { return s.Ready }), of(func(s taken) float64 { return s.Tasks }),
			of(func(s taken) float64 { return s.Longest }), of(func(s taken) float64 { return s.Blocked }))
	}
	return t, nil
}
