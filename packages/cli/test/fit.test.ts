import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LONG } from '../../core/test/helpers/long.ts';
import { ended, skein, startSkein, testFolder, write } from './skein.ts';

/** A lone walker, which is at 0.1 * speed * ticks when it has reached its speed at once. */
const plan = {
  scenario: {
    name: 'walk',
    dt: 0.1,
    dimensions: 2,
    species: [
      {
        name: 'walker',
        count: 1,
        maxSpeed: 2,
        spawn: { type: 'box', min: [0, 0], max: [0, 0] },
        goals: { type: 'points', positions: [[1000, 0]] },
        behaviors: [{ type: 'goal', weight: 10 }],
      },
    ],
  },
  ticks: 20,
  every: 5,
  measures: ['x=mean(position.x)'],
  parameters: { 'walker.maxSpeed': { from: 0.5, to: 8 } },
};

function files(data = 'tick,x\n5,0.67\n20,2.68\n'): {
  folder: string;
  args: string[];
  out: string;
} {
  const folder = testFolder();
  const [file, to, out] = [
    write(folder, 'plan.json', plan),
    join(folder, 'data.csv'),
    join(folder, 'out'),
  ];
  writeFileSync(to, data);
  return { folder, out, args: ['fit', file, '--to', to, '--out', out, '--jobs', '1'] };
}

const recordIn = (out: string): string => readFileSync(join(out, 'fit.json'), 'utf8');

describe('skein fit', () => {
  it('finds a known speed, and leaves a folder that sweep, rerun and report read', async () => {
    const { args, out } = files();
    const { code, stdout, stderr } = await skein([...args, '--generations', '30']);
    expect(code, stderr).toBe(0);
    const { best } = JSON.parse(recordIn(out));
    expect(best.parameters['walker.maxSpeed']).toBeCloseTo(1.34, 1);
    expect(stdout).toMatch(/parameter +value +range\n {2}walker\.maxSpeed +1\.3\d +0\.5\.\.8\n/);
    expect(stdout).toMatch(
      /tick +measure +data +model\n {2}5 +x +0\.67 +0\.6\d*\n {2}20 +x +2\.68 +2\.\d+\n/,
    );
    expect(stderr).toMatch(
      /skein: generation 1: distance [\d.]+; best [\d.]+ with walker\.maxSpeed [\d.]+\n/,
    );
    const rerun = await skein(['rerun', out, '--run', String(best.run)]);
    expect(rerun.stdout).toContain(`walker.maxSpeed=${best.parameters['walker.maxSpeed']}, seed`);
    expect(rerun.stdout).toContain('matches the recorded result');
    const tables = await skein(['sweep', out, '--tables', '--format', 'csv']);
    expect(tables.code, tables.stderr).toBe(0);
    const again = await skein(['fit', out, '--json']);
    const result = JSON.parse(again.stdout);
    expect(result).toMatchObject({ best, done: 0, failed: 0, interrupted: false });
    expect(result.skipped).toBe(result.runs);
  });

  it('--dry-run says what would be done', async () => {
    const { args, out } = files('tick,x,x.sd\n5,0.67,0.1\n20,2.68,0.1\n');
    const more = ['--seeds', '1..3', '--generations', '7', '--population', '5', '--dry-run'];
    const { stdout } = await skein([...args, ...more]);
    expect(stdout).toContain('walker.maxSpeed  0.5..8');
    expect(stdout).toContain('at most 7 generations of 5 candidates, 105 runs');
    const { stdout: json } = await skein([...args, ...more, '--json']);
    expect(JSON.parse(json)).toMatchObject({
      fitted: { 'walker.maxSpeed': { from: 0.5, to: 8 } },
      ...{
        generations: 7,
        population: 5,
        conditions: 1,
        values: 2,
        runsPerCandidate: 3,
        runs: 105,
      },
    });
    expect(existsSync(out)).toBe(false);
  });

  it.each([
    [['--to', 'none.csv'], 3, /cannot read none\.csv/],
    [['--to', 'data.txt'], 2, /--to/],
    [['--population', '3'], 2, /--population.*whole number from 4/],
    [['--sigma', '2'], 2, /--sigma: found 2, expected a number above 0, up to 1/],
    [['--tolerance', '2'], 2, /--tolerance: found 2/],
    [['--fit-seed', '-1'], 2, /--fit-seed/],
    [['--queue', 'redis://x'], 2, /unknown option '--queue'/],
    [['--shard', '1/2'], 2, /unknown option '--shard'/],
    [['--set', 'walker.maxSpeed=1'], 1, /parameters: found no range that is not a column/],
    [['--set', 'walker.maxSpeed=1..2x3'], 1, /walker\.maxSpeed: found the steps of 1\.\.2x3/],
    [['--set', 'walker.maxSpeed=2..2'], 2, /found the empty range 2\.\.2/],
    [['--measure', 'y=mean(position.y)'], 1, /data\.csv: found the column "x"/],
  ])('refuses %j', async (more, code, message) => {
    const { args, out } = files();
    const ended = await skein([...args, ...more]);
    expect(ended.stderr).toMatch(message);
    expect(ended.code).toBe(code);
    expect(existsSync(out)).toBe(false);
  });

  it('needs data, and refuses the folder of another fit', async () => {
    const { args, out } = files();
    const { stderr, code } = await skein(args.filter((_, at) => at !== 2 && at !== 3));
    expect([stderr, code]).toEqual([
      'skein: --to: found nothing, expected the file of the data\n',
      2,
    ]);
    await skein([...args, '--generations', '1']);
    const other = await skein([...args, '--generations', '1', '--fit-seed', '2']);
    expect(other.stderr).toContain(
      'found another fit (seed 1 there, 2 here), expected the same fit',
    );
    expect(other.code).toBe(1);
    const more = await skein(['fit', out, '--generations', '2', '--extend', '--json']);
    expect(JSON.parse(more.stdout)).toMatchObject({ generations: 2, skipped: 4 });
    const scenario = await skein(['fit', out, '--scenario', 'x.json']);
    expect(scenario.stderr).toContain(
      '--scenario: found the folder of a fit, expected a plan with it',
    );
  });
});

