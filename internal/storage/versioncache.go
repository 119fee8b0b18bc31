package storage

import "sync"

const (
	maxVersionBytes = 32 << 20 // of all versions together
	maxVersions     = 64       // of one picture
)

// made is a version that was made; one without content is the picture itself.
type made struct {
	mimetype string
	content  []byte
}

// versionName names a version: what it is of, and which one. The second part
// changes when the picture does, so a version is never stale.
type versionName struct{ object, version string }

// versionCache holds the versions that were used last.
type versionCache struct {
	mu    sync.Mutex
	all   map[versionName]*cachedVersion
	bytes int
	clock uint64
}

type cachedVersion struct {
	made
	used uint64
}

// overhead is what an entry takes beside its content.
const overhead = 500

func (c *versionCache) get(name versionName) (made, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	v, found := c.all[name]
	if !found {
		return made{}, false
	}
	c.clock++
	v.used = c.clock
	return v.made, true
}

func (c *versionCache) put(name versionName, v made) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.all == nil {
		c.all = map[versionName]*cachedVersion{}
	}
	c.clock++
	c.drop(name)
	c.all[name] = &cachedVersion{v, c.clock}
	c.bytes += len(v.content) + overhead
	if ofThis := func(n versionName) bool { return n.object == name.object }; c.count(ofThis) > maxVersions {
		c.dropOldest(ofThis)
	}
	for c.bytes > maxVersionBytes {
		c.dropOldest(func(versionName) bool { return true })
	}
}

func (c *versionCache) count(which func(versionName) bool) (n int) {
	for name := range c.all {
		if which(name) {
			n++
		}
	}
	return n
}

func (c *versionCache) dropOldest(which func(versionName) bool) {
	var oldest versionName
	var used uint64
	for name, v := range c.all {
		if which(name) && (used == 0 || v.used < used) {
			oldest, used = name, v.used
		}
	}
	c.drop(oldest)
}

func (c *versionCache) drop(name versionName) {
	if v, found := c.all[name]; found {
		c.bytes -= len(v.content) + overhead
		delete(c.all, name)
	}
}
