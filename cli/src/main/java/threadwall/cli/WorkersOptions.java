package threadwall.cli;

import java.util.Arrays;
import java.util.List;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;
import threadwall.loadgen.sweep.plan.SweepConfig.Spinning;
import threadwall.loadgen.sweep.plan.SweepConfig.Workers;

/** How many threads a server answers by, and what they do while there is nothing to answer. */
final class WorkersOptions {

    @Option(
            names = "--workers",
            split = ",",
            paramLabel = "N|default",
            converter = CountConverter.WorkersOfServer.class,
            defaultValue = "default",
            description =
                    "Scheduler, carrier, Tomcat or event-loop threads of every server; each value is measured. Without it,"
                            + " or with default: each server's own number, for spring-blocking one per connection.")
    private List<Workers> workers;

    @Option(
            names = "--spinning",
            split = ",",
            paramLabel = "default|off",
            converter = SpinningName.class,
            defaultValue = "default",
            description =
                    "Whether idle workers busy-wait before they sleep; each value is measured. Without it, or with default:"
                            + " what each runtime does. off works for dotnet and dotnet-sockets-* only.")
    private List<Spinning> spinning;

    List<Workers> workers() {
        return workers;
    }

    List<Spinning> spinning() {
        return spinning;
    }

    static final class SpinningName implements ITypeConverter<Spinning> {
        @Override
        public Spinning convert(String name) {
            return Arrays.stream(Spinning.values())
                    .filter(spinning -> spinning.toString().equals(name))
                    .findFirst()
                    .orElseThrow(() -> new TypeConversionException("'" + name + "' is neither default nor off"));
        }
    }
}
