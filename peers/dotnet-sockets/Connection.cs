using System;
using System.Net.Sockets;
using System.Text;
using System.Threading;
using System.Threading.Tasks;

/// <summary>Reads request heads in order and sends each response at once, all on the thread pool.</summary>
sealed class Connection
{
    const int LongestHead = 8192, First = 512;

    static readonly ManualResetEventSlim Idle = new ManualResetEventSlim();
    static long busy; // connections whose request has arrived and is not answered
    static volatile bool stopping;

    readonly Socket socket;
    byte[] bytes = new byte[First];
    int filled;

    public Connection(Socket socket) { this.socket = socket; }

    /// <summary>Lets requests in progress be answered; false if that takes longer.</summary>
    public static bool Drain(TimeSpan grace)
    {
        stopping = true;
        return Interlocked.Read(ref busy) == 0 || Idle.Wait(grace);
    }

    public async Task Serve()
    {
        try
        {
            socket.NoDelay = true;
            while (await HasHead() && await Answer())
            {
            }
            socket.Shutdown(SocketShutdown.Send);
        }
        catch (SocketException)
        {
            // the client is gone
        }
        finally
        {
            socket.Dispose();
        }
    }

    /// <summary>Waits for a whole head, or the longest that is allowed; false at the connection's end.</summary>
    async Task<bool> HasHead()
    {
        for (SkipEmptyLines(); HeadEnd() < 0 && filled < LongestHead; SkipEmptyLines())
        {
            if (filled == bytes.Length)
                Array.Resize(ref bytes, 2 * bytes.Length);
            int read = await socket.ReceiveAsync(new Memory<byte>(bytes, filled, bytes.Length - filled), SocketFlags.None);
            if (read == 0)
                return false;
            filled += read;
        }
        return true;
    }

    /// <summary>Answers the request whose head has arrived; whether the connection stays open.</summary>
    async Task<bool> Answer()
    {
        Interlocked.Increment(ref busy);
        try
        {
            bool goesOn = false;
            byte[] response;
            Request request = null;
            string malformed = null;
            try
            {
                request = Head();
            }
            catch (MalformedException error)
            {
                malformed = error.Message;
            }
            if (request == null)
            {
                response = Routes.Malformed(malformed);
            }
            else
            {
                goesOn = request.KeepAlive && !stopping;
                response = await Routes.Answer(request, goesOn);
            }
            for (int sent = 0; sent < response.Length;)
                sent += await socket.SendAsync(
                    new ReadOnlyMemory<byte>(response, sent, response.Length - sent), SocketFlags.None);
            return goesOn;
        }
        finally
        {
            if (Interlocked.Decrement(ref busy) == 0 && stopping)
                Idle.Set();
        }
    }

    Request Head()
    {
        int end = HeadEnd();
        if (end < 0)
            throw new MalformedException("a head of more than " + LongestHead + " bytes");
        string head = Encoding.GetEncoding(28591).GetString(bytes, 0, end); // ISO 8859-1
        Drop(end + 4);
        return Request.Parse(head);
    }

    int HeadEnd()
    {
        for (int i = 0; i + 3 < filled; i++)
            if (bytes[i] == '\r' && bytes[i + 1] == '\n' && bytes[i + 2] == '\r' && bytes[i + 3] == '\n')
                return i;
        return -1;
    }

    /// <summary>Empty lines before a request are skipped (RFC 9112, 2.2).</summary>
    void SkipEmptyLines()
    {
        while (filled >= 2 && bytes[0] == '\r' && bytes[1] == '\n')
            Drop(2);
    }

    void Drop(int count)
    {
        filled -= count;
        Buffer.BlockCopy(bytes, count, bytes, 0, filled);
    }
}
