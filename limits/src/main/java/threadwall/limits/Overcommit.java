package threadwall.limits;

/** {@code vm.overcommit_memory=2}, strict accounting, which Linux has not by default. */
record Overcommit() implements Setting {

    @Override
    public Remedy raise(LimitAssessment wall, long asked) {
        return Remedy.advice(
                        "a smaller -Xss or -Xmx takes less of it; or end the strict accounting, which somebody chose")
                .and(Remedy.sysctl("vm.overcommit_memory", "2", "0"));
    }
}
