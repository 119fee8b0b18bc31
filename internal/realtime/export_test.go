package realtime

import "time"

// Tune shortens what a test would have to wait for.
func (s *Server) Tune(idle time.Duration, queue int) { s.idle, s.queue = idle, queue }
