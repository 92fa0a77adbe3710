//! How long each task took, and the line that a run ends with.

use std::time::Duration;

#[derive(Default)]
pub struct Times(Vec<Duration>);

impl Times {
    pub fn add(&mut self, time: Duration) {
        self.0.push(time);
    }

    /// Prints the line. The 99th percentile is the nearest rank of all times.
    pub fn report(mut self, total: Duration, checksum: u64) {
        self.0.sort_unstable();
        let n = self.0.len();
        let mean = self.0.iter().sum::<Duration>().as_secs_f64() * 1e3 / n as f64;
        println!(
            "{{\"tasks\":{n},\"totalMillis\":{:.3},\"meanMillis\":{mean:.6},\"p99Millis\":{:.6},\"maxMillis\":{:.6},\
             \"checksum\":\"{checksum}\"}}",
            millis(total),
            millis(self.0[(n * 99).div_ceil(100) - 1]),
            millis(self.0[n - 1])
        );
    }
}

fn millis(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1e3
}
