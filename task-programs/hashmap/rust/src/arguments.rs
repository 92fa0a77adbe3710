//! What is asked for on the command line, `VARIANT TASKS ENTRIES ARRIVAL WORKERS KEYS`, and when each task is to start.

use crate::map_work::{self, MapWork};
use std::process::exit;
use std::time::{Duration, Instant};

const MOST: u64 = 2_000_000_000;

#[derive(Clone, Copy)]
pub struct Ask {
    pub tasks: u64,
    pub entries: u64,
    pub workers: usize,
    pub work: MapWork,
    arrival: Option<(u64, u64)>, // so many tasks, every so many milliseconds; none is a burst
}

impl Ask {
    /// Anything else than what it must be is one line on stderr and exit 2.
    pub fn of_command_line(name: &str) -> Ask {
        let words: Vec<String> = std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
        let [variant, tasks, entries, arrival, workers, keys] = &words[..] else {
            let given = words.join(" ");
            fail(name, &format!("arguments are '{given}', must be six: VARIANT TASKS ENTRIES ARRIVAL WORKERS KEYS"))
        };
        if variant != "tokio" {
            fail(name, &format!("VARIANT is '{variant}', must be tokio"))
        }
        let whole = |what, text| {
            let must_be = format!("must be a whole number from 1 to {MOST}");
            number(text).unwrap_or_else(|| fail(name, &format!("{what} is '{text}', {must_be}")))
        };
        Ask {
            tasks: whole("TASKS", tasks),
            entries: whole("ENTRIES", entries),
            workers: whole("WORKERS", workers) as usize,
            arrival: schedule(name, arrival),
            work: map_work::named(keys)
                .unwrap_or_else(|| fail(name, &format!("KEYS is '{keys}', must be numbers or strings"))),
        }
    }

    /// Waits until a task is to start: by the schedule from `start` on, so one that is late holds up no later one.
    pub fn wait_for(&self, task: u64, start: Instant) {
        if let Some((at_once, millis)) = self.arrival {
            let due = start + Duration::from_millis(task / at_once * millis);
            std::thread::sleep(due.saturating_duration_since(Instant::now()));
        }
    }
}

fn schedule(name: &str, text: &str) -> Option<(u64, u64)> {
    if text == "burst" {
        return None;
    }
    let parts = text.split_once('/').and_then(|(at_once, millis)| Some((number(at_once)?, number(millis)?)));
    let must_be = "must be burst, or K/MS: K tasks every MS milliseconds";
    Some(parts.unwrap_or_else(|| fail(name, &format!("ARRIVAL is '{text}', {must_be}"))))
}

fn number(text: &str) -> Option<u64> {
    let value = text.parse().ok()?;
    (text.bytes().all(|byte| byte.is_ascii_digit()) && (1..=MOST).contains(&value)).then_some(value)
}

fn fail(name: &str, what: &str) -> ! {
    eprintln!("{name}: {what}");
    exit(2)
}
