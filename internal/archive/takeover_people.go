package archive

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"
	"time"

	"vitrine/internal/schema"
	"vitrine/internal/store"
)

// supportedHash are the password hashes that sign-in understands.
var supportedHash = regexp.MustCompile(`^(\$2[aby]\$(0[4-9]|1[0-4])\$[./A-Za-z0-9]{53}|\$argon2id\$.+)$`)

// takePeople reads the users out of the file and their profiles out of the
// source. Without a file the people here stay as they are.
func (t *Takeover) takePeople(ctx context.Context, given []map[string]any) error {
	if t.UsersFile == "" {
		t.report.Notes = append(t.report.Notes, "people stay as they are here; --users FILE takes them along")
		return nil
	}
	t.users = map[string]bool{}
	taken := Taken{Name: schema.Users.Name}
	_, err := t.w.addRows(&schema.Users, func(write func(store.Row) error) error {
		for _, raw := range given {
			if raw["deleted_at"] != nil {
				continue
			}
			row, err := t.person(raw)
			if err != nil {
				taken.Invalid++
				t.problem(&schema.Users, raw["email"], err)
				continue
			}
			taken.Rows++
			t.users[row.Text("id")] = row.Text("password_hash") != "" && row["disabled_at"] == nil
			if err := write(row); err != nil {
				return err
			}
		}
		return nil
	})
	t.report.Tables = append(t.report.Tables, taken)
	if err != nil {
		return err
	}
	return t.takeProfiles(ctx)
}

func (t *Takeover) person(raw map[string]any) (store.Row, error) {
	hash, _ := first(raw, "encrypted_password", "password_hash").(string)
	if hash != "" && !supportedHash.MatchString(hash) {
		return nil, errors.New("the password hash is of a kind that sign-in does not know")
	}
	email, _ := raw["email"].(string)
	metadata := first(raw, "raw_user_meta_data", "user_metadata")
	if text, is := metadata.(string); is { // CSV
		metadata = json.RawMessage(text)
	}
	if raw, err := json.Marshal(metadata); err != nil || len(raw) > 2<<10 || !bytes.HasPrefix(raw, []byte("{")) {
		metadata = nil // tokens carry it, so it must be small
	}
	var disabled any
	if until, err := schema.Users.Column("disabled_at").Cast(raw["banned_until"]); err == nil && until != nil && t.w.MadeAt.Before(until.(time.Time)) {
		disabled = t.w.MadeAt
	}
	return t.judge(&schema.Users, map[string]any{
		"id": raw["id"], "email": strings.ToLower(strings.TrimSpace(email)), "password_hash": hash, "user_metadata": metadata,
		"created_at": raw["created_at"], "updated_at": raw["updated_at"], "last_sign_in_at": raw["last_sign_in_at"], "disabled_at": disabled,
	})
}

func first(raw map[string]any, names ...string) any {
	for _, name := range names {
		if raw[name] != nil {
			return raw[name]
		}
	}
	return nil
}

// takeProfiles leaves out the profiles of people who are not taken along.
func (t *Takeover) takeProfiles(ctx context.Context) error {
	table := &schema.UserProfiles
	taken, without := Taken{Name: table.Name}, 0
	rows, err := t.page(ctx, table, nil)
	if err != nil && !missing(err) {
		return err
	}
	err = nil
	_, err = t.w.addRows(table, func(write func(store.Row) error) error {
		for ; err == nil && len(rows) > 0; rows, err = t.page(ctx, table, rows[len(rows)-1]["user_id"]) {
			for _, raw := range rows {
				row, err := t.judge(table, raw)
				if err != nil {
					taken.Invalid++
					t.problem(table, raw["user_id"], err)
					continue
				}
				able, known := t.users[row.Text("user_id")]
				if !known {
					without++
					continue
				}
				if able && row.Text("role") == string(schema.Admin) {
					t.admins++
				}
				taken.Rows++
				if err := write(row); err != nil {
					return err
				}
			}
		}
		return err
	})
	t.report.Tables = append(t.report.Tables, taken)
	if without > 0 {
		t.report.Notes = append(t.report.Notes, fmt.Sprintf("%d profiles belong to nobody in the file and are left out", without))
	}
	if taken.Rows < int64(len(t.users)) {
		t.report.Notes = append(t.report.Notes, fmt.Sprintf("%d people have no profile and cannot edit", int64(len(t.users))-taken.Rows))
	}
	return err
}

// readUsers reads an export of auth.users: a JSON list, JSON lines, or CSV
// with a header. No path has no users.
func readUsers(path string) ([]map[string]any, error) {
	if path == "" {
		return nil, nil
	}
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("read the users: %w", err)
	}
	raw = bytes.TrimSpace(bytes.TrimPrefix(raw, []byte("\ufeff")))
	var out []map[string]any
	switch {
	case len(raw) == 0:
		return nil, fmt.Errorf("%s is empty", path)
	case raw[0] == '[' || raw[0] == '{':
		out, err = usersFromJSON(raw)
	default:
		out, err = usersFromCSV(raw)
	}
	if err != nil {
		return nil, fmt.Errorf("%s is no export of auth.users: %w", path, err)
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("%s is no export of auth.users: there is nobody in it", path)
	}
	for _, user := range out {
		if user["id"] == nil {
			return nil, fmt.Errorf("%s is no export of auth.users: a user has no id", path)
		}
	}
	return out, nil
}

func usersFromJSON(raw []byte) (out []map[string]any, err error) {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	if raw[0] == '[' {
		err = d.Decode(&out)
		return out, err
	}
	for {
		var one map[string]any
		if err := d.Decode(&one); errors.Is(err, io.EOF) {
			return out, nil
		} else if err != nil {
			return nil, err
		}
		if list, is := one["users"].([]any); is {
			for _, user := range list {
				if fields, is := user.(map[string]any); is {
					out = append(out, fields)
				}
			}
			continue
		}
		out = append(out, one)
	}
}

func usersFromCSV(raw []byte) ([]map[string]any, error) {
	lines, err := csv.NewReader(bytes.NewReader(raw)).ReadAll()
	if err != nil {
		return nil, err
	}
	var out []map[string]any
	for _, line := range lines[1:] {
		user := map[string]any{}
		for i, name := range lines[0] {
			// An empty field of CSV is null.
			if value := line[i]; value != "" && !strings.EqualFold(value, "null") {
				user[strings.ToLower(strings.TrimSpace(name))] = value
			}
		}
		out = append(out, user)
	}
	return out, nil
}
