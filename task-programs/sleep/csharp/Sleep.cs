// Starts N tasks in the thread pool, each of which sleeps MILLIS once, and waits for all; prints one line of JSON.
// One source for Mono's mcs and for .NET.
//
// USAGE: mono sleep.exe N MILLIS, or dotnet sleep.dll N MILLIS
using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Globalization;
using System.Text.RegularExpressions;
using System.Threading;
using System.Threading.Tasks;

static class Sleep
{
    const int Most = 2000000000;

    // The pool's threads run the tasks: whatever they count has to be counted atomically.
    static long alive, mostAlive, latestTicks;

    static int Main(string[] given)
    {
        int n, millis;
        if (given.Length != 2)
            return Fail("arguments are '" + string.Join(" ", given) + "', must be two: N MILLIS");
        if (!IsWhole(given[0], 1, out n))
            return Fail("N is '" + given[0] + "', must be a whole number from 1 to " + Most);
        if (!IsWhole(given[1], 0, out millis))
            return Fail("MILLIS is '" + given[1] + "', must be a whole number from 0 to " + Most);
        StartAll(n, millis).GetAwaiter().GetResult();
        return 0;
    }

    static async Task StartAll(int n, int millis)
    {
        var tasks = new List<Task>();
        long began = Stopwatch.GetTimestamp();
        for (int i = 0; i < n; i++)
            tasks.Add(Task.Run(() => Sleeper(millis)));
        double startMillis = Millis(Stopwatch.GetTimestamp() - began);
        await Task.WhenAll(tasks);
        Console.WriteLine(string.Format(CultureInfo.InvariantCulture,
            "{{\"tasks\":{0},\"started\":{1},\"mostAlive\":{2},\"startMillis\":{3:0.###}," +
            "\"latestWakeUpMillis\":{4:0.###}}}",
            n, tasks.Count, mostAlive, startMillis, Millis(latestTicks)));
    }

    static async Task Sleeper(int millis)
    {
        Raise(ref mostAlive, Interlocked.Increment(ref alive));
        long began = Stopwatch.GetTimestamp();
        await Task.Delay(millis);
        Raise(ref latestTicks, Stopwatch.GetTimestamp() - began - millis * (Stopwatch.Frequency / 1000));
        Interlocked.Decrement(ref alive);
    }

    static void Raise(ref long greatest, long value)
    {
        long seen = Interlocked.Read(ref greatest);
        while (value > seen)
        {
            long before = Interlocked.CompareExchange(ref greatest, value, seen);
            if (before == seen) return;
            seen = before;
        }
    }

    static double Millis(long ticks) { return ticks * 1000.0 / Stopwatch.Frequency; }

    static bool IsWhole(string text, int least, out int value)
    {
        value = 0;
        bool digits = Regex.IsMatch(text, @"\A[0-9]{1,10}\z"); // TryParse would take ' 7 ' and '+7', too
        return digits && int.TryParse(text, out value) && value >= least && value <= Most;
    }

    static int Fail(string what)
    {
        Console.Error.WriteLine("sleep: " + what);
        return 2;
    }
}
