import { SnapshotError } from '../../src/errors.ts';
import { parseScenario } from '../../src/scenario/parse.ts';
import { hashBytes } from '../../src/snapshot/checksum.ts';
import {
  type Head,
  type Kind,
  readContainer,
  type Section,
  writeContainer,
} from '../../src/snapshot/container.ts';
import { restore, snapshot } from '../../src/snapshot/snapshot.ts';
import { createWorld } from '../../src/tick/create-world.ts';
import { tick } from '../../src/tick/tick.ts';
import { command } from '../../src/world/commands.ts';
import type { World } from '../../src/world/world.ts';
import { scene } from './scenes.ts';

export const ALL_SECTIONS = [
  ...['SCEN', 'LOGS', 'LOGB', 'STAT', 'BORN', 'EVNT', 'HASH', 'KEYF', 'LAWS'],
];

/** A file rebuilt from its sections after `change`, with matching checksums. */
export function resealed(
  bytes: Uint8Array,
  change: (sections: Section[], head: { -readonly [K in keyof Head]: Head[K] }) => void,
  kind: Kind = 'snapshot',
): Uint8Array {
  const { sections, ...head } = readContainer(bytes, kind, ALL_SECTIONS);
  const copies = sections.map(({ id, critical, body }) => ({ id, critical, body: body.slice() }));
  change(copies, head);
  const scene = copies.find(({ id }) => id === 'SCEN');
  return writeContainer(
    { ...head, scenarioHash: hashBytes(scene?.body ?? new Uint8Array()) },
    copies,
  );
}

/**
 * A world with something in every section: guided darts with trails and sparks, walkers with routes on a
 * map with a flow field, context steering, and commands that are done, given, and scheduled.
 */
export function smallWorld(): World {
  const world = createWorld(
    parseScenario({
      name: 'small',
      seed: 11,
      dimensions: 2,
      bounds: { type: 'contain', min: [0, 0, 0], max: [9, 5, 0] },
      species: [
        {
          name: 'dart',
          count: 5,
          spawn: { type: 'pool' },
          lifetime: 0.5,
          turnRate: 9,
          trail: { density: 2 },
          sparks: { count: 3 },
          behaviors: [{ type: 'homing', speed: 30, curvatureRadius: 2, quarry: 'walker' }],
        },
        {
          name: 'walker',
          count: 3,
          maxSpeed: 4,
          radius: 0.2,
          spawn: {
            type: 'points',
            positions: [
              [0.5, 0.5],
              [1.5, 0.5],
              [0.5, 4.5],
            ],
          },
          behaviors: [{ type: 'navigate', target: 'door' }],
        },
        {
          name: 'guest',
          count: 2,
          maxSpeed: 3,
          spawn: {
            type: 'points',
            positions: [
              [4.5, 0.5],
              [5.5, 0.5],
            ],
          },
          goals: {
            type: 'points',
            positions: [
              [0.5, 2.5],
              [8.5, 0.5],
            ],
          },
          behaviors: [{ type: 'flowField', target: 'door' }, { type: 'context' }],
        },
      ],
      map: {
        rows: ['.........', '.###.###.', '.........', '.#.###.#.', '.........'],
        cellSize: 1,
        origin: [0, 0],
      },
      targets: [{ name: 'door', position: [8.5, 4.5], radius: 0.3 }],
      launchers: [
        { name: 'bow', species: 'dart', target: 'door', position: [8.5, 2.5], speed: 20 },
      ],
      particles: { capacity: 64 },
      commands: [
        { tick: 1, type: 'fire', count: 2 },
        { tick: 19, type: 'move', target: 'door', position: [0.5, 2.5] },
        { tick: 23, type: 'fire', count: 2 },
      ],
    }),
    { maxWorkers: 1 },
  );
  tick(world, 9);
  command(world, { type: 'cells', min: [4.2, 1.2], max: [4.8, 1.8], cost: 3 });
  tick(world, 8);
  command(world, { type: 'fire' });
  return world;
}

/** The keys that a species "a" needs so that a target and a quarry can be assigned to its agents. */
export const ASSIGNABLE = {
  targets: [{ name: 'sun', position: [9, 9, 9] }],
  behaviors: [
    { type: 'seek', assignable: true },
    { type: 'seek', quarry: 'a', assignable: true },
  ],
};

/** Its file, of some 4 KiB. */
/** With all commands, also those that nothing needs any more. */
export function smallSnapshot(): Uint8Array {
  return snapshot(smallWorld(), { logSince: 0 });
}

/** The file of a world with columns of each type, and with assignments. */
export function columnedSnapshot(): Uint8Array {
  const world = createWorld(
    parseScenario({
      name: 'columned',
      targets: ASSIGNABLE.targets,
      species: [
        {
          name: 'a',
          count: 9,
          maxSpeed: 3,
          spawn: { type: 'box', min: [0, 0, 0], max: [9, 9, 9] },
          columns: {
            energy: { type: 'f32', initial: { min: 1, max: 9 } },
            mood: { type: 'u32', initial: { min: 0, max: 7 } },
            wind: { type: 'vec3', default: [1, 2, 3] },
          },
          behaviors: ASSIGNABLE.behaviors,
        },
      ],
      commands: [
        { tick: 1, type: 'assign', species: 'a', target: 'sun' },
        { tick: 1, type: 'assign', ids: [2, 3], quarries: [4, 5] },
        { tick: 9, type: 'write', species: 'a', column: 'mood', value: 3 },
      ],
    }),
    { maxWorkers: 1 },
  );
  tick(world, 5);
  return snapshot(world);
}

/** A file of at least this size: beams that leave more and more particles. */
export function largerSnapshot(bytes: number): Uint8Array {
  const world = createWorld(scene('salvo'), { maxWorkers: 1 });
  for (;;) {
    tick(world, 7);
    const file = snapshot(world);
    if (file.length >= bytes) return file;
  }
}

/** The error with which `restore`, or another reader, refuses the bytes. */
export function refusalOf(
  bytes: Uint8Array,
  read: (bytes: Uint8Array) => unknown = restore,
): SnapshotError {
  try {
    read(bytes);
  } catch (error) {
    if (error instanceof SnapshotError) return error;
    throw error;
  }
  throw new Error('the bytes were not refused');
}
