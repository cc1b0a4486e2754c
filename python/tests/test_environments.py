"""The environments. With gymnasium and pettingzoo installed, their own checkers run; else those of stand_ins.py."""

import subprocess
import sys
import unittest
import warnings

import numpy as np
import stand_ins
from support import WALKERS, oracle

try:
    from gymnasium.utils.env_checker import check_env
    from pettingzoo.test import parallel_api_test
except ImportError:
    stand_ins.install()
    from stand_ins import check_env, parallel_api_test

    print("gymnasium and pettingzoo are not installed: stand-ins of their checkers run", file=sys.stderr)

import skein
from skein.agents import Agents
from skein.gymnasium import AgentEnv
from skein.laws import PREFERRED
from skein.pettingzoo import SpeciesEnv

OPTIONS = {"laws": [PREFERRED], "limit": 2.0}
WALKER, *_ = [one for one in WALKERS["species"] if one["name"] == "walker"]

#: Walkers that die: of age after 0.5 s, 30 ticks, all but those that a birth of the tick 10 replaces.
MORTAL = {
    **WALKERS,
    "species": [WALKERS["species"][0], {**WALKER, "lifetime": 0.5, "whenFull": "recycle"}],
    "commands": [{"type": "spawn", "tick": 10, "species": "walker", "count": 2, "position": [1, 1]}],
}


def middle(world):
    return -np.hypot(*(world.position - 10).T)


class TestLaw(unittest.TestCase):
    def test_is_that_of_the_example(self):
        self.assertEqual(PREFERRED, oracle["preferred"])


class TestCheckers(unittest.TestCase):
    def setUp(self):
        # The advice on ranges of spaces, which a scene decides.
        warnings.simplefilter("ignore", UserWarning)

    def test_gymnasium(self):
        for scenario in (WALKERS, MORTAL):
            for options in ({}, {"neighbors": 3, "ticks": 4, "steps": 30}, {"workers": 2}):
                with self.subTest(**options):
                    check_env(AgentEnv(scenario, "walker", reward=middle, **OPTIONS, **options))

    def test_pettingzoo(self):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            for scenario in (WALKERS, MORTAL):
                for options in ({"steps": 7}, {"neighbors": 3, "ticks": 4, "steps": 30}):
                    with self.subTest(**options):
                        env = SpeciesEnv(scenario, "walker", reward="mean(speed)", **OPTIONS, **options)
                        parallel_api_test(env, num_cycles=60)
                        env.close()

    def test_stand_ins(self):
        class Forgetful(AgentEnv):
            def reset(self, *, seed=None, options=None):
                return super().reset(seed=None, options=options)

        class Undead(SpeciesEnv):
            def step(self, actions):
                result = super().step(actions)
                self.agents = list(self.possible_agents)
                return result

        with self.assertRaises(AssertionError):
            stand_ins.check_env(Forgetful(WALKERS, "walker", reward=middle, **OPTIONS))
        with self.assertRaises(AssertionError):
            stand_ins.parallel_api_test(Undead(MORTAL, "walker", reward=middle, **OPTIONS), 60)


