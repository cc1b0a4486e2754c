import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createWorld, parseScenario, tick } from '@skein/core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { long } from '../../../core/test/helpers/long.ts';
import { readPlan } from '../../src/plan/read-plan.ts';
import { runSweep } from '../../src/run-sweep.ts';
import { agentColumns } from '../../src/tables/agents.ts';
import { openTable } from '../../src/tables/open-table.ts';
import { readTable } from '../../src/tables/read-table.ts';
import { ask } from './duck.ts';
import { testFolder } from './folder.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const textOf = (name: string): string => readFileSync(join(root, name), 'utf8');
const json = (name: string) => JSON.parse(textOf(name));

const NOTEBOOKS = 'examples/notebooks/README.md';

/** The code of a page, block by block. */
function blocksOf(name: string, language: string): string[] {
  const blocks = textOf(name).matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'));
  return Array.from(blocks, ([, code]) => code);
}

/** Whether a program of this machine does something. */
function does(command: string, ...args: string[]): boolean {
  return spawnSync(command, args).status === 0;
}

/**
 * The languages of the notebooks beside SQL. Python and R are tested where they are, as Debian's `python3-pandas` and
 * `r-base-core`.
 */
const LANGUAGES = [
  { command: process.execPath, file: 'flock.mjs' },
  ...(does('/usr/bin/python3', '-c', 'import pandas')
    ? [{ command: '/usr/bin/python3', file: 'flock.py' }]
    : []),
  ...(does('Rscript', '--version') ? [{ command: 'Rscript', file: 'flock.R' }] : []),
];

const numbers = (values: unknown): number[] => [...(values as Float64Array)];

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

describe('the notebooks', () => {
  /** The sweep of the notebooks, but shorter. */
  async function results(): Promise<string> {
    const folder = testFolder();
    const plan = readPlan({
      ...json('examples/sweeps/flock.json'),
      scenario: json('scenarios/flock.json'),
      ticks: 100,
      seeds: '1..2',
    });
    for (const format of ['csv', 'parquet'] as const) {
      await runSweep(plan, { results: join(folder, 'flock-results'), jobs: 1, format });
    }
    return folder;
  }

  it('have the answers that the rows of the tables give, in each language', async () => {
    const folder = await results();
    const { columns } = await readTable(join(folder, 'flock-results/runs.parquet'));
    const names = ['boid.separation.weight', 'boid.alignment.weight', 'polarization'];
    const [separation, alignment, order] = names.map((name) => numbers(columns.get(name)));
    const groups = new Map<string, number[]>();
    for (const [row, value] of order.entries()) {
      const key = `${separation[row]} ${alignment[row]}`;
      groups.set(key, [...(groups.get(key) ?? []), value]);
    }
    expect(groups.size).toBe(12);
    const expected = Array.from(groups, ([key, values]) => [
      ...key.split(' ').map(Number),
      mean(values),
    ]);
    const inOrder = expected.sort((a, b) => a[0] - b[0] || a[1] - b[1]);

    const [runs, samples] = textOf('examples/notebooks/flock.sql').split(';\n');
    const answerOf = async (sql: string): Promise<number[][]> =>
      (await ask(sql, folder)).map((row) => row.map(Number));
    const near = (rows: number[][]) =>
      rows.map((row) => row.map((value) => expect.closeTo(value, 12)));
    expect(await answerOf(runs)).toEqual(near(inOrder));
    // The page on sweeps has the same query.
    const [sweeps] = blocksOf('docs/sweeps.md', 'sql');
    expect(await answerOf(sweeps)).toEqual(near(inOrder));

    const sampled = await readTable(join(folder, 'flock-results/samples.parquet'));
    const ticks = numbers(sampled.columns.get('tick'));
    const meanAt = (name: string, at: number) =>
      mean(numbers(sampled.columns.get(name)).filter((_, row) => ticks[row] === at));
    const series = [0, 100].map((at) => [at, meanAt('polarization', at), meanAt('nearest', at)]);
    expect(await answerOf(samples)).toEqual(near(series));
    for (const { command, file } of LANGUAGES) {
      const printed = execFileSync(command, [join(root, 'examples/notebooks', file)], {
        cwd: folder,
        encoding: 'utf8',
      });
      // They print the rows in different orders and with different numbers of digits, after the number of the row.
      const rows = Array.from(printed.matchAll(/^[^a-z\n]*\d+[^a-z\n]*$/gm), ([line]) =>
        (line.match(/[\d.]+(?:e-?\d+)?/g) ?? []).map(Number).slice(-3),
      );
      const sorted = rows.slice(0, 12).sort((a, b) => a[0] - b[0] || a[1] - b[1]);
      const roughly = (of: number[][]) =>
        of.map((row) => row.map((value) => expect.closeTo(value, 5)));
      expect(sorted, file).toEqual(roughly(inOrder));
      expect(rows.slice(12), file).toEqual(roughly(series));
    }

    const [ofFour, metadata] = blocksOf(NOTEBOOKS, 'sql');
    const four = inOrder.filter(([weight]) => weight === 4);
    const answer = await answerOf(ofFour);
    expect(answer.map(([weight, order, , runs]) => [weight, order, runs])).toEqual(
      four.map(([, weight, order]) => [weight, expect.closeTo(order, 12), 2]),
    );
    const kept = new Map((await ask(metadata, folder)) as [string, string][]);
    expect(kept.get('complete')).toBe('24 of 24 runs');
    expect(JSON.parse(kept.get('columns') ?? '').at(-1)).toMatchObject({
      name: 'nearest',
      unit: 'm',
    });
  });
});

