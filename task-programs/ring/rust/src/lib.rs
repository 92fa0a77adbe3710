//! What the three programs share: their arguments, the message, the line at the end.

use std::process::exit;
use std::time::{Duration, Instant};

const MOST: u64 = 2_000_000_000;
const WARM_UP: Duration = Duration::from_secs(1);

/// Receipts between two looks at the clock.
const LOOK: u64 = 1000;

/// What is asked for on the command line: `N SECONDS WORKERS`.
pub struct Ask {
    pub tasks: usize,
    pub seconds: Duration,
    pub workers: usize,
}

impl Ask {
    /// Anything else than what it must be is one line on stderr and exit 2.
    pub fn of_command_line(name: &str) -> Ask {
        let words: Vec<String> = std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
        let [n, seconds, workers] = &words[..] else {
            fail(name, &format!("arguments are '{}', must be three: N SECONDS WORKERS", words.join(" ")))
        };
        Ask {
            tasks: whole(name, "N", n, 2) as usize,
            seconds: Duration::from_secs(whole(name, "SECONDS", seconds, 1)),
            workers: whole(name, "WORKERS", workers, 1) as usize,
        }
    }

    /// Prints the line of a run that ended well; `start` is how long the starting of all tasks took.
    pub fn report(&self, start: Duration, counted: Counted) {
        println!(
            "{{\"tasks\":{},\"messages\":{},\"received\":{},\"startMillis\":{:.3},\"totalMillis\":{:.3},\
             \"cpuMillis\":{},\"checksum\":\"{}\"}}",
            self.tasks,
            counted.messages,
            counted.received,
            millis(start),
            millis(counted.total),
            counted.cpu_millis,
            counted.checksum
        );
    }
}

/// The message of the ring. It moves from task to task, and each changes it.
pub struct Message {
    received: u64,
    value: u64, // what all receivers made of it, below 2^32
    seconds: Duration,
    sent: Instant,
    start: Option<Start>, // of counting; none during the warm-up
}

struct Start {
    received: u64,
    at: Instant,
    cpu_millis: u64,
}

/// What a run has counted.
pub struct Counted {
    messages: u64,
    received: u64,
    total: Duration,
    cpu_millis: u64,
    checksum: u64,
}

impl Message {
    /// To be counted for so long after the warm-up, which begins now.
    pub fn new(seconds: Duration) -> Box<Message> {
        Box::new(Message { received: 0, value: 0, seconds, sent: Instant::now(), start: None })
    }

    /// Receives it at this place of the ring; what was counted, if the time is over.
    pub fn received_by(&mut self, index: usize) -> Option<Counted> {
        self.value = (self.value * 31 + index as u64) % (1 << 32);
        self.received += 1;
        if self.received % LOOK == 0 { self.look() } else { None }
    }

    fn look(&mut self) -> Option<Counted> {
        let now = Instant::now();
        match &self.start {
            None => {
                if now - self.sent >= WARM_UP {
                    self.start = Some(Start { received: self.received, at: now, cpu_millis: cpu_millis() });
                }
                None
            }
            Some(start) if now - start.at >= self.seconds => Some(Counted {
                messages: self.received - start.received,
                received: self.received,
                total: now - start.at,
                cpu_millis: cpu_millis() - start.cpu_millis,
                checksum: self.value,
            }),
            Some(_) => None,
        }
    }
}

/// User and system time of this process, in ticks of 10 ms: proc_pid_stat(5).
fn cpu_millis() -> u64 {
    let stat = std::fs::read_to_string("/proc/self/stat").expect("this process has its own /proc/self/stat");
    let fields = stat.rsplit(')').next().expect("rsplit has one part at least");
    let ticks: u64 = fields.split_whitespace().skip(11).take(2).filter_map(|field| field.parse::<u64>().ok()).sum();
    ticks * 10
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

fn millis(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1e3
}
