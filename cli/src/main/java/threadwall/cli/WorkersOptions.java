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
                    "Scheduler, carrier, Tomcat or event-loop threads of every server, a step each; default is each"
                            + " server's own: spring-blocking has as many as connections (default: ${DEFAULT-VALUE}).")
    private List<Workers> workers;

    @Option(
            names = "--spinning",
            split = ",",
            paramLabel = "default|off",
            converter = SpinningName.class,
            defaultValue = "default",
            description =
                    "Let idle workers busy-wait for a while before they sleep; each value is measured. off works for dotnet"
                            + " alone (default: ${DEFAULT-VALUE}, what each runtime does).")
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
