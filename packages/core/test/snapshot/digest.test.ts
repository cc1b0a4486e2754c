import { describe, expect, it } from 'vitest';
import { stateHash } from '../../src/phases/hash.ts';
import { parseScenario } from '../../src/scenario/parse.ts';
import { worldDigest } from '../../src/snapshot/digest.ts';
import { planeViews } from '../../src/snapshot/planes.ts';
import { type RestoreOptions, restore, snapshot } from '../../src/snapshot/snapshot.ts';
import { keptRows } from '../../src/snapshot/state-planes.ts';
import { createWorld } from '../../src/tick/create-world.ts';
import { renewMemory } from '../../src/tick/renew-memory.ts';
import { tick } from '../../src/tick/tick.ts';
import { command } from '../../src/world/commands.ts';
import { ROUTE } from '../../src/world/engine-columns.ts';
import { takeEvents } from '../../src/world/event-ring.ts';
import { BIRTH_ROWS, CONSTANT_ROWS, STATE_ROWS, WORD } from '../../src/world/layout.ts';
import { publicWorld } from '../../src/world/public-world.ts';
import { STATUS } from '../../src/world/status.ts';
import type { World } from '../../src/world/world.ts';
import { fieldScene } from '../fields/scenes.ts';
import { linkedScene } from '../ground/two-floors.ts';
import { LONG, someOf } from '../helpers/long.ts';
import { busyObstacles } from '../helpers/obstacle-scenes.ts';
import { randomOf } from '../helpers/random-of.ts';
import { reportScene } from '../helpers/report-scenes.ts';
import { pointsOf, scene, worldOf } from '../helpers/scenes.ts';
import { ASSIGNABLE, smallSnapshot, smallWorld } from '../helpers/snapshots.ts';
import { stepAsTeam } from '../helpers/virtual-team.ts';

/** With two scalar fields, three agents and little else. */
function fieldWorld(): World {
  const world = createWorld(fieldScene({ count: 3, cells: [3, 2] }), { maxWorkers: 1 });
  tick(world, 3);
  return world;
}

/** With agents that wait for their turn to search for a route. */
function waitingWorld(): World {
  const { scenario } = smallWorld();
  const { commands: _, ...rest } = structuredClone(scenario as object as Record<string, unknown>);
  const world = createWorld(parseScenario({ ...rest, routes: { perTick: 1 } }), { maxWorkers: 1 });
  tick(world, 2);
  return world;
}

/** A bit of what a snapshot keeps, and how to flip it and flip it back. */
interface Bit {
  readonly column: string;
  readonly at: number;
  flip(): void;
}

/** Numbers by which a snapshot finds what it keeps: only this many of their bits give valid values. */
const BITS: Readonly<Record<string, number>> = { nextBirth: 6, keptBirths: 6 };

