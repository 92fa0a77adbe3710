//! A thread of the operating system each, with channels of the standard library.

use ring::{Ask, Message};
use std::sync::mpsc::sync_channel;
use std::thread::Builder;
use std::time::Instant;

fn main() -> std::io::Result<()> {
    let ask = Ask::of_command_line("rust-threads");
    let start = Instant::now();
    let (mut senders, receivers): (Vec<_>, Vec<_>) = (0..ask.tasks).map(|_| sync_channel::<Box<Message>>(1)).unzip();
    let first = senders[0].clone();
    senders.rotate_left(1); // each has the sender of the next
    let (last, counted) = sync_channel(1);
    for (index, (own, next)) in receivers.into_iter().zip(senders).enumerate() {
        let last = last.clone();
        Builder::new().spawn(move || {
            for mut message in own {
                match message.received_by(index) {
                    None => next.send(message).expect("the next one receives until the process ends"),
                    Some(counted) => last.send(counted).expect("the main thread waits for it"),
                }
            }
        })?;
    }
    let started = start.elapsed();
    first.send(Message::new(ask.seconds)).expect("the first one receives");
    ask.report(started, counted.recv().expect("the last receiver sends it"));
    Ok(())
}
