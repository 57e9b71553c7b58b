"""A process that appends to eight logs until it is killed, and prints each acknowledged write."""

import asyncio
import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from support.store.rows import entry, table

from menagerie.store import Store


async def main(url: str) -> None:
    store = await Store.open(url)

    async def play(number: int) -> None:
        line = 0
        while True:
            await store.append(table(number).id, entry(line))
            os.write(1, f"{number}\n".encode())
            line += 1

    await asyncio.gather(*(play(number) for number in range(8)))


asyncio.run(main(sys.argv[1]))
