"""Stand-ins for gymnasium and pettingzoo, where they are not installed.

Each is what our environments use of the package, and the conditions that its own checker asks for, written down from
its documented interface: ``check_env`` of Gymnasium 1 and ``parallel_api_test`` of PettingZoo 1. Where the packages are
installed, the tests run their own checkers instead.
"""

import sys
import types

import numpy as np


class Box:
    def __init__(self, low, high, shape, dtype):
        self.low = np.full(shape, low, dtype)
        self.high = np.full(shape, high, dtype)
        self.shape, self.dtype = tuple(shape), np.dtype(dtype)
        self._random = np.random.default_rng()

    def seed(self, seed):
        self._random = np.random.default_rng(seed)

    def sample(self):
        return self._random.uniform(self.low, self.high).astype(self.dtype)

    def __contains__(self, value):
        fits = isinstance(value, np.ndarray) and value.shape == self.shape and np.can_cast(value.dtype, self.dtype)
        return bool(fits and np.all(value >= self.low) and np.all(value <= self.high))


class Env:
    np_random = None

    def reset(self, *, seed=None, options=None):
        if seed is not None or self.np_random is None:
            self.np_random = np.random.default_rng(seed)

    @property
    def unwrapped(self):
        return self


class ParallelEnv:
    @property
    def unwrapped(self):
        return self


def check_env(env):
    """What check_env asks for: spaces, seeds and options of reset, the same steps after the same seed, close twice."""
    action, seen = env.action_space, env.observation_space
    assert np.all(np.isfinite(action.low)) and np.all(np.isfinite(action.high)) and np.all(action.low < action.high)

    def begin(**keys):
        result = env.reset(**keys)
        assert isinstance(result, tuple) and len(result) == 2
        assert result[0] in seen and isinstance(result[1], dict)
        return result[0]

    firsts = [(begin(seed=123), begin()) for _ in range(2)]
    assert np.array_equal(firsts[0][0], firsts[1][0]) and np.array_equal(firsts[0][1], firsts[1][1])
    assert not np.array_equal(firsts[0][0], firsts[0][1]), "an episode without a seed is another one"
    assert not np.array_equal(begin(seed=456), firsts[0][0])
    begin(options={})
    action.seed(0)
    taken = action.sample()
    results = []
    for _ in range(2):
        begin(seed=123)
        results.append(env.step(taken))
    for observation, reward, terminated, truncated, info in results:
        assert observation in seen and isinstance(reward, float) and np.isfinite(reward)
        assert terminated is False or terminated is True
        assert truncated is False and isinstance(info, dict)
    (first, *rest), (second, *others) = results
    assert np.array_equal(first, second) and rest == others
    env.close()
    env.close()


def parallel_api_test(env, num_cycles=1000):
    """What parallel_api_test asks for: the same keys everywhere, no agent that comes back, spaces that stay the same."""
    env.reset(seed=0, options={"options": 1})
    for _ in range(2):
        observations, infos = env.reset()
        assert set(env.agents) <= set(observations) and set(env.agents) <= set(infos)
        living, finished = set(env.agents), set()
        for _ in range(num_cycles):
            actions = {agent: env.action_space(agent).sample() for agent in env.agents}
            answers = env.step(actions)
            _, _, terminated, truncated, _ = answers
            for answer in answers:
                assert isinstance(answer, dict) and set(answer) == living
            assert not finished & set(env.agents), "an agent came back"
            assert set(env.agents) <= set(env.possible_agents)
            ended = {agent for agent in living if terminated[agent] or truncated[agent]}
            finished |= ended
            living -= ended
            assert set(env.agents) == living
            for agent in env.agents:
                assert env.observation_space(agent) is env.observation_space(agent)
                assert env.action_space(agent) is env.action_space(agent)
            if not living:
                break
        assert living or finished == set(env.possible_agents)


def install():
    """Puts the stand-ins in the place of both packages."""
    gymnasium = types.ModuleType("gymnasium")
    gymnasium.Env = Env
    gymnasium.spaces = types.ModuleType("gymnasium.spaces")
    gymnasium.spaces.Box = Box
    pettingzoo = types.ModuleType("pettingzoo")
    pettingzoo.ParallelEnv = ParallelEnv
    for module in (gymnasium, gymnasium.spaces, pettingzoo):
        sys.modules[module.__name__] = module
