// A peer to compare with: ASP.NET Core's minimal API, on Kestrel. docs/reference/servers.md has the routes, the options and the
// lines on stdout.
//
// Exit codes: 0 stopped by SIGTERM or SIGINT, 1 failed, 2 usage, 4 the environment does not allow it.
using System.Diagnostics;
using System.Globalization;
using System.Net;
using System.Net.Sockets;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Nodes;
using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.Server.Kestrel.Transport.Sockets;

const string Name = "dotnet";
const string Allowed = "GET, HEAD";
const int Backlog = 65_535; // the kernel caps it at net.core.somaxconn
const int GraceSeconds = 3; // for requests in flight
const int LongestSleep = 3_600_000; // ms
const int LongestQuote = 80; // characters of what a client sent that its refusal repeats

var json = new JsonSerializerOptions(JsonSerializerDefaults.Web)
{
    // by default whatever matters in HTML is escaped too, such as an apostrophe
    Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
};
long requests = 0, inHandler = 0, handlerPeak = 0; // of the measured routes

var host = IPAddress.Loopback;
int port = 8080;
int? workers = null; // the thread pool's own choice: processors, and more where it finds that this helps
for (int i = 0; i < args.Length; i++)
{
    var (option, value) = args[i].Split('=', 2) is [var left, var right]
        ? (left, right)
        : (args[i], args.ElementAtOrDefault(++i) ?? "");
    switch (option)
    {
        case "--help":
            Console.WriteLine("Usage: [--host ADDRESS] [--port N] [--workers N]");
            Console.WriteLine("A peer to compare with: ASP.NET Core. Workers are its thread pool's; it has no store.");
            return 0;
        case "--host" when IPAddress.TryParse(value, out var given): host = given; break;
        case "--port": port = Whole(option, value, 0, 65_535); break;
        case "--workers": workers = Whole(option, value, 1, short.MaxValue); break; // the pool's own bound
        default: throw Fail(2, $"unknown option, or one with no such value: '{option} {value}' (see --help)");
    }
}
ThreadPool.GetMinThreads(out _, out int leastPorts);
ThreadPool.GetMaxThreads(out _, out int mostPorts);
// the least first: the most may not be below it
if (workers is int all && !(ThreadPool.SetMinThreads(all, leastPorts) && ThreadPool.SetMaxThreads(all, mostPorts)))
    throw Fail(4, $"the thread pool refuses {all} workers; remove DOTNET_ThreadPool_Force… from the environment");

// in its own folder: the builder reads settings in there, and watches all that is below for changes of them
var rooted = new WebApplicationOptions { ContentRootPath = AppContext.BaseDirectory };
var builder = WebApplication.CreateSlimBuilder(rooted);
builder.Logging.ClearProviders(); // they write to stdout, where READY and STOPPED are alone
builder.WebHost.ConfigureKestrel(kestrel =>
{
    kestrel.AddServerHeader = false;
    kestrel.Listen(host, port);
});
builder.Services.Configure<SocketTransportOptions>(sockets => sockets.Backlog = Backlog);
builder.Services.Configure<HostOptions>(hosting => hosting.ShutdownTimeout = TimeSpan.FromSeconds(GraceSeconds));
var app = builder.Build();
Serve("/json", http => Answer(http, 0, "Hello, World!"));
Serve("/json2", Json2);
Serve("/health", Health);
app.MapFallback("{*path}", (RequestDelegate)NoRoute);
try
{
    await app.StartAsync();
}
catch (IOException error) when (error.InnerException is AddressInUseException)
{
    throw Fail(4, $"port {port} on {host} is in use; choose another with --port, "
        + $"or end what listens there (ss -ltnp 'sport = :{port}')");
}
catch (SocketException error)
{
    throw Fail(4, $"cannot listen on port {port} of {host}: {error.Message}; choose another with --host or --port");
}
Say("READY", Me());
await app.WaitForShutdownAsync();
Say("STOPPED", new { Server = Name, Pid = Environment.ProcessId, requests, handlerPeak });
return 0;

// Ends the process. What it returns is for a throw, by which the compiler knows.
static Exception Fail(int code, string what)
{
    Console.Error.WriteLine($"{Name}: {what}");
    Environment.Exit(code);
    return new InvalidOperationException(what);
}

