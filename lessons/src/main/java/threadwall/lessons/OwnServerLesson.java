package threadwall.lessons;

import java.util.List;

/** A small server of the learner's own, beside kilim. */
final class OwnServerLesson implements Lesson {

    private static final String SERVER = "mine";

    @Override
    public int connections() {
        return 50;
    }

    @Override
    public Finding run(Records records) throws UnusableRecordException {
        double mine = rate(records, SERVER);
        return Finding.measured(
                        new Figure("requests/s of your server", mine, ""),
                        BarChart.of(
                                "Requests a second",
                                "/s",
                                List.of(
                                        new BarChart.Bar(SERVER, mine),
                                        new BarChart.Bar("kilim", rate(records, "kilim")))))
                .against(new Figure("at most, one request after the other", mostPerSecond(records), ""));
    }

    @Override
    public Finding change(Records records) throws UnusableRecordException {
        return run(records);
    }

    /** By Little's law each of N clients gets a response every N over rate seconds. */
    @Override
    public Check check(Records records) throws UnusableRecordException {
        int clients = records.step(SERVER).asked().load().concurrency();
        return new Check.Number(1e3 * clients / rate(records, SERVER), 0.15);
    }

    private static double mostPerSecond(Records records) throws UnusableRecordException {
        var sleep = records.step(SERVER).asked().load().sleepMillis();
        if (sleep == null || sleep == 0) {
            throw new UnusableRecordException("the route of the load does not sleep");
        }
        return 1e3 / sleep;
    }

    private static double rate(Records records, String server) throws UnusableRecordException {
        var rate = records.step(server).load().requestsPerSecond();
        if (rate == null) {
            throw new UnusableRecordException("the load of %s has no rate", server);
        }
        return rate;
    }

    @Override
    public int threads() {
        return 100;
    }
}