class TestEpisodes(unittest.TestCase):
    def test_actions_are_the_commands_of_the_scenario(self):
        env = SpeciesEnv(WALKERS, "walker", reward=middle, ticks=3, **OPTIONS)
        env.reset(seed=4)
        twin = skein.World(WALKERS, laws=[PREFERRED], seed=env.world.seed)
        self.assertEqual(env.possible_agents, [f"walker_{id}" for id in range(2, 7)])
        rng = np.random.default_rng(0)
        for _ in range(5):
            wanted = rng.uniform(-1.4, 1.4, (5, 2)).astype(np.float32)
            # In any order, and not of all.
            chosen = [3, 0, 4]
            seen, rewards, *_ = env.step({env.possible_agents[k]: wanted[k] for k in chosen})
            for k in chosen:
                twin.command("write", ids=[k + 2], column="preferred", value=[*wanted[k].tolist(), 0])
            twin.step(3)
            self.assertEqual(env.world.hash(), twin.hash())
            for k, name in enumerate(env.possible_agents):
                np.testing.assert_array_equal(seen[name], [*twin.position[k + 2], *twin.velocity[k + 2]])
                self.assertAlmostEqual(rewards[name], -np.hypot(*(twin.position[k + 2] - 10)), 4)
        # They reach what they want: the law pulls at once.
        np.testing.assert_allclose(twin.velocity[[5, 2, 6]], wanted[chosen], atol=2e-3)

    def test_one_agent_acts(self):
        env = AgentEnv(WALKERS, "walker", agent=4, reward="alive", **OPTIONS)
        env.reset(seed=1)
        for _ in range(100):
            seen, reward, terminated, truncated, info = env.step(np.float32([0.5, -1]))
        np.testing.assert_allclose(seen[2:], [0.5, -1], atol=1e-3)
        np.testing.assert_array_equal(seen[:2], env.world.position[4])
        np.testing.assert_array_equal(np.delete(env.world.velocity, 4, 0), 0)
        self.assertEqual((reward, terminated, truncated, info), (7.0, False, False, {"tick": 100}))

    def test_agents_that_end(self):
        env = SpeciesEnv(MORTAL, "walker", reward=middle, **OPTIONS)
        env.reset(seed=1)
        ended = {}
        for tick in range(1, 60):
            names = list(env.agents)
            _, _, terminated, truncated, _ = env.step({})
            ended.update({name: tick for name in names if terminated[name]})
            if not env.agents:
                break
        # Of two, the row was filled again: they have ended all the same.
        self.assertEqual(sorted(ended.values()), [11, 11, 30, 30, 30])
        self.assertEqual(set(ended), set(env.possible_agents))
        with self.assertRaisesRegex(ValueError, "walker_2"):
            env.step({"walker_2": np.zeros(2)})

    def test_truncation(self):
        env = SpeciesEnv(WALKERS, "walker", reward=middle, steps=3, **OPTIONS)
        env.reset()
        truncations = [env.step({})[3] for _ in range(3)]
        self.assertEqual([set(one.values()) for one in truncations], [{False}, {False}, {True}])
        self.assertEqual(env.agents, [])

    def test_neighbors(self):
        places = [[1, 10], [19, 10], [4, 10], [10, 3]]
        spawn = {"type": "points", "positions": places, "velocities": [[0, 0], [1, 0], [0, 2], [0, 0]]}
        scenario = {**WALKERS, "species": [{**WALKER, "count": 4, "spawn": spawn}]}
        agents = Agents(scenario, "walker", reward="alive", observe=(), neighbors=5, **OPTIONS)
        seen = agents.observe()[0].reshape(5, 4)
        # The nearest is across the seam.
        np.testing.assert_array_equal(seen[:2], [[-2, 0, 1, 0], [3, 0, 0, 2]])
        np.testing.assert_array_equal(seen[3:], 0)

    def test_wrong_options(self):
        cases = [
            ({"species": "hare"}, "species: found 'hare', expected one of stone, walker"),
            ({"action": "energy"}, "action: found 'energy', expected a column of numbers: preferred"),
            ({"limit": None}, "limit: found none"),
        ]
        for options, message in cases:
            with self.subTest(**options), self.assertRaisesRegex(ValueError, message):
                Agents(WALKERS, **{"species": "walker", "reward": "alive", **OPTIONS, **options})
        with self.assertRaisesRegex(ValueError, "agent: found 1, expected the id of one of the 5"):
            AgentEnv(WALKERS, "walker", agent=1, reward="alive", **OPTIONS)

    def test_missing_packages(self):
        for name in ("gymnasium", "pettingzoo"):
            code = f"import sys; sys.modules['{name}'] = None; import skein; import skein.{name}"
            done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
            self.assertRegex(done.stderr, rf"ImportError: skein.{name} needs the package {name}: pip install {name}\n$")


if __name__ == "__main__":
    unittest.main()
