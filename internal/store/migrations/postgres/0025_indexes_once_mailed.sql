-- +goose Up

DROP INDEX contact_form_submissions_address;
CREATE INDEX contact_form_submissions_address ON contact_form_submissions (lower(email)) WHERE mail_due_at IS NULL;
DROP INDEX newsletter_subscriptions_address;
CREATE INDEX newsletter_subscriptions_address ON newsletter_subscriptions (lower(email)) WHERE mail_due_at IS NULL;

-- In a table with rows the server builds it, without holding up visitors.
-- +goose StatementBegin
DO $$
DECLARE
  whole text;
BEGIN
  SELECT pg_get_indexdef(to_regclass('contact_form_submissions_search')) INTO whole;
  IF whole IS NOT NULL AND NOT EXISTS (SELECT FROM contact_form_submissions) THEN
    DROP INDEX contact_form_submissions_search;
    EXECUTE whole || ' WHERE mail_due_at IS NULL';
  END IF;
END $$;
-- +goose StatementEnd
