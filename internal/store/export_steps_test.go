package store

import "io/fs"

// SetMigrations lets a test add a step, and returns what takes it back.
func SetMigrations(files fs.FS) (back func()) {
	before := migrationFiles
	migrationFiles = files
	return func() { migrationFiles = before }
}

// Migrations are the steps of this program.
func Migrations() fs.FS { return migrationFiles }

// MoveSteps are the steps in which a database is moved.
func MoveSteps(from, to string) []func() error { return moveSteps(from, to) }
