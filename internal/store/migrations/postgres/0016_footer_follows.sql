-- +goose Up

ALTER TABLE footer_content ADD COLUMN "follows_email" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE footer_content ALTER COLUMN "follows_email" DROP DEFAULT;
ALTER TABLE footer_content ADD COLUMN "follows_location" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE footer_content ALTER COLUMN "follows_location" DROP DEFAULT;
ALTER TABLE footer_content ADD COLUMN "follows_social_links" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE footer_content ALTER COLUMN "follows_social_links" DROP DEFAULT;
