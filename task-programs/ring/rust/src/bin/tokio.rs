//! A spawned task each, with channels of tokio's.

use ring::{Ask, Message};
use std::time::Instant;
use tokio::runtime::Builder;
use tokio::sync::mpsc::channel;

fn main() -> std::io::Result<()> {
    let ask = Ask::of_command_line("rust-tokio");
    Builder::new_multi_thread().worker_threads(ask.workers).build()?.block_on(async {
        let start = Instant::now();
        let (mut senders, receivers): (Vec<_>, Vec<_>) = (0..ask.tasks).map(|_| channel::<Message>(1)).unzip();
        let first = senders[0].clone();
        senders.rotate_left(1); // each has the sender of the next
        let (last, mut checksum) = channel(1);
        for (index, (mut own, next)) in receivers.into_iter().zip(senders).enumerate() {
            let last = last.clone();
            tokio::spawn(async move {
                while let Some(message) = own.recv().await {
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
    Ok(())
}