const KILLS = Number(process.env.SKEIN_FIT_KILLS ?? (LONG ? 12 : 2));
const SEED = Number(process.env.SKEIN_SWEEP_SEED ?? 1);

it(`a fit has the same result after ${KILLS} kills, seed ${SEED}`, {
  timeout: 60_000 + KILLS * 10_000,
}, async () => {
  let state = SEED;
  const random = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  const search = ['--generations', '8', '--tolerance', '0', '--format', 'jsonl', '--seeds', '1..2'];
  const whole = files();
  const undisturbed = await skein([...whole.args, ...search]);
  expect(undisturbed.code, undisturbed.stderr).toBe(0);
  for (let kills = 0; kills < KILLS; ) {
    const { args, out } = files();
    for (;;) {
      const child = startSkein([...args.slice(0, -1), random() < 0.5 ? '1' : '2', ...search]);
      const end = ended(child);
      let isOver = false;
      void end.then(() => {
        isOver = true;
      });
      // Kills before the first results, between generations, and while one runs.
      const begun = performance.now();
      const after = 300 + random() * 2500;
      while (!isOver && performance.now() - begun < after) {
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      if (!isOver && kills < KILLS && child.kill('SIGKILL')) kills++;
      const { code, stderr } = await end;
      if (code === 0) break;
      if (code !== null) throw new Error(`exit code ${code}:\n${stderr}`);
    }
    expect(recordIn(out)).toBe(recordIn(whole.out));
    // The tables differ only in the times that the runs took.
    const rows = (folder: string): unknown[] =>
      readFileSync(join(folder, 'runs.jsonl'), 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => ({ ...JSON.parse(line), ms: 0 }));
    expect(rows(out)).toEqual(rows(whole.out));
    // No run was done twice, except those that a kill has cut off before they were written.
    const lines = readdirSync(join(out, 'journal')).flatMap((name) =>
      readFileSync(join(out, 'journal', name), 'utf8')
        .split('\n')
        .slice(0, -1),
    );
    const keys = lines.map((line) => JSON.parse(line).key);
    expect(new Set(keys).size).toBe(keys.length);
  }
});
