package visits

const (
	MaxRows   = maxRows
	MaxHosts  = maxHosts
	MaxBeacon = maxBeacon
	KeptDays  = retainedDays
	Burst     = 120
)
