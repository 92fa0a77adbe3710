// A server for threadwall: it answers /json2?time=MS after MS milliseconds, one connection after the other.
//
// Run it with: java docs/lessons/11-make-a-server/Server.java PORT

static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ROOT)
        .withZone(ZoneOffset.UTC);
static final Pattern REQUEST = Pattern.compile("GET /json2\\?time=(\\d{1,6}) HTTP/1\\.[01]");

void main(String[] arguments) throws IOException {
    int port = Integer.parseInt(arguments[0]);
    try (var listener = new ServerSocket(port, 4_096, InetAddress.getByName("127.0.0.1"))) {
        while (true) {
            var connection = listener.accept();
            serve(connection);
        }
    }
}

/** Answers one request and closes the connection. A client that hangs up ends its own connection only. */
void serve(Socket connection) {
    try (connection) {
        connection.setSoTimeout(10_000);
        var in = new BufferedReader(new InputStreamReader(connection.getInputStream(), StandardCharsets.US_ASCII));
        var request = in.readLine();
        for (var line = request; line != null && !line.isEmpty(); line = in.readLine()) {
            // the other lines of the head are read and left out
        }
        if (request != null) {
            connection.getOutputStream().write(answer(request).getBytes(StandardCharsets.US_ASCII));
        }
    } catch (IOException gone) {
        System.err.println("connection: " + gone.getMessage());
    }
}

/** The whole response to a request line. */
String answer(String request) {
    var match = REQUEST.matcher(request);
    if (!match.matches()) {
        return response("404 Not Found", "{\"error\":\"ask for /json2?time=MS\"}");
    }
    var millis = match.group(1);
    try {
        Thread.sleep(Long.parseLong(millis));
    } catch (InterruptedException ended) {
        Thread.currentThread().interrupt();
    }
    return response("200 OK", "{\"message\":\"Hello, World! " + Long.parseLong(millis) + "\"}");
}

String response(String status, String body) {
    return "HTTP/1.1 " + status + "\r\nDate: " + DATE.format(Instant.now())
            + "\r\nContent-Type: application/json\r\nContent-Length: " + body.length()
            + "\r\nConnection: close\r\n\r\n" + body;
}
