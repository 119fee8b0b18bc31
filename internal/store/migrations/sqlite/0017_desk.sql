-- +goose Up

-- Messages that are there were seen in the list before; what the spam check holds
-- back stays so.
ALTER TABLE contact_form_submissions ADD COLUMN "state" TEXT NOT NULL DEFAULT 'new' CHECK (length("state") <= 300 AND "state" IN ('new', 'read', 'done', 'archived', 'spam'));
ALTER TABLE contact_form_submissions ADD COLUMN "assigned_to" TEXT;
UPDATE contact_form_submissions SET state = CASE WHEN quarantined_at IS NULL THEN 'read' ELSE 'spam' END;
DROP INDEX contact_form_submissions_inbox;
CREATE INDEX contact_form_submissions_inbox ON contact_form_submissions (created_at DESC, id DESC, state) WHERE quarantined_at IS NULL;
CREATE INDEX contact_form_submissions_assigned ON contact_form_submissions (assigned_to, created_at DESC, id DESC) WHERE assigned_to IS NOT NULL;
CREATE TABLE message_replies (
  "id" INTEGER PRIMARY KEY AUTOINCREMENT,
  "message_id" INTEGER NOT NULL,
  "text" TEXT NOT NULL CHECK (length("text") <= 10000 AND trim("text") <> ''),
  "created_at" INTEGER NOT NULL,
  "user_id" TEXT NOT NULL CHECK (length("user_id") <= 300),
  "user_email" TEXT NOT NULL CHECK (length("user_email") <= 300)
) STRICT;
CREATE INDEX message_replies_message ON message_replies (message_id, id);
CREATE TABLE notes (
  "id" INTEGER PRIMARY KEY AUTOINCREMENT,
  "about_table" TEXT NOT NULL CHECK (length("about_table") <= 300 AND "about_table" IN ('contact_form_submissions', 'job_applications')),
  "about_id" INTEGER NOT NULL,
  "text" TEXT NOT NULL CHECK (length("text") <= 10000 AND trim("text") <> ''),
  "created_at" INTEGER NOT NULL,
  "user_id" TEXT NOT NULL CHECK (length("user_id") <= 300),
  "user_email" TEXT NOT NULL CHECK (length("user_email") <= 300)
) STRICT;
CREATE INDEX notes_about ON notes (about_table, about_id, id);
ALTER TABLE mails ADD COLUMN "reply_id" INTEGER REFERENCES message_replies (id) ON DELETE CASCADE;
CREATE INDEX mails_reply_id ON mails (reply_id);
