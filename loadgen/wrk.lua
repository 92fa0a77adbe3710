-- wrk.lua: has wrk print what it counted in full, on one line, times in microseconds.
-- It defines no request and no response, so that wrk's own loop is as fast as without it.
function done(summary, latency, requests)
    local errors = summary.errors
    io.write(string.format(
        "threadwall requests=%d micros=%d connect=%d read=%d write=%d status=%d timeout=%d",
        summary.requests, summary.duration, errors.connect, errors.read, errors.write, errors.status, errors.timeout))
    io.write(string.format(" min=%d p50=%d p90=%d p99=%d p999=%d max=%d\n",
        latency.min, latency:percentile(50), latency:percentile(90), latency:percentile(99),
        latency:percentile(99.9), latency.max))
end
