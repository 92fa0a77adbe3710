package threadwall.loadgen.engine;

import java.util.List;
import java.util.Optional;

/** {@code wrk}: several threads, HTTP/1.1, kept connections, for a time; {@code loadgen/wrk.lua} has it print what it counted. */
record Wrk() implements Engine {

    private static final String SECONDS = "-d";

    @Override
    public String name() {
        return "wrk";
    }

    @Override
    public boolean byTime() {
        return true;
    }

    /** It can bind no address, and tells percentiles only. */
    @Override
    public boolean several() {
        return false;
    }

    @Override
    public boolean oneThread() {
        return false;
    }

    @Override
    public List<String> command(ClientLoad load) {
        return List.of(
                name(),
                "-t" + load.threads(),
                "-c" + load.connections(),
                SECONDS + load.seconds() + "s",
                "--timeout",
                load.timeoutSeconds() + "s",
                "-s",
                "loadgen/wrk.lua",
                load.url());
    }

    @Override
    public Optional<LoadReport> report(String output) {
        return WrkReport.parse(output).map(LoadReport.class::cast);
    }

    @Override
    public long completed(String errors) {
        return 0;
    }

    /** It counts what came too late and ends well. */
    @Override
    public Optional<String> silence(List<String> command, String words) {
        return Optional.empty();
    }

    @Override
    public Integer seconds(List<String> command) {
        return command.stream()
                .filter(word -> word.matches(SECONDS + "\\d+s"))
                .map(word -> Integer.valueOf(word.substring(SECONDS.length(), word.length() - 1)))
                .findFirst()
                .orElse(null);
    }

    @Override
    public boolean keeps(List<String> command) {
        return true;
    }

    @Override
    public Optional<String> source(List<String> command) {
        return Optional.empty();
    }

    @Override
    public Optional<String> requestLog(List<String> command) {
        return Optional.empty();
    }
}
