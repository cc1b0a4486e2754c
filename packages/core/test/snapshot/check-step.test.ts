import { expect, it } from 'vitest';
import { checkRestored, checkStep } from '../../src/snapshot/check-step.ts';
import { planeViews } from '../../src/snapshot/planes.ts';
import { restoreWorld } from '../../src/snapshot/restore-world.ts';
import { readSnapshot, snapshot } from '../../src/snapshot/snapshot.ts';
import { keptRows } from '../../src/snapshot/state-planes.ts';
import type { Divergence } from '../../src/snapshot/verify-replay.ts';
import { createWorld } from '../../src/tick/create-world.ts';
import { tick } from '../../src/tick/tick.ts';
import { command } from '../../src/world/commands.ts';
import { takeEvents } from '../../src/world/event-ring.ts';
import { WORD } from '../../src/world/layout.ts';
import type { World } from '../../src/world/world.ts';
import { GOLDEN_SCENES } from '../helpers/golden-scenes.ts';
import { someOf } from '../helpers/long.ts';
import { resealed, smallWorld } from '../helpers/snapshots.ts';

/** Enough for each kernel with some numbers of workers. */
const TICKS = 6;

/** Steps in heavy mode to the first difference, or to the end; `harm` is done to the world after each tick. */
function heavy(world: World, until: number, harm: () => void = () => {}): Divergence | undefined {
  let parted: Divergence | undefined;
  while (world.tick < until && parted === undefined) {
    const before = snapshot(world);
    tick(world);
    takeEvents(world);
    harm();
    parted = checkStep(before, world, 1);
  }
  return parted;
}

/** One bit of a column, where agent `id` stands. */
function flip(world: World, column: Float32Array | Uint32Array, id: number, bit: number): void {
  const bits = new Uint32Array(column.buffer, column.byteOffset, column.length);
  bits[world.views.slot[id]] ^= 1 << bit;
}

it.each(someOf(['flock', 'beams', 'circle', 'salvo', 'swarm-2003'], 3))(
  `finds no difference when ${TICKS} ticks of %s are done again from snapshots`,
  (name) => {
    const world = createWorld(GOLDEN_SCENES[name].make());
    tick(world, 20);
    takeEvents(world);
    expect(heavy(world, 20 + TICKS)).toBeUndefined();
  },
);

const { make } = GOLDEN_SCENES.beams!;

it.each([
  ['velocityY', 17, 0],
  ['positionX', 3, 22],
] as const)('names tick, column and agent of one bit that differs: %s', (column, id, bit) => {
  const world = createWorld(make());
  const [, name, axis] = column.match(/^(\w+)(\w)$/)!;
  const parted = heavy(world, 30, () => {
    if (world.tick !== 7) return;
    const planes = world.views[name as 'position' | 'velocity'];
    flip(world, planes[axis!.toLowerCase() as 'x' | 'y'], id, bit);
  });
  expect(parted).toMatchObject({ tick: 7, agreed: 6, repeatable: true });
  expect(parted!.difference).toMatchObject({ tick: 7, column, agent: id, element: undefined });
  expect(parted!.found).not.toBe(parted!.expected);
});

it('finds a command that only one of two worlds was given, which is in no hash', () => {
  const world = createWorld(make());
  const parted = heavy(world, 30, () => {
    if (world.tick === 5) command(world, { type: 'fire', count: 1 });
  });
  expect(parted).toMatchObject({ tick: 5, difference: undefined, found: parted?.expected });
});

it('finds that a pending command was lost, before its step', () => {
  const world = createWorld(make());
  const ahead = world.scenario.commands.at(-1)!.tick;
  expect(ahead).toBeGreaterThan(20);
  const parted = heavy(world, 12, () => {
    if (world.tick !== 5) return;
    world.host.commands.write(world);
    world.control.word[WORD.commandCount]--;
  });
  expect(parted).toMatchObject({ tick: 5, agreed: 4, difference: undefined, repeatable: true });
  expect(parted!.found).toBe(parted!.expected);
});

it('names each column that is not restored as it was saved, even if the next step computes it again', () => {
  const bytes = snapshot(smallWorld());
  const restored = () => {
    const content = readSnapshot(bytes);
    const world = restoreWorld(content, {});
    return { world, planes: planeViews(keptRows(world.plan), world.front), content };
  };
  const right = restored();
  expect(checkRestored(right.world, right.content, bytes)).toBeUndefined();
  const columns = right.planes.filter(({ view }) => view.length > 0);
  expect(columns.length).toBeGreaterThan(30);
  for (const { name } of columns) {
    const { world, planes, content } = restored();
    const { view } = planes.find((plane) => plane.name === name)!;
    const elements = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
    // In all elements, as routes of dead agents are not kept.
    for (let at = 0; at < elements.length; at += view.BYTES_PER_ELEMENT) elements[at] ^= 1;
    const parted = checkRestored(world, content, bytes);
    expect(parted, name).toMatchObject({ tick: world.tick, agreed: world.tick - 1 });
    // With these wrong, values of other agents are compared, or routes of dead ones.
    if (!['id', 'slot', 'status'].includes(name)) expect(parted!.difference?.column).toBe(name);
  }
});

it('finds that a snapshot is not the same when it is taken again', () => {
  const world = smallWorld();
  takeEvents(world);
  const before = resealed(snapshot(world), (sections) => {
    sections.push({ id: 'NOTE', critical: false, body: new Uint8Array(33) });
  });
  tick(world);
  takeEvents(world);
  const at = world.tick - 1;
  expect(checkStep(before, world, 1)).toMatchObject({ tick: at, difference: undefined });
});
