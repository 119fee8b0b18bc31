-- +goose Up

ALTER TABLE job_listings ADD COLUMN "employment_type" TEXT COLLATE "C" NOT NULL DEFAULT '' CONSTRAINT job_listings_employment_type_check CHECK (length("employment_type") <= 300 AND "employment_type" IN ('', 'full_time', 'part_time', 'contract', 'internship'));
ALTER TABLE job_listings ALTER COLUMN "employment_type" DROP DEFAULT;
ALTER TABLE job_listings ADD COLUMN "workplace" TEXT COLLATE "C" NOT NULL DEFAULT '' CONSTRAINT job_listings_workplace_check CHECK (length("workplace") <= 300 AND "workplace" IN ('', 'on_site', 'hybrid', 'remote'));
ALTER TABLE job_listings ALTER COLUMN "workplace" DROP DEFAULT;
ALTER TABLE job_listings ADD COLUMN "salary_min" INTEGER CONSTRAINT job_listings_salary_min_check CHECK ("salary_min" BETWEEN 0 AND 1000000000);
ALTER TABLE job_listings ADD COLUMN "salary_max" INTEGER CONSTRAINT job_listings_salary_max_check CHECK ("salary_max" BETWEEN 0 AND 1000000000);
ALTER TABLE job_listings ADD COLUMN "salary_currency" TEXT COLLATE "C" NOT NULL DEFAULT '' CONSTRAINT job_listings_salary_currency_check CHECK (length("salary_currency") <= 300);
ALTER TABLE job_listings ALTER COLUMN "salary_currency" DROP DEFAULT;
ALTER TABLE job_listings ADD COLUMN "salary_period" TEXT COLLATE "C" NOT NULL DEFAULT 'year' CONSTRAINT job_listings_salary_period_check CHECK (length("salary_period") <= 300 AND "salary_period" IN ('year', 'month', 'hour'));
ALTER TABLE job_listings ALTER COLUMN "salary_period" DROP DEFAULT;
ALTER TABLE job_listings ADD COLUMN "closes_on" TEXT COLLATE "C" CONSTRAINT job_listings_closes_on_check CHECK (length("closes_on") <= 300);
ALTER TABLE job_listings ADD COLUMN "is_open" BOOLEAN NOT NULL DEFAULT true;
ALTER TABLE job_listings ALTER COLUMN "is_open" DROP DEFAULT;
ALTER TABLE job_listings ADD COLUMN "apply_form" BOOLEAN NOT NULL DEFAULT true;
ALTER TABLE job_listings ALTER COLUMN "apply_form" DROP DEFAULT;
