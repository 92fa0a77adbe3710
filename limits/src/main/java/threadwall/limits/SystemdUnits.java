package threadwall.limits;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Which cgroups belong to systemd, and what its files say about their tasks. */
record SystemdUnits(Path root) {

    /** Folders of units and drop-ins, highest priority first (systemd.unit(5), "System Unit Search Path"). */
    private static final List<String> FOLDERS = List.of(
            "etc/systemd/system.control",
            "run/systemd/system.control",
            "run/systemd/transient",
            "etc/systemd/system",
            "run/systemd/system",
            "usr/local/lib/systemd/system",
            "usr/lib/systemd/system",
            "lib/systemd/system");

    /** Whether systemd manages this machine: sd_booted(3). */
    boolean booted() {
        return Files.isDirectory(root.resolve("run/systemd/system"));
    }

    /** The unit that owns a cgroup, by the name of its folder; empty where systemd does not own it. */
    Optional<String> unit(String cgroup) {
        String name = cgroup.substring(cgroup.lastIndexOf('/') + 1);
        return booted() && name.matches(".+\\.(service|scope|slice)") ? Optional.of(name) : Optional.empty();
    }

    /**
     * The file that sets a unit's TasksMax, and its line: "/etc/systemd/system/x.service.d/90.conf (TasksMax=33%)".
     */
    Optional<String> tasksMax(String unit) {
        List<String> files = new ArrayList<>();
        // the file with the highest priority is the unit; all drop-ins apply
        Stream.concat(Stream.of(unit), template(unit).stream())
                .flatMap(name -> FOLDERS.stream().map(folder -> folder + "/" + name))
                .filter(file -> Files.isRegularFile(root.resolve(file)))
                .findFirst()
                .ifPresent(files::add);
        List<String> dropIns = new ArrayList<>();
        for (String name : dropInNames(unit)) {
            FOLDERS.forEach(folder -> dropIns.add(folder + "/" + name + ".d"));
        }
        files.addAll(ConfigFiles.merged(root, dropIns, ".conf"));
        return files.stream().map(this::tasksMaxLine).flatMap(Optional::stream).reduce((before, later) -> later);
    }

    private Optional<String> tasksMaxLine(String file) {
        String text = new SystemFiles(root).text(file);
        return text == null
                ? Optional.empty()
                : text.lines()
                        .map(String::strip)
                        .filter(line -> line.startsWith("TasksMax="))
                        .reduce((before, later) -> later)
                        .map(line -> "/" + file + " (" + line + ")");
    }

    /** "getty@.service" of "getty@tty1.service". */
    private static Optional<String> template(String unit) {
        return unit.contains("@") ? Optional.of(unit.replaceFirst("@.*(\\.[a-z]+)$", "@$1")) : Optional.empty();
    }

    /** Highest priority first: the unit itself, its template, its prefixes ("user-.slice"), its type ("slice"). */
    private static List<String> dropInNames(String unit) {
        List<String> names = new ArrayList<>(List.of(unit));
        template(unit).ifPresent(names::add);
        String type = unit.substring(unit.lastIndexOf('.'));
        String stem = unit.substring(0, unit.lastIndexOf('.'));
        for (int dash = stem.lastIndexOf('-'); dash > 0; dash = stem.lastIndexOf('-', dash - 1)) {
            names.add(stem.substring(0, dash + 1) + type);
        }
        names.add(type.substring(1));
        return names;
    }
}
