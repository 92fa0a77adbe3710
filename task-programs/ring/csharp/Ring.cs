// Passes one message around a ring of N tasks, and counts how often it is received in SECONDS after a second of warm-up;
// prints one line of JSON.
//
// USAGE: dotnet ring.dll N SECONDS WORKERS    (the thread pool's size is the runtime's, whatever WORKERS is)
using System;
using System.Diagnostics;
using System.Globalization;
using System.Text.RegularExpressions;
using System.Threading.Channels;
using System.Threading.Tasks;

static class Ring
{
    const int Most = 2000000000;

    const int Look = 1000; // receipts between two looks at the clock

    // The task that has it changes it: there is one at a time.
    sealed class Message
    {
        public long Received;
        public ulong Value; // what all receivers made of it, below 2^32
        public long Sent;
        public long From; // receipts before counting; 0 during the warm-up
        public long Start;
        public double Cpu; // ms at that time
        public long Total;

        public bool IsOver(int seconds)
        {
            long now = Stopwatch.GetTimestamp();
            if (From == 0)
            {
                if (now - Sent >= Stopwatch.Frequency)
                {
                    From = Received;
                    Start = now;
                    Cpu = CpuMillis();
                }
                return false;
            }
            Total = now - Start;
            return Total >= seconds * Stopwatch.Frequency;
        }
    }

    static int Main(string[] given)
    {
        int n, seconds, workers;
        if (given.Length != 3)
            return Fail("arguments are '" + string.Join(" ", given) + "', must be three: N SECONDS WORKERS");
        if (!IsWhole(given[0], 2, out n))
            return Fail("N is '" + given[0] + "', must be a whole number from 2 to " + Most);
        if (!IsWhole(given[1], 1, out seconds))
            return Fail("SECONDS is '" + given[1] + "', must be a whole number from 1 to " + Most);
        if (!IsWhole(given[2], 1, out workers))
            return Fail("WORKERS is '" + given[2] + "', must be a whole number from 1 to " + Most);
        Pass(n, seconds).GetAwaiter().GetResult();
        return 0;
    }

    static async Task Pass(int n, int seconds)
    {
        long began = Stopwatch.GetTimestamp();
        var last = new TaskCompletionSource<Message>(TaskCreationOptions.RunContinuationsAsynchronously);
        var channels = new Channel<Message>[n];
        for (int i = 0; i < n; i++)
            channels[i] = Channel.CreateBounded<Message>(1);
        for (int i = 0; i < n; i++)
        {
            ulong index = (ulong)i;
            ChannelReader<Message> own = channels[i].Reader;
            ChannelWriter<Message> next = channels[(i + 1) % n].Writer;
            Task member = Task.Run(() => Member(index, seconds, own, next, last));
        }
        long sent = Stopwatch.GetTimestamp();
        await channels[0].Writer.WriteAsync(new Message { Sent = sent });
        Message message = await last.Task;
        Console.WriteLine(string.Format(CultureInfo.InvariantCulture,
            "{{\"tasks\":{0},\"messages\":{1},\"received\":{2},\"startMillis\":{3:0.###},\"totalMillis\":{4:0.###}," +
            "\"cpuMillis\":{5:0.###},\"checksum\":\"{6}\"}}",
            n, message.Received - message.From, message.Received, Millis(sent - began), Millis(message.Total),
            CpuMillis() - message.Cpu, message.Value));
    }

    // One of the ring: receives, and sends on, until the message was counted for so long. What fails here ends the program,
    // which would otherwise wait for ever.
    static async Task Member(ulong index, int seconds, ChannelReader<Message> own, ChannelWriter<Message> next,
        TaskCompletionSource<Message> last)
    {
        try
        {
            while (true)
            {
                Message message = await own.ReadAsync();
                message.Value = (message.Value * 31 + index) % (1UL << 32);
                if (++message.Received % Look == 0 && message.IsOver(seconds))
                {
                    last.SetResult(message);
                    return;
                }
                await next.WriteAsync(message);
            }
        }
        catch (Exception e)
        {
            last.TrySetException(e);
        }
    }

    static double CpuMillis()
    {
        using (Process self = Process.GetCurrentProcess())
            return self.TotalProcessorTime.TotalMilliseconds;
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
        Console.Error.WriteLine("ring: " + what);
        return 2;
    }
}
