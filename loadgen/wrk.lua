-- wrk.lua: has wrk print what it counted in full, on one line, times in microseconds.
-- It defines no response, and a request only for several routes, so that wrk's own loop is as fast as without it.
-- USAGE: wrk ... -s loadgen/wrk.lua URL [-- METHOD [BODY [ROUTES]]]; BODY is a file with the body, or empty, and ROUTES one
-- with a path in each line, which each thread requests in turn.
function init(args)
    if args[1] then wrk.method = args[1] end
    if args[2] and args[2] ~= "" then
        local file = assert(io.open(args[2], "rb"))
        wrk.body = file:read("*a")
        file:close()
    end
    if args[3] then
        local requests, turn = {}, 0
        for path in io.lines(args[3]) do
            requests[#requests + 1] = wrk.format(nil, path)
        end
        function request()
            turn = turn % #requests + 1
            return requests[turn]
        end
    end
end

function done(summary, latency, requests)
    local errors = summary.errors
    io.write(string.format(
        "threadwall requests=%d micros=%d connect=%d read=%d write=%d status=%d timeout=%d",
        summary.requests, summary.duration, errors.connect, errors.read, errors.write, errors.status, errors.timeout))
    io.write(string.format(" min=%d p50=%d p90=%d p99=%d p999=%d max=%d\n",
        latency.min, latency:percentile(50), latency:percentile(90), latency:percentile(99),
        latency:percentile(99.9), latency.max))
end
