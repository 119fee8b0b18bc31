-- +goose Up

-- Who wrote a document last, for those who find it changed.
CREATE TABLE saves (
  "document" TEXT COLLATE "C" NOT NULL PRIMARY KEY CONSTRAINT saves_document_check CHECK (length("document") <= 300 AND trim("document") <> ''),
  "user_id" TEXT COLLATE "C" NOT NULL CONSTRAINT saves_user_id_check CHECK (length("user_id") <= 300 AND trim("user_id") <> ''),
  "saved_at" TIMESTAMPTZ NOT NULL
);
