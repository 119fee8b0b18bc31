package store

import (
	"context"
	"fmt"
	"strings"
)

// Others names the servers beside this one that use the database now. A SQLite
// folder has one, which Exclusive keeps away.
func (s *Store) Others(ctx context.Context) ([]string, error) { return s.engine.Servers(ctx) }

// RefuseServers is an error that names these servers, if there are any.
func (s *Store) RefuseServers(ctx context.Context) error {
	there, err := s.Others(ctx)
	if err == nil && len(there) > 0 {
		err = fmt.Errorf("vitrine serve is using the database from %s; stop it first", strings.Join(there, ", "))
	}
	return err
}
