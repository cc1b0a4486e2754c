import { describe, expect, it } from 'vitest';
import { COMMANDS } from '../../src/commands/index.ts';
import { stateHash } from '../../src/phases/hash.ts';
import { restore, snapshot } from '../../src/snapshot/snapshot.ts';
import { createWorld } from '../../src/tick/create-world.ts';
import { tick } from '../../src/tick/tick.ts';
import { takeEvents } from '../../src/world/event-ring.ts';
import type { WorldEvent } from '../../src/world/events.ts';
import { hashesOf } from '../helpers/compare.ts';
import { LONG, someOf } from '../helpers/long.ts';
import { randomOf } from '../helpers/random-of.ts';
import { COMMANDED_TICKS, thousandCommands } from '../helpers/thousand-commands.ts';
import { stepAsTeam } from '../helpers/virtual-team.ts';

const SEEDS = LONG ? [1, 2, 3, 4] : [1];
/** One more, which shows what the last commands did. */
const TICKS = COMMANDED_TICKS + 1;

describe.each(SEEDS)('a thousand commands of every kind, seed %i', (seed) => {
  const scenario = thousandCommands(seed);
  const plain = createWorld(scenario, { kernel: 'ts' });
  const expected = hashesOf(plain, TICKS);
  const events = takeEvents(plain);
  const types = new Set(events.map(({ type }) => type));

  it('are of every kind, and cause events of most kinds', () => {
    expect(scenario.commands).toHaveLength(1000);
    const kinds = new Set(scenario.commands.map(({ type }) => type));
    // Links and areas need a ground, which excludes a map.
    const others = Object.keys(COMMANDS).filter((type) => type !== 'link' && type !== 'area');
    expect([...kinds].sort()).toEqual(others.sort());
    const wanted = [
      'born',
      'died',
      'removed',
      'spawned',
      'fired',
      'hit',
      'strike',
      'near',
    ] as const;
    for (const type of [...wanted, 'arrived', 'entered', 'unreachable'] as const) {
      expect(types).toContain(type);
    }
    expect(new Set(expected).size).toBe(TICKS);
  });

  const teams = [2, 3, 5, 8, 13].flatMap((workers) =>
    (['ts', 'simd'] as const).map((kernel) => [workers, kernel] as const),
  );

  it.each(someOf([[1, 'simd'] as const, ...teams], 6))(
    'give the same hashes and events with %i workers, %s',
    (workers, kernel) => {
      const world = createWorld(scenario, { kernel, maxWorkers: 13 });
      const random = randomOf(seed + workers);
      const found: WorldEvent[] = [];
      for (const hash of expected) {
        stepAsTeam(world, workers, random);
        expect(stateHash(world), `tick ${world.tick}`).toBe(hash);
        found.push(...takeEvents(world));
      }
      expect(found).toEqual(events);
    },
  );

  it('give the same hashes from snapshots of many ticks', () => {
    const world = createWorld(scenario);
    const every = LONG ? 1 : 45;
    for (let at = every; at < TICKS; at += every) {
      tick(world, at - world.tick);
      const again = restore(snapshot(world), { kernel: at % 2 === 0 ? 'ts' : 'simd' });
      expect(stateHash(again), `tick ${at}`).toBe(expected[at - 1]);
      const further = Math.min(TICKS, at + every + 2);
      tick(again, further - at);
      expect(stateHash(again), `from tick ${at} to ${further}`).toBe(expected[further - 1]);
    }
  });
});
