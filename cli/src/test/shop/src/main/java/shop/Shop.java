package shop;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** A page that holds a database connection for 50 ms. */
@SpringBootApplication
@RestController
public class Shop {

    private final JdbcTemplate database;

    Shop(JdbcTemplate database) {
        this.database = database;
        database.execute("CREATE ALIAS IF NOT EXISTS SLEEP FOR \"java.lang.Thread.sleep(long)\"");
    }

    public static void main(String[] arguments) {
        SpringApplication.run(Shop.class, arguments);
    }

    @GetMapping(path = "/prices", produces = "text/plain")
    String prices() {
        database.execute("CALL SLEEP(50)");
        return "12";
    }
}
