package mail

import (
	"context"
	"crypto/rand"
	"fmt"
	"os"
	"time"

	gomail "github.com/wneessen/go-mail"
)

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
func (f *folder) post(_ context.Context, m *gomail.Msg) error {
	name := f.now().UTC().Format("20060102T150405.000000Z-") + rand.Text()[:8]
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
