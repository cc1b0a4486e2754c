"""An environment of PettingZoo's parallel interface: each agent of a species acts. Needs ``pettingzoo``."""

from __future__ import annotations

from typing import Any, Dict, List, Mapping, Optional, Tuple

import numpy as np

from .agents import Agents
from .world import Scenario, World

try:
    from gymnasium import spaces
    from pettingzoo import ParallelEnv
except ImportError as error:
    raise ImportError("skein.pettingzoo needs the package pettingzoo: pip install pettingzoo") from error


class SpeciesEnv(ParallelEnv):
    """The agents of a species in a world, named ``boid_0``, ``boid_1``... after their ids.

    :param options: those of ``skein.agents.Agents``: species, action, reward, observe, neighbors, ticks, steps...
    """

    metadata = {"name": "skein", "render_modes": [], "is_parallelizable": True}
    render_mode = None

    def __init__(self, scenario: Scenario, species: str, **options: Any) -> None:
        own = self._agents = Agents(scenario, species, **options)
        self.possible_agents: List[str] = [f"{species}_{row}" for row in own.rows]
        self.agents: List[str] = list(self.possible_agents)
        self._place = {name: place for place, name in enumerate(self.possible_agents)}
        self._random = np.random.default_rng()
        self._action_spaces = {
            name: spaces.Box(own.low, own.high, own.action_shape, np.float32) for name in self.possible_agents
        }
        self._observation_spaces = {
            name: spaces.Box(-np.inf, np.inf, own.observation_shape, np.float32) for name in self.possible_agents
        }

    @property
    def world(self) -> World:
        """The world of the present episode."""
        return self._agents.world

    def observation_space(self, agent: str) -> spaces.Box:
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Box:
        return self._action_spaces[agent]

    def reset(
        self, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None
    ) -> Tuple[Dict[str, np.ndarray], Dict[str, Dict[str, Any]]]:
        """Begins an episode; returns the observations and infos of all agents."""
        if seed is not None:
            self._random = np.random.default_rng(seed)
        self._agents.reset(int(self._random.integers(2**32)))
        self.agents = list(self.possible_agents)
        return self._by_name(self._agents.observe()), {name: {} for name in self.agents}

    def step(
        self, actions: Mapping[str, np.ndarray]
    ) -> Tuple[
        Dict[str, np.ndarray], Dict[str, float], Dict[str, bool], Dict[str, bool], Dict[str, Dict[str, Any]]
    ]:
        """Acts; returns observations, rewards, terminations, truncations and infos of the agents that lived before."""
        own = self._agents
        living = set(self.agents)
        for name in actions:
            if name not in living:
                raise ValueError(f"actions: found {name!r}, expected only agents that live")
        places = [self._place[name] for name in actions]
        own.act(own.rows[places], np.array(list(actions.values()), np.float32))
        alive = self._by_name(own.living())
        rewards = self._by_name(own.rewards())
        seen = self._by_name(own.observe())
        names, over = self.agents, own.over
        self.agents = [] if over else [name for name in names if alive[name]]
        return (
            seen,
            {name: float(rewards[name]) for name in names},
            {name: not alive[name] for name in names},
            {name: over for name in names},
            {name: {} for name in names},
        )

    def close(self) -> None:
        """Frees the world."""
        self.world.close()

    def _by_name(self, values: np.ndarray) -> Dict[str, Any]:
        return {name: values[self._place[name]] for name in self.agents}
