package store

import "io/fs"

// SetMigrations lets a test add a step, and returns what takes it back.
func SetMigrations(files fs.FS) (back func()) {
	before := migrationFiles
	migrationFiles = files
	return func() { migrationFiles = before }
}

// MigrationFiles are the steps of this program.
func MigrationFiles() fs.FS { return migrationFiles }
