//! A spawned task each, on tokio's own runtime.

use sleep::{TALLY, arguments};
use std::time::Instant;

fn main() -> std::io::Result<()> {
    let (n, asked) = arguments("rust-tokio");
    tokio::runtime::Runtime::new()?.block_on(async {
        let start = Instant::now();
        let mut tasks = Vec::new();
        for _ in 0..n {
            tasks.push(tokio::spawn(async move {
                let began = TALLY.enter();
                tokio::time::sleep(asked).await;
                TALLY.leave(began, asked);
            }));
        }
        let took = start.elapsed();
        for task in tasks {
            task.await.expect("a task that only sleeps does not fail");
        }
        TALLY.report(n, took);
    });
    Ok(())
}
