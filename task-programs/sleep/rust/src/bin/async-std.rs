//! A spawned task each, on async-std's global executor.

use async_std::task;
use sleep::{TALLY, arguments};
use std::time::Instant;

fn main() {
    let (n, asked) = arguments("rust-async-std");
    task::block_on(async {
        let start = Instant::now();
        let mut tasks = Vec::new();
        for _ in 0..n {
            tasks.push(task::spawn(async move {
                let began = TALLY.enter();
                task::sleep(asked).await;
                TALLY.leave(began, asked);
            }));
        }
        let took = start.elapsed();
        for task in tasks {
            task.await;
        }
        TALLY.report(n, took);
    });
}
