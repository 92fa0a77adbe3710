//! A spawned task each, on async-std's global executor, which has a thread for each processor.

use async_std::channel::bounded;
use async_std::task;
use ring::{Ask, Message};
use std::time::Instant;

fn main() {
    let ask = Ask::of_command_line("rust-async-std");
    task::block_on(async {
        let start = Instant::now();
        let (mut senders, receivers): (Vec<_>, Vec<_>) = (0..ask.tasks).map(|_| bounded::<Message>(1)).unzip();
        let first = senders[0].clone();
        senders.rotate_left(1); // each has the sender of the next
        let (last, checksum) = bounded(1);
        for (index, (own, next)) in receivers.into_iter().zip(senders).enumerate() {
            let last = last.clone();
            task::spawn(async move {
                while let Ok(message) = own.recv().await {
                    match message.received_by(index) {
                        Ok(message) => next.send(message).await.expect("the next one receives until the process ends"),
                        Err(value) => last.send(value).await.expect("the main task waits for it"),
                    }
                }
            });
        }
        let sent = Instant::now();
        first.send(Message::new(ask.messages)).await.expect("the first one receives");
        let value = checksum.recv().await.expect("the last receiver sends it");
        ask.report(sent - start, sent.elapsed(), value);
    });
}
