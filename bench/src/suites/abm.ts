import { createWorld, stateHash, tick } from '@skein/core';
import { flocking, SIZES } from '../abm/flocking.ts';
import { median } from '../statistics.ts';
import type { Suite } from '../suite.ts';
import { inTurns, timeOf } from '../turns.ts';

/** As many as the comparison takes. */
const STEPS = 100;

export const suite: Suite = {
  description: 'flocking as the comparison of ABM frameworks by JuliaDynamics declares it',
  chart: { kind: 'bar', title: 'Time of 100 steps, ms', bar: ['size'], series: ['size'] },
  async *run({ quick, signal }) {
    for (const one of SIZES) {
      const scenario = flocking(one);
      let hash = '';
      // As there: a new model is made outside the clock, and stepped on one thread.
      const contender = {
        sample() {
          const world = createWorld(scenario, { maxWorkers: 1 });
          const ms = timeOf(() => tick(world, STEPS));
          hash = stateHash(world);
          return ms;
        },
      };
      const [samples] = await inTurns([contender], { turns: quick ? 20 : 100, warmUp: 5, signal });
      yield {
        labels: { size: one.size, birds: one.birds },
        unit: 'ms/100 steps',
        samples,
        figures: {
          'Agents.jl, published': one.publishedMs,
          'published / median': one.publishedMs / median(samples),
        },
        hash,
        note: 'published times are those of another machine, on one thread',
      };
    }
  },
};
