//! What the four programs share: their arguments, the tally that tasks keep of themselves, the line at the end.

use std::process::exit;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

const MOST: u64 = 2_000_000_000;

/// Reads `N MILLIS`: how many tasks, and how long each sleeps. Anything else is one line on stderr and exit 2.
pub fn arguments(name: &str) -> (u64, Duration) {
    let words: Vec<String> = std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
    let [n, millis] = &words[..] else {
        fail(name, &format!("arguments are '{}', must be two: N MILLIS", words.join(" ")))
    };
    (whole(name, "N", n, 1), Duration::from_millis(whole(name, "MILLIS", millis, 0)))
}

fn whole(name: &str, what: &str, text: &str, least: u64) -> u64 {
    match text.parse() {
        Ok(value) if text.bytes().all(|byte| byte.is_ascii_digit()) && (least..=MOST).contains(&value) => value,
        _ => fail(name, &format!("{what} is '{text}', must be a whole number from {least} to {MOST}")),
    }
}

fn fail(name: &str, what: &str) -> ! {
    eprintln!("{name}: {what}");
    exit(2)
}

/// The tally of all tasks of this process.
pub static TALLY: Tally = Tally {
    started: AtomicU64::new(0),
    alive: AtomicU64::new(0),
    most_alive: AtomicU64::new(0),
    latest: AtomicU64::new(0),
};

pub struct Tally {
    started: AtomicU64,
    alive: AtomicU64,
    most_alive: AtomicU64,
    latest: AtomicU64, // wake-up, in nanoseconds behind its time
}

impl Tally {
    /// A task counts itself in, before it sleeps; when that was.
    pub fn enter(&self) -> Instant {
        self.most_alive.fetch_max(self.alive.fetch_add(1, Relaxed) + 1, Relaxed);
        self.started.fetch_add(1, Relaxed);
        Instant::now()
    }

    /// A task that entered at `began` and was to sleep for `asked` counts itself out.
    pub fn leave(&self, began: Instant, asked: Duration) {
        let late = began.elapsed().saturating_sub(asked).as_nanos();
        self.latest.fetch_max(late as u64, Relaxed);
        self.alive.fetch_sub(1, Relaxed);
    }

    pub fn started(&self) -> u64 {
        self.started.load(Relaxed)
    }

    /// The line of a run that ended well; `start` is how long the starting of all tasks took.
    pub fn report(&self, n: u64, start: Duration) {
        let late = millis(Duration::from_nanos(self.latest.load(Relaxed)));
        println!("{},\"latestWakeUpMillis\":{late:.3}}}", self.known(n, start));
    }

    /// The line of a run that met a wall, where `words` are the runtime's own.
    pub fn report_failure(&self, n: u64, start: Duration, words: &str) {
        let words = words.replace(['"', '\\'], "'");
        println!("{},\"failure\":\"{words}\"}}", self.known(n, start));
    }

    fn known(&self, n: u64, start: Duration) -> String {
        let most_alive = self.most_alive.load(Relaxed);
        let start = millis(start);
        format!("{{\"tasks\":{n},\"started\":{},\"mostAlive\":{most_alive},\"startMillis\":{start:.3}", self.started())
    }
}

fn millis(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1e3
}
