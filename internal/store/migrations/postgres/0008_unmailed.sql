-- +goose Up

-- A visitor's row says in its own insert that letters about it are due.
ALTER TABLE contact_form_submissions ADD COLUMN "mail_due_at" TIMESTAMPTZ;
ALTER TABLE newsletter_subscriptions ADD COLUMN "mail_due_at" TIMESTAMPTZ;
CREATE INDEX contact_form_submissions_unmailed ON contact_form_submissions (id) WHERE mail_due_at IS NOT NULL;
CREATE INDEX newsletter_subscriptions_unmailed ON newsletter_subscriptions (id) WHERE mail_due_at IS NOT NULL;
