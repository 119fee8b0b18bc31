-- +goose Up

ALTER TABLE auth_users ADD COLUMN "invited_at" INTEGER;
ALTER TABLE auth_sessions ADD COLUMN "amr" TEXT CHECK (json_valid("amr"));

CREATE TABLE auth_factors (
  "id" TEXT NOT NULL PRIMARY KEY,
  "user_id" TEXT NOT NULL REFERENCES auth_users (id) ON DELETE CASCADE,
  "friendly_name" TEXT NOT NULL CHECK (length("friendly_name") <= 300),
  "secret" BLOB NOT NULL,
  "last_step" INTEGER NOT NULL,
  "created_at" INTEGER NOT NULL,
  "updated_at" INTEGER NOT NULL,
  "verified_at" INTEGER,
  "last_challenged_at" INTEGER
) STRICT;
CREATE INDEX auth_factors_user_id ON auth_factors (user_id);

CREATE TABLE auth_challenges (
  "id" TEXT NOT NULL PRIMARY KEY,
  "factor_id" TEXT NOT NULL REFERENCES auth_factors (id) ON DELETE CASCADE,
  "session_id" TEXT NOT NULL REFERENCES auth_sessions (id) ON DELETE CASCADE,
  "created_at" INTEGER NOT NULL
) STRICT;
CREATE INDEX auth_challenges_factor_id ON auth_challenges (factor_id);
CREATE INDEX auth_challenges_session_id ON auth_challenges (session_id);
