-- +goose Up

CREATE TABLE visit_days (
  "id" INTEGER PRIMARY KEY AUTOINCREMENT,
  "day" TEXT NOT NULL CHECK (length("day") <= 300 AND trim("day") <> ''),
  "path" TEXT NOT NULL CHECK (length("path") <= 300 AND trim("path") <> ''),
  "referrer" TEXT NOT NULL CHECK (length("referrer") <= 300),
  "visits" INTEGER NOT NULL,
  "visitors" INTEGER NOT NULL
) STRICT;
CREATE INDEX visit_days_place ON visit_days (day, path, referrer);
