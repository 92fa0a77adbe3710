//! One task of tokio's that drives all: N futures, joined. Nothing is spawned, and one thread does everything.

use futures_util::future::join_all;
use sleep::{TALLY, arguments};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// When the last of them began: join polls them for the first time, so that is the end of the starting.
static ALL_BEGUN: OnceLock<Instant> = OnceLock::new();

async fn one(n: u64, asked: Duration) {
    let began = TALLY.enter();
    if TALLY.started() == n {
        ALL_BEGUN.get_or_init(|| began);
    }
    tokio::time::sleep(asked).await;
    TALLY.leave(began, asked);
}

fn main() -> std::io::Result<()> {
    let (n, asked) = arguments("rust-tokio-joined");
    tokio::runtime::Runtime::new()?.block_on(async {
        let start = Instant::now();
        join_all((0..n).map(|_| one(n, asked))).await;
        let all_begun = ALL_BEGUN.get().expect("join returns when all have run");
        TALLY.report(n, *all_begun - start);
    });
    Ok(())
}
