-- +goose Up

CREATE TABLE site_settings (
  "id" INTEGER NOT NULL PRIMARY KEY CHECK ("id" = 1),
  "name" TEXT NOT NULL CHECK (length("name") <= 40 AND trim("name") <> ''),
  "city" TEXT NOT NULL CHECK (length("city") <= 40),
  "country" TEXT NOT NULL CHECK (length("country") <= 40),
  "language" TEXT NOT NULL CHECK (length("language") <= 40),
  "time_zone" TEXT NOT NULL CHECK (length("time_zone") <= 300),
  "mark" TEXT NOT NULL CHECK (json_valid("mark")),
  "theme" TEXT NOT NULL CHECK (json_valid("theme")),
  "icon_url" TEXT NOT NULL CHECK (length("icon_url") <= 2048),
  "head_title" TEXT NOT NULL CHECK (length("head_title") <= 300),
  "head_description" TEXT NOT NULL CHECK (length("head_description") <= 300),
  "head_keywords" TEXT NOT NULL CHECK (length("head_keywords") <= 300),
  "head_image_url" TEXT NOT NULL CHECK (length("head_image_url") <= 2048),
  "robots" TEXT NOT NULL CHECK (length("robots") <= 40),
  "double_opt_in" INTEGER NOT NULL CHECK ("double_opt_in" IN (0, 1)),
  "letters_public" INTEGER NOT NULL CHECK ("letters_public" IN (0, 1)),
  "version" INTEGER NOT NULL,
  "updated_at" INTEGER NOT NULL
) STRICT;
CREATE TABLE site_words (
  "id" INTEGER PRIMARY KEY AUTOINCREMENT,
  "key" TEXT NOT NULL CHECK (length("key") <= 300 AND trim("key") <> ''),
  "text" TEXT NOT NULL CHECK (length("text") <= 1000),
  "version" INTEGER NOT NULL,
  "updated_at" INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX site_words_key_key ON site_words ("key");
CREATE TABLE page_heads (
  "id" INTEGER PRIMARY KEY AUTOINCREMENT,
  "path" TEXT NOT NULL CHECK (length("path") <= 300 AND trim("path") <> ''),
  "title" TEXT NOT NULL CHECK (length("title") <= 300),
  "description" TEXT NOT NULL CHECK (length("description") <= 300),
  "image_url" TEXT NOT NULL CHECK (length("image_url") <= 2048),
  "noindex" INTEGER NOT NULL CHECK ("noindex" IN (0, 1)),
  "version" INTEGER NOT NULL,
  "updated_at" INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX page_heads_path_key ON page_heads ("path");
CREATE TABLE pages (
  "id" INTEGER PRIMARY KEY AUTOINCREMENT,
  "title" TEXT NOT NULL CHECK (length("title") <= 300 AND trim("title") <> ''),
  "slug" TEXT NOT NULL CHECK (length("slug") <= 80 AND trim("slug") <> ''),
  "body" TEXT NOT NULL CHECK (length("body") <= 100000),
  "is_visible" INTEGER NOT NULL CHECK ("is_visible" IN (0, 1)),
  "version" INTEGER NOT NULL,
  "updated_at" INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX pages_slug_key ON pages ("slug");
CREATE TABLE redirects (
  "id" INTEGER PRIMARY KEY AUTOINCREMENT,
  "from_path" TEXT NOT NULL CHECK (length("from_path") <= 300 AND trim("from_path") <> ''),
  "to_path" TEXT NOT NULL CHECK (length("to_path") <= 300 AND trim("to_path") <> ''),
  "version" INTEGER NOT NULL,
  "updated_at" INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX redirects_from_path_key ON redirects ("from_path");
CREATE TABLE theme_files (
  "name" TEXT NOT NULL PRIMARY KEY CHECK (length("name") <= 300 AND trim("name") <> ''),
  "content" TEXT NOT NULL CHECK (length("content") <= 500000),
  "used_at" INTEGER NOT NULL
) STRICT;

-- A site that is there already goes on saying what it said.
INSERT INTO site_settings (id, name, city, country, language, time_zone, mark, theme, icon_url, head_title, head_description, head_keywords, head_image_url, robots, double_opt_in, letters_public, version, updated_at)
SELECT 1, 'Vitrine', 'Delhi', 'India', 'en', 'UTC', '{"kind":"generated","frame":"arch","dot":"se","initial":"","url":"","dark_url":""}', '{"hue_glass":177,"hue_dot":33,"tint":1,"type":"shopfront","art":"vessels","seed":null,"pack":"shop","photos":[]}', '', '', '', 'venture studio, agentic commerce, AI marketplaces, eCommerce, Delhi, India', '', '', 0, 0, 1, CAST(unixepoch('subsec') * 1000000 AS INTEGER)
WHERE EXISTS (SELECT 1 FROM settings WHERE name = 'seeded');
