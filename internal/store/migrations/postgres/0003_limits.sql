-- +goose Up

-- Buckets of the limits that hold for all instances together; see
-- store/postgres/sharedlimits.go. What a crash forgets is forgiven, so nothing is logged.
CREATE UNLOGGED TABLE limits (
  key TEXT COLLATE "C" NOT NULL PRIMARY KEY,
  remaining DOUBLE PRECISION NOT NULL,
  at TIMESTAMPTZ NOT NULL,
  full_at TIMESTAMPTZ NOT NULL,
  allowed BOOLEAN NOT NULL
) WITH (fillfactor = 70);
CREATE INDEX limits_full_at ON limits (full_at);
