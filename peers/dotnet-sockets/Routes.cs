using System;
using System.Diagnostics;
using System.Globalization;
using System.Text;
using System.Threading;
using System.Threading.Tasks;

/// <summary>The routes of a peer: /json, /json2 and /health. Every body is built for its request.</summary>
static class Routes
{
    const string Allowed = "GET, HEAD";
    const int LongestQuote = 80; // characters of what a client sent that its refusal repeats

    sealed class Hello { public string message { get; set; } }
    sealed class Refusal { public string error { get; set; } }
    sealed class Clock { public long Second; public string Text; }

    public static long Requests, HandlerPeak; // of the measured routes
    static long inHandler;
    static volatile Clock clock = new Clock { Second = -1 };

    /// <summary>The whole response to a request.</summary>
    /// <param name="goesOn">whether the connection stays open after it</param>
    public static async Task<byte[]> Answer(Request request, bool goesOn)
    {
        string connection = !goesOn ? "close" : request.Http11 ? null : "keep-alive";
        bool known = request.Path == "/json" || request.Path == "/json2" || request.Path == "/health";
        if (!known)
            return Refuse("404 Not Found", "no such route: " + Shortened(request.Path), connection, request);
        if (request.Method != "GET" && !request.IsHead)
            return Refuse("405 Method Not Allowed", Shortened(request.Method) + " is not allowed on " + request.Path
                + "; allowed: " + Allowed, connection, request);
        if (request.Path == "/health")
            return Response("200 OK", Identity.Health(), connection, request.IsHead);
        int millis = 0;
        if (request.Path == "/json2" && (millis = Request.SleepMillis(request.Parameter("time"))) < 0)
            return Refuse("400 Bad Request", "time must be a whole number of milliseconds from 0 to "
                + Request.LongestSleep + ", not '" + Shortened(request.Parameter("time")) + "'", connection, request);
        Enter();
        try
        {
            if (millis > 0)
                await Sleep(millis);
            string message = request.Path == "/json" ? "Hello, World!" : "Hello, World! " + millis;
            return Response("200 OK", new Hello { message = message }, connection, request.IsHead);
        }
        finally
        {
            Interlocked.Decrement(ref inHandler);
        }
    }

    /// <summary>To what is no request; the connection is closed after it.</summary>
    public static byte[] Malformed(string reason) =>
        Response("400 Bad Request", new Refusal { error = reason }, "close", false);

    static byte[] Refuse(string status, string reason, string connection, Request request) =>
        Response(status, new Refusal { error = reason }, connection, request.IsHead);

    static byte[] Response(string status, object value, string connection, bool isHead)
    {
        byte[] body = Identity.Json(value);
        string head = "HTTP/1.1 " + status + "\r\nContent-Type: application/json\r\nContent-Length: " + body.Length
            + "\r\nDate: " + Date() + "\r\n"
            + (connection == null ? "" : "Connection: " + connection + "\r\n")
            + (status.StartsWith("405", StringComparison.Ordinal) ? "Allow: " + Allowed + "\r\n" : "") + "\r\n";
        byte[] all = new byte[head.Length + (isHead ? 0 : body.Length)];
        Encoding.ASCII.GetBytes(head, 0, head.Length, all, 0);
        if (!isHead)
            Buffer.BlockCopy(body, 0, all, head.Length, body.Length);
        return all;
    }

    /// <summary>Formatted once a second.</summary>
    static string Date()
    {
        DateTime now = DateTime.UtcNow;
        long second = now.Ticks / TimeSpan.TicksPerSecond;
        Clock last = clock;
        if (last.Second != second)
            clock = last = new Clock { Second = second, Text = now.ToString("r", CultureInfo.InvariantCulture) };
        return last.Text;
    }

    static void Enter()
    {
        Interlocked.Increment(ref Requests);
        long now = Interlocked.Increment(ref inHandler);
        for (long peak = Interlocked.Read(ref HandlerPeak); now > peak; peak = Interlocked.Read(ref HandlerPeak))
            Interlocked.CompareExchange(ref HandlerPeak, now, peak);
    }

    /// <summary>Task.Delay goes by the kernel's coarse clock: it may end a tick of 1 to 10 ms too early.</summary>
    static async Task Sleep(int millis)
    {
        long began = Stopwatch.GetTimestamp();
        for (double left = millis; left > 0;)
        {
            await Task.Delay((int)Math.Ceiling(left));
            left = millis - (Stopwatch.GetTimestamp() - began) * 1000.0 / Stopwatch.Frequency;
        }
    }

    static string Shortened(string sent) => sent.Length > LongestQuote ? sent.Substring(0, LongestQuote) + "…" : sent;
}
