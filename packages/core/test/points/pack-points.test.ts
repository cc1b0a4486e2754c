import { describe, expect, it } from 'vitest';
import {
  createWorld,
  heightAt,
  parseScenario,
  stateHash,
  tick,
  type World,
} from '../../src/index.ts';
import { type PointColumns, packPoints } from '../../src/points/pack-points.ts';
import {
  BLOCK_NUMBERS,
  blocksOf,
  createPointRecords,
  POINT_BLOCK,
  type PointRecords,
} from '../../src/points/point-records.ts';
import {
  pointPositionInto,
  pointSpecies,
  pointVelocityInto,
} from '../../src/points/read-points.ts';
import { packWorldPoints, runPoints } from '../../src/tick/point-thread.ts';
import { innerOf } from '../../src/world/public-world.ts';

/** Numbers in [0, 1) from a seed, the same on every machine. */
function randoms(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Agents in lopsided heaps, far from each other, some on the same spot, some standing still. */
function heaps(count: number, seed: number): PointColumns {
  const random = randoms(seed);
  const column = () => new Float32Array(count);
  const agents = {
    ...{ x: column(), y: column(), z: column(), vx: column(), vy: column(), vz: column() },
    species: new Uint8Array(count),
    id: new Uint32Array(count),
  };
  for (let i = 0; i < count; i++) {
    const heap = Math.floor(i / 700);
    agents.x[i] = 300 * heap + random() ** 3 * 11;
    agents.y[i] = -7 + (i % 5 === 0 ? 0 : random());
    agents.z[i] = heap === 1 ? 2.5 : -random() * 40;
    const speed = i % 7 === 0 ? 0 : 1 + 9 * heap;
    agents.vx[i] = speed * (random() - 0.5);
    agents.vy[i] = -speed * random();
    agents.vz[i] = i % 3 === 0 ? 0 : speed;
    agents.species[i] = i % 251;
    agents.id[i] = (i * 7919) % 65_537;
  }
  return agents;
}

/** The docstring of PointRecords, implemented word for word. */
function oracle(columns: PointColumns, living: number): { words: number[]; boxes: number[] } {
  const words: number[] = [];
  const boxes: number[] = [];
  for (let block = 0; block * POINT_BLOCK < living; block++) {
    const rows = Array.from(
      { length: Math.min(POINT_BLOCK, living - block * POINT_BLOCK) },
      (_, k) => block * POINT_BLOCK + k,
    );
    const of = (name: 'x' | 'y' | 'z' | 'vx' | 'vy' | 'vz') => rows.map((i) => columns[name][i]);
    const low = (['x', 'y', 'z'] as const).map((name) => Math.min(...of(name)));
    const size = (['x', 'y', 'z'] as const).map((name, axis) =>
      Math.fround(Math.max(...of(name)) - low[axis]),
    );
    const velocities = [...of('vx'), ...of('vy'), ...of('vz')].map(Math.abs);
    const fastest = Math.max(...velocities);
    boxes.push(...low, fastest, ...size, 0);
    const share = (value: number, whole: number) => (whole > 0 ? value / whole : 0);
    for (const i of rows) {
      const [x, y, z] = (['x', 'y', 'z'] as const).map((name, axis) =>
        Math.min(65_535, Math.round(share(columns[name][i] - low[axis], size[axis]) * 65_535)),
      );
      const [vx, vy, vz] = (['vx', 'vy', 'vz'] as const).map((name) =>
        Math.floor(share(columns[name][i], fastest) * 511 + 511.5),
      );
      const rank = Math.floor(((columns.id[i] * 0x9e3779b1) % 2 ** 32) / 2 ** 24);
      words.push(x + y * 2 ** 16, z + columns.species[i] * 2 ** 16 + rank * 2 ** 24);
      words.push(vx + vy * 2 ** 10 + vz * 2 ** 20);
    }
  }
  return { words, boxes };
}

function bytesOf({ buffer }: PointRecords): string {
  return Buffer.from(new Uint8Array(buffer).slice()).toString('base64');
}

describe('packPoints', () => {
  it.each([0, 1, 3, 255, 256, 257, 1003])('packs %i agents as its words say (seed 41)', (count) => {
    const columns = heaps(1500, 41);
    const into = createPointRecords(1500, false);
    packPoints(columns, count, into, 0, blocksOf(count));
    const { words, boxes } = oracle(columns, count);
    const found = [...into.records.subarray(0, 3 * count)];
    expect(found).toEqual(words);
    expect([...into.blocks.subarray(0, boxes.length)]).toEqual(boxes.map(Math.fround));
    expect([...into.ids.subarray(0, count)]).toEqual([...columns.id.subarray(0, count)]);
    expect(into.records.subarray(3 * count).every((word) => word === 0)).toBe(true);
    expect(into.blocks.subarray(BLOCK_NUMBERS * blocksOf(count)).every((n) => n === 0)).toBe(true);
  });

  it('keeps positions to within half a step of the box of their block (seed 5)', () => {
    const count = 1471;
    const columns = heaps(count, 5);
    const records = createPointRecords(count, false);
    packPoints(columns, count, records, 0, blocksOf(count));
    const found = { x: 0, y: 0, z: 0 };
    for (let i = 0; i < count; i++) {
      const box = Math.floor(i / POINT_BLOCK) * BLOCK_NUMBERS;
      pointPositionInto(found, records, i);
      for (const [axis, name] of (['x', 'y', 'z'] as const).entries()) {
        const step = records.blocks[box + 4 + axis] / 65_535;
        expect(Math.abs(found[name] - columns[name][i])).toBeLessThanOrEqual(0.501 * step + 1e-6);
      }
      pointVelocityInto(found, records, i);
      const step = records.blocks[box + 3] / 511;
      expect(Math.abs(found.x - columns.vx[i])).toBeLessThanOrEqual(0.501 * step);
      expect(Math.abs(found.y - columns.vy[i])).toBeLessThanOrEqual(0.501 * step);
      expect(Math.abs(found.z - columns.vz[i])).toBeLessThanOrEqual(0.501 * step);
      expect(pointSpecies(records, i)).toBe(columns.species[i]);
    }
    // An agent at rest is drawn at rest.
    pointVelocityInto(found, records, 0);
    expect(found).toEqual({ x: 0, y: 0, z: 0 });
  });

  it('spreads ranks evenly for any ids', () => {
    const count = 4096;
    const columns = { ...heaps(count, 1), id: Uint32Array.from({ length: count }, (_, i) => i) };
    const { records } = packed(columns, count);
    const below = (rank: number) =>
      Array.from({ length: count }, (_, i) => records[3 * i + 1] >>> 24).filter((r) => r < rank);
    for (const rank of [1, 32, 64, 128, 255]) {
      expect(below(rank).length / count).toBeCloseTo(rank / 256, 2);
    }
  });
});

function packed(columns: PointColumns, count: number): PointRecords {
  const into = createPointRecords(count, false);
  packPoints(columns, count, into, 0, blocksOf(count));
  return into;
}

/** Two species; the agents of one are fired and mostly dead. */
function flock(): World {
  const box = { min: [-30, -8, 2], max: [31, 9, 70] };
  return createWorld(
    parseScenario({
      name: 'flock',
      seed: 7,
      bounds: { type: 'wrap', ...box },
      species: [
        { name: 'beam', count: 60, spawn: { type: 'pool' }, maxSpeed: 30, minSpeed: 1 },
        {
          name: 'boid',
          count: 1901,
          spawn: { type: 'box', ...box, velocity: { speed: 3 } },
          maxSpeed: 5,
          behaviors: [{ type: 'alignment', weight: 1, radius: 3 }],
        },
      ],
      targets: [{ name: 'mark', position: [0, 0, 30], radius: 1 }],
      launchers: [{ name: 'gun', species: 'beam', target: 'mark', position: [0, 0, 5], speed: 20 }],
    }),
  );
}

describe('runPoints', () => {
  it.each([2, 3, 5, 8])(
    'writes the same bytes with %i workers as with one, and does not change the state',
    (workers) => {
      const world = flock();
      tick(world, 13);
      const hash = stateHash(world);
      const inner = innerOf(world);
      const alone = createPointRecords(world.count, true);
      runPoints(inner, { buffer: alone.buffer, workers: 1 }, 0);
      const shared = createPointRecords(world.count, true);
      // One after the other, the last first: none may depend on what another wrote.
      for (let worker = workers - 1; worker >= 0; worker--) {
        runPoints(inner, { buffer: shared.buffer, workers }, worker);
      }
      expect(bytesOf(shared) === bytesOf(alone)).toBe(true);
      const caller = createPointRecords(world.count, false);
      packWorldPoints(inner, caller.buffer);
      expect(bytesOf(caller) === bytesOf(alone)).toBe(true);
      expect(stateHash(world)).toBe(hash);
      const { position, velocity, species, id } = world.views;
      const { x, y, z } = position;
      const columns = { x, y, z, vx: velocity.x, vy: velocity.y, vz: velocity.z, species, id };
      const plain = createPointRecords(world.count, false);
      packPoints(columns, 1901, plain, 0, blocksOf(1901));
      expect(bytesOf(plain) === bytesOf(alone)).toBe(true);
    },
  );

  it('places agents of the plane on the ground', () => {
    const world = createWorld(
      parseScenario({
        name: 'hill',
        dimensions: 2,
        heights: {
          columns: 4,
          rows: 6,
          values: Array.from({ length: 24 }, (_, i) => (i * i * 7) % 11),
          cellSize: 5,
          origin: [0, 0],
        },
        species: [
          { name: 'walker', count: 300, spawn: { type: 'box', min: [0, 0, 0], max: [15, 25, 0] } },
        ],
      }),
    );
    const records = createPointRecords(world.count, false);
    packWorldPoints(innerOf(world), records.buffer);
    const { x, y } = world.views.position;
    const found = { x: 0, y: 0, z: 0 };
    let high = 0;
    for (let i = 0; i < 300; i++) {
      pointPositionInto(found, records, i);
      expect(found.z).toBeCloseTo(heightAt(world, x[i], y[i]), 3);
      high = Math.max(high, found.z);
    }
    expect(high).toBeGreaterThan(5);
  });
});
