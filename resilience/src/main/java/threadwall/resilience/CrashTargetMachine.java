package threadwall.resilience;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import threadwall.loadgen.testbed.ServerProcess;
import threadwall.loadgen.testbed.ServerProcess.StartFailed;

/**
 * A virtual machine (ops/vm/power) that runs a server, and its database, on a disk of its own. A kill cuts its power: data that
 * was written but not synced is lost. Each start boots it again.
 */
final class CrashTargetMachine extends CrashTargetProcess {

    /** Data folder of its programs, on the disk that survives. */
    static final Path DATA = Path.of("/srv/data");

    /** Options that make its server reachable from here. */
    static final List<String> LISTENING = List.of("--host", "0.0.0.0", "--port", "8080");

    /** The port of its database, which only its server can reach. */
    private static final String DATABASE_PORT = "5432";

    static final String DATABASE_URL = "jdbc:postgresql://127.0.0.1:" + DATABASE_PORT + "/postgres?user=postgres";
    static final List<String> DATABASE_OPTIONS = List.of("--data", DATA.toString(), "--port", DATABASE_PORT);

    /** Emulated, booting and starting two JVMs takes ten to twenty times as long as on this machine. */
    private static final Duration START_BOUND = Duration.ofSeconds(300);

    /** ext4 commits its journal every 5 s (ext4(5), commit=): power cuts come before and after. */
    private static final int LONGEST_STREAM_MILLIS = 6_000;

    private final Path home;
    private final Path disks;
    private final Path files;
    private final Path data;
    private final List<List<String>> commands;

    /**
     * @param home the project's root
     * @param disks folder of the machine's disks, which {@code vm-test} makes
     * @param files prefix of its log files
     * @param data folder for the disk that its programs write to
     * @param commands that start its programs, the server's last
     */
    CrashTargetMachine(Path home, Path disks, Path files, Path data, List<List<String>> commands) {
        this.home = home;
        this.disks = disks;
        this.files = files;
        this.data = data;
        this.commands = commands;
    }

    @Override
    public void start() throws StartFailed, IOException, InterruptedException {
        process = launch();
        process.awaitReady(START_BOUND);
    }

    @Override
    protected ServerProcess launch() throws IOException {
        var loopback = InetAddress.getByName("127.0.0.1");
        try (var free = new ServerSocket(0, 1, loopback)) {
            address = new InetSocketAddress(loopback, free.getLocalPort());
        }
        var command = new ArrayList<>(List.of(
                "bash",
                home.resolve("ops/vm/power/machine.sh").toString(),
                disks.toAbsolutePath().toString(),
                data.toString(),
                Integer.toString(address.getPort())));
        for (var line : commands) {
            command.addAll(line);
            command.add(""); // ends the command
        }
        return ServerProcess.start("the machine", home, files, command);
    }

    @Override
    public int longestStreamMillis() {
        return LONGEST_STREAM_MILLIS;
    }
}
