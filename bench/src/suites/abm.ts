import { createWorld, type Scenario, stateHash, tick } from '@skein/core';
import { flocking, SIZES } from '../abm/flocking.ts';
import { FOREST, firstStages, forestFire } from '../abm/forest-fire.ts';
import { randomNumbers } from '../random-numbers.ts';
import { median } from '../statistics.ts';
import type { Suite } from '../suite.ts';
import { inTurns, timeOf } from '../turns.ts';

/** The number of steps in the comparison. */
const STEPS = 100;

/** A model of the comparison. */
interface Entry {
  readonly model: string;
  readonly size: string;
  readonly scenario: Scenario;
  /** The time of Agents.jl; undefined if none is published. */
  readonly publishedMs?: number;
}

/** As in the comparison, a new model is created outside the clock, and stepped on one thread. */
class Contender {
  readonly #scenario: Scenario;
  hash = '';

  constructor(scenario: Scenario) {
    this.#scenario = scenario;
  }

  sample(): number {
    const world = createWorld(this.#scenario, { maxWorkers: 1 });
    const ms = timeOf(() => tick(world, STEPS));
    this.hash = stateHash(world);
    return ms;
  }
}

export const suite: Suite = {
  description:
    'flocking and forest fire as the comparison of ABM frameworks by JuliaDynamics declares them',
  chart: {
    kind: 'bar',
    title: 'Time of 100 steps, ms',
    bar: ['model', 'size'],
    series: ['model', 'size'],
  },
  async *run({ quick, signal }) {
    const turns = { turns: quick ? 20 : 100, warmUp: 5, signal };
    for (const { model, size, scenario, publishedMs } of entries()) {
      const contender = new Contender(scenario);
      const [samples] = await inTurns([contender], turns);
      yield {
        labels: {
          model,
          size,
          agents: scenario.species.reduce((sum, { count }) => sum + count, 0),
        },
        unit: 'ms/100 steps',
        samples,
        ...(publishedMs !== undefined && {
          figures: {
            'Agents.jl, published': publishedMs,
            'published / median': publishedMs / median(samples),
          },
        }),
        hash: contender.hash,
        note:
          publishedMs === undefined
            ? 'no time is published, only multiples of that of Agents.jl'
            : 'published times are those of another machine, on one thread',
      };
    }
  },
};

function entries(): readonly Entry[] {
  // Which trees burn depends on the random numbers, but the time hardly does.
  const forest = forestFire(FOREST.edge, firstStages(FOREST, randomNumbers()));
  return [
    ...SIZES.map((one) => {
      const { size, publishedMs } = one;
      return { model: 'flocking', size, publishedMs, scenario: flocking(one) };
    }),
    { model: 'forest fire', size: 'small', scenario: forest },
  ];
}
