-- +goose Up

CREATE TABLE letters (
  "id" INTEGER PRIMARY KEY AUTOINCREMENT,
  "subject" TEXT NOT NULL CHECK (length("subject") <= 300 AND trim("subject") <> ''),
  "preheader" TEXT NOT NULL CHECK (length("preheader") <= 300),
  "body" TEXT NOT NULL CHECK (length("body") <= 100000),
  "audience" TEXT NOT NULL CHECK (length("audience") <= 300 AND "audience" IN ('all', 'jobs')),
  "created_at" INTEGER NOT NULL,
  "slug" TEXT NOT NULL CHECK (length("slug") <= 300),
  "status" TEXT NOT NULL CHECK (length("status") <= 300 AND "status" IN ('draft', 'scheduled', 'sending', 'paused', 'sent', 'cancelled')),
  "scheduled_at" INTEGER,
  "sent_at" INTEGER,
  "recipients" INTEGER NOT NULL,
  "delivered" INTEGER NOT NULL,
  "failed" INTEGER NOT NULL,
  "unknown" INTEGER NOT NULL,
  "unsubscribed" INTEGER NOT NULL,
  "paused_because" TEXT NOT NULL CHECK (length("paused_because") <= 10000),
  "tested_at" INTEGER,
  "is_public" INTEGER NOT NULL CHECK ("is_public" IN (0, 1)),
  "listed_to" INTEGER NOT NULL,
  "is_listed" INTEGER NOT NULL CHECK ("is_listed" IN (0, 1)),
  "version" INTEGER NOT NULL,
  "updated_at" INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX letters_slug_key ON letters ("slug");
CREATE INDEX letters_status ON letters (status, scheduled_at);
ALTER TABLE newsletter_subscriptions ADD COLUMN "status" TEXT NOT NULL DEFAULT 'confirmed' CHECK (length("status") <= 300 AND "status" IN ('pending', 'confirmed', 'unsubscribed', 'bounced'));
ALTER TABLE newsletter_subscriptions ADD COLUMN "confirmed_at" INTEGER;
ALTER TABLE newsletter_subscriptions ADD COLUMN "unsubscribed_at" INTEGER;
ALTER TABLE newsletter_subscriptions ADD COLUMN "consent" TEXT CHECK (json_valid("consent"));
ALTER TABLE newsletter_subscriptions ADD COLUMN "wants_jobs" INTEGER NOT NULL DEFAULT 0 CHECK ("wants_jobs" IN (0, 1));
ALTER TABLE newsletter_subscriptions ADD COLUMN "reminded_at" INTEGER;
CREATE INDEX newsletter_subscriptions_status ON newsletter_subscriptions (status, id) WHERE status <> 'confirmed';
CREATE TABLE letter_deliveries (
  "id" INTEGER PRIMARY KEY AUTOINCREMENT,
  "letter_id" INTEGER NOT NULL,
  "email" TEXT NOT NULL CHECK (length("email") <= 254 AND trim("email") <> ''),
  "status" TEXT NOT NULL CHECK (length("status") <= 300 AND "status" IN ('queued', 'sent', 'failed', 'bounced', 'unknown')),
  "error" TEXT NOT NULL CHECK (length("error") <= 10000),
  "tries" INTEGER NOT NULL,
  "sent_at" INTEGER,
  "next_try_at" INTEGER NOT NULL,
  "on_its_way" INTEGER NOT NULL CHECK ("on_its_way" IN (0, 1)),
  "lease" TEXT NOT NULL CHECK (length("lease") <= 300),
  "leased_until" INTEGER,
  "subscription_id" INTEGER NOT NULL,
  "once" TEXT NOT NULL CHECK (length("once") <= 300 AND trim("once") <> '')
) STRICT;
CREATE UNIQUE INDEX letter_deliveries_once_key ON letter_deliveries ("once");
CREATE INDEX letter_deliveries_status ON letter_deliveries (letter_id, status, id);
CREATE INDEX letter_deliveries_email ON letter_deliveries (email);

-- Those of today count as confirmed.
UPDATE newsletter_subscriptions SET consent = '{"source":"before consent was recorded","at":"","text":"","note":"","by":""}';
