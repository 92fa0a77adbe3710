//! A thread of the operating system each, with what Rust gives a thread by default.

use sleep::{TALLY, arguments};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread::{self, Builder};
use std::time::{Duration, Instant};

fn main() {
    let (n, asked) = arguments("rust-threads");
    let start = Instant::now();
    // Rust gives each thread a stack for signals, and one that gets none panics before our code runs in it.
    std::panic::set_hook(Box::new(move |panic| {
        let words = panic.to_string();
        wall(n, asked, start.elapsed(), words.lines().last().unwrap_or_default())
    }));
    // A scope waits for its threads without a list of them, whose growing would fail at the wall as well.
    let mut took = Duration::ZERO;
    thread::scope(|scope| {
        for _ in 0..n {
            let started = Builder::new().spawn_scoped(scope, move || {
                let began = TALLY.enter();
                thread::sleep(asked);
                TALLY.leave(began, asked);
            });
            if let Err(refused) = started {
                wall(n, asked, start.elapsed(), &refused.to_string())
            }
        }
        took = start.elapsed();
    });
    TALLY.report(n, took);
}

/// Says that no more threads are to be had, and ends when those that there are have slept.
fn wall(n: u64, asked: Duration, took: Duration, words: &str) -> ! {
    static SAID: AtomicBool = AtomicBool::new(false);
    if !SAID.swap(true, Relaxed) {
        thread::sleep(Duration::from_millis(20)); // the newest have not counted themselves in yet
        TALLY.report_failure(n, took, words);
        thread::sleep(asked);
        std::process::exit(1)
    }
    loop {
        thread::sleep(Duration::MAX)
    }
}
