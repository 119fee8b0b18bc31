package store

import (
	"context"
	"fmt"
	"strings"
)

// serving is the lock that every server holds on the connection of its feed,
// shared with the others.
const serving = "1986622578, hashtext('vitrine serve ' || current_schema())"

func (s *Store) servers(ctx context.Context) (out []string, err error) {
	rows, err := s.read.QueryContext(ctx, `SELECT coalesce(host(a.client_addr), 'this machine'), a.pid FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
		WHERE l.locktype = 'advisory' AND l.mode = 'ShareLock' AND l.granted AND l.objsubid = 2
		AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
		AND l.classid = 1986622578 AND l.objid = (hashtext('vitrine serve ' || current_schema())::bigint & 4294967295)::oid ORDER BY 1, 2`)
	if err != nil {
		return nil, fmt.Errorf("look for servers: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var host string
		var pid int
		if err := rows.Scan(&host, &pid); err != nil {
			return nil, err
		}
		out = append(out, fmt.Sprintf("%s (connection %d)", host, pid))
	}
	return out, rows.Err()
}

// RefuseServers is an error that names the servers that use a PostgreSQL
// database now, if there are any. A SQLite folder has one, which Exclusive
// keeps away.
func (s *Store) RefuseServers(ctx context.Context) error {
	if s.dia.engine() == "sqlite" {
		return nil
	}
	there, err := s.servers(ctx)
	if err == nil && len(there) > 0 {
		err = fmt.Errorf("vitrine serve is using the database from %s; stop it first", strings.Join(there, ", "))
	}
	return err
}
