package storetest

// Freeze would stop the server's processes where they are.
func (s *Server) Freeze() { s.t.Skip("processes cannot be stopped here") }

// Thaw ends Freeze.
func (s *Server) Thaw() {}