/** One bit, drawn at random, of each element of what is kept: at most `most` elements of a column. */
function bitsOf(world: World, random: () => number, most: number): Bit[] {
  world.host.commands.write(world);
  const { front, particles, constants, control, plan } = world;
  const ring = plan.particles;
  const kept = front.keptBirths[0];
  const oldest = (front.nextBirth[0] + ring - kept) % Math.max(1, ring);
  const commands = control.word[WORD.commandCount];
  const pending = [...constants.commandTick.subarray(0, commands)].findIndex(
    (t) => t >= world.tick,
  );
  const isPending = (at: number, ends: Uint32Array): boolean =>
    pending >= 0 && at >= (ends[pending - 1] ?? 0) && at < ends[commands - 1];
  const isKept = (column: string, per: string, at: number): boolean => {
    if (per === 'particle') return (at + ring - oldest) % ring < kept;
    if (per === 'command') return pending >= 0 && at >= pending && at < commands;
    if (per === 'commandPlaceWord') return isPending(at, constants.commandPlaceEnd);
    if (per === 'commandValueWord') return isPending(at, constants.commandValueEnd);
    // Routes of dead agents are not kept.
    if (column === 'route') return front.status[front.slot[at >>> 5]] === STATUS.alive;
    if (column === 'asked') return front.status[front.slot[at >>> 1]] === STATUS.alive;
    return true;
  };
  const rows = [
    ...keptRows(world.plan).map((row) => [row, front] as const),
    ...BIRTH_ROWS.map((row) => [row, particles] as const),
    ...CONSTANT_ROWS.filter((row) => row[2].startsWith('command')).map(
      (row) => [row, constants] as const,
    ),
  ];
  return rows.flatMap(([row, views]) =>
    planeViews([row], views).flatMap(({ name, per, view }) => {
      const elements = [...view.keys()].filter((at) => isKept(name, per, at));
      while (elements.length > most) elements.splice(Math.floor(random() * elements.length), 1);
      return elements.map((at): Bit => {
        const bytes = view.BYTES_PER_ELEMENT;
        const bit = Math.floor(random() * (BITS[name] ?? 8 * bytes));
        const flip = (): void => {
          const word =
            bytes === 1 ? (view as Uint8Array) : new Uint32Array(view.buffer, view.byteOffset);
          word[at] ^= 1 << bit;
          // Events that were taken stay taken.
          if (name === 'eventCount') world.control.word[WORD.eventsTaken] = front.eventCount[0];
        };
        return { column: name, at, flip };
      });
    }),
  );
}

function groundWorld(): World {
  const world = createWorld(parseScenario(linkedScene()), { maxWorkers: 1 });
  tick(world, 3);
  return world;
}

/** Worlds that between them have every column, and the most elements of one that are tried. */
function worlds(): [name: string, world: World, most: number][] {
  const stepped = (name: string, ticks: number): World => {
    const world = createWorld(scene(name), { maxWorkers: 1 });
    tick(world, ticks);
    return world;
  };
  const busy = createWorld(busyObstacles(2, { type: 'avoidance' }), { maxWorkers: 1 });
  tick(busy, 3);
  const reporting = createWorld(parseScenario(reportScene(1, 3, 'wrap')), { maxWorkers: 1 });
  tick(reporting, 3);
  const columns = { energy: { type: 'f32', default: 3 }, wind: { type: 'vec3' } };
  const { targets, behaviors } = ASSIGNABLE;
  const declaring = worldOf({
    targets,
    species: [
      { name: 'a', ...pointsOf(Array(16).fill([0, 0, 0])), maxSpeed: 3, behaviors, columns },
    ],
  });
  return [
    ['reports', reporting, 3],
    ['columns', declaring, 3],
    ['fields', fieldWorld(), 3],
    ['small', smallWorld(), 40],
    ['turns', waitingWorld(), 8],
    ['ground', groundWorld(), 3],
    ['formation', stepped('formation', 3), 3],
    ['beams', stepped('beams', 40), LONG ? 3 : 1],
    ['obstacles', busy, 3],
  ];
}

const ALL_COLUMNS = [
  ...STATE_ROWS,
  ...BIRTH_ROWS,
  ...CONSTANT_ROWS.filter((row) => row[2].startsWith('command')),
].flatMap(([name, , , components]) =>
  components === 3 ? ['X', 'Y', 'Z'].map((axis) => name + axis) : [name],
);

describe('a flipped bit', () => {
  const random = randomOf(23);
  const tried = new Set<string>();
  const seenByHash = new Set<string>();

  it.each(worlds())('in any column of %s changes the digest, seed 23', (_, world, most) => {
    const digest = worldDigest(world);
    const hash = stateHash(world);
    const found = new Set<string>([digest]);
    const bits = bitsOf(world, random, most);
    for (const { column, at, flip } of bits) {
      flip();
      const other = worldDigest(world);
      if (other === digest) expect.fail(`${column}[${at}] is not in the digest`);
      found.add(other);
      tried.add(column);
      if (stateHash(world) !== hash) seenByHash.add(column);
      flip();
    }
    expect(found.size).toBe(bits.length + 1);
    expect(worldDigest(world)).toBe(digest);
  });

  it('was tried in every column; the state hash sees those that determinism.md says', () => {
    expect([...tried].sort()).toEqual([...new Set(ALL_COLUMNS)].sort());
    const unseen = STATE_ROWS.map(([name]) => name).filter(
      (name) => ![...seenByHash].some((column) => column.replace(/[XYZ]$/, '') === name),
    );
    expect(unseen).toEqual([
      ...[
        'slot',
        'cellStart',
        'hits',
        'nextBirth',
        'keptBirths',
        'fieldMap',
        'fieldGoal',
        'fieldMove',
      ],
    ]);
    for (const [name] of BIRTH_ROWS) expect(seenByHash).not.toContain(name);
  });
});

