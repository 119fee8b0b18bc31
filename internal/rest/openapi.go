package rest

import (
	"encoding/json"
	"net/http"

	"vitrine/internal/schema"
)

// describe answers the OpenAPI description, as PostgREST does at its root.
func (h *Handler) describe() (reply, error) {
	paths, definitions := map[string]any{}, map[string]any{}
	for _, t := range schema.Tables {
		definitions[t.Name] = definition(t)
		paths["/"+t.Name] = operations(t)
	}
	for name := range h.Procedures {
		paths["/rpc/"+name] = map[string]any{"post": map[string]any{
			"tags": []string{"(rpc) " + name}, "responses": map[string]any{"200": map[string]any{"description": "OK"}},
		}}
	}
	body, err := json.Marshal(map[string]any{
		"swagger":     "2.0",
		"info":        map[string]any{"title": "Vitrine", "description": "Tables of the site in the PostgREST protocol", "version": "1"},
		"basePath":    "/rest/v1",
		"consumes":    []string{"application/json", "application/vnd.pgrst.object+json"},
		"produces":    []string{"application/json", "application/vnd.pgrst.object+json"},
		"paths":       paths,
		"definitions": definitions,
	})
	return reply{status: http.StatusOK, body: body}, err
}

var openAPITypes = map[schema.Type][2]string{
	schema.Int8: {"integer", "bigint"}, schema.Int4: {"integer", "integer"}, schema.Float8: {"number", "double precision"}, schema.String: {"string", "text"},
	schema.Boolean: {"boolean", "boolean"}, schema.Timestamp: {"string", "timestamp with time zone"},
	schema.JSON: {"array", "jsonb"}, schema.UUID: {"string", "uuid"},
}

func definition(t *schema.Table) map[string]any {
	properties := map[string]any{}
	var required []string
	for c := range t.Columns.All() {
		kind := openAPITypes[c.Type]
		p := map[string]any{"type": kind[0], "format": kind[1]}
		if kind[0] == "array" {
			p["items"] = map[string]any{}
		}
		if c.Refers != nil {
			p["description"] = "Foreign key to " + c.Refers.Name + "." + c.Refers.Key().Name
		}
		if r := c.Rule(schema.Max); r != nil {
			p["maxLength"] = r.Limit
		}
		if r := c.Rule(schema.OneOf); r != nil {
			p["enum"] = r.Options
		}
		if r := c.Rule(schema.Min); r != nil {
			p["minimum"] = r.Limit
		}
		if c.Fallback != nil && c.Fallback != schema.Now {
			p["default"] = c.Fallback
		}
		properties[c.Name] = p
		if c.NotNull && c.Fallback == nil && !c.Auto && !c.Identity {
			required = append(required, c.Name)
		}
	}
	out := map[string]any{"type": "object", "properties": properties}
	if required != nil {
		out["required"] = required
	}
	return out
}

func operations(t *schema.Table) map[string]any {
	row := map[string]any{"$ref": "#/definitions/" + t.Name}
	body := []any{map[string]any{"in": "body", "name": "body", "schema": row}}
	filters := []any{}
	for c := range t.Columns.All() {
		filters = append(filters, map[string]any{"in": "query", "name": c.Name, "type": "string"})
	}
	for _, name := range []string{"select", "order", "limit", "offset"} {
		filters = append(filters, map[string]any{"in": "query", "name": name, "type": "string"})
	}
	answer := func(status, text string) map[string]any {
		return map[string]any{status: map[string]any{"description": text}}
	}
	return map[string]any{
		"get": map[string]any{"tags": []string{t.Name}, "parameters": filters, "responses": map[string]any{
			"200": map[string]any{"description": "OK", "schema": map[string]any{"type": "array", "items": row}},
		}},
		"post":   map[string]any{"tags": []string{t.Name}, "parameters": body, "responses": answer("201", "Created")},
		"patch":  map[string]any{"tags": []string{t.Name}, "parameters": append(body, filters...), "responses": answer("204", "No Content")},
		"delete": map[string]any{"tags": []string{t.Name}, "parameters": filters, "responses": answer("204", "No Content")},
	}
}
