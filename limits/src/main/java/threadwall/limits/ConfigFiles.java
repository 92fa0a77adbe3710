package threadwall.limits;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** Folders full of small files, of which the one whose name sorts last wins. */
final class ConfigFiles {

    private ConfigFiles() {}

    /**
     * The files of a folder below the root with that ending, by name; as paths from the root, none where it is missing.
     */
    static List<String> in(Path root, String folder, String ending) {
        List<String> files = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(root.resolve(folder), "*" + ending)) {
            for (Path entry : entries) {
                if (Files.isRegularFile(entry)) {
                    files.add(folder + "/" + entry.getFileName());
                }
            }
        } catch (IOException missing) {
            return List.of();
        }
        files.sort(null);
        return files;
    }

    /**
     * The files of several folders in one order by their names; of two with one name only that of the earlier folder
     * counts, as sysctl.d(5) and systemd.unit(5) have it.
     */
    static List<String> merged(Path root, List<String> folders, String ending) {
        TreeMap<String, String> byName = new TreeMap<>();
        for (String folder : folders) {
            for (String file : in(root, folder, ending)) {
                byName.putIfAbsent(file.substring(file.lastIndexOf('/') + 1), file);
            }
        }
        return List.copyOf(byName.values());
    }
}
