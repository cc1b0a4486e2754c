import { kernels } from '@skein/core';
import { agreed } from '../agreement.ts';
import { PhaseTimer } from '../phase-timer.ts';
import { median } from '../statistics.ts';
import type { Suite } from '../suite.ts';
import { inTurns } from '../turns.ts';
import { beams, boids } from '../workload.ts';

const WARM_UP = 3;

export const suite: Suite = {
  description: 'the time of each phase of a tick, on the calling thread',
  chart: {
    kind: 'bar',
    title: 'Time per phase, ms',
    bar: ['scene', 'kernel'],
    series: ['phase'],
  },
  async *run({ quick, signal }) {
    const agents = quick ? 20_000 : 100_000;
    const scenes = {
      uniform: boids({ agents, neighbors: 30 }),
      clustered: boids({ agents, neighbors: 30, spawn: 'clustered' }),
      beams: beams(agents),
    };
    for (const [scene, scenario] of Object.entries(scenes)) {
      const timers = kernels().map((kernel) => new PhaseTimer(scenario, kernel));
      const turns = quick ? 7 : 15;
      const ticks = await inTurns(timers, { turns, warmUp: WARM_UP, signal });
      const hash = agreed(Object.fromEntries(timers.map((t) => [t.world.kernel, t.hash])));
      for (const [index, { world, phases }] of timers.entries()) {
        for (const [phase, samples] of phases) {
          const measured = samples.slice(WARM_UP);
          yield {
            labels: { scene, agents, kernel: world.kernel, phase },
            unit: 'ms/tick',
            samples: measured,
            figures: { share: median(measured) / median(ticks[index]) },
            hash,
          };
        }
      }
    }
  },
};
