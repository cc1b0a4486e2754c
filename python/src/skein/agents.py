"""What the environments of Gymnasium and of PettingZoo have in common."""

from __future__ import annotations

from typing import Any, Callable, Optional, Sequence, Union

import numpy as np

from .engine import Engine
from .world import NO_AGENT, Laws, Scenario, World

Observe = Union[Sequence[str], Callable[[World], np.ndarray]]
Reward = Union[str, Callable[[World], Union[float, np.ndarray]]]


class Agents:
    """The agents of one species in a world that begins anew with each episode.

    :param scenario: as for ``World``
    :param species: the species whose agents act. Those that live at the start do
    :param action: the column that actions are written to: a vec3, or an f32. A law of the species reads it
    :param limit: the largest component of an action. Required if the column has no range
    :param observe: the columns that an agent sees of itself; or a function from the world to an array with a row for
        each row of the world
    :param neighbors: of how many nearest agents each agent also sees the offset and the relative velocity; 0 where there
        are fewer
    :param reward: a measure, the same number for all; or a function from the world to a number, or to an array with a
        number for each row of the world
    :param ticks: the ticks of the world in a step
    :param steps: the steps after which an episode is truncated
    :param laws: as for ``World``
    :param workers: as for ``World``
    :param engine: as for ``World``
    """

    def __init__(
        self,
        scenario: Scenario,
        species: str,
        action: str = "preferred",
        *,
        reward: Reward,
        limit: Optional[float] = None,
        observe: Observe = ("position", "velocity"),
        neighbors: int = 0,
        ticks: int = 1,
        steps: int = 1000,
        laws: Optional[Laws] = None,
        workers: Optional[int] = None,
        engine: Optional[Engine] = None,
    ) -> None:
        self._open = lambda seed: World(scenario, seed=seed, laws=laws, workers=workers, engine=engine)
        self._action, self._reward, self._observe = action, reward, observe
        self._neighbors, self._ticks, self._steps = neighbors, ticks, steps
        self.world = self._open(None)
        if species not in self.world.species_names:
            raise ValueError(f"species: found {species!r}, expected one of {', '.join(self.world.species_names)}")
        index = self.world.species_names.index(species)
        self.rows = np.flatnonzero((self.world.species == index) & self.world.alive)
        if len(self.rows) == 0:
            raise ValueError(f"species: found {species!r}, of which no agent lives at the start")
        column = self.world._facts["ranges"].get(action)
        if column is None or column["type"] == "u32":
            known = [name for name, one in self.world._facts["ranges"].items() if one["type"] != "u32"]
            raise ValueError(f"action: found {action!r}, expected a column of numbers: {', '.join(known) or 'there is none'}")
        self._vector = column["type"] == "vec3"
        self.low, self.high = column["min"], column["max"]
        if limit is not None:
            self.low, self.high = max(self.low, -limit), min(self.high, limit)
        if max(-self.low, self.high) > 1e30:
            raise ValueError(f"limit: found none, expected a number, because the column {action!r} has no range")
        self.action_shape = (self.world.dimensions,) if self._vector else (1,)
        self.observation_shape = self.observe().shape[1:]
        self._step = 0

    def reset(self, seed: int) -> None:
        """Begins an episode in a new world with this seed."""
        self.world.close()
        self.world = self._open(seed)
        self._step = 0

    def act(self, rows: np.ndarray, actions: np.ndarray) -> None:
        """Writes actions, one per row, and steps the world. The other agents keep the actions that they had."""
        if len(rows) > 0:
            values = np.asarray(actions, np.float32).reshape((len(rows), *self.action_shape))
            self.world.command("write", ids=rows, column=self._action, values=values)
        self.world.step(self._ticks)
        self._step += 1

    @property
    def over(self) -> bool:
        """Whether the episode has had all of its steps."""
        return self._step >= self._steps

    def living(self) -> np.ndarray:
        """Whether each agent still lives. Another agent in its row is not the same."""
        return (self.world.alive & (self.world.id == np.arange(self.world.count)))[self.rows]

    def observe(self) -> np.ndarray:
        """What each agent sees: (agents, numbers), float32."""
        if callable(self._observe):
            seen = [np.asarray(self._observe(self.world))[self.rows]]
        else:
            seen = [self.world.read(name)[self.rows] for name in self._observe]
        if self._neighbors > 0:
            seen.append(self._nearest())
        return np.concatenate([one.reshape(len(self.rows), -1) for one in seen], axis=1).astype(np.float32)

    def _nearest(self) -> np.ndarray:
        world, k = self.world, self._neighbors
        position, velocity = world.position, world.velocity
        own = position[self.rows]
        answer = world.query("nearest", points=own, k=k, ignore=world.id[self.rows])
        ids = answer["ids"].reshape(-1, k)
        found = ids != NO_AGENT
        others = np.where(found, world.rows(ids), 0)
        offset = position[others] - own[:, None]
        bounds = world._facts["bounds"]
        if bounds["type"] == "wrap":
            edges = np.subtract(bounds["max"], bounds["min"])[: world.dimensions]
            offset = offset - edges * np.round(offset / edges)
        both = np.concatenate((offset, velocity[others] - velocity[self.rows][:, None]), axis=2)
        return both * found[:, :, None]

    def rewards(self) -> np.ndarray:
        """The reward of each agent, float64."""
        if isinstance(self._reward, str):
            return np.full(len(self.rows), self.world.measure(self._reward))
        value = np.asarray(self._reward(self.world), np.float64)
        return np.full(len(self.rows), value) if value.ndim == 0 else value[self.rows]
