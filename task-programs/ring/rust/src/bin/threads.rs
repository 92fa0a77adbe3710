//! A thread of the operating system each, with channels of the standard library.

use ring::{Ask, Message};
use std::sync::mpsc::sync_channel;
use std::thread::Builder;
use std::time::Instant;

fn main() -> std::io::Result<()> {
    let ask = Ask::of_command_line("rust-threads");
    let start = Instant::now();
    let (mut senders, receivers): (Vec<_>, Vec<_>) = (0..ask.tasks).map(|_| sync_channel::<Message>(1)).unzip();
    let first = senders[0].clone();
    senders.rotate_left(1); // each has the sender of the next
    let (last, checksum) = sync_channel(1);
    for (index, (own, next)) in receivers.into_iter().zip(senders).enumerate() {
        let last = last.clone();
        Builder::new().spawn(move || {
            for message in own {
                match message.received_by(index) {
                    Ok(message) => next.send(message).expect("the next one receives until the process ends"),
                    Err(value) => last.send(value).expect("the main thread waits for it"),
                }
            }
        })?;
    }
    let sent = Instant::now();
    first.send(Message::new(ask.messages)).expect("the first one receives");
    let value = checksum.recv().expect("the last receiver sends it");
    ask.report(sent - start, sent.elapsed(), value);
    Ok(())
}
