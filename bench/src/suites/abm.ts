import { createWorld, type Scenario, stateHash, tick } from '@skein/core';
import { flocking, SIZES } from '../abm/flocking.ts';
import { FOREST, firstStages, forestFire } from '../abm/forest-fire.ts';
import { median } from '../statistics.ts';
import type { Suite } from '../suite.ts';
import { inTurns, timeOf } from '../turns.ts';

/** As many as the comparison takes. */
const STEPS = 100;

/** As there: a new model is made outside the clock, and stepped on one thread. */
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
    for (const one of SIZES) {
      const contender = new Contender(flocking(one));
      const [samples] = await inTurns([contender], turns);
      yield {
        labels: { model: 'flocking', size: one.size, agents: one.birds },
        unit: 'ms/100 steps',
        samples,
        figures: {
          'Agents.jl, published': one.publishedMs,
          'published / median': one.publishedMs / median(samples),
        },
        hash: contender.hash,
        note: 'published times are those of another machine, on one thread',
      };
    }
    // A sequence of our own: what burns depends on it, the time hardly.
    let state = 1;
    const stages = firstStages(FOREST, () => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return state / 2 ** 32;
    });
    const scenario = forestFire(FOREST.edge, stages);
    const contender = new Contender(scenario);
    const [samples] = await inTurns([contender], turns);
    yield {
      labels: {
        model: 'forest fire',
        size: 'small',
        agents: scenario.species[0].count + scenario.species[1].count,
      },
      unit: 'ms/100 steps',
      samples,
      hash: contender.hash,
      note: 'no time is published, only multiples of that of Agents.jl',
    };
  },
};
