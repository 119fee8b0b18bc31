-- +goose Up

ALTER TABLE revisions ADD COLUMN "withheld" TEXT CHECK (json_valid("withheld"));
