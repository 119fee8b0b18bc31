-- +goose Up

CREATE TABLE mail_settings (
  "id" INTEGER NOT NULL PRIMARY KEY CHECK ("id" = 1),
  "host" TEXT NOT NULL CHECK (length("host") <= 300),
  "port" INTEGER NOT NULL,
  "username" TEXT NOT NULL CHECK (length("username") <= 300),
  "mail_from" TEXT NOT NULL CHECK (length("mail_from") <= 300),
  "mail_to" TEXT NOT NULL CHECK (length("mail_to") <= 254),
  "dkim_selector" TEXT NOT NULL CHECK (length("dkim_selector") <= 300),
  "dkim_public" TEXT NOT NULL CHECK (length("dkim_public") <= 10000),
  "updated_at" INTEGER NOT NULL,
  "updated_by" TEXT NOT NULL CHECK (length("updated_by") <= 300)
) STRICT;
