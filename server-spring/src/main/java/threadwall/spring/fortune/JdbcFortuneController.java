package threadwall.spring.fortune;

import java.util.List;
import org.springframework.context.annotation.Profile;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import threadwall.server.RequestCounter;
import threadwall.server.Routes;
import threadwall.store.Fortune;

/** /fortunes on a thread that waits for PostgreSQL. */
@RestController
@Profile({"blocking", "virtual"})
class JdbcFortuneController {
    private static final String ALL = "select id, message from fortune order by id";

    private final JdbcTemplate jdbc;
    private final RequestCounter counter;

    JdbcFortuneController(JdbcTemplate jdbc, RequestCounter counter) {
        this.jdbc = jdbc;
        this.counter = counter;
    }

    @GetMapping(Routes.FORTUNES)
    List<Fortune> fortunes() {
        counter.enter();
        try {
            return jdbc.query(ALL, (row, number) -> new Fortune(row.getInt("id"), row.getString("message")));
        } finally {
            counter.exit();
        }
    }
}
