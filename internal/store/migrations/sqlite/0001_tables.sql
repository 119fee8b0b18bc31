-- +goose Up

CREATE TABLE hero_content (
  "id" INTEGER PRIMARY KEY AUTOINCREMENT,
  "title" TEXT NOT NULL CHECK (length("title") <= 300 AND trim("title") <> ''),
  "subtitle" TEXT CHECK (length("subtitle") <= 100000),
  "cta_primary_text" TEXT CHECK (length("cta_primary_text") <= 300),
  "cta_secondary_text" TEXT CHECK (length("cta_secondary_text") <= 300),
  "version" INTEGER NOT NULL,
  "updated_at" INTEGER NOT NULL
) STRICT;

CREATE TABLE featured_areas (
  "id" INTEGER PRIMARY KEY AUTOINCREMENT,
  "hero_id" INTEGER NOT NULL REFERENCES hero_content (id) ON DELETE CASCADE,
  "title" TEXT NOT NULL CHECK (length("title") <= 300 AND trim("title") <> ''),
  "description" TEXT CHECK (length("description") <= 100000),
  "version" INTEGER NOT NULL,
  "updated_at" INTEGER NOT NULL
) STRICT;
CREATE INDEX featured_areas_hero_id ON featured_areas (hero_id);

CREATE TABLE process_content (
  "id" INTEGER PRIMARY KEY AUTOINCREMENT,
  "title" TEXT NOT NULL CHECK (length("title") <= 300 AND trim("title") <> ''),
  "subtitle" TEXT CHECK (length("subtitle") <= 10000),
  "version" INTEGER NOT NULL,
  "updated_at" INTEGER NOT NULL
) STRICT;

CREATE TABLE process_steps (
  "id" INTEGER PRIMARY KEY AUTOINCREMENT,
  "title" TEXT NOT NULL CHECK (length("title") <= 300 AND trim("title") <> ''),
  "description" TEXT CHECK (length("description") <= 10000),
  "icon" TEXT NOT NULL CHECK (length("icon") <= 300 AND "icon" IN ('Search', 'Code', 'Rocket', 'TrendingUp')),
  "step_order" INTEGER NOT NULL CHECK ("step_order" BETWEEN 1 AND 1000000000),
  "version" INTEGER NOT NULL,
  "updated_at" INTEGER NOT NULL
) STRICT;

CREATE TABLE team_members (
  "id" INTEGER PRIMARY KEY AUTOINCREMENT,
  "name" TEXT NOT NULL CHECK (length("name") <= 300 AND trim("name") <> ''),
  "position" TEXT CHECK (length("position") <= 300),
  "company" TEXT CHECK (length("company") <= 100000),
  "image_url" TEXT CHECK (length("image_url") <= 2048),
  "linkedin_url" TEXT CHECK (length("linkedin_url") <= 2048),
  "version" INTEGER NOT NULL,
  "updated_at" INTEGER NOT NULL
) STRICT;

CREATE TABLE about_content (
  "id" INTEGER PRIMARY KEY AUTOINCREMENT,
  "intro_text" TEXT CHECK (length("intro_text") <= 100000),
  "approach_text" TEXT CHECK (length("approach_text") <= 100000),
  "why_ecommerce" TEXT NOT NULL CHECK (json_valid("why_ecommerce")),
  "version" INTEGER NOT NULL,
  "updated_at" INTEGER NOT NULL
) STRICT;

CREATE TABLE focus_areas (
  "id" INTEGER PRIMARY KEY AUTOINCREMENT,
  "about_id" INTEGER NOT NULL REFERENCES about_content (id) ON DELETE CASCADE,
  "title" TEXT NOT NULL CHECK (length("title") <= 300 AND trim("title") <> ''),
  "description" TEXT CHECK (length("description") <= 10000),
  "version" INTEGER NOT NULL,
  "updated_at" INTEGER NOT NULL
) STRICT;
CREATE INDEX focus_areas_about_id ON focus_areas (about_id);

CREATE TABLE contact_info (
  "id" INTEGER PRIMARY KEY AUTOINCREMENT,
  "email" TEXT CHECK (length("email") <= 254),
  "location" TEXT CHECK (length("location") <= 300),
  "description" TEXT CHECK (length("description") <= 10000),
  "version" INTEGER NOT NULL,
  "updated_at" INTEGER NOT NULL
) STRICT;

