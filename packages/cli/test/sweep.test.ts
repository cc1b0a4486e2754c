import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { LONG, long } from '../../core/test/helpers/long.ts';
import { flock } from './scenes.ts';
import {
  type Ended,
  ended,
  SKEIN,
  skein,
  skeinHere,
  start,
  startSkein,
  testFolder,
  write,
} from './skein.ts';

const FULL = fileURLToPath(new URL('full-results.mjs', import.meta.url));
const WRONG = fileURLToPath(new URL('wrong-kernel.mjs', import.meta.url));

const plan = {
  scenario: 'flock.json',
  ticks: 23,
  seeds: '1..2',
  parameters: { 'bird.separation.weight': { from: 0, to: 12, steps: 3 } },
  measures: ['polarization'],
  every: 10,
};

/** A folder with a plan and its scenario; the paths of the plan and of its results. */
function planned(change: object = {}): { folder: string; file: string; out: string } {
  const folder = testFolder();
  write(folder, 'flock.json', flock());
  const file = write(folder, 'plan.json', { ...plan, ...change });
  return { folder, file, out: join(folder, 'out') };
}

const HOME = mkdtempSync(join(tmpdir(), 'skein-cli-'));
const OUT = join(HOME, 'out');
afterAll(() => rmSync(HOME, { recursive: true, force: true }));
let swept: Promise<Ended> | undefined;

/** A sweep of the plan, carried out once for all tests of this file; its results are in `OUT`. */
function sweepOnce(): Promise<Ended> {
  write(HOME, 'flock.json', flock());
  const args = ['sweep', write(HOME, 'plan.json', plan), '--out', OUT, '--jobs', '1'];
  swept ??= skein([...args, '--format', 'jsonl']);
  return swept;
}

/** As `planned`, with a copy of the results. */
async function finished(): Promise<{ folder: string; file: string; out: string }> {
  await sweepOnce();
  const own = planned();
  cpSync(OUT, own.out, { recursive: true });
  return own;
}

/** The rows of a table, or the lines of the journals. */
function linesOf(path: string): Record<string, unknown>[] {
  const text = readFileSync(path, 'utf8');
  return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
}

function journalOf(out: string): Record<string, unknown>[] {
  const folder = join(out, 'journal');
  return readdirSync(folder).flatMap((name) => linesOf(join(folder, name)));
}

/** Runs the command in Node with another module loaded first. */
function skeinWith(module: string, env: object, args: readonly string[]): Promise<Ended> {
  const options = { env: { ...process.env, ...env } };
  return ended(start(process.execPath, ['--import', module, SKEIN, ...args], options));
}

