-- +goose Up

-- Every three letters in a row of an address, so that a part of one is found
-- without reading them all. Where the extension may not be made, they are read.
-- Building it over rows would hold up writers: store/postgres/trigram.go does that later.
-- +goose StatementBegin
DO $$
DECLARE
  place text;
BEGIN
  BEGIN
    -- Not in a schema of ours: others may use it after that is gone.
    CREATE EXTENSION IF NOT EXISTS pg_trgm SCHEMA public;
  EXCEPTION WHEN OTHERS THEN
    RAISE NOTICE 'pg_trgm: %', SQLERRM;
  END;
  SELECT n.nspname INTO place FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'pg_trgm';
  IF place IS NOT NULL AND NOT EXISTS (SELECT FROM newsletter_subscriptions) THEN
    EXECUTE format('CREATE INDEX newsletter_subscriptions_search ON newsletter_subscriptions USING gin (translate(lower(email COLLATE "und-x-icu"), ''ς'', ''σ'') %I.gin_trgm_ops)', place);
  END IF;
END $$;
-- +goose StatementEnd

-- The two lists of messages, each with its length.
CREATE INDEX contact_form_submissions_inbox ON contact_form_submissions (created_at DESC, id DESC) WHERE quarantined_at IS NULL;
CREATE INDEX contact_form_submissions_quarantine ON contact_form_submissions (created_at DESC, id DESC) WHERE quarantined_at IS NOT NULL;
