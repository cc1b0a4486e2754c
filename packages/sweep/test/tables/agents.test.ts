import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createWorld, csvRows, parseScenario, tick, type World } from '@skein/core';
import { innerOf } from '@skein/core/internal';
import { describe, expect, it } from 'vitest';
import { agentColumns } from '../../src/tables/agents.ts';
import { openTable } from '../../src/tables/open-table.ts';
import { readTable } from '../../src/tables/read-table.ts';
import { flock } from '../scenes.ts';
import { testFolder } from './folder.ts';

const NAMES = ['tick', 'id', 'species', 'x', 'y', 'z', 'vx', 'vy', 'vz', 'alive'];

/** A pool of which some are fired, so that not all are alive, and rows in another order than memory. */
const POOL = {
  name: 'pool',
  seed: 3,
  dt: 0.02,
  species: [
    {
      name: 'beam',
      count: 17,
      spawn: { type: 'pool' },
      lifetime: 5,
      behaviors: [{ type: 'homing', speed: 30, curvatureRadius: 4 }],
    },
  ],
  targets: [{ name: 'ball', position: [1, 2, 100], radius: 1.5 }],
  launchers: [{ name: 'gun', species: 'beam', target: 'ball', position: [0, 0, 0], speed: 30 }],
  commands: [{ tick: 0, type: 'fire', count: 9 }],
};

/** Room for 9, of which 5 agents live: one reuses the slot of a removed one, and the rest of the room is free. */
const BORN = {
  name: 'born',
  dimensions: 2,
  species: [
    { name: 'hare', count: 3, capacity: 4, spawn: { type: 'box', min: [0, 0], max: [9, 9] } },
    { name: 'fox', count: 1, capacity: 5, spawn: { type: 'box', min: [0, 0], max: [9, 9] } },
  ],
  commands: [
    { tick: 1, type: 'remove', ids: [1] },
    { tick: 2, type: 'spawn', species: 'hare', count: 2, position: [1, 1] },
  ],
};

function worldAt(scene: object, ticks: number): World {
  const world = createWorld(parseScenario(scene));
  tick(world, ticks);
  return world;
}

/** The rows of a world, as its columns give them. */
function rowsOf(world: World): unknown[][] {
  const rows: unknown[][] = [];
  for (const block of agentColumns(world).rows()) {
    const { length } = block[0];
    expect(length).toBeLessThanOrEqual(4096);
    for (let row = 0; row < length; row++) rows.push(block.map((values) => values[row]));
  }
  return rows;
}

describe('agentColumns', () => {
  it.each([
    ['a flock of more than a block', flock(5003), 4],
    ['a pool with some that are not fired', POOL, 9],
    ['tick 0', flock(1), 0],
    ['agents that are born and removed', BORN, 5, 5],
  ])('has the same numbers as csvRows, %s', (_, scene, ticks, count?: number) => {
    const world = worldAt(scene, ticks || 1);
    const csv = [...csvRows(world)].join('').trimEnd().split('\n');
    const rows = rowsOf(world);
    expect([rows.length, csv.length]).toEqual(Array(2).fill(count ?? world.count));
    expect(agentColumns(world).schema.columns.map(({ name }) => name)).toEqual(NAMES);
    const cells = csv.map((line) =>
      line.split(',').map((cell, place) => {
        if (place === 2) return cell;
        return place === 9 ? cell === '1' : Math.fround(Number(cell));
      }),
    );
    expect(rows).toEqual(cells);
  });

  it('has the ids of births, and no rows for free room', () => {
    const ids = rowsOf(worldAt(BORN, 5)).map((row) => row[1]);
    expect(ids).toEqual([0, 17, 2, 3, 4]);
  });

  it('has the attitude of bodies, by id, in a world that keeps it', () => {
    const text = readFileSync(
      new URL('../../../../scenarios/dogfight.json', import.meta.url),
      'utf8',
    );
    const world = worldAt(JSON.parse(text), 40);
    const { columns } = agentColumns(world).schema;
    expect(columns.map(({ name }) => name)).toEqual([
      ...NAMES,
      ...['hx', 'hy', 'hz', 'ux', 'uy', 'uz'],
    ]);
    const { slot, heading, up } = world.views;
    const rows = rowsOf(world);
    for (const [id, row] of rows.entries()) {
      const i = slot[id];
      const body = [heading.x[i], heading.y[i], heading.z[i], up.x[i], up.y[i], up.z[i]];
      expect(row.slice(10)).toEqual(body);
    }
    // The order in memory is different.
    expect([...slot.subarray(0, rows.length)].some((place, id) => place !== id)).toBe(true);
  });

  it('has the height of the ground if there is a height map, as csvRows does', () => {
    const positions = [
      [1, 1],
      [2.5, 0],
      [9, 0.5],
    ];
    const scene = {
      name: 'rise',
      dimensions: 2,
      heights: { columns: 4, rows: 2, values: [0, 1, 2, 3, 0, 3, 6, 9] },
      species: [{ name: 'walker', count: 3, spawn: { type: 'points', positions } }],
    };
    const world = createWorld(parseScenario(scene));
    const { columns } = agentColumns(world).schema;
    expect(columns.at(-1)).toMatchObject({ name: 'height', unit: 'm' });
    expect(rowsOf(world).map((row) => row.at(-1))).toEqual([3, 2.5, 6]);
    const csv = [...csvRows(world)].join('').trimEnd().split('\n');
    expect(csv.map((line) => Number(line.split(',').at(-1)))).toEqual([3, 2.5, 6]);
  });

  it('has units, and the metadata of its run', async () => {
    const world = worldAt(POOL, 3);
    const { schema, rows } = agentColumns(world);
    const path = join(testFolder(), 'agents.parquet');
    const table = await openTable(path, schema);
    for (const block of rows()) await table.write(block);
    await table.finish();
    const read = await readTable(path);
    const units = read.schema.columns.map(({ unit = '' }) => unit);
    expect(units).toEqual(['', '', '', 'm', 'm', 'm', 'm/s', 'm/s', 'm/s', '']);
    const { scenario, ...metadata } = read.schema.metadata;
    expect(metadata).toEqual({
      engine: '0.1.0',
      name: 'pool',
      seed: '3',
      dt: '0.02',
      bounds: '{"type":"open"}',
    });
    const again = parseScenario(JSON.parse(scenario));
    expect(again).toEqual(world.scenario);
    expect(read.columns.get('alive')).toEqual(Array.from({ length: 17 }, (_, id) => id < 9));
  });

  it('refuses a world that workers step, even between blocks', () => {
    const world = worldAt(flock(5003), 1);
    const rows = agentColumns(world).rows();
    rows.next();
    innerOf(world).hold = 'workers';
    expect(() => rows.next()).toThrow(
      'agentColumns: found a world that a team is stepping, expected a call between two runs or inside a listener of the team.',
    );
  });

  it('leaves out a long scenario', () => {
    const description = 'long '.repeat(300_000);
    const world = worldAt(flock(1), 1);
    const scenario = { ...world.scenario, description };
    const long = Object.create(innerOf(world), { scenario: { value: scenario } }) as World;
    expect(Object.keys(agentColumns(long).schema.metadata)).toEqual([
      'engine',
      'name',
      'seed',
      'dt',
      'bounds',
    ]);
  });
});
