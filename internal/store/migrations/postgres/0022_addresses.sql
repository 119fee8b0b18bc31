-- +goose Up

CREATE INDEX newsletter_subscriptions_address ON newsletter_subscriptions (lower(email));
CREATE INDEX contact_form_submissions_address ON contact_form_submissions (lower(email));
CREATE INDEX letter_deliveries_address ON letter_deliveries (lower(email));
CREATE INDEX job_applications_address ON job_applications (lower(email));
