-- +goose Up

CREATE TABLE job_applications (
  "id" INTEGER PRIMARY KEY AUTOINCREMENT,
  "name" TEXT NOT NULL CHECK (length("name") <= 200 AND trim("name") <> ''),
  "email" TEXT NOT NULL CHECK (length("email") <= 254 AND trim("email") <> ''),
  "job_id" INTEGER NOT NULL,
  "job_title" TEXT NOT NULL CHECK (length("job_title") <= 300),
  "links" TEXT NOT NULL CHECK (length("links") <= 2000),
  "note" TEXT NOT NULL CHECK (length("note") <= 10000),
  "cv_name" TEXT NOT NULL CHECK (length("cv_name") <= 300),
  "cv_file_name" TEXT NOT NULL CHECK (length("cv_file_name") <= 300),
  "cv_bytes" INTEGER NOT NULL,
  "consent" TEXT NOT NULL CHECK (json_valid("consent")),
  "keep_until" INTEGER,
  "scan" TEXT NOT NULL CHECK (length("scan") <= 300 AND "scan" IN ('none', 'clean', 'held')),
  "scan_note" TEXT NOT NULL CHECK (length("scan_note") <= 10000),
  "stage" TEXT NOT NULL CHECK (length("stage") <= 300 AND "stage" IN ('new', 'read', 'talking', 'offer', 'closed')),
  "outcome" TEXT NOT NULL CHECK (length("outcome") <= 300 AND "outcome" IN ('', 'hired', 'rejected', 'withdrawn')),
  "assigned_to" TEXT,
  "created_at" INTEGER NOT NULL,
  "quarantined_at" INTEGER,
  "spam_reasons" TEXT CHECK (json_valid("spam_reasons")),
  "once" TEXT NOT NULL CHECK (length("once") <= 300 AND trim("once") <> '')
) STRICT;
CREATE UNIQUE INDEX job_applications_once_key ON job_applications ("once");
CREATE INDEX job_applications_newest ON job_applications (created_at DESC, id DESC);
CREATE INDEX job_applications_stage ON job_applications (stage, created_at DESC, id DESC);
CREATE INDEX job_applications_job ON job_applications (job_id, created_at DESC, id DESC);
CREATE INDEX job_applications_keep_until ON job_applications (keep_until, id) WHERE keep_until IS NOT NULL;
CREATE INDEX job_applications_cv ON job_applications (cv_name) WHERE cv_name <> '';
CREATE TABLE application_events (
  "id" INTEGER PRIMARY KEY AUTOINCREMENT,
  "application_id" INTEGER NOT NULL,
  "kind" TEXT NOT NULL CHECK (length("kind") <= 300 AND "kind" IN ('stage', 'assigned', 'opened', 'cv', 'mail')),
  "text" TEXT NOT NULL CHECK (length("text") <= 10000),
  "subject" TEXT NOT NULL CHECK (length("subject") <= 300),
  "created_at" INTEGER NOT NULL,
  "user_id" TEXT NOT NULL CHECK (length("user_id") <= 300),
  "user_email" TEXT NOT NULL CHECK (length("user_email") <= 300)
) STRICT;
CREATE INDEX application_events_application ON application_events (application_id, id);
ALTER TABLE mails ADD COLUMN "application_id" INTEGER REFERENCES job_applications (id) ON DELETE CASCADE;
CREATE INDEX mails_application_id ON mails (application_id);

-- Trigrams of what is searched, as 0006 has them of messages.
CREATE VIRTUAL TABLE job_applications_search USING fts5(name, email, job_title, note, content='', contentless_delete=1, detail='none', tokenize='trigram');
CREATE TABLE job_applications_searched (upto INTEGER NOT NULL) STRICT;
INSERT INTO job_applications_searched (upto) VALUES (0);

-- +goose StatementBegin
CREATE TRIGGER job_applications_search_insert AFTER INSERT ON job_applications
WHEN new.id <= (SELECT upto FROM job_applications_searched) BEGIN
  INSERT INTO job_applications_search (rowid, name, email, job_title, note) VALUES (new.id, new.name, new.email, new.job_title, new.note);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER job_applications_search_update AFTER UPDATE OF id, name, email, job_title, note ON job_applications BEGIN
  DELETE FROM job_applications_search WHERE rowid = old.id AND old.id <= (SELECT upto FROM job_applications_searched);
  INSERT INTO job_applications_search (rowid, name, email, job_title, note)
    SELECT new.id, new.name, new.email, new.job_title, new.note WHERE new.id <= (SELECT upto FROM job_applications_searched);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER job_applications_search_delete AFTER DELETE ON job_applications
WHEN old.id <= (SELECT upto FROM job_applications_searched) BEGIN
  DELETE FROM job_applications_search WHERE rowid = old.id;
END;
-- +goose StatementEnd
