vcl 4.1;
# Varnish in front of Vitrine: pages are kept for as long as their
# CDN-Cache-Control says, and go out of date by key when an editor saves. Set
#   VITRINE_EDGE=varnish=http://127.0.0.1:6081
# and VITRINE_EDGE_TOKEN to one secret for Vitrine and for varnishd.
import std;
import xkey; # of varnish-modules

backend default {
  .host = "127.0.0.1";
  .port = "8080";
  .connect_timeout = 1s;
  .probe = { .url = "/healthz"; .interval = 2s; .timeout = 1s; .threshold = 1; .window = 2; }
}

sub vcl_recv {
  if (req.restarts == 0) {
    unset req.http.X-Stale;
  }
  if (req.method == "PURGE") {
    # No address is proof: behind a TLS proxy on this machine everybody has the same one.
    if (std.getenv("VITRINE_EDGE_TOKEN") == "" || req.http.X-Purge-Token != std.getenv("VITRINE_EDGE_TOKEN")) {
      return (synth(403, "Forbidden"));
    }
    # Soft: what is out of date stays, for when there is nobody to ask for the new page.
    return (synth(200, "Purged " + xkey.softpurge(req.http.Surrogate-Key)));
  }
  # Realtime needs the connection to itself.
  if (req.http.Upgrade ~ "(?i)websocket") {
    return (pipe);
  }
  # Links in mails carry their token in the query, and are for one person.
  if (req.method != "GET" && req.method != "HEAD" || req.http.Authorization || req.url ~ "^/(admin|rest|auth|functions|realtime|newsletter)(/|\?|$)") {
    return (pass);
  }
  # No other page, asset or card is told anything by its query.
  if (req.url !~ "^/(careers|storage)(/|\?|$)") {
    set req.url = regsub(req.url, "\?.*$", "");
  }
  unset req.http.Cookie;
  # What is out of date is for when the server does not answer, or failed this very request.
  if (req.http.X-Stale || !std.healthy(req.backend_hint)) {
    set req.grace = 7d;
  } else {
    set req.grace = 0s;
  }
  return (hash);
}

sub vcl_pipe {
  if (req.http.Upgrade) {
    set bereq.http.Upgrade = req.http.Upgrade;
    set bereq.http.Connection = req.http.Connection;
  }
}

sub vcl_backend_fetch {
  # There may be an old page, which nobody should wait long for.
  if (!bereq.uncacheable && (bereq.is_bgfetch || !bereq.http.X-Stale) && bereq.url !~ "^/storage") {
    set bereq.first_byte_timeout = 4s;
  }
}

sub vcl_backend_response {
  if (beresp.status >= 500) {
    # Without an answer vcl_synth looks for an old page; the second time there is none.
    if (!bereq.uncacheable && (bereq.is_bgfetch || !bereq.http.X-Stale)) {
      return (abandon);
    }
    set beresp.uncacheable = true;
    set beresp.ttl = 2s;
    set beresp.grace = 0s;
    return (deliver);
  }
  # It stands in for a better one, like the old page that there may be. What goes by a query is never kept.
  if (beresp.status == 200 && beresp.http.Surrogate-Control == "max-age=0" && bereq.url !~ "\?" && !bereq.uncacheable && (bereq.is_bgfetch || !bereq.http.X-Stale)) {
    return (abandon);
  }
  if (beresp.http.Surrogate-Key) {
    set beresp.http.xkey = beresp.http.Surrogate-Key; # where the module looks, as the page is stored
  }
  if (beresp.http.CDN-Cache-Control ~ "max-age=\d") {
    set beresp.ttl = std.duration(regsub(beresp.http.CDN-Cache-Control, ".*max-age=(\d+).*", "\1s"), 0s);
    set beresp.grace = 7d;
    unset beresp.http.Set-Cookie;
    return (deliver);
  }
  if (beresp.http.Cache-Control ~ "no-cache|no-store|private") {
    # Remembered, so that those who ask for it at once do not wait for each other.
    set beresp.uncacheable = true;
    set beresp.ttl = 120s;
    set beresp.grace = 0s;
    return (deliver);
  }
  set beresp.grace = 7d;
}

sub vcl_backend_error {
  if (!bereq.uncacheable && (bereq.is_bgfetch || !bereq.http.X-Stale)) {
    return (abandon);
  }
  # Better no answer than one that takes the place of a page.
  set beresp.ttl = 0s;
}

sub vcl_synth {
  # The server failed: once more, with an old page where there is one.
  if (resp.status == 503 && req.restarts == 0 && (req.method == "GET" || req.method == "HEAD")) {
    set req.http.X-Stale = "1";
    return (restart);
  }
}

sub vcl_deliver {
  # These are between the site and its caches.
  unset resp.http.Surrogate-Key;
  unset resp.http.Surrogate-Control;
  unset resp.http.Cache-Tag;
  unset resp.http.xkey;
  unset resp.http.CDN-Cache-Control;
  unset resp.http.Age;
}
