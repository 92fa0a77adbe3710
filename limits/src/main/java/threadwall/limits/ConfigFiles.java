package threadwall.limits;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** Folders of small configuration files that are read in the order of their names; the last one wins. */
final class ConfigFiles {

    private ConfigFiles() {}

    /**
     * Files in a folder below the root with that ending, sorted by name, as paths from the root; none if it is missing.
     */
    static List<String> in(Path root, String folder, String ending) {
        return entries(root, folder, ending).stream()
                .filter(file -> Files.isRegularFile(root.resolve(file)))
                .sorted()
                .toList();
    }

    private static List<String> entries(Path root, String folder, String ending) {
        List<String> files = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(root.resolve(folder), "*" + ending)) {
            entries.forEach(entry -> files.add(folder + "/" + entry.getFileName()));
        } catch (IOException missing) {
            return List.of();
        }
        return files;
    }

    /**
     * Files of several folders, sorted by name. If two have the same name, only the one in the earlier folder counts, as in
     * sysctl.d(5) and systemd.unit(5); a link to /dev/null hides those of the later folders.
     */
    static List<String> merged(Path root, List<String> folders, String ending) {
        TreeMap<String, String> byName = new TreeMap<>();
        for (String folder : folders) {
            for (String file : entries(root, folder, ending)) {
                byName.putIfAbsent(file.substring(file.lastIndexOf('/') + 1), file);
            }
        }
        return byName.values().stream()
                .filter(file -> Files.isRegularFile(root.resolve(file)))
                .toList();
    }
}
