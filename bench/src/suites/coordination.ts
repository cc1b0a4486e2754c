import { agreed } from '../agreement.ts';
import { IdleTeam } from '../idle-team.ts';
import { summarize } from '../statistics.ts';
import type { Suite } from '../suite.ts';
import { inTurns } from '../turns.ts';

/** The number of measured calls of run() in each turn. */
const CALLS = 20;

export const suite: Suite = {
  description: 'the cost of an empty tick, and of a call of run()',
  chart: {
    kind: 'line',
    x: 'workers',
    y: 'median',
    series: [],
    log: ['y'],
    title:
      'Time of an empty tick, us (with more workers than cores, every barrier has to wake a worker)',
  },
  async *run({ quick, cores, signal }) {
    const counts = [...new Set([1, 2, cores, cores + 1, 2 * cores])].filter((w) => w <= 32);
    counts.sort((a, b) => a - b);
    const teams: IdleTeam[] = [];
    try {
      for (const workers of counts) teams.push(await IdleTeam.open(workers));
      const hash = agreed(
        Object.fromEntries(teams.map(({ team, hash }) => [`${team.workers} workers`, hash])),
      );
      const runCosts = counts.map((): number[] => []);
      const contenders = teams.map((team, index) => ({
        async sample() {
          for (let call = 0; call < CALLS; call++) runCosts[index].push(await team.runCost());
          return team.sample();
        },
      }));
      const turns = quick ? 9 : 25;
      const samples = await inTurns(contenders, { turns, signal });
      for (const [index, workers] of counts.entries()) {
        yield {
          labels: { workers },
          unit: 'us/tick',
          samples: samples[index],
          figures: { 'run(1) us': summarize(runCosts[index].slice(CALLS)) },
          hash,
          ...(workers > cores && { note: `more workers than cores (${cores})` }),
        };
      }
    } finally {
      for (const team of teams) await team[Symbol.asyncDispose]();
    }
  },
};
