"""Passes one message around a ring of N asyncio tasks, MESSAGES times to the next; prints one line of JSON.

USAGE: python3 ring.py N MESSAGES WORKERS    (asyncio has one thread, whatever WORKERS is)
"""

import asyncio
import json
import re
import sys
import time

MOST = 2_000_000_000


def fail(what):
    print(f"ring.py: {what}", file=sys.stderr)
    sys.exit(2)


def whole(name, text, least):
    # ASCII digits alone: int() would also take '1_000', ' 7 ' and other scripts' digits
    if not re.fullmatch("[0-9]{1,10}", text) or not least <= int(text) <= MOST:
        fail(f"{name} is '{text}', must be a whole number from {least} to {MOST}")
    return int(text)


async def member(index, queue, following, last):
    """One of the ring: receives, and sends on."""
    while True:
        left, value = await queue.get()
        value = (value * 31 + index) % 2**32
        if left == 1:
            last.set_result(value)
            return
        await following.put((left - 1, value))


async def main(n, messages):
    start = time.monotonic_ns()
    last = asyncio.get_running_loop().create_future()
    queues = [asyncio.Queue(1) for _ in range(n)]
    # a reference to each, as the event loop keeps only weak ones
    tasks = [asyncio.create_task(member(i, queues[i], queues[(i + 1) % n], last)) for i in range(n)]
    sent = time.monotonic_ns()
    await queues[0].put((messages, 0))
    checksum = await last
    line = {
        "tasks": len(tasks),
        "messages": messages,
        "startMillis": (sent - start) / 1e6,
        "totalMillis": (time.monotonic_ns() - sent) / 1e6,
        "checksum": str(checksum),
    }
    print(json.dumps(line, separators=(",", ":")))
    for task in tasks:
        task.cancel()


if __name__ == "__main__":
    if len(sys.argv) != 4:
        fail(f"arguments are '{' '.join(sys.argv[1:])}', must be three: N MESSAGES WORKERS")
    n, messages = whole("N", sys.argv[1], 2), whole("MESSAGES", sys.argv[2], 1)
    whole("WORKERS", sys.argv[3], 1)
    asyncio.run(main(n, messages))
