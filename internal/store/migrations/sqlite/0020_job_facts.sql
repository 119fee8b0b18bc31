-- +goose Up

ALTER TABLE job_listings ADD COLUMN "employment_type" TEXT NOT NULL DEFAULT '' CHECK (length("employment_type") <= 300 AND "employment_type" IN ('', 'full_time', 'part_time', 'contract', 'internship'));
ALTER TABLE job_listings ADD COLUMN "workplace" TEXT NOT NULL DEFAULT '' CHECK (length("workplace") <= 300 AND "workplace" IN ('', 'on_site', 'hybrid', 'remote'));
ALTER TABLE job_listings ADD COLUMN "salary_min" INTEGER CHECK ("salary_min" BETWEEN 0 AND 1000000000);
ALTER TABLE job_listings ADD COLUMN "salary_max" INTEGER CHECK ("salary_max" BETWEEN 0 AND 1000000000);
ALTER TABLE job_listings ADD COLUMN "salary_currency" TEXT NOT NULL DEFAULT '' CHECK (length("salary_currency") <= 300);
ALTER TABLE job_listings ADD COLUMN "salary_period" TEXT NOT NULL DEFAULT 'year' CHECK (length("salary_period") <= 300 AND "salary_period" IN ('year', 'month', 'hour'));
ALTER TABLE job_listings ADD COLUMN "closes_on" TEXT CHECK (length("closes_on") <= 300);
ALTER TABLE job_listings ADD COLUMN "is_open" INTEGER NOT NULL DEFAULT 1 CHECK ("is_open" IN (0, 1));
ALTER TABLE job_listings ADD COLUMN "apply_form" INTEGER NOT NULL DEFAULT 1 CHECK ("apply_form" IN (0, 1));
