package main

import (
	"os"
	"path/filepath"
	"text/template"
)

const brotliModule = "/usr/lib/nginx/modules/ngx_http_brotli_static_module.so"

var nginxConf = template.Must(template.New("nginx").Parse(`
{{- if .Brotli}}load_module {{.Brotli}};{{end}}
daemon off;
pid {{.Dir}}/nginx.pid;
error_log stderr warn;
worker_processes auto;
events { worker_connections 1024; }
http {
  include /etc/nginx/mime.types;
  default_type application/json; # what has no ending is a list
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 1000000;
  open_file_cache max=1000;
  client_body_temp_path {{.Dir}}; proxy_temp_path {{.Dir}}; fastcgi_temp_path {{.Dir}}; uwsgi_temp_path {{.Dir}}; scgi_temp_path {{.Dir}};
  server {
    listen {{.Addr}};
    root {{.Root}};
    charset utf-8;
    try_files $uri $uri.html $uri/index.html =404;
    {{if .Brotli}}brotli_static on;{{end}}
    gzip_static on;
    {{range $name, $value := .Header}}add_header {{$name}} {{printf "%q" $value}};
    {{end}}
    location /assets/ { add_header Cache-Control "public, max-age=31536000, immutable"; }
  }
}
`))

// nginx serves the files of a folder, compressed ones as they are, with
// further header fields. path is one that it has.
func (l *lab) nginx(root, path string, header map[string]string) (*server, error) {
	addr, err := freeAddr()
	if err != nil {
		return nil, err
	}
	brotli := brotliModule
	if _, err := os.Stat(brotli); err != nil {
		brotli = ""
	}
	conf := filepath.Join(l.dir, "nginx.conf")
	f, err := os.Create(conf)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	err = nginxConf.Execute(f, map[string]any{"Brotli": brotli, "Dir": l.dir, "Addr": addr, "Root": root, "Header": header})
	if err != nil {
		return nil, err
	}
	return l.start("nginx", addr, path, nil, nginxPath(), "-c", conf, "-e", "stderr", "-p", l.dir)
}

// nginxPath finds nginx, which Debian keeps from the PATH of people.
func nginxPath() string {
	if _, err := os.Stat("/usr/sbin/nginx"); err == nil {
		return "/usr/sbin/nginx"
	}
	return "nginx"
}

// putPage writes a page where nginx finds it: as it is, as it came, and with
// gzip for an nginx without brotli.
func putPage(root, name string, sent answer) error {
	plain, err := decoded(sent)
	if err != nil {
		return err
	}
	zipped, err := gzipped(plain)
	if err != nil {
		return err
	}
	path := filepath.Join(root, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	files := map[string][]byte{path: plain, path + ".gz": zipped}
	if sent.Header.Get("Content-Encoding") == "br" {
		files[path+".br"] = sent.Body
	}
	for file, content := range files {
		if err := os.WriteFile(file, content, 0o644); err != nil {
			return err
		}
	}
	return nil
}
