-- +goose Up

DROP INDEX contact_form_submissions_address;
CREATE INDEX contact_form_submissions_address ON contact_form_submissions (lower(email)) WHERE mail_due_at IS NULL;
DROP INDEX newsletter_subscriptions_address;
CREATE INDEX newsletter_subscriptions_address ON newsletter_subscriptions (lower(email)) WHERE mail_due_at IS NULL;
