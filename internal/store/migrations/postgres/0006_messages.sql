-- +goose Up

-- Every three letters in a row of a message, where the extension is there and
-- building it takes no time; otherwise store/postgres/trigram.go does that later. They
-- wait in a list to be sorted in, see store/postgres/trigram.go. It is so short that a
-- visitor whose message fills it sorts it in soon.
-- +goose StatementBegin
DO $$
DECLARE
  place text;
  part text;
  parts text[] := '{}';
BEGIN
  SELECT n.nspname INTO place FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'pg_trgm';
  IF place IS NOT NULL AND NOT EXISTS (SELECT FROM contact_form_submissions) THEN
    FOREACH part IN ARRAY ARRAY['name', 'email', 'subject', 'message'] LOOP
      parts := parts || format('translate(lower(%I COLLATE "und-x-icu"), ''ς'', ''σ'') %I.gin_trgm_ops', part, place);
    END LOOP;
    EXECUTE 'CREATE INDEX contact_form_submissions_search ON contact_form_submissions USING gin (' || array_to_string(parts, ', ') || ') WITH (gin_pending_list_limit = 8192)';
  END IF;
END $$;
-- +goose StatementEnd
