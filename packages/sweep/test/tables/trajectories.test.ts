import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createWorld, parseScenario, STATUS, tick, type World } from '@skein/core';
import { describe, expect, it } from 'vitest';
import type { TrajectoryFormat } from '../../src/tables/table-format.ts';
import { trajectoriesOf } from '../../src/tables/trajectories.ts';
import { flock } from '../scenes.ts';
import { ask } from './duck.ts';
import { testFolder } from './folder.ts';

/** Two species in the plane: one of 5 is removed at tick 5, and another comes in its place at tick 14. */
const CROWD = {
  name: 'crowd',
  dimensions: 2,
  dt: 0.04,
  species: [
    {
      name: 'tall',
      count: 2,
      capacity: 3,
      spawn: { type: 'box', min: [-9, 0], max: [9, 3], velocity: { speed: 1 } },
    },
    { name: 'small', count: 3, spawn: { type: 'box', min: [20, 20], max: [29, 24] } },
  ],
  commands: [
    { tick: 5, type: 'remove', ids: [1] },
    { tick: 14, type: 'spawn', species: 'tall', count: 1, position: [1, 2], velocity: [0.25, 1] },
  ],
};

interface Written {
  readonly path: string;
  /** The living agents at each tick: id and position. */
  readonly living: ReadonlyMap<number, ReadonlyMap<number, readonly number[]>>;
}

/** Writes the samples at some ticks. */
async function written(
  scene: object,
  format: TrajectoryFormat,
  ticks: readonly number[],
  every: number,
): Promise<Written> {
  const world = createWorld(parseScenario(scene));
  const path = join(testFolder(), `crowd.${format}`);
  const trajectories = trajectoriesOf(world, { format, every });
  const table = await trajectories.open(path);
  const living = new Map<number, Map<number, readonly number[]>>();
  for (const at of ticks) {
    if (at > world.tick) tick(world, at - world.tick);
    for (const rows of trajectories.rows()) await table.write(rows);
    living.set(at, livingIn(world));
  }
  await table.finish();
  return { path, living };
}

function livingIn({ views }: World): Map<number, readonly number[]> {
  const { id, status, position: p } = views;
  const all = [...id.keys()].filter((i) => status[i] === STATUS.alive);
  return new Map(all.map((i) => [id[i], [p.x[i], p.y[i], p.z[i]]]));
}

/**
 * Reads a file by the rules of `load_trajectory_from_txt` of PedPy, which is not installed here. This is what its
 * documentation and its source say, written down again, and not PedPy itself:
 *
 * - Lines at the beginning that start with # are the head. The first word in a line with "framerate" that is a number is
 *   the frame rate, above 0. A line with "x/cm" or "in cm" means cm; one with "x/m" or "in m" means m; the last counts.
 * - All other text after a # is a comment. Each line has columns with white space between: id and frame are whole
 *   numbers, x and y are numbers. Further columns are ignored. There is at least one line.
 */
function readAsPedPy(path: string) {
  const lines = readFileSync(path, 'utf8').split('\n');
  let frameRate: number | undefined;
  let unit: string | undefined;
  for (const line of lines.slice(
    0,
    lines.findIndex((one) => !one.startsWith('#')),
  )) {
    const number = (word: string) => /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(word);
    const word = line.includes('framerate') ? line.split(/\s+/).find(number) : undefined;
    frameRate ??= word === undefined ? undefined : Number(word);
    const lower = line.toLowerCase();
    if (lower.includes('x/cm') || lower.includes('in cm')) unit = 'cm';
    if (lower.includes('x/m') || lower.includes('in m')) unit = 'm';
  }
  const rows = lines
    .map((line) => line.replace(/#.*/, '').trim())
    .filter((line) => line !== '')
    .map((line) => {
      const [id, frame, x, y] = line.split(/\s+/);
      if (!/^\d+$/.test(id) || !/^\d+$/.test(frame)) throw new Error(`no whole numbers: ${line}`);
      return { id: Number(id), frame: Number(frame), x: Number(x), y: Number(y) };
    });
  if (!(frameRate! > 0) || unit === undefined || rows.length === 0) throw new Error('not PedPy');
  return { frameRate, unit, rows };
}

describe('trajectories as text for PedPy', () => {
  it('have the living agents of each frame, by the rules of PedPy', async () => {
    const { path, living } = await written(CROWD, 'txt', [0, 10, 20, 30, 34], 10);
    const { frameRate, unit, rows } = readAsPedPy(path);
    expect([frameRate, unit]).toEqual([2.5, 'm']);
    const expected = [0, 10, 20, 30].flatMap((at) =>
      [...living.get(at)!].map(([id, [x, y]]) => `${at / 10} ${id} ${x} ${y}`),
    );
    const found = rows.map(
      ({ id, frame, x, y }) => `${frame} ${id} ${Math.fround(x)} ${Math.fround(y)}`,
    );
    expect(found.sort()).toEqual(expected.sort());
    // The removed one is gone, and the one in its place has an id of its own.
    expect([...new Set(rows.map(({ id }) => id))].sort()).not.toEqual([...living.get(0)!.keys()]);
    expect(living.get(10)!.size).toBe(4);
  });

  it('keep the numbers of frames of a run that continues in the middle', async () => {
    const { path } = await written(CROWD, 'txt', [13, 20, 30], 10);
    expect([...new Set(readAsPedPy(path).rows.map(({ frame }) => frame))]).toEqual([2, 3]);
  });
});

describe('trajectories as tables', () => {
  it('are read by DuckDB, with births and deaths', async () => {
    const { path, living } = await written(CROWD, 'parquet', [0, 10, 20], 10);
    const rows = await ask(`select tick, id, x, y, z from '${path}' where alive`);
    expect(rows).toHaveLength(14);
    for (const [at, id, ...position] of rows as number[][])
      expect([id, living.get(at)!.get(id)]).toEqual([id, position]);
  });

  // Debian's pandas, without pyarrow.
  it.runIf(hasPandas())('are read by pandas, as .csv', async () => {
    const { path, living } = await written(flock(13), 'csv', [0, 3, 6], 3);
    const script = `
import json, sys
import pandas as pd
rows = pd.read_csv(sys.argv[1], dtype={axis: "float32" for axis in "xyz"})
assert rows.alive.dtype == bool
print(json.dumps([[int(t), int(i), float(x), float(y), float(z)] for t, i, x, y, z in rows[rows.alive][["tick", "id", "x", "y", "z"]].itertuples(index=False)]))`;
    const text = execFileSync(PYTHON, ['-c', script, path], { encoding: 'utf8' });
    const rows = JSON.parse(text) as number[][];
    expect(rows).toHaveLength(48);
    for (const [at, id, ...position] of rows)
      expect([id, living.get(at)!.get(id)]).toEqual([id, position]);
  });
});

const PYTHON = '/usr/bin/python3';

function hasPandas(): boolean {
  if (!existsSync('/usr/bin/python3')) return false;
  try {
    execFileSync('/usr/bin/python3', ['-c', 'import pandas'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
