package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"vitrine/internal/auth"
	"vitrine/internal/config"
	"vitrine/internal/store"
)

const secretName = "jwt_secret"

// signingSecret is the given secret, or one that is made once and kept: beside
// the SQLite file, where a backup of the database does not hold it, or in
// PostgreSQL, where all instances find it.
func signingSecret(ctx context.Context, s *store.Store, p config.Place, given string) ([]byte, error) {
	if given != "" {
		return []byte(given), nil
	}
	fresh := make([]byte, 32)
	if _, err := rand.Read(fresh); err != nil {
		return nil, err
	}
	text := base64.RawURLEncoding.EncodeToString(fresh)
	if p.HasServer() {
		return sharedSecret(ctx, s, text)
	}
	path := filepath.Join(p.Data, "secret")
	if _, err := os.Stat(path); errors.Is(err, os.ErrNotExist) {
		if err := keepSecret(p.Data, path, text); err != nil {
			return nil, fmt.Errorf("keep the signing secret: %w", err)
		}
	}
	return readSecret(path)
}

// checkSecret refuses a secret that could be guessed.
func checkSecret(given string) error {
	if given != "" && len(given) < auth.MinSecret {
		return fmt.Errorf("VITRINE_JWT_SECRET is shorter than %d characters", auth.MinSecret)
	}
	return nil
}

// keepSecret writes the secret whole or not at all: a crash leaves no half of
// it, and of two processes that start at once the first one's stays.
func keepSecret(dir, path, text string) error {
	f, err := os.CreateTemp(dir, "secret-*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	defer f.Close()
	if _, err := f.WriteString(text); err != nil {
		return err
	}
	if err := errors.Join(f.Sync(), f.Close()); err != nil { // Windows renames no open file
		return err
	}
	err = os.Link(f.Name(), path)
	if err != nil && !errors.Is(err, os.ErrExist) {
		err = os.Rename(f.Name(), path) // a file system without hard links
	}
	if err != nil && !errors.Is(err, os.ErrExist) {
		return err
	}
	return syncFolder(dir)
}

// syncFolder makes names durable; Windows has no such call, and NTFS logs them.
func syncFolder(dir string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	folder, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer folder.Close()
	return folder.Sync()
}

func readSecret(path string) ([]byte, error) {
	kept, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("read the signing secret: %w", err)
	}
	if len(kept) < 32 {
		return nil, fmt.Errorf("the signing secret in %s is damaged; remove the file to make a new one (everyone signs in again)", path)
	}
	return kept, nil
}

func sharedSecret(ctx context.Context, s *store.Store, fresh string) ([]byte, error) {
	secret, err := s.AsSystem().SettingOr(ctx, secretName, fresh)
	return []byte(secret), err
}

// adoptSecret puts the signing secret of another place where the next start
// looks for it.
func adoptSecret(ctx context.Context, s *store.Store, p config.Place, secret []byte) error {
	if len(secret) < 32 {
		return errors.New("the signing secret in the archive is damaged")
	}
	if given := os.Getenv("VITRINE_JWT_SECRET"); given != "" && given != string(secret) {
		return errors.New("everything was imported, but VITRINE_JWT_SECRET is another secret than the archive's: second factors need the archive's")
	}
	var err error
	if p.HasServer() {
		err = replaceShared(ctx, s, p.Data, string(secret))
	} else {
		err = replaceSecret(p.Data, secret)
	}
	if err != nil {
		return fmt.Errorf("keep the signing secret: %w", err)
	}
	return nil
}

// replaceShared keeps another secret that was there in the data folder of this
// machine, as the backup of the old site needs it. That comes first: a
// transaction may run again.
func replaceShared(ctx context.Context, s *store.Store, dir, secret string) error {
	old, err := s.AsSystem().Setting(ctx, secretName)
	if err != nil || old == secret {
		return err
	}
	if old != "" {
		if err := putAside(dir, old); err != nil {
			return err
		}
	}
	return s.AsSystem().Tx(ctx, func(tx store.Session) error {
		if err := tx.Lock(ctx, secretName); err != nil {
			return err
		}
		now, err := tx.Setting(ctx, secretName)
		switch {
		case err != nil || now == secret:
			return err
		case now != old:
			return errors.New("someone else has just changed it; import again")
		}
		return tx.SetSetting(ctx, secretName, secret)
	})
}

func putAside(dir, secret string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	aside := filepath.Join(dir, "secret.before-"+time.Now().UTC().Format("20060102T150405.000000Z"))
	if err := keepSecret(dir, aside, secret); err != nil {
		return err
	}
	fmt.Println("the signing secret that was there is kept as", aside)
	return nil
}

// replaceSecret keeps another secret that was there beside the new one.
func replaceSecret(dir string, secret []byte) error {
	path := filepath.Join(dir, "secret")
	old, err := os.ReadFile(path)
	switch {
	case err == nil && bytes.Equal(old, secret):
		return nil
	case err == nil:
		if err := putAside(dir, string(old)); err != nil {
			return err
		}
	case !errors.Is(err, os.ErrNotExist):
		return err
	}
	fresh := path + ".part"
	if err := os.Remove(fresh); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	if err := keepSecret(dir, fresh, string(secret)); err != nil {
		return err
	}
	if err := os.Rename(fresh, path); err != nil {
		return err
	}
	return syncFolder(dir)
}
