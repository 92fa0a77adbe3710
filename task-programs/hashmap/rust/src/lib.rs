//! The program; the two of `src/bin` differ in their allocator alone.

mod arguments;
mod map_work;
mod times;

pub use arguments::Ask;
use std::time::{Duration, Instant};
use times::Times;
use tokio::runtime::Builder;

/// What a task does: the sum of what it found, and the time from its first instruction.
fn task(number: u64, ask: Ask) -> (u64, Duration) {
    let began = Instant::now();
    let sum = (ask.work)(number, ask.entries);
    (sum, began.elapsed())
}

/// A spawned task of tokio's each. The main thread is no worker, so tasks come in time however busy the workers are.
pub fn run(name: &str) -> std::io::Result<()> {
    let ask = Ask::of_command_line(name);
    let runtime = Builder::new_multi_thread().worker_threads(ask.workers).build()?;
    let start = Instant::now();
    let mut tasks = Vec::new();
    for number in 0..ask.tasks {
        ask.wait_for(number, start);
        tasks.push(runtime.spawn(async move { task(number, ask) }));
    }
    let mut checksum = 0u64;
    let mut times = Times::default();
    runtime.block_on(async {
        for task in tasks {
            let (sum, time) = task.await.expect("a task that only computes does not fail");
            checksum = checksum.wrapping_add(sum);
            times.add(time);
        }
    });
    times.report(start.elapsed(), checksum);
    Ok(())
}
