//! A spawned task each, with channels of tokio's.

use ring::{Ask, Message};
use std::time::Instant;
use tokio::runtime::Builder;
use tokio::sync::mpsc::channel;

fn main() -> std::io::Result<()> {
    let ask = Ask::of_command_line("rust-tokio");
    Builder::new_multi_thread().worker_threads(ask.workers).enable_all().build()?.block_on(async {
        let start = Instant::now();
        let (mut senders, receivers): (Vec<_>, Vec<_>) = (0..ask.tasks).map(|_| channel::<Box<Message>>(1)).unzip();
        let first = senders[0].clone();
        senders.rotate_left(1); // each has the sender of the next
        let (last, mut counted) = channel(1);
        for (index, (mut own, next)) in receivers.into_iter().zip(senders).enumerate() {
            let last = last.clone();
            tokio::spawn(async move {
                while let Some(mut message) = own.recv().await {
                    match message.received_by(index) {
                        None => next.send(message).await.expect("the next one receives until the process ends"),
                        Some(counted) => last.send(counted).await.expect("the main task waits for it"),
                    }
                }
            });
        }
        let started = start.elapsed();
        first.send(Message::new(ask.seconds)).await.expect("the first one receives");
        ask.report(started, counted.recv().await.expect("the last receiver sends it"));
    });
    Ok(())
}
