import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createWorld, parseScenario, tick } from '@skein/core';
import { describe, expect, it } from 'vitest';
import {
  Trajectory,
  type TrajectoryOptions,
  type TrajectorySample,
} from '../../../src/analysis/flow/index.ts';
import { agentColumns } from '../../../src/tables/agents.ts';
import { openTable } from '../../../src/tables/open-table.ts';
import { testFolder } from '../../folder.ts';

async function samplesIn(path: string, options?: TrajectoryOptions) {
  const trajectory = await Trajectory.open(path, options);
  const samples: TrajectorySample[] = [];
  for await (const sample of trajectory.samples()) samples.push(sample);
  await trajectory.close();
  return { trajectory, samples };
}

function scene(type: string) {
  return parseScenario({
    name: 'walk',
    dimensions: 2,
    dt: 0.25,
    bounds: { type, min: [0, 0, 0], max: [10, 6, 1] },
    species: [
      {
        name: 'walker',
        count: 3,
        spawn: {
          type: 'points',
          positions: [
            [1, 2],
            [3, 4],
            [5, 1],
          ],
          velocities: [
            [1, 0],
            [0, -1],
            [2, 1],
          ],
        },
      },
      {
        name: 'mayfly',
        count: 1,
        lifetime: 0.6,
        spawn: { type: 'points', positions: [[2, 2]], velocities: [[1, 1]] },
      },
      { name: 'unborn', count: 2, spawn: { type: 'pool' } },
    ],
  });
}

/** Writes 5 samples, at every second tick. */
async function write(path: string, type: string): Promise<void> {
  const world = createWorld(scene(type));
  const agents = agentColumns(world);
  const table = await openTable(path, agents.schema);
  for (let sample = 0; sample < 5; sample++) {
    if (sample > 0) tick(world, 2);
    for (const rows of agents.rows()) await table.write(rows);
  }
  await table.finish();
}

describe.each(['parquet', 'arrow', 'csv', 'jsonl'])('a trajectory in .%s', (format) => {
  it('has the living agents of each sample', async () => {
    const path = join(testFolder(), `walk.${format}`);
    await write(path, 'wrap');
    const isText = format === 'csv' || format === 'jsonl';
    const { samples, trajectory } = await samplesIn(path, isText ? { dt: 0.25 } : {});
    expect(samples.map(({ tick: at, time }) => [at, time])).toEqual(
      [0, 2, 4, 6, 8].map((at) => [at, at / 4]),
    );
    expect(samples.map(({ ids }) => [...ids])).toEqual([
      [0, 1, 2, 3],
      [0, 1, 2, 3],
      [0, 1, 2],
      [0, 1, 2],
      [0, 1, 2],
    ]);
    const [, , third] = samples;
    expect([third.x, third.y, third.vx, third.vy].map((values) => [...values])).toEqual([
      [2, 3, 7],
      [2, 3, 2],
      [1, 0, 2],
      [0, -1, 1],
    ]);
    // Text formats have no metadata, so they do not tell the bounds.
    expect(trajectory.edges).toEqual(isText ? [0, 0] : [10, 6]);
    expect(trajectory.dt).toBe(0.25);
  });
});

it('only a torus has edges', async () => {
  const path = join(testFolder(), 'walk.parquet');
  await write(path, 'contain');
  expect((await samplesIn(path)).trajectory.edges).toEqual([0, 0]);
});

it('an option sets another length of a tick', async () => {
  const path = join(testFolder(), 'walk.parquet');
  await write(path, 'contain');
  const { samples } = await samplesIn(path, { dt: 2 });
  expect(samples.map(({ time }) => time)).toEqual([0, 4, 8, 12, 16]);
});

describe('refuses', () => {
  const HEADER = 'tick,id,x,y,vx,vy\n';
  it.each([
    [
      `${HEADER}0,1,2,3,4,5\n`,
      {},
      /^dt: found nothing, and none in .*t\.csv, expected the length of a tick in s, above 0$/,
    ],
    [`${HEADER}0,1,2,3,4,5\n`, { dt: 0 }, /^dt: found 0, expected/],
    [
      'tick,id,x,y\n0,1,2,3\n',
      { dt: 1 },
      /t\.csv: found the columns tick, id, x, y, expected the columns vx, vy$/,
    ],
    ['id,x,y,vx,vy\n', { dt: 1 }, /found the columns id, x, y, vx, vy, expected a column "tick"$/],
    [
      `${HEADER}0,1,2,3,4,5\n5,1,2,3,4,5\n4,1,2,3,4,5\n`,
      { dt: 1 },
      /found an earlier tick after a later, expected rows that are sorted by tick$/,
    ],
    [
      `${HEADER}0,1,2,3,4,5\n0,1,2,3,4,5\n`,
      { dt: 1 },
      /t\.csv, line 3: found id 1 of tick 0, which line 2 already has/,
    ],
    [
      `${HEADER}0,1,2,,4,5\n`,
      { dt: 1 },
      /t\.csv, line 2: found null in the column y, expected a number$/,
    ],
    [
      `${HEADER}0,1,2,inf,4,5\n`,
      { dt: 1 },
      /t\.csv, line 2: found "inf" in the column y, expected a number$/,
    ],
    [
      `${HEADER.trimEnd()},alive\n0,1,2,3,4,5,perhaps\n`,
      { dt: 1 },
      /t\.csv, line 2: found "perhaps" in the column alive, expected true, false, 1 or 0$/,
    ],
    [
      `${HEADER}0,ann,2,3,4,5\n`,
      { dt: 1 },
      /t\.csv, line 2: found the id ann, expected a whole number from 0 to 4294967295$/,
    ],
  ])('%j with %j', async (text, options, message) => {
    const path = join(testFolder(), 't.csv');
    writeFileSync(path, text);
    await expect(samplesIn(path, options)).rejects.toThrow(message);
  });

  it('knows the living in the spellings of other languages', async () => {
    const path = join(testFolder(), 't.csv');
    const spelled = ['true', 'True', 'TRUE', '1', 'false', 'False', 'FALSE', '0'];
    const rows = spelled.map((alive, id) => `-1,${id},2,3,4,5,${alive}\n`);
    writeFileSync(path, `${HEADER.trimEnd()},alive\n${rows.join('')}`);
    const {
      samples: [sample],
    } = await samplesIn(path, { dt: 1 });
    expect([sample.tick, ...sample.ids]).toEqual([-1, 0, 1, 2, 3]);
  });

  it.each(['no JSON', 'null', '{"type":"wrap"}', '{"type":"wrap","min":[0,0],"max":[0,1]}'])(
    'the bounds %s in the metadata',
    async (bounds) => {
      const path = join(testFolder(), 't.parquet');
      const columns = ['tick', 'id', 'x', 'y', 'vx', 'vy'].map((name) => ({
        name,
        type: 'f64' as const,
      }));
      const table = await openTable(path, { columns, metadata: { dt: '1', bounds } });
      await table.write(columns.map(() => [1]));
      await table.finish();
      await expect(samplesIn(path)).rejects.toThrow(
        't.parquet: found metadata "bounds" that are no bounds, expected the bounds of the scenario',
      );
    },
  );
});
