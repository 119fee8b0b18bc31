package mail

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	gomail "github.com/wneessen/go-mail"
)

// nameTime is the moment in the name of a letter, in UTC.
const nameTime = "20060102T150405.000000Z"

// folder keeps letters as files that any mail program opens.
type folder struct {
	root *os.Root
	now  func() time.Time
}

func openFolder(dir string, now func() time.Time) (*folder, error) {
	if dir == "" {
		return nil, fmt.Errorf("there is neither an SMTP URL nor a folder for mail")
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("make the mail folder: %w", err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("open the mail folder: %w", err)
	}
	return &folder{root, now}, nil
}

// post writes the letter under a temporary name first, so that whoever looks
// into the folder sees whole letters only.
func (f *folder) post(m *gomail.Msg, about string) error {
	name := f.now().UTC().Format(nameTime) + "-" + rand.Text()[:8]
	if about != "" {
		name += "-" + about
	}
	file, err := f.root.OpenFile(name+".tmp", os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return fmt.Errorf("write a letter: %w", err)
	}
	_, err = m.WriteTo(file)
	if err == nil {
		err = file.Sync()
	}
	if e := file.Close(); err == nil {
		err = e
	}
	if err == nil {
		err = f.root.Rename(name+".tmp", name+".eml")
	}
	if err != nil {
		f.root.Remove(name + ".tmp")
		return fmt.Errorf("write a letter: %w", err)
	}
	return nil
}

// Tidy removes the letters that were written to the folder longer ago than
// keep, also when letters go elsewhere by now, and what crashes left of others.
// Files that are not ours stay.
func (s *Sender) Tidy(keep time.Duration) error {
	entries, err := os.ReadDir(s.options.Dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("tidy the mail folder: %w", err)
	}
	var failed error
	for _, e := range entries {
		age := s.now().Sub(writtenAt(e.Name()))
		if age <= keep && (age <= longestWrite || filepath.Ext(e.Name()) != ".tmp") || !letterForm.MatchString(e.Name()) {
			continue
		}
		if err := os.Remove(filepath.Join(s.options.Dir, e.Name())); err != nil && !errors.Is(err, fs.ErrNotExist) {
			failed = errors.Join(failed, fmt.Errorf("tidy the mail folder: %w", err))
		}
	}
	return failed
}

// longestWrite is far longer than any letter takes.
const longestWrite = time.Hour

var letterForm = regexp.MustCompile(`^\d{8}T\d{6}\.\d{6}Z-[A-Z2-7]{8}(?:-([a-z]+-\d+))?\.(eml|tmp)$`)

// About lists what the letters in the folder are about, each once.
func (s *Sender) About() ([]string, error) {
	var all []string
	err := s.walk(func(_, about string) error {
		all = append(all, about)
		return nil
	})
	slices.Sort(all)
	return slices.Compact(all), err
}

// Forget removes the letters in the folder that are about these.
func (s *Sender) Forget(about ...string) error {
	return s.walk(func(name, is string) error {
		if !slices.Contains(about, is) {
			return nil
		}
		if err := os.Remove(filepath.Join(s.options.Dir, name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("forget a letter: %w", err)
		}
		return nil
	})
}

// walk calls do with each letter in the folder that is about something.
func (s *Sender) walk(do func(name, about string) error) error {
	entries, err := os.ReadDir(s.options.Dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("read the mail folder: %w", err)
	}
	var failed error
	for _, e := range entries {
		if form := letterForm.FindStringSubmatch(e.Name()); form != nil && form[1] != "" {
			failed = errors.Join(failed, do(e.Name(), form[1]))
		}
	}
	return failed
}

// writtenAt reads the moment out of the name of a letter.
func writtenAt(name string) time.Time {
	moment, _, _ := strings.Cut(name, "-")
	at, _ := time.Parse(nameTime, moment)
	return at
}
