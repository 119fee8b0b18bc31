package main

import (
	"fmt"
	"os"
	"path/filepath"
)

// pocketbase is a PocketBase with its superuser signed in.
type pocketbase struct {
	*server
	header map[string]string
}

// object is a JSON object.
type object = map[string]any

// zipped is a hook that adds the middleware of PocketBase which compresses.
const zipped = "routerAdd('GET', '/zipped/{path...}', $apis.static(%q, false), $apis.gzip())"

// pocketbase starts PocketBase on empty data. It serves the files in public,
// and with gzip below /zipped/.
func (l *lab) pocketbase(public string) (*pocketbase, error) {
	program, err := l.run(nil, "scripts/tool", "pocketbase")
	if err != nil {
		return nil, err
	}
	addr, err := freeAddr()
	if err != nil {
		return nil, err
	}
	data := filepath.Join(l.dir, "pocketbase")
	if _, err := l.run(nil, program, "superuser", "upsert", email, password, "--dir", data); err != nil {
		return nil, err
	}
	hooks, err := l.folder("hooks")
	if err != nil {
		return nil, err
	}
	if err := os.WriteFile(filepath.Join(hooks, "zipped.pb.js"), fmt.Appendf(nil, zipped, public), 0o644); err != nil {
		return nil, err
	}
	s, err := l.start("pocketbase", addr, "/api/health", nil, program, "serve", "--http", addr, "--dir", data, "--publicDir", public, "--hooksDir", hooks)
	if err != nil {
		return nil, err
	}
	p := &pocketbase{server: s}
	p.header, err = p.signIn(l, "_superusers")
	return p, err
}

// signIn returns the header of calls by the person in a collection.
func (p *pocketbase) signIn(l *lab, collection string) (map[string]string, error) {
	var session struct{ Token string }
	err := l.call("POST", p.url+"/api/collections/"+collection+"/auth-with-password", nil, credentials("identity"), &session)
	return map[string]string{"Authorization": session.Token, "Content-Type": "application/json"}, err
}

// collection adds a table; rules such as "createRule": "" open it to visitors.
func (p *pocketbase) collection(l *lab, name string, rules object, fields ...object) (id string, err error) {
	in := object{"name": name, "type": "base", "fields": fields}
	for k, v := range rules {
		in[k] = v
	}
	var made struct{ ID string }
	err = l.call("POST", p.url+"/api/collections", p.header, in, &made)
	return made.ID, err
}

func (p *pocketbase) insert(l *lab, collection string, row object) (id string, err error) {
	var made struct{ ID string }
	err = l.call("POST", p.records(collection), p.header, row, &made)
	return made.ID, err
}

func (p *pocketbase) records(collection string) string {
	return p.url + "/api/collections/" + collection + "/records"
}

func textField(name string) object { return object{"name": name, "type": "text", "max": 20_000} }

// jobs puts the jobs that Vitrine listed into four collections like its tables.
func (p *pocketbase) jobs(l *lab, jobs []object) error {
	open := object{"listRule": "", "viewRule": ""}
	number := object{"name": "rank", "type": "number"}
	parent, err := p.collection(l, "job_listings", open, textField("title"), textField("slug"), textField("location"), textField("about"), textField("how_to_apply"), number)
	if err != nil {
		return err
	}
	for _, child := range jobChildren {
		rules := object{"listRule": "", "viewRule": "", "indexes": []string{fmt.Sprintf("CREATE INDEX idx_%s ON %s (job)", child, child)}}
		job := object{"name": "job", "type": "relation", "collectionId": parent, "maxSelect": 1, "cascadeDelete": true}
		if _, err := p.collection(l, child, rules, textField("description"), job); err != nil {
			return err
		}
	}
	for _, job := range jobs {
		row := object{}
		for _, column := range []string{"title", "slug", "location", "about", "how_to_apply", "rank"} {
			row[column] = job[column]
		}
		id, err := p.insert(l, "job_listings", row)
		if err != nil {
			return err
		}
		for _, child := range jobChildren {
			for _, item := range job[child].([]any) {
				if _, err := p.insert(l, child, object{"job": id, "description": item.(object)["description"]}); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// addUser adds a person who is no superuser.
func (p *pocketbase) addUser(l *lab) error {
	_, err := p.insert(l, "users", object{"email": email, "password": password, "passwordConfirm": password, "verified": true})
	return err
}
