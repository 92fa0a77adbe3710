// Passes one message around a ring of N tasks, MESSAGES times to the next; prints one line of JSON.
//
// USAGE: dotnet ring.dll N MESSAGES WORKERS    (the thread pool's size is the runtime's, whatever WORKERS is)
using System;
using System.Diagnostics;
using System.Globalization;
using System.Text.RegularExpressions;
using System.Threading.Channels;
using System.Threading.Tasks;

static class Ring
{
    const int Most = 2000000000;

    // Whoever has it changes it: there is one at a time.
    sealed class Message
    {
        public int Left; // times that it is still received
        public ulong Value; // what all receivers made of it, below 2^32
    }

    static int Main(string[] given)
    {
        int n, messages, workers;
        if (given.Length != 3)
            return Fail("arguments are '" + string.Join(" ", given) + "', must be three: N MESSAGES WORKERS");
        if (!IsWhole(given[0], 2, out n))
            return Fail("N is '" + given[0] + "', must be a whole number from 2 to " + Most);
        if (!IsWhole(given[1], 1, out messages))
            return Fail("MESSAGES is '" + given[1] + "', must be a whole number from 1 to " + Most);
        if (!IsWhole(given[2], 1, out workers))
            return Fail("WORKERS is '" + given[2] + "', must be a whole number from 1 to " + Most);
        Pass(n, messages).GetAwaiter().GetResult();
        return 0;
    }

    static async Task Pass(int n, int messages)
    {
        long began = Stopwatch.GetTimestamp();
        var last = new TaskCompletionSource<ulong>(TaskCreationOptions.RunContinuationsAsynchronously);
        var channels = new Channel<Message>[n];
        for (int i = 0; i < n; i++)
            channels[i] = Channel.CreateBounded<Message>(1);
        for (int i = 0; i < n; i++)
        {
            ulong index = (ulong)i;
            ChannelReader<Message> own = channels[i].Reader;
            ChannelWriter<Message> next = channels[(i + 1) % n].Writer;
            Task member = Task.Run(() => Member(index, own, next, last));
        }
        long sent = Stopwatch.GetTimestamp();
        await channels[0].Writer.WriteAsync(new Message { Left = messages });
        ulong checksum = await last.Task;
        Console.WriteLine(string.Format(CultureInfo.InvariantCulture,
            "{{\"tasks\":{0},\"messages\":{1},\"startMillis\":{2:0.###},\"totalMillis\":{3:0.###},\"checksum\":\"{4}\"}}",
            n, messages, Millis(sent - began), Millis(Stopwatch.GetTimestamp() - sent), checksum));
    }

    // One of the ring: receives, and sends on. What fails here ends the program, which would otherwise wait for ever.
    static async Task Member(ulong index, ChannelReader<Message> own, ChannelWriter<Message> next,
        TaskCompletionSource<ulong> last)
    {
        try
        {
            while (true)
            {
                Message message = await own.ReadAsync();
                message.Value = (message.Value * 31 + index) % (1UL << 32);
                if (--message.Left == 0)
                {
                    last.SetResult(message.Value);
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
