# Vitrine. `make run` starts it, `make test` proves it.
SHELL := bash
.DELETE_ON_ERROR:
# As the binary is built, so that checks and tests find its packages compiled.
export CGO_ENABLED := 0
export GOFLAGS := $(shell go env GOFLAGS) -trimpath

# Each step says how long make has run; a make within make goes on counting.
ifndef MAKE_BEGAN
export MAKE_BEGAN := $(shell date +%s)
endif

WEB := $(wildcard $(shell git ls-files -co --exclude-standard web/src web/public web/build web/*.html web/*.ts web/*.json 2>/dev/null))
GO := $(wildcard $(shell git ls-files -co --exclude-standard '*.go' '*.sql' go.mod go.sum 2>/dev/null))

# What `vitrine version` says. Go itself would see the repository, but not from a worktree.
ifndef STAMP
STAMP := $(shell git describe --always --dirty --abbrev=40 --exclude='*' 2>/dev/null),$(shell git show -s --format=%cI 2>/dev/null)
endif
export STAMP
# What a release is for; CI builds some of them.
PLATFORMS := linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64 windows/arm64

.PHONY: help run dev build test quick quick-go quick-web test-go test-front test-web test-contract test-e2e goldens soak bench check audit release generate migration setup clean FORCE

help: ## what there is to do
	@grep -hE '^[a-z0-9-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 16

run: bin/vitrine ## start the site on http://localhost:8080 with its data in data/
	bin/vitrine serve

dev: web/node_modules/.ready ## Go and Vite with reload
	scripts/dev

build: bin/vitrine ## one static binary with the front end inside

bin/vitrine: web/dist/.built web/dist/webp.wasm bin/.stamp $(GO)
	go build -ldflags='-s -w -X main.stamp=$(STAMP)' -o $@ ./cmd/vitrine

# Newer only when the stamp is another.
bin/.stamp: FORCE
	@mkdir -p bin && { [ "$$(cat $@ 2>/dev/null)" = '$(STAMP)' ] || echo '$(STAMP)' > $@; }

web/dist/.built: web/node_modules/.ready $(WEB)
	@scripts/step the front end is built
	@cd web && npm run --silent build
	touch $@

web/dist/webp.wasm: cmd/webpencoder/main.go
	@scripts/step the WebP encoder
	@go run ./cmd/webpencoder $@

web/node_modules/.ready: web/package-lock.json
	@scripts/step packages of the front end
	cd web && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
	touch $@

gofmt = unformatted=$$(gofmt -l bench cmd internal web/*.go web/src/content); test -z "$$unformatted" || { echo "$$unformatted"; echo 'run gofmt -w on these'; exit 1; }

# Go waits for databases and processes a good deal, so the quick tests of the front end run beside it.
# With setup as one more job between them, make 4.3 would run one after the other.
test: check setup bin/vitrine ## every test
	@$(MAKE) --no-print-directory -j2 -o setup test-go test-front
	@$(MAKE) --no-print-directory test-e2e
	@scripts/step every test passed

quick: bin/vitrine ## format, types, unit and component tests; no PostgreSQL, no browser, under a minute when warm
	@$(MAKE) --no-print-directory -j2 quick-go quick-web
	@scripts/step what is quick passed

quick-go:
	@scripts/step Go: format, vet, tests on SQLite
	@$(gofmt)
	@go vet ./...
	@go test -short $$(go list ./... | grep -v '^vitrine/cmd/vitrine')

quick-web:
	@scripts/step front end: types, format, component tests
	@cd web && npm run --silent check && npm run --silent test -- --reporter=dot src

test-front:
	@$(MAKE) --no-print-directory test-web
	@$(MAKE) --no-print-directory test-contract

test-go: setup web/dist/.built web/dist/webp.wasm ## Go tests with the race detector, on SQLite and PostgreSQL
	@scripts/with-postgres scripts/test-go
	@scripts/step fuzzing of filters and selects
	@scripts/fuzz 10s 'Filter|Select'

test-web: bin/vitrine ## component tests and budgets of the front end
	@scripts/step component tests and budgets of the front end
	@cd web && npm run --silent test

test-contract: setup bin/vitrine ## the real supabase-js against both engines
	@scripts/step the real supabase-js against both engines
	@scripts/with-postgres scripts/contract

test-e2e: setup bin/vitrine ## a real browser against the binary
	@scripts/step a real browser against the binary
	@scripts/with-postgres sh -c 'cd web && npm run --silent e2e'

goldens: setup bin/vitrine ## every hue, family and pairing by day and by night, on a desk and a phone, about half an hour; contact sheets in bin/goldens
	@scripts/step every look of a site
	@mkdir -p bin/goldens && cd web && GOLDENS=$(CURDIR)/bin/goldens npx playwright test --project=goldens

soak: setup bin/vitrine ## the long runs: kills, faults, attacks, load and fuzzing, at most 40 minutes; writes docs/reliability.md
	scripts/with-postgres scripts/soak

bench: setup bin/vitrine ## measures beside nginx, net/http and PocketBase, writes docs/benchmarks.md; ONLY=homepage,list for some topics
	scripts/setup bench
	VITRINE_TEST_FSYNC=on VITRINE_TEST_STATEMENTS=on scripts/with-postgres go run ./bench -only '$(ONLY)'

check: web/node_modules/.ready web/dist/.built ## format, vet, lint, types, generated files fresh
	@scripts/step format, vet and lint of Go
	@$(gofmt)
	@go vet ./...
	@go tool staticcheck ./...
	@GOOS=windows go vet ./internal/... ./web/...
	@GOOS=windows go build -o /dev/null ./cmd/vitrine
	@GOOS=darwin GOARCH=arm64 go build -o /dev/null ./cmd/vitrine
	@go run ./cmd/schemagen -check
	@scripts/step types and lint of the front end
	@cd web && npm run --silent check

audit: ## known holes in what we ship, and modules as go.sum says
	scripts/audit

release: bin/vitrine ## the binary for here and, in bin/release, for each platform, what they are made of, and sums
	go run ./cmd/sbom bin/vitrine web/package-lock.json > bin/vitrine.cdx.json
	cd bin && sha256sum vitrine vitrine.cdx.json > SHA256SUMS
	scripts/release $(PLATFORMS)

generate: ## write the files that come from internal/schema
	go run ./cmd/schemagen

migration: ## write what the schema gained as a migration for both engines: NAME=what_it_adds
	@go run ./cmd/migration $(NAME)

setup:
	@scripts/step what the tests need is installed
	@scripts/setup

clean: ## remove what was built
	rm -rf bin web/dist/* web/node_modules/.ready
