-- +goose Up

-- Every three letters in a row of an address, so that a part of one is found
-- without reading them all.
CREATE VIRTUAL TABLE newsletter_subscriptions_search USING fts5(email, content='', contentless_delete=1, detail='none', tokenize='trigram');
INSERT INTO newsletter_subscriptions_search (rowid, email) SELECT id, email FROM newsletter_subscriptions;

-- +goose StatementBegin
CREATE TRIGGER newsletter_subscriptions_search_insert AFTER INSERT ON newsletter_subscriptions BEGIN
  INSERT INTO newsletter_subscriptions_search (rowid, email) VALUES (new.id, new.email);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER newsletter_subscriptions_search_update AFTER UPDATE OF id, email ON newsletter_subscriptions BEGIN
  DELETE FROM newsletter_subscriptions_search WHERE rowid = old.id;
  INSERT INTO newsletter_subscriptions_search (rowid, email) VALUES (new.id, new.email);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER newsletter_subscriptions_search_delete AFTER DELETE ON newsletter_subscriptions BEGIN
  DELETE FROM newsletter_subscriptions_search WHERE rowid = old.id;
END;
-- +goose StatementEnd

-- The two lists of messages, each with its length.
CREATE INDEX contact_form_submissions_inbox ON contact_form_submissions (created_at DESC, id DESC) WHERE quarantined_at IS NULL;
CREATE INDEX contact_form_submissions_quarantine ON contact_form_submissions (created_at DESC, id DESC) WHERE quarantined_at IS NOT NULL;
