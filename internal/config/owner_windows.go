package config

// notAsRoot has nothing to refuse: files that an administrator makes inherit
// the rights of their folder.
func notAsRoot(string) error { return nil }
