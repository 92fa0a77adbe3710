package threadwall.lessons;

/** Reads what the commands of a lesson's page measured. The texts and the commands are those of the page. */
interface Lesson {

    /**
     * What the commands of the section "Run" measured.
     *
     * @throws UnusableRecordException when the records lack it
     */
    Finding run(Records records) throws UnusableRecordException;

    /** What the commands of the section "Change it" measured; otherwise as {@link #run}. */
    Finding change(Records records) throws UnusableRecordException;

    /**
     * The question of the section "Check".
     *
     * @param records of the section "Run"
     */
    Check check(Records records) throws UnusableRecordException;

    /** Threads that one JVM of the lesson needs; 0 for a few. */
    default int threads() {
        return 0;
    }

    /** Connections that one server of the lesson has. */
    default int connections() {
        return 0;
    }
}