describe('a row in its second life', () => {
  /** Walkers with routes over a map; those of even rows end, and others are born there, except in the last. */
  const reborn = (): World => {
    const world = worldOf({
      dimensions: 2,
      map: { rows: ['......', '.##.#.', '......'], legend: { '.': 1, '#': 'wall' } },
      targets: [{ name: 'door', position: [5.5, 2.5, 0] }],
      species: [
        {
          name: 'walker',
          count: 6,
          maxSpeed: 1,
          spawn: { type: 'box', min: [0, 0], max: [6, 3] },
          behaviors: [{ type: 'navigate' }],
        },
      ],
    });
    tick(world, 3);
    command(world, { type: 'remove', ids: [0, 2, 4] });
    tick(world);
    command(world, { type: 'spawn', species: 'walker', count: 2, position: [0.5, 0.5] });
    tick(world, 3);
    return world;
  };

  it('has its route hashed while it is alive, and left out when it is dead', () => {
    const world = reborn();
    const { id, route, status } = world.front;
    const { indexMask } = world.plan.ids;
    expect([...id].filter((value) => value > indexMask)).toHaveLength(2);
    for (let i = 0; i < world.count; i++) {
      const first = (id[i] & indexMask) * ROUTE.words;
      const [hash, digest] = [stateHash(world), worldDigest(reborn())];
      route[first + ROUTE.words - 1] ^= 1;
      const changed = status[i] === STATUS.alive;
      expect(stateHash(world) !== hash, `id ${id[i]}`).toBe(changed);
      const other = reborn();
      other.front.route[first + ROUTE.words - 1] ^= 1;
      expect(worldDigest(other) !== digest, `id ${id[i]}`).toBe(changed);
      route[first + ROUTE.words - 1] ^= 1;
    }
  });
});

describe('the digest', () => {
  it.each<[string, (world: World) => void]>([
    ['a number of an event', ({ host: { events } }) => Object.assign(events[0], { count: 7 })],
    ['an event that was taken', (world) => void takeEvents(world)],
    ['the order of events', ({ host: { events } }) => events.push(events[0], events.shift()!)],
    ['a command of the log', ({ host: { log } }) => Object.assign(log.at(-1)!, { count: 4 })],
    ['a command that was forgotten', ({ host: { commands } }) => commands.replace([])],
    ['a command that memory has lost', ({ control }) => void control.word[WORD.commandCount]--],
    ['a number of the scenario', ({ scenario }) => Object.assign(scenario, { seed: 12 })],
  ])('changes with %s, the state hash does not', (_, change) => {
    const world = smallWorld();
    world.host.commands.write(world);
    const [digest, hash] = [worldDigest(world), stateHash(world)];
    change(world);
    expect(worldDigest(world)).not.toBe(digest);
    expect(stateHash(world)).toBe(hash);
  });

  it('differs at each of nine ticks, and is 16 hexadecimal digits', () => {
    const digests = new Set<string>();
    const world = createWorld(scene('flock'), { maxWorkers: 1 });
    for (let n = 0; n < 9; n++, tick(world)) digests.add(worldDigest(world));
    expect(digests.size).toBe(9);
    expect(worldDigest(world)).toMatch(/^[0-9a-f]{16}$/);
  });

  it('is refused for a world that workers step', () => {
    const world = smallWorld();
    world.hold = 'workers';
    const refusal = { code: 'WORLD_BUSY', message: expect.stringContaining('worldDigest: found') };
    expect(() => worldDigest(world)).toThrow(expect.objectContaining(refusal));
  });

  it.each([0, 1, 63, 64, 65])(
    'is the same after restore() when the log has a write that changes %i agents',
    (needed) => {
      const columns = { energy: { type: 'f32', default: 3 } };
      const spawn = { type: 'box', min: [0, 0, 0], max: [9, 9, 9] };
      const species = [{ name: 'a', count: 80, spawn, columns }];
      const world = createWorld(parseScenario({ name: 'written', species }));
      const ids = Array.from({ length: 80 }, (_, id) => id);
      command(world, {
        type: 'write',
        ids,
        column: 'energy',
        values: ids.map((id) => (id < needed ? 4 : 3)),
      });
      tick(world);
      expect(worldDigest(restore(snapshot(world)))).toBe(worldDigest(world));
    },
  );

  it('does not depend on commands that are done, nor on what they leave in memory', () => {
    const make = (): World => createWorld(scene('beams'), { maxWorkers: 1 });
    const [world, other] = [make(), make()];
    for (const one of [world, other]) {
      one.host.commands.replace([]);
    }
    other.constants.commandPlace.fill(7);
    other.constants.commandValue.fill(0.5);
    for (const one of [world, other]) command(one, { type: 'fire', count: 3 });
    expect(worldDigest(other)).toBe(worldDigest(world));
    tick(world);
    tick(other);
    other.constants.commandValue.fill(0.25);
    expect(worldDigest(other)).toBe(worldDigest(world));
  });
});

