-- +goose Up

CREATE TABLE mail_settings (
  "id" BIGINT NOT NULL PRIMARY KEY CONSTRAINT mail_settings_id_check CHECK ("id" = 1),
  "host" TEXT COLLATE "C" NOT NULL CONSTRAINT mail_settings_host_check CHECK (length("host") <= 300),
  "port" INTEGER NOT NULL,
  "username" TEXT COLLATE "C" NOT NULL CONSTRAINT mail_settings_username_check CHECK (length("username") <= 300),
  "mail_from" TEXT COLLATE "C" NOT NULL CONSTRAINT mail_settings_mail_from_check CHECK (length("mail_from") <= 300),
  "mail_to" TEXT COLLATE "C" NOT NULL CONSTRAINT mail_settings_mail_to_check CHECK (length("mail_to") <= 254),
  "dkim_selector" TEXT COLLATE "C" NOT NULL CONSTRAINT mail_settings_dkim_selector_check CHECK (length("dkim_selector") <= 300),
  "dkim_public" TEXT COLLATE "C" NOT NULL CONSTRAINT mail_settings_dkim_public_check CHECK (length("dkim_public") <= 10000),
  "updated_at" TIMESTAMPTZ NOT NULL,
  "updated_by" TEXT COLLATE "C" NOT NULL CONSTRAINT mail_settings_updated_by_check CHECK (length("updated_by") <= 300)
);