describe('skein sweep', () => {
  it('reports what it does, does it, and reports if it is already done', async () => {
    const { code, stdout, stderr } = await sweepOnce();
    const out = OUT;
    expect(stdout).toBe(
      `6 of 6 runs are done (6 now, 0 before)\ntables: ${out}/runs.jsonl, ${out}/samples.jsonl\nto repeat one run: skein rerun ${out} --run N\n`,
    );
    expect(code).toBe(0);
    // On a busy machine, the first run may come after reports of progress.
    const progress = /^skein: \d+ of 6 runs, .*\n/gm;
    expect(stderr.replace(progress, '').replace(/took .*/, 'took ...')).toBe(
      `small-flock: 6 runs of 23 ticks, 3 combinations x 2 seeds (1..2)
  bird.separation.weight  0..12x3
  sample                  grid
  measures                polarization, every 10 ticks
  world                   ${/world +(.* [kM]B)/.exec(stderr)?.[1]} in each process, for one worker
skein: results in ${out}: 6 runs; 1 process
skein: the first run took ...
`,
    );
    expect(linesOf(join(out, 'runs.jsonl'))).toHaveLength(6);
    // The folder of the results also serves as a plan.
    const again = await skein(['sweep', out, '--format', 'jsonl', '--json']);
    expect(again.stderr).toContain(
      `skein: results in ${out}: 6 runs, 6 of them already done; 1 process`,
    );
    expect(JSON.parse(again.stdout)).toEqual({
      ...{
        results: out,
        plan: expect.any(String),
        engine: expect.any(String),
        planned: 6,
        runs: 6,
      },
      ...{ skipped: 6, done: 0, failed: 0, verified: 0, interrupted: false, finished: 6 },
      tables: [`${out}/runs.jsonl`, `${out}/samples.jsonl`],
      ...{ failures: [], unlike: [], contradictions: [], seconds: expect.any(Number) },
    });
  });

  long('has the same hashes by arguments alone, by a file, and by skein run', async () => {
    const { folder, file, out } = planned();
    const scenario = join(folder, 'flock.json');
    const set = ['--set', 'bird.separation.weight=0..12x3', '--measure', ' polarization'];
    const rest = ['--ticks', '23', '--seeds', '1,2', '--every', '10', '--json', '--dry-run'];
    const one = JSON.parse(
      (await skein(['sweep', file, '--json', '--dry-run', '--out', out])).stdout,
    );
    const other = JSON.parse(
      (await skein(['sweep', '--scenario', scenario, ...set, ...rest, '--out', out])).stdout,
    );
    expect(other).toEqual(one);
    expect(one).toMatchObject({ runs: 6, combinations: 3, ofShard: 6, last: { run: 5, seed: 2 } });
    expect(existsSync(out)).toBe(false);
    await skein(['sweep', file, '--out', out, '--shard', '6/6', '--jobs', '1']);
    const [line] = journalOf(out);
    expect(line).toMatchObject({ index: 5, key: one.last.key });
    const run = ['run', scenario, '--set', 'bird.separation.weight=12', '--seed', '2'];
    const { stdout } = await skein([...run, '--ticks', '23', '--workers', '1', '--json']);
    expect(JSON.parse(stdout).hash).toBe(line.hash);
  });

  it('reports what it would do', async () => {
    const { file } = planned({
      sample: 'latin:40:7',
      parameters: { 'bird.mass': { from: 1, to: 2 } },
    });
    const { code, stdout, stderr } = await skein(['sweep', file, '--dry-run', '--shard', '2/3']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.replace(/\S+ [kM]B/, 'N kB')).toBe(
      `small-flock: 80 runs of 23 ticks, 40 combinations x 2 seeds (1..2)
  bird.mass  1..2
  sample     latin of seed 7
  measures   polarization, every 10 ticks
  shard      2 of 3, 27 runs
  world      N kB in each process, for one worker
  results    plan-results
`,
    );
  });

  long('writes tables of the finished runs on request, and reports how many they are', async () => {
    const { file, out } = planned();
    const half = await skein(['sweep', file, '--out', out, '--shard', '1/2', '--jobs', '1']);
    expect(half.stdout).toBe(
      `shard 1 of 2: 3 of 3 runs are done (3 now, 0 before)\n${out} has 3 of 6 runs of the plan\nresults so far: ${out}; --tables writes tables of them\nto repeat one run: skein rerun ${out} --run N\n`,
    );
    expect(readdirSync(out).sort()).toEqual(['journal', 'plan.json']);
    const { code, stdout } = await skein(['sweep', out, '--tables', '--format', 'jsonl']);
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: `tables of 3 of 6 runs: ${out}/runs.jsonl, ${out}/samples.jsonl\n`,
    });
    expect(linesOf(join(out, 'runs.jsonl')).map(({ run }) => run)).toEqual([0, 2, 4]);
  });

  it.runIf(LONG && process.platform !== 'win32')(
    'saves its state at Ctrl-C, which also reaches its processes, and says how to continue',
    async () => {
      const { file, out } = planned({ ticks: 1_000_000, seeds: '1..4' });
      const args = ['sweep', file, '--out', out, '--jobs', '1', '--format', 'jsonl'];
      const child = startSkein([...args, '--checkpoint-ms', '1500'], { detached: true });
      const end = ended(child);
      const saved = (): string[] => {
        const folder = join(out, 'checkpoints');
        const names = existsSync(folder) ? readdirSync(folder) : [];
        return names
          .filter((name) => name.endsWith('.checkpoint'))
          .map((name) => join(folder, name));
      };
      while (saved().length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
      await new Promise((resolve) => setTimeout(resolve, 500));
      const atMs = Date.now();
      // A terminal sends it to all processes of the command.
      process.kill(-child.pid!, 'SIGINT');
      const { code, stderr, stdout } = await end;
      expect(code).toBe(130);
      expect(stderr).toContain(
        'skein: interrupted: the runs in progress save their state; press Ctrl-C again to end at once\n',
      );
      expect(stderr).toContain(`skein: to continue: skein sweep ${out} --jobs 1 --format jsonl\n`);
      expect(stdout).toMatch(/^0 of 12 runs are done .*\nresults so far: .*; --tables writes/);
      expect(stderr).not.toContain('unexpected');
      const [path] = saved();
      expect(statSync(path).mtimeMs).toBeGreaterThan(atMs - 20);
    },
  );
});

