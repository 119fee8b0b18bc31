-- wrk sends one kind of request: METHOD [BODY]. {n} in the body becomes a
-- text that no other request of the run has. The outcome is printed as JSON.
local threads = 0

function setup(thread)
  thread:set("id", threads)
  threads = threads + 1
end

function init(args)
  local body = args[2]
  wrk.method, wrk.body = args[1], body
  if body and body:find("{n}", 1, true) then
    local run, n = os.time(), 0
    request = function()
      n = n + 1
      return wrk.format(nil, nil, nil, (body:gsub("{n}", run .. "-" .. id .. "-" .. n)))
    end
  end
end

function done(all, latency)
  local e = all.errors
  io.write(string.format(
    '\n{"requests":%d,"seconds":%f,"bytes":%d,"p50":%f,"p99":%f,"bad":%d}\n',
    all.requests, all.duration / 1e6, all.bytes, latency:percentile(50) / 1e3, latency:percentile(99) / 1e3,
    e.connect + e.read + e.write + e.timeout + e.status
  ))
end
