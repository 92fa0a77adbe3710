// A peer to compare with: async sockets on .NET's thread pool, without ASP.NET, for .NET 3.1 and 8 without an SDK.
// docs/reference/servers.md has the routes, the options and the lines on stdout. C# 7.2, which Mono's mcs compiles.
//
// Exit codes: 0 stopped by SIGTERM or SIGINT, 1 failed, 2 usage, 4 the environment does not allow it.
using System;
using System.Globalization;
using System.Net;
using System.Net.Sockets;
using System.Threading;
using System.Threading.Tasks;

static class Server
{
    const int Backlog = 65535; // the kernel caps it at net.core.somaxconn
    static readonly TimeSpan Grace = TimeSpan.FromSeconds(3); // for requests in progress
    static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(20); // without accepting, when descriptors have run out

    static IPAddress host = IPAddress.Loopback;
    static int port = 8080;
    static volatile bool stopping, failed;

    static int Main(string[] args)
    {
        if (Array.IndexOf(args, "--help") >= 0)
        {
            Console.WriteLine("Usage: [--host ADDRESS] [--port N] [--workers N]");
            Console.WriteLine("A peer to compare with: .NET's sockets. Workers are its thread pool's; it has no store.");
            return 0;
        }
        Parse(args);
        LimitWorkers();
        Socket listener = Listen();
        var asked = new ManualResetEventSlim();
        var stopped = new ManualResetEventSlim();
        Console.CancelKeyPress += (sender, pressed) =>
        {
            pressed.Cancel = true;
            asked.Set();
        };
        AppDomain.CurrentDomain.ProcessExit += (sender, none) => // SIGTERM; the process ends when this returns
        {
            if (failed)
                return;
            asked.Set();
            stopped.Wait();
            Environment.ExitCode = 0;
        };
        LoadAssemblies().Wait();
        Task.Run(() => Accept(listener));
        Identity.Say("READY", Identity.Ready());
        asked.Wait();
        stopping = true;
        listener.Dispose();
        if (!Connection.Drain(Grace))
            Console.Error.WriteLine(Identity.Name + ": not all requests in progress were answered within 3 s");
        Identity.Say("STOPPED", new
        {
            server = Identity.Name, pid = Identity.Pid, requests = Interlocked.Read(ref Routes.Requests),
            handlerPeak = Interlocked.Read(ref Routes.HandlerPeak),
        });
        stopped.Set();
        return 0;
    }

    // The runtime loads an assembly when it is first used, which fails once descriptors have run out.
    static async Task LoadAssemblies()
    {
        GC.KeepAlive(new SocketException((int)SocketError.TooManyOpenSockets).Message);
        Routes.Malformed("");
        await Routes.Answer(Request.Parse("GET /health HTTP/1.0"), true);
        await Task.Delay(1);
    }

    static async Task Accept(Socket listener)
    {
        while (true)
        {
            try
            {
                Socket socket = await listener.AcceptAsync();
                Start(new Connection(socket));
            }
            catch (SocketException error) when (error.SocketErrorCode == SocketError.TooManyOpenSockets)
            {
                await Task.Delay(Pause);
            }
            catch (SocketException error) when (error.SocketErrorCode == SocketError.ConnectionAborted
                || error.SocketErrorCode == SocketError.ConnectionReset)
            {
                // that client did not wait
            }
            catch (ObjectDisposedException)
            {
                return; // the server stops
            }
            catch (Exception error) when (!stopping)
            {
                throw Fail(1, "cannot accept connections: " + error);
            }
        }
    }

    static void Start(Connection connection) { Task.Run(connection.Serve); }

    static Socket Listen()
    {
        try
        {
            var listener = new Socket(host.AddressFamily, SocketType.Stream, ProtocolType.Tcp);
            listener.Bind(new IPEndPoint(host, port));
            listener.Listen(Backlog);
            Identity.Url = Identity.UrlOf((IPEndPoint)listener.LocalEndPoint);
            return listener;
        }
        catch (SocketException error) when (error.SocketErrorCode == SocketError.AddressAlreadyInUse)
        {
            throw Fail(4, "port " + port + " on " + host + " is in use; choose another with --port, "
                + "or end what listens there (ss -ltnp 'sport = :" + port + "')");
        }
        catch (SocketException error)
        {
            throw Fail(4, "cannot listen on port " + port + " of " + host + ": " + error.Message
                + "; choose another with --host or --port");
        }
    }

    static void LimitWorkers()
    {
        if (Identity.Workers == null)
            return;
        int all = Identity.Workers.Value, leastPorts, mostPorts, unused;
        ThreadPool.GetMinThreads(out unused, out leastPorts);
        ThreadPool.GetMaxThreads(out unused, out mostPorts);
        // the least first: the most may not be below it
        if (!ThreadPool.SetMinThreads(all, leastPorts) || !ThreadPool.SetMaxThreads(all, mostPorts))
            throw Fail(4, "the thread pool refuses " + all
                + " workers; remove COMPlus_ThreadPool_Force… and DOTNET_ThreadPool_Force… from the environment");
    }

    static void Parse(string[] args)
    {
        for (int i = 0; i < args.Length; i++)
        {
            int equal = args[i].IndexOf('=');
            string option = equal < 0 ? args[i] : args[i].Substring(0, equal);
            string value = equal >= 0 ? args[i].Substring(equal + 1) : ++i < args.Length ? args[i] : "";
            switch (option)
            {
                case "--host":
                    if (!IPAddress.TryParse(value, out host))
                        throw Fail(2, "--host must be an address, not '" + value + "' (see --help)");
                    break;
                case "--port":
                    port = Whole(option, value, 0, 65535);
                    break;
                case "--workers":
                    Identity.Workers = Whole(option, value, 1, short.MaxValue); // the pool's own bound
                    break;
                default:
                    throw Fail(2, "unknown option: '" + option + "' (see --help)");
            }
        }
    }

    static int Whole(string option, string text, int least, int most)
    {
        int number;
        return int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out number)
            && number >= least && number <= most
                ? number
                : throw Fail(2, option + " must be from " + least + " to " + most + ", not '" + text + "' (see --help)");
    }

    // Ends the process. What it returns is for a throw, by which the compiler knows.
    static Exception Fail(int code, string what)
    {
        Console.Error.WriteLine(Identity.Name + ": " + what);
        failed = true;
        Environment.Exit(code);
        return new InvalidOperationException(what);
    }
}
