import { parseScenario, type Scenario } from '@skein/core';
import { innerOf } from '@skein/core/internal';
import { defineLaw, type FloatNode, type UintNode } from '@skein/core/laws';
import { median } from '../statistics.ts';
import { openAll, type Stepper } from '../stepper.ts';
import { inTurns } from '../turns.ts';
import { edgeOf } from '../workload.ts';
import type { Goal, Measurement } from './goal.ts';

const GOAL: Goal = {
  name: 'extra time of a tick with 100,000 births and deaths by law, two workers',
  unit: 'ms',
  reach: 10,
  aim: 5,
  better: 'less',
};

const AGENTS = 200_000;

const renew = defineLaw({
  name: 'renew',
  description: 'Ends in every second tick, and gives birth to an agent in its place.',
  parameters: {
    below: {
      unit: '1',
      default: 2,
      min: 0,
      max: 2,
      description:
        'Agents with a "turn" below this value are replaced. With 2, all are replaced; with 0, none.',
    },
  },
  columns: { turn: { type: 'u32', max: 1 } },
  ends: ({ self, tick, parameters }) => isDue(self.turn, tick, parameters.below),
  births: ({ self, tick, parameters }) => [
    {
      when: isDue(self.turn, tick, parameters.below),
      velocity: self.velocity.mul(-1),
      columns: { turn: self.turn },
    },
  ],
});

function isDue(turn: UintNode, tick: UintNode, below: FloatNode) {
  return turn.toFloat().lessThan(below).and(tick.add(turn).mod(2).equal(0));
}

/**
 * Creates a scenario with a law that replaces agents. If `below` is 2, it replaces half of the agents in each tick. If
 * `below` is 0, it replaces none. Memory and law are the same in both cases.
 */
function renewal(below: 0 | 2): Scenario {
  const half = edgeOf({ agents: AGENTS, neighbors: 30 }) / 2;
  const [min, max] = [
    [-half, -half, -half],
    [half, half, half],
  ];
  const cell = {
    name: 'cell',
    count: AGENTS,
    // The ids of agents that die in a tick are reused from the next tick on.
    capacity: 2 * AGENTS,
    maxSpeed: 4,
    spawn: { type: 'box', min, max, velocity: { speed: 2 } },
    columns: { turn: { type: 'u32', initial: { min: 0, max: 1 } } },
    behaviors: [{ type: 'law:renew', below }],
  };
  return parseScenario(
    { name: 'renewal', seed: 1, bounds: { type: 'wrap', min, max }, species: [cell] },
    { laws: [renew] },
  );
}

/** Counts the agents that were born in the latest tick. */
function bornOf({ world }: Stepper): number {
  const { status, birth } = innerOf(world).front;
  return status.reduce(
    (sum, value, i) => sum + (value === 1 && birth[i] === world.tick ? 1 : 0),
    0,
  );
}

const TICKS = 8;

export const birthGoal: Measurement = async ({ quick, signal }) => {
  await using steppers = await openAll(
    ([2, 0] as const).map((below) => ({ scenario: renewal(below), workers: 2, ticks: TICKS })),
  );
  // On a busy machine, two workers may share a core, so CPU time is more meaningful than wall time.
  const cpuMs: number[][] = [[], []];
  const contenders = steppers.map((stepper, index) => ({
    sample: async () => {
      const before = process.cpuUsage();
      const ms = await stepper.sample();
      const { user, system } = process.cpuUsage(before);
      cpuMs[index].push((user + system) / 1000 / TICKS);
      return ms;
    },
  }));
  const [busy, quiet] = await inTurns(contenders, { turns: quick ? 5 : 15, warmUp: 3, signal });
  const [renewed, still] = steppers;
  const against = (one: readonly number[], other: readonly number[]) =>
    `${median(one).toFixed(1)} against ${median(other).toFixed(1)} ms`;
  const note = [
    `${bornOf(renewed)} agents born in a tick, against ${bornOf(still)} without renewal`,
    against(busy, quiet),
    `CPU time of both workers: ${against(cpuMs[0], cpuMs[1])}`,
  ].join('; ');
  return [
    { goal: GOAL, samples: busy.map((ms, turn) => ms - quiet[turn]), hash: renewed.hash, note },
  ];
};
