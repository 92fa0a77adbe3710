"""Starts N asyncio tasks, each of which sleeps MILLIS once, and waits for all; prints one line of JSON.

USAGE: python3 sleep.py N MILLIS
"""

import asyncio
import json
import re
import sys
import time

MOST = 2_000_000_000


class Tally:
    """What the tasks count and note. Plain fields: all tasks run in the event loop's one thread."""

    def __init__(self):
        self.alive = 0
        self.most_alive = 0
        self.latest = 0  # ns

    def count_in(self):
        self.alive += 1
        self.most_alive = max(self.most_alive, self.alive)

    def count_out(self, nanos_late):
        self.latest = max(self.latest, nanos_late)
        self.alive -= 1


def fail(what):
    print(f"sleep.py: {what}", file=sys.stderr)
    sys.exit(2)


def whole(name, text, least):
    # ASCII digits alone: int() would also take '1_000', ' 7 ' and other scripts' digits
    if not re.fullmatch("[0-9]{1,10}", text) or not least <= int(text) <= MOST:
        fail(f"{name} is '{text}', must be a whole number from {least} to {MOST}")
    return int(text)


async def sleeper(tally, millis):
    tally.count_in()
    began = time.monotonic_ns()
    await asyncio.sleep(millis / 1000)
    tally.count_out(time.monotonic_ns() - began - millis * 1_000_000)


async def main(n, millis):
    tally = Tally()
    began = time.monotonic_ns()
    # a task first runs when this loop is through and the event loop has its thread back
    tasks = [asyncio.create_task(sleeper(tally, millis)) for _ in range(n)]
    start_nanos = time.monotonic_ns() - began
    await asyncio.gather(*tasks)
    line = {
        "tasks": n,
        "started": len(tasks),
        "mostAlive": tally.most_alive,
        "startMillis": start_nanos / 1e6,
        "latestWakeUpMillis": tally.latest / 1e6,
    }
    print(json.dumps(line, separators=(",", ":")))


if __name__ == "__main__":
    if len(sys.argv) != 3:
        fail(f"arguments are '{' '.join(sys.argv[1:])}', must be two: N MILLIS")
    asyncio.run(main(whole("N", sys.argv[1], 1), whole("MILLIS", sys.argv[2], 0)))
