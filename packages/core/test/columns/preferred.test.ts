import { expect, it } from 'vitest';
import { preferred } from '../../../../examples/laws/preferred.ts';
import { stateHash } from '../../src/phases/hash.ts';
import { parseScenario } from '../../src/scenario/parse.ts';
import { createWorld } from '../../src/tick/create-world.ts';
import { tick } from '../../src/tick/tick.ts';
import { command } from '../../src/world/commands.ts';
import { slotOf } from '../../src/world/slot-of.ts';
import type { World } from '../../src/world/world.ts';
import { long } from '../helpers/long.ts';
import { positionOf } from '../helpers/scenes.ts';

const COUNT = 9;
const RADIUS = 8;
const IDS = Uint32Array.from({ length: COUNT }, (_, id) => id);

const crowd = parseScenario(
  {
    name: 'crowd',
    dimensions: 2,
    species: [
      {
        name: 'walker',
        count: COUNT,
        radius: 0.3,
        maxSpeed: 1.5,
        spawn: { type: 'shell', center: [0, 0, 0], radius: RADIUS },
        behaviors: [{ type: 'law:preferred' }, { type: 'orca', maxNeighbors: 12 }],
      },
    ],
  },
  { laws: [preferred] },
);

/** The velocities that the host prefers: each agent crosses from its start to the opposite side of the circle. */
function wishes(world: World, starts: readonly number[][]): Float32Array {
  return Float32Array.from(
    starts.flatMap(([x, y], id) => {
      const [px, py] = positionOf(world, id);
      const [dx, dy] = [-x - px, -y - py];
      const far = Math.hypot(dx, dy);
      const speed = far < 0.1 ? 0 : Math.min(1.3, far / 0.5) / far;
      return [dx * speed, dy * speed, 0];
    }),
  );
}

long(
  'a host that writes preferred velocities each tick leads a crowd across without a touch',
  () => {
    const world = createWorld(crowd);
    const starts = [...IDS].map((id) => positionOf(world, id));
    let closest = Number.POSITIVE_INFINITY;
    for (let t = 0; t < 2000; t++) {
      command(world, {
        type: 'write',
        column: 'preferred',
        ids: IDS,
        values: wishes(world, starts),
      });
      tick(world);
      if (t % 10 !== 0) continue;
      const places = [...IDS].map((id) => positionOf(world, id));
      places.forEach(([x, y], k) => {
        for (let j = 0; j < k; j++)
          closest = Math.min(closest, Math.hypot(x - places[j][0], y - places[j][1]));
      });
    }
    starts.forEach(([x, y], id) => {
      const [px, py] = positionOf(world, id);
      expect(Math.hypot(px + x, py + y)).toBeLessThan(0.3);
    });
    expect(closest).toBeGreaterThan(0.6 - 1e-3);
    // Agents that stand at their goals are no longer in the log.
    const ids = world.log.map((command) => ('ids' in command ? (command.ids?.length ?? 0) : 0));
    expect(ids[0]).toBe(COUNT);
    expect(ids.at(-1)).toBeLessThan(COUNT);

    const log = world.log.map((command) => command);
    for (const kernel of ['ts', 'simd'] as const) {
      const again = createWorld(crowd, { kernel });
      for (const one of log) {
        tick(again, one.tick - again.tick);
        const { tick: _, ...input } = one;
        command(again, input);
      }
      tick(again, world.tick - again.tick);
      expect(stateHash(again)).toBe(stateHash(world));
    }
  },
);

it('values that agents already have stay out of the log unless another command writes them too', () => {
  const world = createWorld(crowd);
  const give = (values: number[]) =>
    command(world, { type: 'write', column: 'preferred', ids: [1, 2], values }) as {
      ids: Uint32Array;
    };
  expect([...give([0, 0, 0, 1, 0, 0]).ids]).toEqual([2]);
  expect([...give([0, 0, 0, 0, 0, 0]).ids]).toEqual([1, 2]);
  tick(world);
  expect(world.views.columns.preferred).toMatchObject({ x: expect.anything() });
  const { x } = world.views.columns.preferred as { x: Float32Array };
  expect([x[slotOf(world, 1)], x[slotOf(world, 2)]]).toEqual([0, 0]);
  expect([...give([0, 0, 0, 0, 0, 0]).ids]).toEqual([]);
  tick(world, 2);
  expect(x[slotOf(world, 2)]).toBe(0);
});
