//! A spawned task each, on async-std's global executor, which has a thread for each processor.

use async_std::channel::bounded;
use async_std::task;
use ring::{Ask, Message};
use std::time::Instant;

fn main() {
    let ask = Ask::of_command_line("rust-async-std");
    task::block_on(async {
        let start = Instant::now();
        let (mut senders, receivers): (Vec<_>, Vec<_>) = (0..ask.tasks).map(|_| bounded::<Box<Message>>(1)).unzip();
        let first = senders[0].clone();
        senders.rotate_left(1); // each has the sender of the next
        let (last, counted) = bounded(1);
        for (index, (own, next)) in receivers.into_iter().zip(senders).enumerate() {
            let last = last.clone();
            task::spawn(async move {
                while let Ok(mut message) = own.recv().await {
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
}
