using System;
using System.Diagnostics;
using System.IO;
using System.Net;
using System.Text.Encodings.Web;
using System.Text.Json;

/// <summary>What the server is: the keys of the READY line and of /health, and its output.</summary>
static class Identity
{
    static readonly JsonSerializerOptions Relaxed = new JsonSerializerOptions
    {
        // by default whatever matters in HTML is escaped too, such as an apostrophe
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
    };

    static readonly Version Runtime = Environment.Version;

    /// <summary>With the runtime that it is on.</summary>
    public static readonly string Name =
        "dotnet-sockets-" + (Runtime.Major < 5 ? Runtime.ToString(2) : Runtime.Major.ToString());

    public static readonly int Pid = Process.GetCurrentProcess().Id;

    public static string Url;
    public static int? Workers; // null = the thread pool's own choice

    const string Model = "sockets on the thread pool";

    public static byte[] Json(object value) => JsonSerializer.SerializeToUtf8Bytes(value, value.GetType(), Relaxed);

    public static void Say(string word, object keys) =>
        Console.Out.WriteLine(word + " " + JsonSerializer.Serialize(keys, keys.GetType(), Relaxed));

    public static object Ready() =>
        new { server = Name, model = Model, pid = Pid, url = Url, store = (string)null, workers = Workers };

    public static object Health() =>
        new
        {
            server = Name, model = Model, pid = Pid, url = Url, store = (string)null, workers = Workers,
            limits = Limits(),
        };

    /// <summary>Those in force; null = unlimited.</summary>
    static object Limits()
    {
        long?[] files = Row("Max open files"), tasks = Row("Max processes");
        return new
        {
            nofileSoft = files[0], nofileHard = files[1], nprocSoft = tasks[0], nprocHard = tasks[1],
            somaxconn = Number(File.ReadAllText("/proc/sys/net/core/somaxconn").Trim()),
        };
    }

    static long?[] Row(string name)
    {
        foreach (string row in File.ReadAllLines("/proc/self/limits"))
            if (row.StartsWith(name, StringComparison.Ordinal))
            {
                string[] values = row.Substring(name.Length).Split(new[] { ' ' }, StringSplitOptions.RemoveEmptyEntries);
                return new[] { Number(values[0]), Number(values[1]) };
            }
        throw new IOException("/proc/self/limits has no " + name);
    }

    static long? Number(string text)
    {
        long number;
        return long.TryParse(text, out number) ? number : (long?)null;
    }

    public static string UrlOf(IPEndPoint at) => "http://" + at;
}
