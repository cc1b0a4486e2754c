import { PeerContender } from '../peers/contest.ts';
import { PEERS } from '../peers/index.ts';
import { ratios, summarize } from '../statistics.ts';
import { openAll } from '../stepper.ts';
import type { Suite } from '../suite.ts';
import { inTurns } from '../turns.ts';
import { boids } from '../workload.ts';

const NEIGHBORS = 30;
const DIMENSIONS = [3, 2] as const;

export const suite: Suite = {
  description:
    'a flock, against other packages for flocking; each has one thread, and they take turns in one process',
  chart: {
    kind: 'line',
    x: 'agents',
    y: 'median',
    series: ['name'],
    panel: 'dimensions',
    log: ['x', 'y'],
    title: 'Time of a tick, ms, about 30 neighbors',
  },
  async *run({ quick, signal }) {
    for (const agents of quick ? [1000, 3000] : [1000, 10_000]) {
      for (const dimensions of DIMENSIONS) {
        const ticks = agents <= 3000 ? 20 : 5;
        const scenario = boids({ agents, neighbors: NEIGHBORS, dimensions });
        await using steppers = await openAll([{ scenario, workers: 1, ticks }]);
        const [skein] = steppers;
        const peers = PEERS.filter(
          (peer) => peer.dimensions === dimensions && agents <= peer.mostAgents,
        ).map((peer) => new PeerContender(peer, agents, NEIGHBORS, agents <= 3000 ? 5 : 2));
        const turns = quick ? 7 : 9;
        const samples = await inTurns([...steppers, ...peers], { turns, warmUp: 3, signal });
        const rows = [
          { name: 'Skein', neighbors: skein!.neighbors, hash: skein!.hash, note: 'one worker' },
          ...peers.map(({ peer, neighbors, checksum, note }) => ({
            name: peer.name,
            neighbors,
            hash: checksum,
            note,
          })),
        ];
        for (const [index, { name, neighbors, hash, note }] of rows.entries()) {
          yield {
            labels: { agents, dimensions, name },
            unit: 'ms/tick',
            samples: samples[index],
            figures: {
              'Skein is faster by': summarize(ratios(samples[index], samples[0])),
              'neighbors found': neighbors,
            },
            hash,
            note,
          };
        }
      }
    }
  },
};
