package visits

const (
	MaxRows   = maxRows
	MaxHosts  = maxHosts
	MaxBeacon = maxBeacon
	KeptDays  = keptDays
	Burst     = 120
)
