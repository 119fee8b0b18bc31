-- +goose Up

CREATE INDEX activity_document ON activity (document, document_id);
