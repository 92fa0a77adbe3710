using System;
using System.Globalization;

/// <summary>Not a request that this server accepts; the message is the reason sent to the client.</summary>
sealed class MalformedException : Exception
{
    public MalformedException(string reason) : base(reason) { }
}

/// <summary>A request's head. Whatever is ambiguous or unsupported is refused: a body, a second Host.</summary>
sealed class Request
{
    public const int LongestSleep = 3600000; // ms

    public string Method, Path, Query = "";
    public bool KeepAlive, Http11;

    public bool IsHead { get { return Method == "HEAD"; } }

    /// <param name="head">without its empty line, as ISO 8859-1</param>
    public static Request Parse(string head)
    {
        string[] lines = head.Split(new[] { "\r\n" }, StringSplitOptions.None);
        foreach (string line in lines)
            foreach (char c in line)
                if (c < ' ' && c != '\t' || c == 127)
                    throw new MalformedException("a control character in the head");
        Request request = RequestLine(lines[0]);
        int hosts = 0;
        for (int i = 1; i < lines.Length; i++)
            hosts += request.Header(lines[i]);
        if (hosts > 1 || request.Http11 && hosts == 0)
            throw new MalformedException(hosts == 0 ? "no Host" : "more than one Host");
        return request;
    }

    static Request RequestLine(string line)
    {
        string[] words = line.Split(' ');
        if (words.Length != 3 || !IsVisible(words[0]) || !IsVisible(words[1]) || words[1][0] != '/'
            || words[2] != "HTTP/1.1" && words[2] != "HTTP/1.0")
            throw new MalformedException("not a request line");
        bool http11 = words[2] == "HTTP/1.1";
        int query = words[1].IndexOf('?');
        var request = new Request { Method = words[0], Path = words[1], Http11 = http11, KeepAlive = http11 };
        if (query >= 0)
        {
            request.Path = words[1].Substring(0, query);
            request.Query = words[1].Substring(query + 1);
        }
        return request;
    }

    /// <summary>Reads a line; 1 if it is Host.</summary>
    int Header(string line)
    {
        int colon = line.IndexOf(':');
        if (colon < 1 || !IsVisible(line.Substring(0, colon)))
            throw new MalformedException("not a header");
        string value = line.Substring(colon + 1).Trim();
        switch (line.Substring(0, colon).ToLowerInvariant())
        {
            case "host":
                return 1;
            case "connection":
                string[] options = value.ToLowerInvariant().Replace(" ", "").Replace("\t", "").Split(',');
                KeepAlive = (KeepAlive || Array.IndexOf(options, "keep-alive") >= 0)
                    && Array.IndexOf(options, "close") < 0;
                return 0;
            case "transfer-encoding":
                throw new MalformedException("a request with a body");
            case "content-length":
                if (value != "0")
                    throw new MalformedException("a request with a body");
                return 0;
            default:
                return 0;
        }
    }

    /// <summary>The first parameter of that name, not decoded; null if there is none.</summary>
    public string Parameter(string name)
    {
        foreach (string pair in Query.Split('&'))
            if (pair.StartsWith(name + "=", StringComparison.Ordinal))
                return pair.Substring(name.Length + 1);
        return null;
    }

    /// <summary>How long to sleep, in ms: 0 without a time, -1 for one that is none.</summary>
    public static int SleepMillis(string time)
    {
        if (time == null)
            return 0;
        int millis;
        return int.TryParse(time, NumberStyles.None, CultureInfo.InvariantCulture, out millis) && millis <= LongestSleep
            ? millis
            : -1;
    }

    static bool IsVisible(string text)
    {
        foreach (char c in text)
            if (c <= ' ' || c >= 127)
                return false;
        return text.Length > 0;
    }
}