describe('a wrong plan of skein sweep', () => {
  const SEEDS = 'whole numbers from 0 to 4294967295, or ranges of them such as "1..100"';

  it.each<[string, object, string[], number, string]>([
    [
      'in its file',
      { tiks: 9, seeds: 1.5, parameters: { 'bird.seperation.weight': [1, 2] } },
      [],
      1,
      `FOLDER/plan.json: The plan has 3 problems:
  FOLDER/plan.json:1:COLUMN: $.seeds: found 1.5, expected ${SEEDS}
  FOLDER/plan.json:1:COLUMN: $.parameters["bird.seperation.weight"]: found "seperation" (did you mean "separation"?), expected one of 0 "cohesion", 1 "alignment", 2 "separation"
  FOLDER/plan.json:1:COLUMN: $.tiks: found an unknown key (did you mean "ticks"?), expected one of "$schema", "scenario", "laws", "ticks", "seeds", "parameters", "sample", "measures", "every", "warmup", "trajectories", "engine"`,
    ],
    [
      'in its arguments',
      {},
      ['--ticks', '1e3', '--seeds', '1.5', '--set', 'bird.mass=3..1x2', '--set', 'bird.mass=1'],
      2,
      `FOLDER/plan.json: The plan has 4 problems:
  --set bird.mass: found a second time, expected each parameter once
  --ticks: found "1e3", expected a whole number from 1 to 1073741824
  --seeds: found "1.5", expected ${SEEDS}
  --set bird.mass: found the empty range 3..1x2, expected "to" above "from"`,
    ],
    [
      'with 10^12 runs',
      {},
      ['--seeds', '0..999999', '--set', 'bird.mass=1..2x1000', '--set', 'hawk.mass=1..2x1000'],
      2,
      `FOLDER/plan.json: The plan has 1 problem:
  runs: found 3,000,000,000,000 (combinations: 3,000,000, seeds: 1,000,000), expected at most 10,000,000`,
    ],
    [
      'without a scenario',
      { scenario: 'nowhere.json' },
      ['--measure', 'polarisation'],
      3,
      `FOLDER/plan.json: The plan has 1 problem:
  FOLDER/nowhere.json: found no file that can be read (no such file or directory), expected a scenario`,
    ],
    [
      'with a scenario that is refused',
      { scenario: { ...flock(), dt: -1 } },
      ['--every', '0'],
      1,
      `FOLDER/plan.json: The plan has 2 problems:
  FOLDER/plan.json:1:COLUMN: $.scenario.dt: found -1, expected a number of at least 0.0001
  --every: found 0, expected a whole number from 1 to 1073741824`,
    ],
    [
      'that is not JSON',
      {},
      ['-'],
      1,
      'standard input: The plan has 1 problem:\n  standard input:1:COLUMN: $: found an empty text, expected a JSON object',
    ],
  ])('%s is refused before anything is done', async (_, change, args, code, said) => {
    const { folder, file, out } = planned(change);
    const from = args[0] === '-' ? args : [file, ...args];
    const refused = await skein(['sweep', ...from, '--out', out]);
    const lines = refused.stderr
      .replace(/^ +1? \| .*\n/gm, '')
      .replaceAll(/:1:\d+: /g, ':1:COLUMN: ');
    expect(lines).toBe(`skein: ${said.replaceAll('FOLDER', folder)}\n`);
    expect({ code: refused.code, stdout: refused.stdout }).toEqual({ code, stdout: '' });
    expect(existsSync(out)).toBe(false);
  });

  it('may have comments, and so may its scenario', async () => {
    const { folder, file } = planned();
    const text = `// A plan.\n${readFileSync(file, 'utf8').replace(/}\s*$/, ',}')}`;
    const commented = write(folder, 'commented.jsonc', text);
    write(folder, 'flock.json', `/* Birds. */ ${JSON.stringify(flock())}`);
    const both = [commented, file].map((one) => skein(['sweep', one, '--dry-run', '--json']));
    const [one, other] = await Promise.all(both);
    expect(one.code).toBe(0);
    const expected = { ...JSON.parse(other.stdout), results: 'commented-results' };
    expect(JSON.parse(one.stdout)).toEqual(expected);
  });

  it('gives the location of a problem in the scenario of a plan', async () => {
    const { folder, file } = planned();
    write(folder, 'flock.json', `{\n${JSON.stringify({ ...flock(), dt: -1 }).slice(1)}`);
    const { code, stderr } = await skein(['sweep', file, '--dry-run']);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^ {2}\S+flock\.json:2:\d+: \$\.dt: found -1, expected /m);
  });

  it('needs a folder if there is no name to derive it from', async () => {
    const text = JSON.stringify({ ...plan, scenario: flock() });
    expect(await skein(['sweep', '-', '--dry-run'], text)).toMatchObject({
      code: 2,
      stderr: 'skein: --out: found nothing, expected the folder of the results\n',
    });
  });

  it('is refused in the folder of another plan', async () => {
    const { file, out } = await finished();
    const { code, stderr } = await skein(['sweep', file, '--out', out, '--ticks', '24']);
    expect(code).toBe(1);
    expect(stderr).toContain(
      `skein: ${out}/plan.json: found another plan (ticks 23 there, 24 here), expected the same plan; give another folder, or --extend, which keeps the finished runs that both plans have\n`,
    );
  });
});

