package main

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"vitrine/internal/config"
	"vitrine/internal/schema"
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
	if p.DatabaseURL != "" {
		return sharedSecret(ctx, s, text)
	}
	path := filepath.Join(p.Data, "secret")
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if errors.Is(err, os.ErrExist) {
		return readSecret(path)
	}
	if err != nil {
		return nil, fmt.Errorf("keep the signing secret: %w", err)
	}
	defer f.Close()
	if _, err := f.WriteString(text); err != nil {
		return nil, fmt.Errorf("keep the signing secret: %w", err)
	}
	return []byte(text), f.Sync()
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
	var kept string
	err := s.Itself().Tx(ctx, func(tx store.Session) error {
		if err := tx.Lock(ctx, secretName); err != nil {
			return err
		}
		rows, err := tx.Select(ctx, &schema.Settings, store.Query{Where: store.All{store.Eq("name", secretName)}})
		if err != nil {
			return err
		}
		if len(rows) == 1 {
			kept = rows[0].Text("value")
			return nil
		}
		kept = fresh
		_, err = tx.Insert(ctx, &schema.Settings, store.Row{"name": secretName, "value": fresh})
		return err
	})
	return []byte(kept), err
}
