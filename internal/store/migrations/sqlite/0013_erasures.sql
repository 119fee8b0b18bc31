-- +goose Up

CREATE TABLE erasures (
  "hash" TEXT NOT NULL PRIMARY KEY CHECK (length("hash") <= 300 AND trim("hash") <> ''),
  "created_at" INTEGER NOT NULL
) STRICT;
