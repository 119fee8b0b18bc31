-- +goose Up

ALTER TABLE contact_form_submissions ADD COLUMN "quarantined_at" INTEGER;
ALTER TABLE contact_form_submissions ADD COLUMN "spam_reasons" TEXT CHECK (json_valid("spam_reasons"));
ALTER TABLE newsletter_subscriptions ADD COLUMN "quarantined_at" INTEGER;
ALTER TABLE newsletter_subscriptions ADD COLUMN "spam_reasons" TEXT CHECK (json_valid("spam_reasons"));

ALTER TABLE mails ADD COLUMN "message_id" INTEGER REFERENCES contact_form_submissions (id) ON DELETE CASCADE;
ALTER TABLE mails ADD COLUMN "subscription_id" INTEGER REFERENCES newsletter_subscriptions (id) ON DELETE CASCADE;
CREATE INDEX mails_message_id ON mails (message_id);
CREATE INDEX mails_subscription_id ON mails (subscription_id);

-- CAST reads the number at the start of what follows the first word.
DELETE FROM mails WHERE reason LIKE 'contact %' AND CAST(substr(reason, 9) AS INTEGER) NOT IN (SELECT id FROM contact_form_submissions);
DELETE FROM mails WHERE reason LIKE 'newsletter %' AND CAST(substr(reason, 12) AS INTEGER) NOT IN (SELECT id FROM newsletter_subscriptions);
UPDATE mails SET message_id = CAST(substr(reason, 9) AS INTEGER) WHERE reason LIKE 'contact %';
UPDATE mails SET subscription_id = CAST(substr(reason, 12) AS INTEGER) WHERE reason LIKE 'newsletter %';
