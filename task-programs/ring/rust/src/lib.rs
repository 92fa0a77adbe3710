//! What the three programs share: their arguments, the message, the line at the end.

use std::process::exit;
use std::time::Duration;

const MOST: u64 = 2_000_000_000;

/// What is asked for on the command line: `N MESSAGES WORKERS`.
pub struct Ask {
    pub tasks: usize,
    pub messages: u64,
    pub workers: usize,
}

impl Ask {
    /// Anything else than what it must be is one line on stderr and exit 2.
    pub fn of_command_line(name: &str) -> Ask {
        let words: Vec<String> = std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
        let [n, messages, workers] = &words[..] else {
            fail(name, &format!("arguments are '{}', must be three: N MESSAGES WORKERS", words.join(" ")))
        };
        Ask {
            tasks: whole(name, "N", n, 2) as usize,
            messages: whole(name, "MESSAGES", messages, 1),
            workers: whole(name, "WORKERS", workers, 1) as usize,
        }
    }

    /// Prints the line of a run that ended well.
    pub fn report(&self, start: Duration, total: Duration, checksum: u64) {
        println!(
            "{{\"tasks\":{},\"messages\":{},\"startMillis\":{:.3},\"totalMillis\":{:.3},\"checksum\":\"{checksum}\"}}",
            self.tasks,
            self.messages,
            millis(start),
            millis(total)
        );
    }
}

pub struct Message {
    left: u64,  // times that it is still received
    value: u64, // what all receivers made of it, below 2^32
}

impl Message {
    pub fn new(messages: u64) -> Message {
        Message { left: messages, value: 0 }
    }

    /// What the receiver with this index sends on; the checksum, where this was the last time.
    pub fn received_by(self, index: usize) -> Result<Message, u64> {
        let value = (self.value * 31 + index as u64) % (1 << 32);
        let left = self.left - 1;
        if left == 0 { Err(value) } else { Ok(Message { left, value }) }
    }
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
