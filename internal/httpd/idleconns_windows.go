package httpd

// pending cannot tell here without taking what waits, so a stop waits its
// fixed moments and no longer.
func pending(any) bool { return false }
