import { groundCrowd, twoFloors, walks } from '../ground.ts';
import { DetourOnGround } from '../peers/detour-ground.ts';
import { median, ratios, summarize } from '../statistics.ts';
import { openAll } from '../stepper.ts';
import type { Suite } from '../suite.ts';
import { inTurns } from '../turns.ts';

/** The number of ticks in a sample. */
const TICKS = 10;
/** By then, all walkers have a path: as many search in a tick as the plan allows. */
const WARM_UP = 22;

/** A walker walks if it is faster than this (m/s). */
const WALKS = 0.1;

export const suite: Suite = {
  description: `walkers on two floors of ${twoFloors().polygons.length} polygons, each to a goal of its own, with two workers, against DetourCrowd`,
  chart: {
    kind: 'bar',
    title: 'Time of a tick, ms',
    bar: ['goals', 'name'],
    series: ['name'],
  },
  async *run({ quick, signal }) {
    const agents = quick ? 1000 : 10_000;
    for (const goals of ['on their floor', 'half on the other'] as const) {
      const changes = goals === 'half on the other';
      const scenario = groundCrowd(agents, changes);
      await using steppers = await openAll([{ scenario, workers: 2, ticks: TICKS }]);
      const [skein] = steppers;
      const detour = await DetourOnGround.open(walks(agents, changes), TICKS);
      const worst = [0, 0];
      const contenders = [skein, detour].map((one, index) => ({
        async sample(): Promise<number> {
          const sample = await one.sample();
          const times = one === skein ? (skein.report?.tickMs ?? []) : detour.tickMs;
          worst[index] = Math.max(worst[index], ...times);
          return sample;
        },
      }));
      await inTurns(contenders, { turns: WARM_UP, warmUp: 0, signal });
      worst.fill(0);
      const samples = await inTurns(contenders, { turns: quick ? 5 : 9, warmUp: 0, signal });
      const { velocity } = skein.world.views;
      const speeds = Array.from(velocity.x, (x, i) => Math.hypot(x, velocity.y[i]));
      const walking = [speeds.filter((speed) => speed > WALKS).length / agents, detour.walking];
      for (const [index, name] of ['Skein, two workers', 'DetourCrowd'].entries()) {
        yield {
          labels: { agents, goals, name },
          unit: 'ms/tick',
          samples: samples[index],
          figures: {
            'worst tick, ms': worst[index],
            walking: walking[index],
            'Skein is faster by': summarize(ratios(samples[index], samples[0])),
          },
          ...(index === 0 && { hash: skein.hash }),
        };
      }
      if (median(walking) < 0.5) throw new Error(`ground: ${walking.join(' and ')} walk`);
    }
  },
};
