-- +goose Up

ALTER TABLE user_profiles ADD COLUMN "name" TEXT NOT NULL DEFAULT '' CHECK (length("name") <= 300);
CREATE TABLE revisions (
  "id" INTEGER PRIMARY KEY AUTOINCREMENT,
  "document" TEXT NOT NULL CHECK (length("document") <= 300 AND trim("document") <> ''),
  "document_id" TEXT NOT NULL CHECK (length("document_id") <= 300),
  "document_version" INTEGER NOT NULL,
  "action" TEXT NOT NULL CHECK (length("action") <= 300 AND "action" IN ('created', 'saved', 'deleted', 'restored', 'reordered', 'imported')),
  "user_id" TEXT NOT NULL CHECK (length("user_id") <= 300),
  "user_email" TEXT NOT NULL CHECK (length("user_email") <= 300),
  "created_at" INTEGER NOT NULL,
  "changed" TEXT NOT NULL CHECK (json_valid("changed")),
  "snapshot" TEXT CHECK (json_valid("snapshot")),
  "restored_at" INTEGER,
  "is_open" INTEGER NOT NULL CHECK ("is_open" IN (0, 1))
) STRICT;
CREATE INDEX revisions_document ON revisions (document, document_id, id);
CREATE INDEX revisions_trash ON revisions (id) WHERE action = 'deleted' AND restored_at IS NULL;
CREATE INDEX revisions_unpacked ON revisions (id) WHERE snapshot IS NOT NULL;
CREATE TABLE activity (
  "id" INTEGER PRIMARY KEY AUTOINCREMENT,
  "created_at" INTEGER NOT NULL,
  "user_id" TEXT NOT NULL CHECK (length("user_id") <= 300),
  "user_email" TEXT NOT NULL CHECK (length("user_email") <= 300),
  "action" TEXT NOT NULL CHECK (length("action") <= 300 AND trim("action") <> ''),
  "document" TEXT NOT NULL CHECK (length("document") <= 300),
  "document_id" TEXT NOT NULL CHECK (length("document_id") <= 300),
  "summary" TEXT NOT NULL CHECK (length("summary") <= 300),
  "revision_id" INTEGER NOT NULL
) STRICT;
CREATE INDEX activity_person ON activity (user_id, id);
CREATE INDEX activity_day ON activity (created_at, id);
CREATE TABLE packed_snapshots (
  "id" INTEGER NOT NULL PRIMARY KEY,
  "base_id" INTEGER NOT NULL,
  "data" BLOB NOT NULL
) STRICT;
CREATE INDEX packed_snapshots_base ON packed_snapshots (base_id);
CREATE TABLE presence (
  "place" TEXT NOT NULL PRIMARY KEY CHECK (length("place") <= 300 AND trim("place") <> ''),
  "user_id" TEXT NOT NULL CHECK (length("user_id") <= 300 AND trim("user_id") <> ''),
  "document" TEXT NOT NULL CHECK (length("document") <= 300 AND trim("document") <> ''),
  "document_id" TEXT NOT NULL CHECK (length("document_id") <= 300),
  "field" TEXT NOT NULL CHECK (length("field") <= 300),
  "since" INTEGER NOT NULL,
  "seen_at" INTEGER NOT NULL
) STRICT;

-- Revisions tell who saved last.
DROP TABLE saves;
