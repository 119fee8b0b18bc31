-- +goose Up

CREATE TABLE erasures (
  "hash" TEXT COLLATE "C" NOT NULL PRIMARY KEY CONSTRAINT erasures_hash_check CHECK (length("hash") <= 300 AND trim("hash") <> ''),
  "created_at" TIMESTAMPTZ NOT NULL
);
