import fc from 'fast-check';
import { expect, it } from 'vitest';
import { stateHash } from '../../src/phases/hash.ts';
import { particles } from '../../src/phases/particles.ts';
import { parseScenario } from '../../src/scenario/parse.ts';
import { restore, snapshot } from '../../src/snapshot/snapshot.ts';
import { createWorld } from '../../src/tick/create-world.ts';
import { takeEvents } from '../../src/world/event-ring.ts';
import { stateDifference } from '../helpers/compare.ts';
import { randomOf } from '../helpers/random-of.ts';
import { scenarios } from '../helpers/random-scenarios.ts';
import { runsOf, seedOf } from '../helpers/runs.ts';
import { stepAsTeam } from '../helpers/virtual-team.ts';

const seed = seedOf(2024);

/** Each run takes a third of a second on a busy machine. */
const TIME = 60_000 + 1000 * runsOf(0);

it(`random scenarios continue from a snapshot of any tick, seed ${seed}`, { timeout: TIME }, () => {
  fc.assert(
    fc.property(scenarios, fc.nat(12), fc.nat(), (input, at, order) => {
      const random = randomOf(order);
      const world = createWorld(parseScenario(input), { maxWorkers: 3 });
      while (world.tick < at) stepAsTeam(world, 3, random);
      const bytes = snapshot(world);
      const restored = restore(bytes, {
        maxWorkers: 4,
        kernel: world.kernel === 'simd' ? 'ts' : 'auto',
      });
      expect(Buffer.compare(snapshot(restored), bytes), 'its own file').toBe(0);
      for (let n = 0; n < 8; n++) {
        stepAsTeam(world, 3, random);
        stepAsTeam(restored, 1 + (n % 4), random);
        if (stateHash(restored) !== stateHash(world)) {
          expect.fail(`tick ${world.tick}: ${stateDifference(restored, world)}`);
        }
        expect(Buffer.compare(snapshot(restored), snapshot(world)), `tick ${world.tick}`).toBe(0);
      }
      expect(takeEvents(restored)).toEqual(takeEvents(world));
      expect(particles(restored)).toEqual(particles(world));
    }),
    { seed, numRuns: runsOf(20, 40) },
  );
});
