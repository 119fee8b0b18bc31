-- +goose Up

ALTER TABLE revisions ADD COLUMN "withheld" JSONB;
