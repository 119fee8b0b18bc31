-- +goose Up

CREATE TABLE media (
  "id" INTEGER PRIMARY KEY AUTOINCREMENT,
  "file_name" TEXT NOT NULL CHECK (length("file_name") <= 300 AND trim("file_name") <> ''),
  "bucket" TEXT NOT NULL CHECK (length("bucket") <= 300 AND "bucket" IN ('portfolio-logos', 'media')),
  "name" TEXT NOT NULL CHECK (length("name") <= 300 AND trim("name") <> ''),
  "mime_type" TEXT NOT NULL CHECK (length("mime_type") <= 300 AND trim("mime_type") <> ''),
  "width" INTEGER NOT NULL CHECK ("width" BETWEEN 1 AND 1000000000),
  "height" INTEGER NOT NULL CHECK ("height" BETWEEN 1 AND 1000000000),
  "bytes" INTEGER NOT NULL CHECK ("bytes" BETWEEN 1 AND 1000000000),
  "alt" TEXT NOT NULL CHECK (length("alt") <= 300),
  "focal_x" REAL NOT NULL,
  "focal_y" REAL NOT NULL,
  "crops" TEXT NOT NULL CHECK (json_valid("crops")),
  "created_at" INTEGER NOT NULL
) STRICT;
CREATE INDEX media_name ON media (name, bucket);
