"""Steps a scenario and reads all positions in each step; prints the times in ms and the hash. See steps.ts."""

import json
import sys
import time

import skein

path, ticks = sys.argv[1], int(sys.argv[2])
begin = time.perf_counter()
world = skein.World(path)
started = time.perf_counter()
total = 0.0
for _ in range(ticks):
    world.step()
    total += float(world.position[0, 0])
ended = time.perf_counter()
print(json.dumps({"startMs": 1e3 * (started - begin), "ms": 1e3 * (ended - started), "total": total, "hash": world.hash()}))
