"""Laws as data, for the option ``laws`` of worlds and environments."""

from typing import Any, Dict

#: Steers to the velocity (m/s) in the column ``preferred``, which your program writes. It is the law of
#: examples/laws/preferred.ts. A species uses it by the behavior {"type": "law:preferred"}; ``weight`` says how strongly.
PREFERRED: Dict[str, Any] = {
    "law": 1,
    "name": "preferred",
    "description": "Steers to the velocity that the host prefers.",
    "aim": "none",
    "parameters": {
        "weight": {
            "unit": "kg/s",
            "default": 60,
            "min": 0,
            "max": 1000000,
            "description": "Pull toward that velocity; mass/dt reaches it at once.",
        }
    },
    "nodes": [
        ["self", "column.preferred.x"],
        ["self", "velocity.x"],
        ["sub", 0, 1],
        ["parameter", "weight"],
        ["mul", 2, 3],
        ["self", "column.preferred.y"],
        ["self", "velocity.y"],
        ["sub", 5, 6],
        ["mul", 7, 3],
        ["self", "column.preferred.z"],
        ["self", "velocity.z"],
        ["sub", 9, 10],
        ["mul", 11, 3],
    ],
    "result": "force",
    "vector": [4, 8, 12],
    "columns": {
        "preferred": {
            "type": "vec3",
            "unit": "m/s",
            "default": [0, 0, 0],
            "description": "The velocity that the host prefers.",
        }
    },
}
