package threadwall.loadgen.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import threadwall.record.ClientLoad;

/** Apache Bench: one thread, HTTP/1.0, a number of requests; it can write every one of them to a file. */
record Ab() implements LoadEngine {

    private static final String KEEP = "-k";
    private static final String SOURCE = "-B";
    private static final String LOG = "-g";
    private static final String TIMEOUT = "-s";

    /** How it ends when nothing has come for as long as its {@code -s} says: APR_TIMEUP, in its own words. */
    private static final String SILENCE = "(70007)";

    @Override
    public String name() {
        return "ab";
    }

    @Override
    public List<String> version() {
        return List.of(name(), "-V");
    }

    @Override
    public String remedy() {
        return "apt-get install apache2-utils (Debian), dnf install httpd-tools (Fedora)";
    }

    @Override
    public boolean http11() {
        return false;
    }

    @Override
    public boolean byTime() {
        return false; // -t is an upper bound only: it wants a number of requests as well
    }

    @Override
    public boolean several() {
        return true;
    }

    @Override
    public boolean threaded() {
        return false;
    }

    @Override
    public List<String> command(ClientLoad load) {
        // without -q: its standard error says how far it is, ten times in a load
        var line = new ArrayList<>(List.of(name(), "-r"));
        if (!load.sameLength()) {
            line.add("-l");
        }
        if (load.keepAlive()) {
            line.add(KEEP);
        }
        line.addAll(List.of(
                TIMEOUT,
                String.valueOf(load.timeoutSeconds()),
                "-c",
                String.valueOf(load.connections()),
                "-n",
                String.valueOf(load.requests()),
                SOURCE,
                load.source()));
        if (load.log() != null) {
            line.addAll(List.of(LOG, load.log()));
        }
        line.add(load.url());
        return List.copyOf(line);
    }

    @Override
    public Optional<LoadReport> report(String output) {
        return AbReport.parse(output).map(LoadReport.class::cast);
    }

    @Override
    public long completed(String errors) {
        return AbReport.completed(errors);
    }

    @Override
    public Optional<String> silence(List<String> command, String words) {
        return words.endsWith(SILENCE)
                ? Optional.of("no answer came for %s s (ab: %s)"
                        .formatted(behind(TIMEOUT, command).orElseThrow(), words))
                : Optional.empty();
    }

    @Override
    public Integer seconds(List<String> command) {
        return null;
    }

    @Override
    public int threads(List<String> command) {
        return 1;
    }

    @Override
    public boolean keeps(List<String> command) {
        return command.contains(KEEP);
    }

    @Override
    public Optional<String> source(List<String> command) {
        return behind(SOURCE, command);
    }

    @Override
    public Optional<String> requestLog(List<String> command) {
        return behind(LOG, command);
    }

    private static Optional<String> behind(String option, List<String> command) {
        int place = command.indexOf(option);
        return place < 0 ? Optional.empty() : Optional.of(command.get(place + 1));
    }
}
