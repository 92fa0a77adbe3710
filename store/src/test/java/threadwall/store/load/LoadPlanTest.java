package threadwall.store.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class LoadPlanTest {

    private static final RowCost TRIAL = new RowCost(58.5, 41.5, 500_000);

    private static LoadPlan plan(int rows, int present, DiskSpace room) {
        return new LoadPlan(rows, present, TRIAL, Optional.ofNullable(room));
    }

    @Test
    void onlyWhatIsMissingTakesSpaceAndTime() {
        var plan = plan(1_000_000, 400_000, null);
        assertThat(plan.bytes()).isEqualTo(35_100_000);
        assertThat(plan.seconds()).isEqualTo(1.2);
    }

    @Test
    void whatFitsToTheByteIsNoObstacleAndAByteMoreIs() {
        assertThat(plan(1_000_000, 0, new DiskSpace(58_500_000, 0)).obstacle()).isEmpty();
        assertThat(plan(1_000_000, 0, new DiskSpace(58_499_999, 0)).obstacle()).isPresent();
        assertThat(plan(1_000_000, 1, new DiskSpace(58_499_999, 0)).obstacle()).isEmpty();
    }

    @Test
    void ofALogCountsWhatIsWrittenAndNoMoreThanIsKept() {
        long both = 58_500_000 + 100_000_000;
        assertThat(plan(1_000_000, 0, new DiskSpace(both, 1_000_000_000)).obstacle())
                .isEmpty();
        assertThat(plan(1_000_000, 0, new DiskSpace(both - 1, 1_000_000_000)).obstacle())
                .isPresent();
        assertThat(plan(1_000_000, 0, new DiskSpace(58_500_000 + 16, 16)).obstacle())
                .isEmpty();
        assertThat(plan(1_000_000, 0, new DiskSpace(58_500_000 + 15, 16)).obstacle())
                .isPresent();
    }

    @Test
    void aDiskThatIsNotSeenIsNoObstacle() {
        assertThat(plan(2_000_000_000, 0, null).obstacle()).isEmpty();
    }

    @Test
    void aLargerLoadThanTheDiskIsPlannedOnPaper() {
        assertThat(plan(1_000_000_000, 0, new DiskSpace(12_000_000_000L, 1_073_741_824L))
                        .obstacle())
                .contains(
                        "1,000,000,000 more rows need 58.5 GB, and 1.1 GB of log meanwhile (measured: 58.5 bytes per row), but 12.0"
                                + " GB are free; the load would take 2000 s at 500,000 rows/s. --rows 186773644 fits; for more, free disk"
                                + " space or use a larger disk");
    }

    /**
     * 100 bytes of log per 58.5 bytes of table: on a small disk the log written counts, not the log that would be kept.
     */
    @Test
    void whatFitsIsToldBesideALogThatIsLargerThanTheDisk() {
        assertThat(plan(2_000, 500, new DiskSpace(158_500, 1_000_000_000))
                        .obstacle()
                        .orElseThrow())
                .contains("--rows 1500 fits");
        assertThat(plan(1_500, 500, new DiskSpace(158_500, 1_000_000_000)).obstacle())
                .isEmpty();
    }

    @Test
    void whereNotARowFitsNoneIsPromised() {
        assertThat(plan(1_000_000, 500_000, new DiskSpace(0, 1)).obstacle().orElseThrow())
                .endsWith("rows/s. Free disk space, or use another disk");
    }
}