describe('results that cannot be written', () => {
  long(
    'end the sweep at once on a full disk; whole lines are kept, and it can continue',
    async () => {
      const { file, out } = planned();
      const args = ['sweep', file, '--out', out, '--jobs', '1', '--format', 'jsonl'];
      const { code, stdout, stderr } = await skeinWith(FULL, { SKEIN_FULL_AFTER: '2' }, args);
      const [name] = readdirSync(join(out, 'journal'));
      expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
      expect(stderr).toContain(
        `skein: cannot write ${out}/journal/${name}: found no space left on device (ENOSPC), expected free space on the disk\n`,
      );
      expect(journalOf(out)).toHaveLength(2);
      expect(existsSync(join(out, 'runs.jsonl'))).toBe(false);
      const rest = await skein([...args, '--json']);
      expect(JSON.parse(rest.stdout)).toMatchObject({ skipped: 2, done: 4, finished: 6 });
    },
  );

  long('are refused before anything is done on a read-only disk', async () => {
    const { file, out } = planned();
    const args = ['sweep', file, '--out', out, '--jobs', '1'];
    const { code, stdout, stderr } = await skeinWith(FULL, { SKEIN_READ_ONLY: out }, args);
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
    expect(stderr).toMatch(
      /\nskein: cannot write \S+: found read-only file system \(EROFS\), expected a writable disk\n$/,
    );
  });

  long('also end the sweep if they are checkpoints', async () => {
    const { file, out } = planned({ ticks: 10_000 });
    mkdirSync(join(out, 'checkpoints'), { recursive: true });
    const args = ['sweep', file, '--out', out, '--jobs', '1', '--checkpoint-ms', '50'];
    const env = { SKEIN_READ_ONLY: join(out, 'checkpoints') };
    const { code, stderr } = await skeinWith(FULL, env, args);
    expect(code).toBe(3);
    expect(stderr).toMatch(
      /\nskein: cannot write \S+\.checkpoint: found read-only file system \(EROFS\)/,
    );
  });

  it('are refused below a file', async () => {
    const { file } = planned();
    const { code, stderr } = await skein(['sweep', file, '--out', join(file, 'out')]);
    expect(code).toBe(3);
    expect(stderr).toMatch(
      /skein: cannot (read|write) .*: found not a directory \(ENOTDIR\), expected a folder\n$/,
    );
  });
});

