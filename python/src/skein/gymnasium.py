"""An environment of Gymnasium: one agent acts, the others follow the scenario. Needs the package ``gymnasium``."""

from __future__ import annotations

from typing import Any, Dict, Optional, Tuple

import numpy as np

from .agents import Agents
from .world import Scenario, World

try:
    import gymnasium
except ImportError as error:
    raise ImportError("skein.gymnasium needs the package gymnasium: pip install gymnasium") from error


class AgentEnv(gymnasium.Env):
    """One agent of a species in a world. The world of an episode has a seed that is drawn from that of ``reset``.

    :param agent: the id of the agent. Default: the first of the species
    :param options: those of ``skein.agents.Agents``: species, action, reward, observe, neighbors, ticks, steps...
    """

    metadata = {"render_modes": []}

    def __init__(self, scenario: Scenario, species: str, agent: Optional[int] = None, **options: Any) -> None:
        self._agents = Agents(scenario, species, **options)
        rows = self._agents.rows
        if agent is not None and agent not in rows:
            raise ValueError(f"agent: found {agent!r}, expected the id of one of the {len(rows)} agents of {species!r}")
        self._at = 0 if agent is None else int(np.flatnonzero(rows == agent)[0])
        own = self._agents
        self.action_space = gymnasium.spaces.Box(own.low, own.high, own.action_shape, np.float32)
        self.observation_space = gymnasium.spaces.Box(-np.inf, np.inf, own.observation_shape, np.float32)

    @property
    def world(self) -> World:
        """The world of the present episode."""
        return self._agents.world

    def reset(
        self, *, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None
    ) -> Tuple[np.ndarray, Dict[str, Any]]:
        """Begins an episode; returns the observation and the tick."""
        super().reset(seed=seed)
        self._agents.reset(int(self.np_random.integers(2**32)))
        return self._agents.observe()[self._at], {"tick": self.world.tick}

    def step(self, action: np.ndarray) -> Tuple[np.ndarray, float, bool, bool, Dict[str, Any]]:
        """Acts; returns the observation, the reward, whether the agent has ended, whether the steps are used up."""
        agents = self._agents
        agents.act(agents.rows[[self._at]], action)
        ended = not agents.living()[self._at]
        reward = float(agents.rewards()[self._at])
        return agents.observe()[self._at], reward, ended, agents.over, {"tick": self.world.tick}

    def close(self) -> None:
        """Frees the world."""
        self.world.close()
