import { kernels } from '@skein/core';
import { agreed } from '../agreement.ts';
import { checkSums, PeerContender, TeamContender } from '../queries/contenders.ts';
import { PEERS } from '../queries/finders.ts';
import { queryTasks } from '../queries/task.ts';
import { median, ratios, summarize } from '../statistics.ts';
import type { Suite } from '../suite.ts';
import { inTurns } from '../turns.ts';

export const suite: Suite = {
  description:
    '1,000,000 queries (100,000 with --quick) about 100,000 agents, against flatbush and others',
  chart: {
    kind: 'bar',
    title: 'Time of a query, us',
    bar: ['task', 'name'],
    series: ['name'],
  },
  takes: ['workers', 'kernels'],
  async *run({ quick, cores, signal, choice }) {
    for (const task of queryTasks(quick)) {
      const teams: TeamContender[] = [];
      try {
        for (const kernel of [...(choice.kernels ?? kernels())].reverse()) {
          for (const workers of new Set([choice.workers ?? cores, 1])) {
            teams.push(await TeamContender.open(task, workers, kernel));
          }
        }
        const hash = agreed(Object.fromEntries(teams.map((team) => [team.name, team.hash])));
        const peers = PEERS.filter(({ fits }) => fits(task)).map(
          (peer) => new PeerContender(peer, teams[0].agents, task),
        );
        const all = [...teams, ...peers];
        checkSums(all);
        const samples = await inTurns(all, { turns: quick ? 3 : 7, signal });
        for (const [index, { name }] of all.entries()) {
          yield {
            labels: { task: task.name, name },
            unit: 'us/query',
            samples: samples[index],
            figures: {
              's/1,000,000': median(samples[index]),
              'Skein is faster by': summarize(ratios(samples[index], samples[0])),
            },
            ...(index < teams.length
              ? { hash }
              : { note: 'on one thread; the index was built before the measurement' }),
          };
        }
      } finally {
        for (const team of teams) await team[Symbol.asyncDispose]();
      }
    }
  },
};