CREATE TABLE social_links (
  "id" INTEGER PRIMARY KEY AUTOINCREMENT,
  "contact_id" INTEGER NOT NULL REFERENCES contact_info (id) ON DELETE CASCADE,
  "platform" TEXT NOT NULL CHECK (length("platform") <= 300 AND trim("platform") <> ''),
  "url" TEXT NOT NULL CHECK (trim("url") <> '' AND length("url") <= 2048),
  "version" INTEGER NOT NULL,
  "updated_at" INTEGER NOT NULL
) STRICT;
CREATE INDEX social_links_contact_id ON social_links (contact_id);

CREATE TABLE job_listings (
  "id" INTEGER PRIMARY KEY AUTOINCREMENT,
  "title" TEXT NOT NULL CHECK (length("title") <= 300 AND trim("title") <> ''),
  "location" TEXT CHECK (length("location") <= 300),
  "about" TEXT CHECK (length("about") <= 100000),
  "how_to_apply" TEXT CHECK (length("how_to_apply") <= 100000),
  "rank" INTEGER NOT NULL CHECK ("rank" BETWEEN 1 AND 1000000000),
  "created_at" INTEGER NOT NULL,
  "slug" TEXT NOT NULL CHECK (length("slug") <= 300),
  "version" INTEGER NOT NULL,
  "updated_at" INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX job_listings_slug_key ON job_listings ("slug");
CREATE INDEX job_listings_rank ON job_listings (rank, id);

CREATE TABLE job_responsibilities (
  "id" INTEGER PRIMARY KEY AUTOINCREMENT,
  "job_id" INTEGER NOT NULL REFERENCES job_listings (id) ON DELETE CASCADE,
  "description" TEXT NOT NULL CHECK (length("description") <= 10000 AND trim("description") <> ''),
  "version" INTEGER NOT NULL,
  "updated_at" INTEGER NOT NULL
) STRICT;
CREATE INDEX job_responsibilities_job_id ON job_responsibilities (job_id);

CREATE TABLE job_qualifications (
  "id" INTEGER PRIMARY KEY AUTOINCREMENT,
  "job_id" INTEGER NOT NULL REFERENCES job_listings (id) ON DELETE CASCADE,
  "description" TEXT NOT NULL CHECK (length("description") <= 10000 AND trim("description") <> ''),
  "version" INTEGER NOT NULL,
  "updated_at" INTEGER NOT NULL
) STRICT;
CREATE INDEX job_qualifications_job_id ON job_qualifications (job_id);

CREATE TABLE job_preferred (
  "id" INTEGER PRIMARY KEY AUTOINCREMENT,
  "job_id" INTEGER NOT NULL REFERENCES job_listings (id) ON DELETE CASCADE,
  "description" TEXT NOT NULL CHECK (length("description") <= 10000 AND trim("description") <> ''),
  "version" INTEGER NOT NULL,
  "updated_at" INTEGER NOT NULL
) STRICT;
CREATE INDEX job_preferred_job_id ON job_preferred (job_id);

CREATE TABLE footer_content (
  "id" INTEGER NOT NULL PRIMARY KEY CHECK ("id" = 1),
  "company_description" TEXT CHECK (length("company_description") <= 100000),
  "email" TEXT CHECK (length("email") <= 254),
  "location" TEXT CHECK (length("location") <= 300),
  "social_links" TEXT NOT NULL CHECK (json_valid("social_links")),
  "created_at" INTEGER NOT NULL,
  "version" INTEGER NOT NULL,
  "updated_at" INTEGER NOT NULL
) STRICT;

CREATE TABLE footer_links (
  "id" INTEGER PRIMARY KEY AUTOINCREMENT,
  "name" TEXT NOT NULL CHECK (length("name") <= 300 AND trim("name") <> ''),
  "path" TEXT NOT NULL CHECK (trim("path") <> '' AND length("path") <= 2048),
  "external" INTEGER NOT NULL CHECK ("external" IN (0, 1)),
  "open_in_new_window" INTEGER NOT NULL CHECK ("open_in_new_window" IN (0, 1)),
  "section" TEXT NOT NULL CHECK (length("section") <= 300 AND trim("section") <> ''),
  "order" INTEGER NOT NULL CHECK ("order" BETWEEN 1 AND 1000000000),
  "is_visible" INTEGER NOT NULL CHECK ("is_visible" IN (0, 1)),
  "created_at" INTEGER NOT NULL,
  "version" INTEGER NOT NULL,
  "updated_at" INTEGER NOT NULL
) STRICT;

CREATE TABLE navigation_links (
  "id" INTEGER PRIMARY KEY AUTOINCREMENT,
  "name" TEXT NOT NULL CHECK (length("name") <= 300 AND trim("name") <> ''),
  "path" TEXT NOT NULL CHECK (trim("path") <> '' AND length("path") <= 2048),
  "external" INTEGER NOT NULL CHECK ("external" IN (0, 1)),
  "open_in_new_window" INTEGER NOT NULL CHECK ("open_in_new_window" IN (0, 1)),
  "order" INTEGER NOT NULL CHECK ("order" BETWEEN 1 AND 1000000000),
  "is_visible" INTEGER NOT NULL CHECK ("is_visible" IN (0, 1)),
  "created_at" INTEGER NOT NULL,
  "version" INTEGER NOT NULL,
  "updated_at" INTEGER NOT NULL
) STRICT;

CREATE TABLE portfolio_companies (
  "id" INTEGER PRIMARY KEY AUTOINCREMENT,
  "name" TEXT NOT NULL CHECK (length("name") <= 300 AND trim("name") <> ''),
  "description" TEXT NOT NULL CHECK (length("description") <= 10000 AND trim("description") <> ''),
  "logo_url" TEXT NOT NULL CHECK (trim("logo_url") <> '' AND length("logo_url") <= 2048),
  "website_url" TEXT NOT NULL CHECK (length("website_url") <= 2048),
  "is_active" INTEGER NOT NULL CHECK ("is_active" IN (0, 1)),
  "display_order" INTEGER NOT NULL CHECK ("display_order" BETWEEN 0 AND 1000000000),
  "version" INTEGER NOT NULL,
  "updated_at" INTEGER NOT NULL
) STRICT;
CREATE INDEX portfolio_companies_order ON portfolio_companies (display_order, id);

CREATE TABLE homepage_sections (
  "section_name" TEXT NOT NULL PRIMARY KEY CHECK (length("section_name") <= 300 AND trim("section_name") <> ''),
  "is_visible" INTEGER NOT NULL CHECK ("is_visible" IN (0, 1)),
  "version" INTEGER NOT NULL,
  "updated_at" INTEGER NOT NULL
) STRICT;

CREATE TABLE newsletter_subscriptions (
  "id" INTEGER PRIMARY KEY AUTOINCREMENT,
  "email" TEXT NOT NULL CHECK (trim("email") <> '' AND length("email") <= 254),
  "created_at" INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX newsletter_subscriptions_email_key ON newsletter_subscriptions ("email" COLLATE NOCASE);
CREATE INDEX newsletter_subscriptions_newest ON newsletter_subscriptions (created_at DESC, id DESC);
CREATE INDEX newsletter_subscriptions_email ON newsletter_subscriptions (email);

CREATE TABLE contact_form_submissions (
  "id" INTEGER PRIMARY KEY AUTOINCREMENT,
  "name" TEXT NOT NULL CHECK (length("name") <= 200 AND trim("name") <> ''),
  "email" TEXT NOT NULL CHECK (trim("email") <> '' AND length("email") <= 254),
  "subject" TEXT NOT NULL CHECK (length("subject") <= 300 AND trim("subject") <> ''),
  "message" TEXT NOT NULL CHECK (length("message") <= 10000 AND trim("message") <> ''),
  "created_at" INTEGER NOT NULL
) STRICT;
CREATE INDEX contact_form_submissions_newest ON contact_form_submissions (created_at DESC, id DESC);

CREATE TABLE user_profiles (
  "user_id" TEXT NOT NULL PRIMARY KEY,
  "role" TEXT NOT NULL CHECK (length("role") <= 300 AND "role" IN ('admin', 'editor', 'viewer'))
) STRICT;

CREATE TABLE auth_users (
  "id" TEXT NOT NULL PRIMARY KEY,
  "email" TEXT NOT NULL CHECK (trim("email") <> '' AND length("email") <= 254),
  "password_hash" TEXT NOT NULL CHECK (length("password_hash") <= 10000),
  "user_metadata" TEXT NOT NULL CHECK (json_valid("user_metadata")),
  "created_at" INTEGER NOT NULL,
  "updated_at" INTEGER NOT NULL,
  "last_sign_in_at" INTEGER,
  "disabled_at" INTEGER
) STRICT;
CREATE UNIQUE INDEX auth_users_email_key ON auth_users ("email" COLLATE NOCASE);

CREATE TABLE auth_sessions (
  "id" TEXT NOT NULL PRIMARY KEY,
  "user_id" TEXT NOT NULL REFERENCES auth_users (id) ON DELETE CASCADE,
  "created_at" INTEGER NOT NULL,
  "refreshed_at" INTEGER NOT NULL,
  "user_agent" TEXT NOT NULL CHECK (length("user_agent") <= 10000),
  "address" TEXT NOT NULL CHECK (length("address") <= 10000),
  "aal" TEXT NOT NULL CHECK (length("aal") <= 10000)
) STRICT;
CREATE INDEX auth_sessions_user_id ON auth_sessions (user_id);

CREATE TABLE auth_refresh_tokens (
  "hash" TEXT NOT NULL PRIMARY KEY CHECK (length("hash") <= 300 AND trim("hash") <> ''),
  "session_id" TEXT NOT NULL REFERENCES auth_sessions (id) ON DELETE CASCADE,
  "created_at" INTEGER NOT NULL,
  "used_at" INTEGER
) STRICT;
CREATE INDEX auth_refresh_tokens_session_id ON auth_refresh_tokens (session_id);

CREATE TABLE auth_one_time_tokens (
  "hash" TEXT NOT NULL PRIMARY KEY CHECK (length("hash") <= 300 AND trim("hash") <> ''),
  "user_id" TEXT NOT NULL REFERENCES auth_users (id) ON DELETE CASCADE,
  "kind" TEXT NOT NULL CHECK (length("kind") <= 300 AND "kind" IN ('recovery', 'invite')),
  "created_at" INTEGER NOT NULL
) STRICT;
CREATE INDEX auth_one_time_tokens_user_id ON auth_one_time_tokens (user_id);

CREATE TABLE mails (
  "id" INTEGER PRIMARY KEY AUTOINCREMENT,
  "reason" TEXT NOT NULL CHECK (length("reason") <= 300 AND trim("reason") <> ''),
  "recipient" TEXT NOT NULL CHECK (length("recipient") <= 10000 AND trim("recipient") <> ''),
  "reply_to" TEXT NOT NULL CHECK (length("reply_to") <= 10000),
  "subject" TEXT NOT NULL CHECK (length("subject") <= 10000),
  "body" TEXT NOT NULL CHECK (length("body") <= 100000),
  "created_at" INTEGER NOT NULL,
  "next_try_at" INTEGER NOT NULL,
  "attempts" INTEGER NOT NULL,
  "sent_at" INTEGER,
  "given_up_at" INTEGER,
  "last_error" TEXT NOT NULL CHECK (length("last_error") <= 10000)
) STRICT;
CREATE UNIQUE INDEX mails_reason_key ON mails ("reason");
CREATE INDEX mails_due ON mails (sent_at, given_up_at, next_try_at);
CREATE INDEX mails_recipient ON mails (recipient, created_at);

CREATE TABLE storage_objects (
  "id" TEXT NOT NULL PRIMARY KEY,
  "name" TEXT NOT NULL CHECK (length("name") <= 300 AND trim("name") <> ''),
  "file" TEXT NOT NULL CHECK (length("file") <= 300 AND trim("file") <> ''),
  "size" INTEGER NOT NULL,
  "mimetype" TEXT NOT NULL CHECK (length("mimetype") <= 300 AND trim("mimetype") <> ''),
  "etag" TEXT NOT NULL CHECK (length("etag") <= 300 AND trim("etag") <> ''),
  "max_age" INTEGER NOT NULL,
  "created_at" INTEGER NOT NULL,
  "updated_at" INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX storage_objects_name_key ON storage_objects ("name");

CREATE TABLE settings (
  "name" TEXT NOT NULL PRIMARY KEY CHECK (length("name") <= 300 AND trim("name") <> ''),
  "value" TEXT NOT NULL CHECK (length("value") <= 10000)
) STRICT;
