//! What every server of threadwall has beside its routes: options, the lines on stdout, limits, counters.

use serde::Serialize;
use std::fmt::Display;
use std::process::exit;
use std::sync::atomic::{AtomicI64, Ordering::Relaxed};

pub const NAME: &str = "axum";
const USAGE: i32 = 2;

pub fn fail(code: i32, what: impl Display) -> ! {
    eprintln!("{NAME}: {what}");
    exit(code)
}

pub struct Options {
    pub host: String,
    pub port: u16,
    pub workers: usize,
}

impl Options {
    /// Reads the command line. `--help` is answered, with exit 0; anything else than the options is one line and exit 2.
    pub fn parse() -> Options {
        let processors = std::thread::available_parallelism().map_or(1, |count| count.get());
        let mut asked = Options { host: "127.0.0.1".into(), port: 8080, workers: processors };
        let mut words = std::env::args().skip(1);
        while let Some(word) = words.next() {
            if word == "--help" {
                println!("Usage: [--host ADDRESS] [--port N] [--workers N]");
                println!(
                    "A peer to compare with: axum on tokio. Its workers are tokio's; it has no store and no /fortunes."
                );
                exit(0);
            }
            let (name, value) = match word.split_once('=') {
                Some((name, value)) => (name.to_string(), Some(value.to_string())),
                None => (word.clone(), words.next()),
            };
            match (name.as_str(), value) {
                ("--host", Some(value)) => asked.host = value,
                ("--port", Some(value)) => asked.port = whole("--port", &value, 0, 65_535) as u16,
                ("--workers", Some(value)) => asked.workers = whole("--workers", &value, 1, 32_768),
                _ => fail(USAGE, format!("unknown option, or one without its value: '{word}' (see --help)")),
            }
        }
        asked
    }
}

fn whole(name: &str, text: &str, least: usize, most: usize) -> usize {
    match text.parse() {
        Ok(value) if (least..=most).contains(&value) => value,
        _ => fail(USAGE, format!("{name} must be from {least} to {most}, not '{text}' (see --help)")),
    }
}

/// The keys of the READY line, in its order.
#[derive(Clone, Serialize)]
pub struct ServerIdentity {
    pub server: &'static str,
    pub model: &'static str,
    pub pid: u32,
    pub url: String,
    pub store: Option<String>,
    pub workers: usize,
}

impl ServerIdentity {
    /// Of this process, at the port that the kernel gave.
    pub fn here(asked: &Options, port: u16) -> ServerIdentity {
        let host = if asked.host.contains(':') { format!("[{}]", asked.host) } else { asked.host.clone() };
        let url = format!("http://{host}:{port}");
        ServerIdentity { server: NAME, model: "tasks", pid: std::process::id(), url, store: None, workers: asked.workers }
    }

    pub fn health(&self) -> Health {
        Health { identity: self.clone(), limits: Limits::read() }
    }
}

/// What /health answers.
#[derive(Serialize)]
pub struct Health {
    #[serde(flatten)]
    identity: ServerIdentity,
    limits: Limits,
}

/// Those in force; null = unlimited, or not to be read here.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Limits {
    nofile_soft: Option<u64>,
    nofile_hard: Option<u64>,
    nproc_soft: Option<u64>,
    nproc_hard: Option<u64>,
    somaxconn: Option<u64>,
}

impl Limits {
    fn read() -> Limits {
        let (nofile_soft, nofile_hard) = limit("Max open files");
        let (nproc_soft, nproc_hard) = limit("Max processes");
        let somaxconn = std::fs::read_to_string("/proc/sys/net/core/somaxconn").ok();
        let somaxconn = somaxconn.and_then(|text| text.trim().parse().ok());
        Limits { nofile_soft, nofile_hard, nproc_soft, nproc_hard, somaxconn }
    }
}

/// Soft and hard, by their row in /proc.
fn limit(row: &str) -> (Option<u64>, Option<u64>) {
    let rows = std::fs::read_to_string("/proc/self/limits").unwrap_or_default();
    let values = rows.lines().find_map(|line| line.strip_prefix(row)).unwrap_or_default();
    let mut values = values.split_whitespace().map(|value| value.parse().ok());
    (values.next().flatten(), values.next().flatten())
}

/// The last line of a server's life.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Stopped {
    server: &'static str,
    pid: u32,
    requests: i64,
    handler_peak: i64,
}

pub fn say(word: &str, value: &impl Serialize) {
    println!("{word} {}", serde_json::to_string(value).expect("plain fields are always JSON"));
}

/// Requests of the measured routes: all of them, those in the handler, the most of these ever.
pub struct Counter {
    requests: AtomicI64,
    in_handler: AtomicI64,
    peak: AtomicI64,
}

pub static COUNTER: Counter =
    Counter { requests: AtomicI64::new(0), in_handler: AtomicI64::new(0), peak: AtomicI64::new(0) };

/// A request in the handler, until it is dropped: also when its client has gone meanwhile.
pub struct InHandler;

impl Counter {
    pub fn enter(&self) -> InHandler {
        self.requests.fetch_add(1, Relaxed);
        self.peak.fetch_max(self.in_handler.fetch_add(1, Relaxed) + 1, Relaxed);
        InHandler
    }

    pub fn say_stopped(&self) {
        let (requests, handler_peak) = (self.requests.load(Relaxed), self.peak.load(Relaxed));
        say("STOPPED", &Stopped { server: NAME, pid: std::process::id(), requests, handler_peak });
    }
}

impl Drop for InHandler {
    fn drop(&mut self) {
        COUNTER.in_handler.fetch_sub(1, Relaxed);
    }
}
