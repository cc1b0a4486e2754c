"""What the tests share: the runs that core computed for them, and a small scene."""

import json
import os

ORACLE = os.environ.get("SKEIN_ORACLE")
if ORACLE is None:
    raise SystemExit("These tests compare with core: run npm test -- packages/cli/test/python.test.ts")

with open(ORACLE, encoding="utf8") as file:
    oracle = json.load(file)

WALKERS = {
    "name": "walkers",
    "dimensions": 2,
    "bounds": {"type": "wrap", "min": [0, 0], "max": [20, 20]},
    "species": [
        {"name": "stone", "count": 2, "spawn": {"type": "box", "min": [0, 0], "max": [20, 20]}},
        {
            "name": "walker",
            "count": 5,
            "maxSpeed": 2,
            "spawn": {"type": "box", "min": [0, 0], "max": [20, 20]},
            "behaviors": [{"type": "law:preferred"}],
        },
    ],
}