describe('verified and repeated runs', () => {
  long(
    '--verify names each run in which a kernel has a wrong bit, and it does not count',
    async () => {
      const { file, out } = planned({ ticks: 100 });
      const args = ['sweep', file, '--out', out, '--jobs', '2', '--verify', '0.4'];
      const { code, stdout, stderr } = await skeinWith(WRONG, {}, [...args, '--json']);
      const report = JSON.parse(stdout);
      const chosen = journalOf(out).filter(
        ({ key }) => Number.parseInt(String(key).slice(0, 4), 16) / 2 ** 16 < 0.4,
      );
      expect(chosen.length).toBeGreaterThan(0);
      expect(report.unlike.map(({ run }: { run: number }) => run).sort()).toEqual(
        chosen.map(({ index }) => index).sort(),
      );
      expect(code).toBe(7);
      expect(report).toMatchObject({
        failed: chosen.length,
        finished: 6 - chosen.length,
        tables: [],
      });
      for (const { run, hashes } of report.unlike) {
        expect(stderr).toContain(
          `skein: run ${run} failed: a second process got a different result: hash ${hashes[0]}, then ${hashes[1]}\n`,
        );
      }
      // On a sound machine they are repeated, with equal results.
      const again = await skein([...args, '--json']);
      expect(JSON.parse(again.stdout)).toMatchObject({
        verified: chosen.length,
        finished: 6,
        unlike: [],
      });
      expect(again.code).toBe(0);
    },
  );

  it('skein rerun does one run again, by index or key, and compares', async () => {
    const { folder, out } = await finished();
    const { key, hash } = linesOf(join(out, 'runs.jsonl'))[3];
    const saved = join(folder, 'run.json');
    const { code, stdout, stderr } = await skein(['rerun', out, '--run', '3', '--scenario', saved]);
    expect({ code, stdout, stderr }).toEqual({
      code: 0,
      stdout: `run 3: bird.separation.weight=6, seed 2, 23 ticks\nkey ${key}\nhash ${hash}\nmatches the recorded result: hash and samples\n`,
      stderr: '',
    });
    // Its scenario reaches the same state by itself.
    const run = await skeinHere(['run', saved, '--ticks', '23', '--workers', '2', '--json']);
    expect(JSON.parse(run.stdout).hash).toBe(hash);
    const byKey = ['rerun', out, '--run', String(key).slice(0, 10), '--kernel', 'ts', '--json'];
    const facts = { run: 3, key, hash, same: true, kernel: 'ts' };
    expect(JSON.parse((await skein(byKey)).stdout)).toMatchObject(facts);
    expect(await skein(['rerun', out, '--run', '6'])).toMatchObject({
      code: 1,
      stderr: `skein: run "6": found no such run, expected a number from 0 to 5, or the first digits of the key of a run\n`,
    });

    // A sample is tampered with.
    const [name] = readdirSync(join(out, 'journal'));
    const path = join(out, 'journal', name);
    const lines = journalOf(out);
    const { index, samples } = lines[2] as { index: number; samples: number[][] };
    samples[0][1] += 1e-15;
    writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    const tampered = await skein(['rerun', out, '--run', String(index)]);
    expect(tampered.code).toBe(7);
    expect(tampered.stdout).toMatch(
      /\ndiffers from the recorded result: measure 0 at tick 10: 0\.\d+, then 0\.\d+\n$/,
    );
  });

  it('skein sweep needs a plan in a folder', async () => {
    const folder = testFolder();
    expect(await skein(['sweep', folder])).toMatchObject({
      code: 3,
      stderr: `skein: ${folder}: found a folder without plan.json, which is no folder of results; expected a plan, or a folder of results\n`,
    });
  });

  it('skein rerun needs results', async () => {
    const folder = testFolder();
    expect(await skein(['rerun', folder, '--run', '0'])).toMatchObject({
      code: 1,
      stderr: `skein: ${folder}/plan.json: found no such file, expected the plan of a folder that skein sweep wrote\n`,
    });
  });
});