describe('docs/tables.md', () => {
  it('queries the speed and the metadata of agents', async () => {
    const folder = testFolder();
    const world = createWorld(parseScenario(json('scenarios/flock.json')));
    const agents = agentColumns(world);
    const table = await openTable(join(folder, 'flock.parquet'), agents.schema);
    const expected: unknown[][] = [];
    for (const at of [0, 7]) {
      if (at > 0) tick(world, at);
      for (const rows of agents.rows()) await table.write(rows);
      const { x, y, z } = world.views.velocity;
      const speeds = Array.from({ length: world.count }, (_, i) => Math.hypot(x[i], y[i], z[i]));
      expected.push([at, 'boid', expect.closeTo(mean(speeds), 5)]);
    }
    await table.finish();
    const [metadata, speed] = blocksOf('docs/tables.md', 'sql');
    expect(await ask(speed, folder)).toEqual(expected);
    const keys = (await ask(metadata, folder)).map(([key]) => key);
    expect(keys).toEqual(['engine', 'name', 'seed', 'dt', 'bounds', 'scenario', 'columns']);
  });

  long('has code that runs as it stands', async () => {
    const [own, agents] = blocksOf('docs/tables.md', 'js');
    const folder = testFolder();
    expect(runModule(own, folder)).toBe('3 m me\n');
    const team = `
      import { createWorld, parseScenario } from '@skein/core';
      import { createTeam } from '@skein/worker';
      const scenario = { name: 'a', species: [{ name: 'b', count: 17, spawn: { type: 'pool' } }] };
      await using team = await createTeam(createWorld(parseScenario(scenario)), { workers: 1 });
    `;
    runModule(team + agents, folder);
    const { rows, columns } = await readTable(join(folder, 'agents.arrow'));
    expect([rows, columns.get('tick')?.at(-1)]).toEqual([170, 600]);
  });

  /** Runs code that imports this package by its name, as others do. */
  function runModule(code: string, cwd: string): string {
    const inside = mkdtempSync(join(root, 'packages/sweep/dist/.documents-'));
    onTestFinished(() => rmSync(inside, { recursive: true }));
    const file = join(inside, 'example.mjs');
    // Node 20 has no "await using".
    writeFileSync(
      file,
      code.replace('await using', 'const').concat('\nglobalThis.process.exit();\n'),
    );
    return execFileSync(process.execPath, [file], { cwd, encoding: 'utf8', timeout: 60_000 });
  }
});
