-- +goose Up

CREATE TABLE auth_recovery_codes (
  "hash" TEXT COLLATE "C" NOT NULL PRIMARY KEY CONSTRAINT auth_recovery_codes_hash_check CHECK (length("hash") <= 300 AND trim("hash") <> ''),
  "user_id" UUID NOT NULL REFERENCES auth_users (id) ON DELETE CASCADE,
  "created_at" TIMESTAMPTZ NOT NULL
);
CREATE INDEX auth_recovery_codes_user_id ON auth_recovery_codes (user_id);
