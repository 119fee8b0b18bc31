-- +goose Up

ALTER TABLE auth_users ADD COLUMN "invited_at" TIMESTAMPTZ;
ALTER TABLE auth_sessions ADD COLUMN "amr" JSONB;

CREATE TABLE auth_factors (
  "id" UUID NOT NULL PRIMARY KEY,
  "user_id" UUID NOT NULL REFERENCES auth_users (id) ON DELETE CASCADE,
  "friendly_name" TEXT COLLATE "C" NOT NULL CONSTRAINT auth_factors_friendly_name_check CHECK (length("friendly_name") <= 300),
  "secret" BYTEA NOT NULL,
  "last_step" BIGINT NOT NULL,
  "created_at" TIMESTAMPTZ NOT NULL,
  "updated_at" TIMESTAMPTZ NOT NULL,
  "verified_at" TIMESTAMPTZ,
  "last_challenged_at" TIMESTAMPTZ
);
CREATE INDEX auth_factors_user_id ON auth_factors (user_id);

CREATE TABLE auth_challenges (
  "id" UUID NOT NULL PRIMARY KEY,
  "factor_id" UUID NOT NULL REFERENCES auth_factors (id) ON DELETE CASCADE,
  "session_id" UUID NOT NULL REFERENCES auth_sessions (id) ON DELETE CASCADE,
  "created_at" TIMESTAMPTZ NOT NULL
);
CREATE INDEX auth_challenges_factor_id ON auth_challenges (factor_id);
CREATE INDEX auth_challenges_session_id ON auth_challenges (session_id);
