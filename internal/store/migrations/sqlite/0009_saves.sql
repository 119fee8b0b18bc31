-- +goose Up

-- Who wrote a document last, for those who find it changed.
CREATE TABLE saves (
  "document" TEXT NOT NULL PRIMARY KEY CHECK (length("document") <= 300 AND trim("document") <> ''),
  "user_id" TEXT NOT NULL CHECK (length("user_id") <= 300 AND trim("user_id") <> ''),
  "saved_at" INTEGER NOT NULL
) STRICT;
