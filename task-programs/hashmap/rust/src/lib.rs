//! The program; the two of `src/bin` differ in their allocator alone.

mod arguments;
mod times;

pub use arguments::Ask;
use std::collections::HashMap;
use std::time::{Duration, Instant};
use times::Times;
use tokio::runtime::Builder;

struct Item {
    id: u64,
    score: u64,
}

/// What a task does: items into a map, and all of them read back; their sum, and the time from its first instruction.
fn task(number: u64, entries: u64) -> (u64, Duration) {
    let began = Instant::now();
    let mut map = HashMap::new();
    for id in 0..entries {
        map.insert(id, Item { id, score: number.wrapping_mul(31).wrapping_add(id) });
    }
    let mut sum = 0u64;
    for id in 0..entries {
        let item = &map[&id];
        sum = sum.wrapping_add(item.id ^ item.score);
    }
    drop(map);
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
        tasks.push(runtime.spawn(async move { task(number, ask.entries) }));
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
