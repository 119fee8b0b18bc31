-- wrk sends one kind of request: METHOD [BODY]. {n} in the body becomes a
-- text that no other request of the run has. The outcome is printed as JSON.
local threads = 0

function setup(thread)
  thread:set("id", threads)
  threads = threads + 1
end

-- numbered makes requests from one that is written once: the numbers have one
-- length, so that nothing else of it changes and the servers keep the machine.
local function numbered(body)
  local run, n = os.time(), 0
  local whole = wrk.format(nil, nil, nil, (body:gsub("{n}", string.format("%d-%d-%08d", run, id, 0))))
  local parts = {}
  for part in (whole:gsub(string.format("%d%%-%d%%-%08d", run, id, 0), "\0") .. "\0"):gmatch("(.-)%z") do
    parts[#parts + 1] = part
  end
  return function()
    n = n + 1
    return table.concat(parts, string.format("%d-%d-%08d", run, id, n))
  end
end

function init(args)
  wrk.method, wrk.body = args[1], args[2]
  if wrk.body and wrk.body:find("{n}", 1, true) then
    request = numbered(wrk.body)
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
