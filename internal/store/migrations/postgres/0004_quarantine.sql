-- +goose Up

ALTER TABLE contact_form_submissions ADD COLUMN "quarantined_at" TIMESTAMPTZ, ADD COLUMN "spam_reasons" JSONB;
ALTER TABLE newsletter_subscriptions ADD COLUMN "quarantined_at" TIMESTAMPTZ, ADD COLUMN "spam_reasons" JSONB;

ALTER TABLE mails
  ADD COLUMN "message_id" BIGINT REFERENCES contact_form_submissions (id) ON DELETE CASCADE,
  ADD COLUMN "subscription_id" BIGINT REFERENCES newsletter_subscriptions (id) ON DELETE CASCADE;
CREATE INDEX mails_message_id ON mails (message_id);
CREATE INDEX mails_subscription_id ON mails (subscription_id);

DELETE FROM mails WHERE reason LIKE 'contact %' AND split_part(reason, ' ', 2)::bigint NOT IN (SELECT id FROM contact_form_submissions);
DELETE FROM mails WHERE reason LIKE 'newsletter %' AND split_part(reason, ' ', 2)::bigint NOT IN (SELECT id FROM newsletter_subscriptions);
UPDATE mails SET message_id = split_part(reason, ' ', 2)::bigint WHERE reason LIKE 'contact %';
UPDATE mails SET subscription_id = split_part(reason, ' ', 2)::bigint WHERE reason LIKE 'newsletter %';
