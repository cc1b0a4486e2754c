import {
  command,
  createWorld,
  csvRows,
  findPaths,
  inspect,
  measure,
  orderParameters,
  particles,
  query,
  recordReplay,
  restore,
  snapshot,
  stateHash,
  takeEvents,
  tick,
  type World,
  WorldError,
  weightMap,
} from '@skein/core';
import { tickSliced } from '@skein/core/internal';
import { createTeam } from '@skein/worker';
import { expect, it } from 'vitest';
import { LONG } from '../../core/test/helpers/long.ts';
import { patientTeam } from './patient-team.ts';
import { beams, flock } from './scenes.ts';

const busy = expect.objectContaining({ code: 'WORLD_BUSY', name: WorldError.name });

/** The functions that read or write a whole world. */
const USES: readonly [name: string, use: (world: World) => unknown][] = [
  ['tick', (world) => tick(world)],
  ['tickSliced', (world) => tickSliced(world, [0])],
  ['stateHash', stateHash],
  ['takeEvents', takeEvents],
  ['snapshot', snapshot],
  ['particles', particles],
  ['findPaths', (world) => findPaths(world, [])],
  ['query', (world) => query(world, { type: 'radius', points: new Float32Array(3), radius: 1 })],
  ['orderParameters', orderParameters],
  ['measure', (world) => measure(world, ['alive'])],
  ['csvRows', (world) => [...csvRows(world)]],
  ['inspect', (world) => inspect(world, 0)],
  ['weightMap', (world) => weightMap(world, 0)],
  [
    'command',
    (world) => command(world, { type: 'set', species: 'bird', parameter: 'mass', value: 2 }),
  ],
];

it('a world cannot be read or stepped by others while workers step it, and can be afterwards', async () => {
  const world = createWorld(flock);
  const recorder = recordReplay(world);
  await using team = await patientTeam(world, 2);
  const ticks = LONG ? 300 : 100;
  const run = team.run(ticks, { hash: true });
  await expect.poll(() => world.tick).toBeGreaterThan(0);
  for (const [name, use] of USES) expect(() => use(world), name).toThrow(busy);
  expect(() => recorder.take()).toThrow(busy);
  expect(() => recorder.finish()).toThrow(busy);
  const { hashes } = await run;
  const alone = createWorld(flock);
  tick(alone, ticks);
  expect(hashes!.at(-1)).toBe(stateHash(alone));
  expect(stateHash(restore(snapshot(world)))).toBe(stateHash(alone));
  tick(world);
  tick(alone);
  expect(stateHash(world)).toBe(stateHash(alone));
});

it('a listener of a run may take a snapshot, but may not step the world', async () => {
  const world = createWorld(beams);
  await using team = await patientTeam(world, 2);
  const taken = new Map<number, string>();
  team.on('event', () => {
    expect(() => tick(world)).toThrow(busy);
    taken.set(world.tick, stateHash(restore(snapshot(world))));
  });
  const { hashes } = await team.run(200, { hash: true });
  expect(taken.size).toBeGreaterThan(0);
  for (const [at, hash] of taken) expect(hash, `tick ${at}`).toBe(hashes![at - 1]);
});

it('a world is free as soon as its team is disposed of during a run', async () => {
  const world = createWorld(flock);
  const team = await patientTeam(world, LONG ? 3 : 2);
  const run = team.run(100_000).catch((error) => error.code);
  await expect.poll(() => world.tick).toBeGreaterThan(0);
  await team.dispose();
  tick(world);
  expect(snapshot(world).length).toBeGreaterThan(0);
  expect(await run).toBe('TEAM_DISPOSED');
});

it('createTeam refuses a value that is not a world', async () => {
  await expect(createTeam(undefined as never)).rejects.toThrow(
    expect.objectContaining({ code: 'OPTION_INVALID' }),
  );
});
