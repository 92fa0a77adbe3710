//! A peer to compare with: axum on tokio, a task a connection. docs/reference/servers.md has the routes, options and lines on stdout.
//!
//! Exit codes: 0 stopped by SIGTERM or SIGINT, 1 failed, 2 usage, 4 the environment does not allow it.

use axum::extract::{Query, State};
use axum::http::{Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::serve::ListenerExt;
use axum::{Json, Router};
use peer_axum::{COUNTER, ServerIdentity, Options, fail, say};
use serde::Serialize;
use std::collections::HashMap;
use std::io;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpSocket, lookup_host};
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::Notify;

const BACKLOG: u32 = 65_535; // the kernel caps it at net.core.somaxconn
const GRACE: Duration = Duration::from_secs(3); // for requests in flight
const LONGEST_SLEEP: u64 = 3_600_000; // ms
const LONGEST_QUOTE: usize = 80; // characters of what a client sent that its refusal repeats
const ENVIRONMENT: i32 = 4;

#[derive(Serialize)]
struct Hello {
    message: String,
}

#[derive(Serialize)]
struct Refusal {
    error: String,
}

async fn json() -> Json<Hello> {
    let _here = COUNTER.enter();
    Json(Hello { message: "Hello, World!".into() })
}

async fn json2(Query(query): Query<HashMap<String, String>>) -> Response {
    let time = query.get("time").map_or("0", String::as_str);
    let millis = match time.parse() {
        Ok(millis) if millis <= LONGEST_SLEEP && !time.starts_with('+') => millis,
        _ => {
            let range = format!("time must be a whole number of milliseconds from 0 to {LONGEST_SLEEP}");
            return refused(StatusCode::BAD_REQUEST, format!("{range}, not '{}'", shortened(time)));
        }
    };
    let _here = COUNTER.enter();
    tokio::time::sleep(Duration::from_millis(millis)).await;
    Json(Hello { message: format!("Hello, World! {millis}") }).into_response()
}

async fn health(State(identity): State<Arc<ServerIdentity>>) -> Response {
    Json(identity.health()).into_response()
}

async fn no_route(path: Uri) -> Response {
    refused(StatusCode::NOT_FOUND, format!("no such route: {}", shortened(path.path())))
}

/// axum adds the header Allow by itself.
async fn not_allowed(method: Method, path: Uri) -> Response {
    let reason = format!("{} is not allowed on {}; allowed: GET, HEAD", shortened(method.as_str()), path.path());
    refused(StatusCode::METHOD_NOT_ALLOWED, reason)
}

fn refused(status: StatusCode, error: String) -> Response {
    (status, Json(Refusal { error })).into_response()
}

fn shortened(sent: &str) -> String {
    match sent.char_indices().nth(LONGEST_QUOTE) {
        Some((end, _)) => format!("{}…", &sent[..end]),
        None => sent.into(),
    }
}

async fn listen(asked: &Options) -> TcpListener {
    let address = match lookup_host((asked.host.as_str(), asked.port)).await.map(|mut found| found.next()) {
        Ok(Some(address)) => address,
        _ => fail(
            ENVIRONMENT,
            format!("no address is known for the name '{}'; give --host an address of this machine", asked.host),
        ),
    };
    let listening = || {
        let socket = if address.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
        socket.set_reuseaddr(true)?;
        socket.bind(address)?;
        socket.listen(BACKLOG)
    };
    let (host, port) = (&asked.host, asked.port);
    listening().unwrap_or_else(|error: io::Error| match error.kind() {
        io::ErrorKind::AddrInUse => fail(
            ENVIRONMENT,
            format!(
                "port {port} on {host} is in use; choose another with --port, \
                 or end what listens there (ss -ltnp 'sport = :{port}')"
            ),
        ),
        _ => fail(
            ENVIRONMENT,
            format!("cannot listen on port {port} of {host}: {error}; choose another with --host or --port"),
        ),
    })
}

/// Until a signal, and then until the requests in flight are answered, at most as long as they are granted.
async fn run(asked: Options) -> io::Result<()> {
    let listener = listen(&asked).await;
    let identity = Arc::new(ServerIdentity::here(&asked, listener.local_addr()?.port()));
    let routes = Router::new()
        .route("/json", get(json))
        .route("/json2", get(json2))
        .route("/health", get(health))
        .fallback(no_route)
        .method_not_allowed_fallback(not_allowed)
        .with_state(identity.clone());
    let (mut term, mut int) = (signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?);
    let stop = Arc::new(Notify::new());
    let stopping = stop.clone();
    let listener = listener.tap_io(|connection| {
        // one that is gone already is closed by whoever reads it
        let _ = connection.set_nodelay(true);
    });
    let serving = tokio::spawn(
        axum::serve(listener, routes).with_graceful_shutdown(async move { stopping.notified().await }).into_future(),
    );
    say("READY", &*identity);
    tokio::select! {
        _ = term.recv() => {}
        _ = int.recv() => {}
    }
    stop.notify_one();
    let _ = tokio::time::timeout(GRACE, serving).await; // whatever is still at work then ends with the process
    COUNTER.say_stopped();
    Ok(())
}

fn main() {
    let asked = Options::parse();
    let started = tokio::runtime::Builder::new_multi_thread().worker_threads(asked.workers).enable_all().build();
    match started.and_then(|runtime| {
        let ended = runtime.block_on(run(asked));
        runtime.shutdown_background();
        ended
    }) {
        Ok(()) => {}
        Err(error) => fail(1, error),
    }
}