static int Whole(string option, string text, int least, int most) =>
    IsWhole(text, out int number) && number >= least && number <= most
        ? number
        : throw Fail(2, $"{option} must be from {least} to {most}, not '{text}' (see --help)");

// Digits alone, without a sign or blanks.
static bool IsWhole(string text, out int number) =>
    int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out number);

void Say(string word, object keys) => Console.WriteLine($"{word} {JsonSerializer.Serialize(keys, json)}");

// The keys of the READY line, in its order.
JsonNode Me()
{
    string? store = null; // it has none
    var (model, pid, url) = ("thread pool", Environment.ProcessId, app.Urls.First());
    return JsonSerializer.SerializeToNode(new { Server = Name, model, pid, url, store, workers }, json)!;
}

Task Health(HttpContext http)
{
    var health = Me();
    health["limits"] = JsonSerializer.SerializeToNode(Limits(), json);
    return Reply(http, 200, health);
}

// Those in force; null = unlimited.
static object Limits()
{
    var rows = File.ReadAllLines("/proc/self/limits");
    long?[] Row(string name) => rows.First(row => row.StartsWith(name))[name.Length..]
        .Split(' ', StringSplitOptions.RemoveEmptyEntries).Take(2).Select(Number).ToArray();
    var (files, tasks) = (Row("Max open files"), Row("Max processes"));
    var somaxconn = Number(File.ReadAllText("/proc/sys/net/core/somaxconn"));
    return new { NofileSoft = files[0], NofileHard = files[1], NprocSoft = tasks[0], NprocHard = tasks[1], somaxconn };
}

static long? Number(string text) => long.TryParse(text, CultureInfo.InvariantCulture, out long number) ? number : null;

void Serve(string path, RequestDelegate route)
{
    app.MapMethods(path, Allowed.Split(", "), route);
    // what is mapped without a method gets those that nobody else takes
    app.Map(path, (RequestDelegate)(http =>
    {
        http.Response.Headers.Allow = Allowed;
        return Refuse(http, 405, $"{Shortened(http.Request.Method)} is not allowed on {path}; allowed: {Allowed}");
    }));
}

Task NoRoute(HttpContext http) => Refuse(http, 404, $"no such route: {Shortened(http.Request.Path.ToUriComponent())}");

Task Json2(HttpContext http)
{
    var time = http.Request.Query["time"].FirstOrDefault() ?? "0";
    return IsWhole(time, out int millis) && millis <= LongestSleep
        ? Answer(http, millis, $"Hello, World! {millis}")
        : Refuse(http, 400, "time must be a whole number of milliseconds "
            + $"from 0 to {LongestSleep}, not '{Shortened(time)}'");
}

async Task Answer(HttpContext http, int millis, string message)
{
    Interlocked.Increment(ref requests);
    long now = Interlocked.Increment(ref inHandler);
    for (long peak = handlerPeak; now > peak; peak = handlerPeak)
        Interlocked.CompareExchange(ref handlerPeak, now, peak);
    try
    {
        await Sleep(millis);
        await Reply(http, 200, new { message });
    }
    finally
    {
        Interlocked.Decrement(ref inHandler);
    }
}

// Task.Delay goes by the kernel's coarse clock, which moves once a tick of 1 to 10 ms: it may end so much too early.
static async Task Sleep(int millis)
{
    long began = Stopwatch.GetTimestamp();
    for (double left = millis; left > 0; left = millis - Stopwatch.GetElapsedTime(began).TotalMilliseconds)
        await Task.Delay((int)Math.Ceiling(left));
}

Task Refuse(HttpContext http, int status, string error) => Reply(http, status, new { error });

// With its length: otherwise it would go out in chunks, and a connection of HTTP/1.0 would not be kept.
Task Reply(HttpContext http, int status, object value)
{
    byte[] body = JsonSerializer.SerializeToUtf8Bytes(value, json);
    http.Response.StatusCode = status;
    http.Response.ContentType = "application/json";
    http.Response.ContentLength = body.Length;
    return http.Response.Body.WriteAsync(body, 0, body.Length); // to a HEAD Kestrel sends the head alone
}

static string Shortened(string sent) => sent.Length > LongestQuote ? sent[..LongestQuote] + "…" : sent;
