-- +goose Up

DROP INDEX contact_form_submissions_address;
CREATE INDEX contact_form_submissions_address ON contact_form_submissions (lower(email)) WHERE mail_due_at IS NULL;
DROP INDEX newsletter_subscriptions_address;
CREATE INDEX newsletter_subscriptions_address ON newsletter_subscriptions (lower(email)) WHERE mail_due_at IS NULL;

-- In a table with rows the server builds it, without holding up visitors.
-- +goose StatementBegin
DO $$
DECLARE
  own regclass; -- another site may follow in the search_path
  whole text;
BEGIN
  SELECT c.oid, pg_get_indexdef(c.oid) INTO own, whole FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
    WHERE i.indrelid = 'contact_form_submissions'::regclass AND c.relname = 'contact_form_submissions_search';
  IF own IS NOT NULL AND NOT EXISTS (SELECT FROM contact_form_submissions) THEN
    EXECUTE format('DROP INDEX %s', own);
    EXECUTE whole || ' WHERE mail_due_at IS NULL';
  END IF;
END $$;
-- +goose StatementEnd
