package main

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"time"
)

// archive moves a site to PostgreSQL and back, at two volumes.
func archive(l *lab) (Section, error) {
	t := Table{Head: []string{"", "a tenth: s", "peak MB", "all: s", "peak MB"}}
	tenth, err := l.journey(10)
	if err != nil {
		return Section{}, err
	}
	all, err := l.journey(1)
	if err != nil {
		return Section{}, err
	}
	var grown float64
	for i, step := range all {
		t.add(step.name, number(tenth[i].took.Seconds()), number(tenth[i].peak), number(step.took.Seconds()), number(step.peak))
		grown = max(grown, step.peak/tenth[i].peak)
	}
	return Section{
		Title:   "Export, import, backup",
		Text:    "A site of 1,000 jobs, 100,000 subscribers, 20,000 messages and 200 logos, and one of a tenth of that, on its way from SQLite to PostgreSQL and back; time and peak memory of each command.",
		Tables:  []Table{t},
		Targets: []Target{atMost("peak memory of a step, all × a tenth", grown, 1.5, "×")},
	}, nil
}

type step struct {
	name string
	took time.Duration
	peak float64 // MB
}

func (l *lab) journey(part int) ([]step, error) {
	name := func(s string) string { return fmt.Sprintf("%s%d", s, part) }
	home := l.at(name("home"))
	if err := l.seed(name("home"), "--jobs", 1000/part, "--subscribers", 100_000/part, "--messages", 20_000/part); err != nil {
		return nil, err
	}
	if err := l.addLogos(name("home"), 200/part); err != nil {
		return nil, err
	}
	database, err := l.database()
	if err != nil {
		return nil, err
	}
	far := append(l.at(name("far")), "VITRINE_DATABASE_URL="+database)
	zip := func(s string) string { return filepath.Join(l.dir, name(s)+".zip") }
	var out []step
	for _, s := range []struct {
		name string
		env  []string
		args []string
	}{
		{"export from SQLite", home, []string{"export", zip("first")}},
		{"import into PostgreSQL", far, []string{"import", zip("first")}},
		{"export from PostgreSQL", far, []string{"export", zip("second")}},
		{"import into SQLite", l.at(name("again")), []string{"import", zip("second")}},
		{"backup of SQLite", l.at(name("again")), []string{"backup", "--to", filepath.Join(l.dir, name("kept"))}},
		{"backup of PostgreSQL", far, []string{"backup", "--to", filepath.Join(l.dir, name("kept far"))}},
	} {
		done, err := l.measure(s.env, s.args...)
		if err != nil {
			return nil, err
		}
		done.name = s.name
		out = append(out, done)
	}
	return out, nil
}

// measure runs vitrine and tells its time and peak memory. The peak that
// wait4 tells begins with our own size, so the kernel's mark is watched.
func (l *lab) measure(env []string, args ...string) (s step, err error) {
	c := exec.CommandContext(l, l.binary, args...)
	c.Env = slices.Concat(os.Environ(), env)
	var said bytes.Buffer
	c.Stdout, c.Stderr = &said, &said
	began := time.Now()
	if err := c.Start(); err != nil {
		return s, err
	}
	ended := make(chan error, 1)
	go func() { ended <- c.Wait() }()
	for {
		select {
		case err := <-ended:
			s.took = time.Since(began)
			if err != nil {
				err = fmt.Errorf("vitrine %v: %w\n%s", args, err, said.Bytes())
			}
			return s, err
		case <-time.After(5 * time.Millisecond):
			if status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", c.Process.Pid)); err == nil {
				s.peak = max(s.peak, mega(field(status, "VmHWM:")))
			}
		}
	}
}

// addLogos uploads pictures of about 30 KB.
func (l *lab) addLogos(data string, n int) error {
	s, err := l.vitrine(data)
	if err != nil {
		return err
	}
	defer s.stop()
	header, err := l.staff(s)
	if err != nil {
		return err
	}
	header["Content-Type"] = "image/png"
	random := rand.New(rand.NewPCG(1, 2))
	for i := range n {
		r := request{"POST", fmt.Sprintf("/storage/v1/object/portfolio-logos/logo_%d.png", i), string(noise(random)), header}
		if _, err := timed(l, s, r); err != nil {
			return fmt.Errorf("logo: %w", err)
		}
	}
	return nil
}

// noise is a picture that does not compress.
func noise(random *rand.Rand) []byte {
	m := image.NewNRGBA(image.Rect(0, 0, 100, 100))
	for i := range 100 * 100 {
		v := random.Uint32()
		m.SetNRGBA(i%100, i/100, color.NRGBA{uint8(v), uint8(v >> 8), uint8(v >> 16), 255})
	}
	var b bytes.Buffer
	png.Encode(&b, m)
	return b.Bytes()
}
