package threadwall.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import picocli.CommandLine.TypeConversionException;
import threadwall.loadgen.sweep.plan.TargetResolver;
import threadwall.process.PreconditionException;
import threadwall.record.StepPlan.Program;
import threadwall.record.StepPlan.TargetSettings;
import threadwall.report.ShellQuoting;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.exc.UnrecognizedPropertyException;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * The servers of {@code --targets FILE}, in YAML. {@code docs/reference/targets.schema.json} describes the file.
 *
 * @param targets in this order
 */
record TargetsFile(List<Entry> targets) {

    private static final YAMLMapper YAML = YAMLMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_]\\w*");

    /**
     * A server, as {@code --target} and the options about it name it; {@code null} for what the file leaves out.
     *
     * @param url of a server that runs; then {@code command}, {@code env}, {@code ready} and {@code readyTimeout} are not
     *     for it
     * @param env variables of the command
     */
    record Entry(
            String name,
            String command,
            String url,
            Map<String, String> env,
            String ready,
            String readyTimeout,
            Expected expect,
            String ignore) {}

    /** As {@code --expect} has it. */
    record Expected(Integer status, String contains, String jsonPath) {}

    /**
     * A server for {@code TargetResolver}.
     *
     * @param text {@code NAME=COMMAND} or {@code NAME=URL}
     */
    record Named(String text, TargetSettings settings) {}

    /** @throws PreconditionException (usage) when it cannot be read, or is not such a file */
    static List<Named> read(Path path) throws PreconditionException {
        var file = parse(path);
        if (file == null || file.targets == null || file.targets.isEmpty()) {
            throw PreconditionException.usage("--targets %s has no targets", path);
        }
        var named = new ArrayList<Named>();
        for (int i = 0; i < file.targets.size(); i++) {
            var entry = file.targets.get(i);
            try {
                named.add(named(entry, RunFolder.shown(path.toAbsolutePath().getParent())));
            } catch (IllegalArgumentException | TypeConversionException | PreconditionException e) {
                throw PreconditionException.usage(
                        "--targets %s, target %s: %s",
                        path, entry == null || entry.name == null ? i + 1 : entry.name, e.getMessage());
            }
        }
        return named;
    }

    /** {@code null} for a file without content. */
    private static TargetsFile parse(Path path) throws PreconditionException {
        try {
            var text = Files.readString(path);
            return text.lines().allMatch(line -> line.isBlank() || line.startsWith("#"))
                    ? null
                    : YAML.readValue(text, TargetsFile.class);
        } catch (NoSuchFileException e) {
            throw PreconditionException.usage("--targets %s: there is no such file", path.toAbsolutePath());
        } catch (IOException e) {
            throw PreconditionException.usage("--targets %s cannot be read: %s", path, e.getMessage());
        } catch (UnrecognizedPropertyException e) {
            throw PreconditionException.usage(
                    "--targets %s: %s has the key '%s', which is none of %s",
                    path,
                    place(e),
                    e.getPropertyName(),
                    e.getKnownPropertyIds().stream()
                            .map(Object::toString)
                            .sorted()
                            .collect(Collectors.joining(", ")));
        } catch (MismatchedInputException e) {
            throw PreconditionException.usage(
                    "--targets %s: %s is not what docs/reference/targets.schema.json says", path, place(e));
        } catch (JacksonException e) {
            int line = e.getLocation() == null ? 0 : e.getLocation().getLineNr();
            throw PreconditionException.usage(
                    "--targets %s%s cannot be parsed: %s",
                    path,
                    line > 0 ? ", line " + line : "",
                    e.getOriginalMessage().lines().findFirst().orElse(""));
        }
    }

    /** {@code target 2, env}, or {@code the file}. */
    private static String place(MismatchedInputException e) {
        var path = e.getPath();
        int depth = e instanceof UnrecognizedPropertyException ? path.size() - 1 : path.size();
        var words = path.subList(0, depth).stream()
                .filter(step -> !"targets".equals(step.getPropertyName()))
                .map(step ->
                        step.getPropertyName() == null ? "target " + (step.getIndex() + 1) : step.getPropertyName())
                .collect(Collectors.joining(", "));
        return words.isEmpty() ? "the file" : words;
    }

    private static Named named(Entry entry, String directory) throws PreconditionException {
        if (entry == null || entry.name == null || (entry.command == null) == (entry.url == null)) {
            throw new IllegalArgumentException("it needs a name, and a command or a url");
        }
        if (!TargetResolver.isName(entry.name)) {
            throw new IllegalArgumentException("its name may have letters, digits, '.', '_' and '-' only");
        }
        if (entry.url != null && !entry.url.startsWith("http://")) {
            throw new IllegalArgumentException("url '%s' does not begin with http://".formatted(entry.url));
        }
        if (entry.url != null && (entry.env != null || entry.ready != null || entry.readyTimeout != null)) {
            throw new IllegalArgumentException("env, ready and readyTimeout are for a command; it has a url");
        }
        var expected = entry.expect == null
                ? ExpectedAnswer.ANY
                : ExpectedAnswer.of(entry.expect.status, entry.expect.contains, entry.expect.jsonPath);
        var timeout = entry.readyTimeout == null ? TargetOptions.READY_TIMEOUT : entry.readyTimeout;
        var program = new Program(
                directory.isEmpty() ? "." : directory,
                TargetOptions.readyPath(entry.ready),
                new TimeConverter.Seconds().convert(timeout));
        var settings = expected.settings(program, TargetOptions.ignorePattern(entry.ignore));
        return new Named(
                entry.name + "=" + (entry.url == null ? exports(entry.env) + entry.command : entry.url), settings);
    }

    private static String exports(Map<String, String> env) {
        if (env == null) {
            return "";
        }
        env.forEach((name, value) -> {
            if (!VARIABLE.matcher(name).matches()) {
                throw new IllegalArgumentException("env has '%s', which is no name of a variable".formatted(name));
            }
            if (value == null) {
                throw new IllegalArgumentException("env has no value for " + name);
            }
        });
        return env.entrySet().stream()
                .map(variable ->
                        "export %s=%s; ".formatted(variable.getKey(), ShellQuoting.line(List.of(variable.getValue()))))
                .collect(Collectors.joining());
    }
}
