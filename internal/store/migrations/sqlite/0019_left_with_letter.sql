-- +goose Up

ALTER TABLE letter_deliveries ADD COLUMN "left_at" INTEGER;
CREATE INDEX letter_deliveries_left ON letter_deliveries (letter_id, id) WHERE left_at IS NOT NULL;