const BEGIN = 30;
const TICKS = 6;

function stepped(name: string, options: RestoreOptions): World {
  const world = createWorld(scene(name), { maxWorkers: 5, ...options });
  tick(world, BEGIN);
  command(world, { type: 'fire', count: 3 });
  return world;
}

/** Worlds with particles, events and commands to come; with bodies that turn; with a map, a field and routes. */
const MAKERS: [name: string, make: (options?: RestoreOptions) => World][] = [
  ['beams', (options = {}) => stepped('beams', options)],
  ['dogfight', (options = {}) => stepped('dogfight', options)],
  ['small', (options = {}) => restore(smallSnapshot(), { maxWorkers: 5, ...options })],
];

describe.each(MAKERS)('the digests of %s', (name, make) => {
  const turn = MAKERS.findIndex(([one]) => one === name);
  const step = (world: World, workers: number, random: () => number): string => {
    stepAsTeam(world, workers, random);
    return worldDigest(world);
  };
  const after = (world: World, workers: number): string[] => {
    const random = randomOf(workers);
    return Array.from({ length: TICKS }, () => step(world, workers, random));
  };
  const expected = after(make({ kernel: 'ts' }), 1);

  const teams = [1, 2, 3, 5].flatMap((workers) => [
    ['ts', workers] as const,
    ['simd', workers] as const,
  ]);

  it.each(someOf(teams, 5, turn + 2))(
    'are the same with kernel %s and %i workers',
    (kernel, workers) => {
      expect(new Set(expected).size).toBe(TICKS);
      expect(after(make({ kernel }), workers)).toEqual(expected);
    },
  );

  it('are the same from a snapshot, and in new memory', () => {
    const random = randomOf(5);
    const world = make();
    const restored = restore(snapshot(world), { maxWorkers: 2, shared: false });
    expect(worldDigest(restored)).toBe(worldDigest(world));
    const found = Array.from({ length: TICKS }, () => {
      renewMemory(world);
      return step(world, 3, random);
    });
    expect(found).toEqual(expected);
    expect(after(restored, 2)).toEqual(expected);
  });
});

it('is that of a world as programs have it, and refuses what is not a world', () => {
  const world = smallWorld();
  expect(worldDigest(publicWorld(world))).toBe(worldDigest(world));
  const refusal = expect.objectContaining({ name: 'WorldError', code: 'WORLD_UNKNOWN' });
  for (const wrong of [undefined, null, {}, 7, 'world']) {
    expect(() => worldDigest(wrong as never), String(wrong)).toThrow(refusal);
  }
});
