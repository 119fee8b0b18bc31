-- +goose Up

-- One server opens a SQLite folder, and its limits are in memory. The step
-- exists so that both engines count alike.
SELECT 1;
