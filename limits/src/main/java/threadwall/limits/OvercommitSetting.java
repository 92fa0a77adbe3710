package threadwall.limits;

/** {@code vm.overcommit_memory=2}, strict accounting, which is not the default of Linux. */
record OvercommitSetting() implements Setting {

    @Override
    public Remedy raise(LimitAssessment limit, long requested) {
        return Remedy.advice("use a smaller -Xss or -Xmx, or turn strict memory overcommit accounting off")
                .and(Remedy.sysctl("vm.overcommit_memory", "2", "0"));
    }
}
