-- +goose Up

-- Every three letters in a row of a message. Rows up to a number are in it; the
-- writer adds those above when it has time, and a search reads them.
CREATE VIRTUAL TABLE contact_form_submissions_search USING fts5(name, email, subject, message, content='', contentless_delete=1, detail='none', tokenize='trigram');
CREATE TABLE contact_form_submissions_searched (upto INTEGER NOT NULL) STRICT;
INSERT INTO contact_form_submissions_searched (upto) VALUES (0);

-- +goose StatementBegin
CREATE TRIGGER contact_form_submissions_search_insert AFTER INSERT ON contact_form_submissions
WHEN new.id <= (SELECT upto FROM contact_form_submissions_searched) BEGIN
  INSERT INTO contact_form_submissions_search (rowid, name, email, subject, message) VALUES (new.id, new.name, new.email, new.subject, new.message);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER contact_form_submissions_search_update AFTER UPDATE OF id, name, email, subject, message ON contact_form_submissions BEGIN
  DELETE FROM contact_form_submissions_search WHERE rowid = old.id AND old.id <= (SELECT upto FROM contact_form_submissions_searched);
  INSERT INTO contact_form_submissions_search (rowid, name, email, subject, message)
    SELECT new.id, new.name, new.email, new.subject, new.message WHERE new.id <= (SELECT upto FROM contact_form_submissions_searched);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER contact_form_submissions_search_delete AFTER DELETE ON contact_form_submissions
WHEN old.id <= (SELECT upto FROM contact_form_submissions_searched) BEGIN
  DELETE FROM contact_form_submissions_search WHERE rowid = old.id;
END;
-- +goose StatementEnd
