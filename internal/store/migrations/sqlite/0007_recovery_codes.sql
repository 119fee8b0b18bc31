-- +goose Up

CREATE TABLE auth_recovery_codes (
  "hash" TEXT NOT NULL PRIMARY KEY CHECK (length("hash") <= 300 AND trim("hash") <> ''),
  "user_id" TEXT NOT NULL REFERENCES auth_users (id) ON DELETE CASCADE,
  "created_at" INTEGER NOT NULL
) STRICT;
CREATE INDEX auth_recovery_codes_user_id ON auth_recovery_codes (user_id);
