"""Passes one message around a ring of N asyncio tasks, and counts how often it is received in SECONDS after a second of
warm-up; prints one line of JSON.

USAGE: python3 ring.py N SECONDS WORKERS    (asyncio has one thread, whatever WORKERS is)
"""

import asyncio
import json
import re
import sys
import time

MOST = 2_000_000_000
WARM_UP = 1  # s
LOOK = 1000  # receipts between two looks at the clock


class Message:
    """The task that has it changes it: there is one at a time."""

    __slots__ = ("received", "value", "sent", "counted_from", "start", "cpu", "total")

    def __init__(self):
        self.received = 0
        self.value = 0  # what all receivers made of it, below 2^32
        self.sent = time.monotonic()
        self.counted_from = 0  # receipts before counting; 0 during the warm-up

    def is_over(self, seconds):
        now = time.monotonic()
        if self.counted_from == 0:
            if now - self.sent >= WARM_UP:
                self.counted_from, self.start, self.cpu = self.received, now, time.process_time()
            return False
        self.total = now - self.start
        return self.total >= seconds


def fail(what):
    print(f"ring.py: {what}", file=sys.stderr)
    sys.exit(2)


def whole(name, text, least):
    # ASCII digits alone: int() would also take '1_000', ' 7 ' and other scripts' digits
    if not re.fullmatch("[0-9]{1,10}", text) or not least <= int(text) <= MOST:
        fail(f"{name} is '{text}', must be a whole number from {least} to {MOST}")
    return int(text)


async def member(index, queue, following, seconds, last):
    """One of the ring: receives, and sends on, until the message was counted for so long."""
    while True:
        message = await queue.get()
        message.value = (message.value * 31 + index) % 2**32
        message.received += 1
        if message.received % LOOK == 0 and message.is_over(seconds):
            last.set_result(message)
            return
        await following.put(message)


async def main(n, seconds):
    start = time.monotonic()
    last = asyncio.get_running_loop().create_future()
    queues = [asyncio.Queue(1) for _ in range(n)]
    # a reference to each, as the event loop keeps only weak ones
    tasks = [asyncio.create_task(member(i, queues[i], queues[(i + 1) % n], seconds, last)) for i in range(n)]
    sent = time.monotonic()
    await queues[0].put(Message())
    message = await last
    line = {
        "tasks": len(tasks),
        "messages": message.received - message.counted_from,
        "received": message.received,
        "startMillis": (sent - start) * 1e3,
        "totalMillis": message.total * 1e3,
        "cpuMillis": (time.process_time() - message.cpu) * 1e3,
        "checksum": str(message.value),
    }
    print(json.dumps(line, separators=(",", ":")))
    for task in tasks:
        task.cancel()


if __name__ == "__main__":
    if len(sys.argv) != 4:
        fail(f"arguments are '{' '.join(sys.argv[1:])}', must be three: N SECONDS WORKERS")
    n, seconds = whole("N", sys.argv[1], 2), whole("SECONDS", sys.argv[2], 1)
    whole("WORKERS", sys.argv[3], 1)
    asyncio.run(main(n, seconds))
