-- +goose Up

ALTER TABLE footer_content ADD COLUMN "follows_email" INTEGER NOT NULL DEFAULT 0 CHECK ("follows_email" IN (0, 1));
ALTER TABLE footer_content ADD COLUMN "follows_location" INTEGER NOT NULL DEFAULT 0 CHECK ("follows_location" IN (0, 1));
ALTER TABLE footer_content ADD COLUMN "follows_social_links" INTEGER NOT NULL DEFAULT 0 CHECK ("follows_social_links" IN (0, 1));
