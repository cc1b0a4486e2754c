import { expect, it } from 'vitest';
import { defineLaw, type UintNode } from '../../src/laws/index.ts';
import { parseScenario } from '../../src/scenario/parse.ts';
import { createWorld } from '../../src/tick/create-world.ts';
import { tick } from '../../src/tick/tick.ts';
import { command } from '../../src/world/commands.ts';
import type { KernelName } from '../../src/world/plan.ts';
import { STATUS } from '../../src/world/status.ts';
import type { World } from '../../src/world/world.ts';
import { LONG } from '../helpers/long.ts';
import { randomOf, shuffled } from '../helpers/random-of.ts';

const BOX = { min: [-30, -20, -10], max: [30, 20, 10] };

/** Whether it is an agent's turn, every third tick, to end and leave one. */
const isDue = (turn: UintNode, at: UintNode) => at.add(turn).mod(3).equal(0);
const renew = defineLaw({
  name: 'renew',
  description: 'Ends by turn, and leaves one.',
  parameters: {},
  columns: { turn: { type: 'u32', max: 2 } },
  ends: ({ self, tick: at }) => isDue(self.turn, at),
  births: ({ self, tick: at }) => [
    { when: isDue(self.turn, at), columns: { turn: self.turn.add(1).mod(3) } },
  ],
});

function worldOfLives(count: number, behaviors: readonly object[], kernel: KernelName): World {
  const columns = { turn: { type: 'u32', initial: { min: 0, max: 2 } } };
  const lives = { count, capacity: 3 * count, spawn: { type: 'box', ...BOX } };
  const species = [
    { name: 'stone', count: 5, spawn: { type: 'box', ...BOX } },
    { name: 'life', ...lives, behaviors, ...(behaviors.length > 0 && { columns }) },
  ];
  const bounds = { type: 'wrap', ...BOX };
  const input = { name: 'lives', seed: 3, bounds, species };
  return createWorld(parseScenario(input, { laws: [renew] }), { kernel });
}

/** Ids of the living of the second species. */
function livingOf({ views: { id, species, status } }: World): number[] {
  return [...id].filter((_, i) => species[i] === 1 && status[i] !== STATUS.dead);
}

it.each(['ts', 'simd'] as const)(
  'no id is given twice by births of a law, and each death is followed by one birth, %s',
  (kernel) => {
    const count = LONG ? 60_000 : 900;
    const world = worldOfLives(count, [{ type: 'law:renew' }], kernel);
    const used = new Set(livingOf(world));
    let before = new Set(used);
    let births = 0;
    for (let step = 0; step < (LONG ? 60 : 12); step++) {
      tick(world);
      const now = livingOf(world);
      expect(now).toHaveLength(count);
      for (const id of now) {
        if (before.has(id)) continue;
        if (used.has(id)) expect.fail(`id ${id} came twice, tick ${world.tick}`);
        used.add(id);
        births++;
      }
      before = new Set(now);
    }
    expect(births).toBeGreaterThan(LONG ? 1_000_000 : 3000);
  },
  300_000,
);

it('many agents spawned and removed in random order do not enlarge memory, seed 8', () => {
  const random = randomOf(8);
  const count = LONG ? 50_000 : 500;
  const world = worldOfLives(count, [], 'ts');
  const { bytes } = world;
  const { byteLength } = world.handle.memory.buffer;
  const used = new Set(livingOf(world));
  let spawned = 0;
  for (let round = 0; round < (LONG ? 20 : 6); round++) {
    command(world, { type: 'spawn', species: 'life', count, box: BOX });
    tick(world);
    const living = livingOf(world);
    expect(living).toHaveLength(2 * count);
    for (const id of living) if (!used.has(id)) spawned++;
    for (const id of living) used.add(id);
    const removed = shuffled(living.length, random).slice(0, count);
    command(world, { type: 'remove', ids: Uint32Array.from(removed, (k) => living[k]) });
    tick(world);
    expect(livingOf(world)).toHaveLength(count);
  }
  expect(spawned).toBe(count * (LONG ? 20 : 6));
  expect(world.bytes).toBe(bytes);
  expect(world.handle.memory.buffer.byteLength).toBe(byteLength);
}, 300_000);
