package threadwall.cli;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.simpleName;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/**
 * Who may know whom. It stands here because only this module can have all of ours on its class path; the servers are there
 * for tests alone.
 */
@AnalyzeClasses(packages = "threadwall", importOptions = ImportOption.DoNotIncludeTests.class)
class LayeringTest {

    /**
     * Servers, PostgreSQL and data loading are processes with a main of their own: no arrow leads there from the tool. Both
     * sides read the limits in force by {@code limits}: the tool to plan, a server for its {@code /health}.
     */
    @ArchTest
    static final ArchRule layers = layeredArchitecture()
            .consideringOnlyDependenciesInLayers()
            .layer("cli")
            .definedBy("threadwall.cli..")
            .layer("watch")
            .definedBy("threadwall.watch..")
            .layer("lessons")
            .definedBy("threadwall.lessons..")
            .layer("web-charts")
            .definedBy("threadwall.webcharts..")
            .layer("report-html")
            .definedBy("threadwall.report.html..")
            .layer("report")
            .definedBy("threadwall.report", "threadwall.report.claims..")
            .layer("resilience")
            .definedBy("threadwall.resilience..")
            .layer("tasks")
            .definedBy("threadwall.tasks..")
            .layer("doctor")
            .definedBy("threadwall.doctor..")
            .layer("probes")
            .definedBy("threadwall.probes..")
            .layer("sweep")
            .definedBy("threadwall.loadgen.sweep..")
            .layer("testbed")
            .definedBy("threadwall.loadgen.testbed..")
            .layer("engine")
            .definedBy("threadwall.loadgen.engine..", "threadwall.loadgen.http..")
            .layer("process")
            .definedBy("threadwall.process..")
            .layer("limits")
            .definedBy("threadwall.limits..")
            .layer("record")
            .definedBy("threadwall.record..")
            .layer("server-kilim")
            .definedBy("threadwall.kilim..")
            .layer("server-spring")
            .definedBy("threadwall.spring..")
            .layer("peers")
            .definedBy("threadwall.peers..")
            .layer("server-api")
            .definedBy("threadwall.server..")
            .layer("store")
            .definedBy("threadwall.store..")
            .whereLayer("cli")
            .mayOnlyAccessLayers(
                    "watch",
                    "lessons",
                    "report-html",
                    "report",
                    "resilience",
                    "tasks",
                    "doctor",
                    "probes",
                    "sweep",
                    "testbed",
                    "engine",
                    "process",
                    "limits",
                    "record")
            .whereLayer("watch")
            .mayOnlyAccessLayers("web-charts", "testbed", "engine", "process", "limits", "record")
            .whereLayer("lessons")
            .mayOnlyAccessLayers("process", "limits", "record")
            .whereLayer("report-html")
            .mayOnlyAccessLayers("web-charts", "report", "record")
            .whereLayer("web-charts")
            .mayNotAccessAnyLayer()
            .whereLayer("report")
            .mayOnlyAccessLayers("record")
            .whereLayer("resilience")
            .mayOnlyAccessLayers("testbed", "engine", "process", "limits", "record")
            .whereLayer("tasks")
            .mayOnlyAccessLayers("probes", "process", "limits", "record")
            .whereLayer("doctor")
            .mayOnlyAccessLayers("probes", "process", "limits", "record")
            .whereLayer("probes")
            .mayOnlyAccessLayers("process", "limits", "record")
            .whereLayer("sweep")
            .mayOnlyAccessLayers("testbed", "engine", "process", "limits", "record")
            .whereLayer("testbed")
            .mayOnlyAccessLayers("engine", "process", "limits", "record")
            .whereLayer("engine")
            .mayOnlyAccessLayers("process", "record")
            .whereLayer("process")
            .mayOnlyAccessLayers("limits", "record")
            .whereLayer("limits")
            .mayNotAccessAnyLayer()
            .whereLayer("record")
            .mayNotAccessAnyLayer()
            .whereLayer("server-kilim")
            .mayOnlyAccessLayers("server-api", "store")
            .whereLayer("server-spring")
            .mayOnlyAccessLayers("server-api", "store")
            .whereLayer("peers")
            .mayOnlyAccessLayers("server-api")
            .whereLayer("server-api")
            .mayOnlyAccessLayers("store", "limits")
            .whereLayer("store")
            .mayNotAccessAnyLayer()
            .ensureAllClassesAreContainedInArchitecture();

    /** The model of the limits is read by itself: it needs nothing but the JDK. */
    @ArchTest
    static final ArchRule limitsNeedTheJdkOnly = classes()
            .that()
            .resideInAPackage("threadwall.limits..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage("threadwall.limits..", "java..");

    /**
     * The fiber server's own layers: HTTP knows neither sockets nor this application's routes and answers, a loop knows no
     * HTTP, and both are used by connections.
     */
    @ArchTest
    static final ArchRule fiberServer = layeredArchitecture()
            .consideringOnlyDependenciesInLayers()
            .layer("server")
            .definedBy("threadwall.kilim")
            .layer("application")
            .definedBy(resideInAPackage("threadwall.server..")
                    .and(not(simpleName("Json").or(simpleName("HttpDate")))))
            .layer("connection")
            .definedBy("threadwall.kilim.connection..")
            .layer("http")
            .definedBy("threadwall.kilim.http..")
            .layer("loop")
            .definedBy("threadwall.kilim.loop..")
            .layer("io")
            .definedBy("threadwall.kilim.io..")
            .whereLayer("connection")
            .mayOnlyAccessLayers("application", "http", "loop", "io")
            .whereLayer("http")
            .mayOnlyAccessLayers("io")
            .whereLayer("loop")
            .mayOnlyAccessLayers("io")
            .whereLayer("io")
            .mayNotAccessAnyLayer();
}
