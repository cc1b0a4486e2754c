import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { long } from '../../packages/core/test/helpers/long.ts';
import { bench } from '../src/bench.ts';
import { runProgram } from '../src/program.ts';
import type { Results } from '../src/report/results.ts';
import { table } from '../src/report/table.ts';
import type { Row, Suite } from '../src/suite.ts';
import { loadSuites } from '../src/suites.ts';

const program = fileURLToPath(new URL('../dist/run.js', import.meta.url));

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'skein-bench-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function run(parameters: readonly string[], environment: NodeJS.ProcessEnv = process.env) {
  return spawnSync(process.execPath, [program, ...parameters], {
    encoding: 'utf8',
    env: environment,
  });
}

const suites = await loadSuites(new URL('../dist/suites/', import.meta.url));

/** The same in this process, which takes less time. */
async function runWithin(parameters: readonly string[]) {
  const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const stdout = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  // Vitest has a console of its own.
  const log = vi.spyOn(console, 'log').mockImplementation((line) => {
    process.stdout.write(`${line}\n`);
  });
  try {
    const status = await runProgram(parameters, suites);
    const textOf = (calls: readonly (readonly unknown[])[]) => calls.map(([text]) => text).join('');
    return { status, stdout: textOf(stdout.mock.calls), stderr: textOf(stderr.mock.calls) };
  } finally {
    stderr.mockRestore();
    stdout.mockRestore();
    log.mockRestore();
  }
}

const saved = (): Results => JSON.parse(readFileSync(join(folder, 'results.json'), 'utf8'));

function row(agents: number, samples: number[], more: Partial<Row> = {}): Row {
  const kind = agents > 5 ? 'big' : 'small';
  return { labels: { agents, kind }, unit: 'ms/tick', samples, hash: `${agents}`, ...more };
}

const rows = [
  row(3, [3, 1, 2], { note: 'tiny' }),
  row(10, [4, 5, 6], { figures: { ratio: 2.5 }, note: '<b>&' }),
  row(100, [40, 55, 61], { figures: { ratio: 0.00417 }, note: 'tiny' }),
];

const lineSuite: Suite = {
  description: 'numbers',
  chart: {
    kind: 'line',
    title: 'N & W',
    x: 'agents',
    y: 'median',
    series: ['kind'],
    log: ['x', 'y'],
  },
  async *run() {
    yield* rows;
  },
};

const runHere = (suites: Record<string, Suite>, signal = new AbortController().signal) => {
  const printed: string[] = [];
  const options = { suites: new Map(Object.entries(suites)), quick: true, out: folder, signal };
  const results = bench({ ...options, print: (text) => printed.push(text) });
  return results.then((done) => ({ results: done, printed: printed.join('\n') }));
};

describe('arguments', () => {
  it('--help names every suite', async () => {
    const { status, stdout } = await runWithin(['--help']);
    expect(status).toBe(0);
    const names = [
      'coordination',
      'homing',
      'kernels',
      'native',
      'particles',
      'peers',
      'phases',
      'scale',
    ];
    for (const name of [...names, 'threads', 'shapes', 'behaviors', 'goals', 'cliffs']) {
      expect(stdout).toMatch(new RegExp(`^  ${name} +\\S`, 'm'));
    }
  });

  it.each([
    [['nope'], "command-argument value 'nope' is invalid for argument 'suite'"],
    [['--fast'], "unknown option '--fast'"],
    [['--out'], "option '--out <folder>' argument missing"],
    [['shapes', '--agents', '1e3'], "argument '1e3' is invalid. Expected a whole number from 1"],
    [['behaviors', '--sizes', '1000,x'], "argument '1000,x' is invalid. Expected a whole number"],
    [['behaviors', '--kernels', 'gpu'], "argument 'gpu' is invalid. Expected ts or simd."],
    [['shapes', '--only', 'torus,'], "argument 'torus,' is invalid. Expected names"],
    [['shapes', 'scale', '--agents', '10'], "--agents is not for the suite 'scale'"],
  ])('%j is refused', async (parameters, message) => {
    const { status, stdout, stderr } = await runWithin(parameters);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toMatch(/^bench: /);
    expect(stderr).toContain(message);
  });

  long('--help may be piped to a program that ends early', () => {
    const line = `set -o pipefail; (sleep 0.1; "${process.execPath}" "${program}" --help) | true`;
    const { status, stderr } = spawnSync('bash', ['-c', line], { encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });

  long('a folder that cannot be created is reported in one line', () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    const { status, stderr } = run(['kernels', '--quick', '--out', join(file, 'in')]);
    expect(status).toBe(1);
    expect(stderr).toMatch(/^bench: ENOTDIR.*\n$/);
  });
});

it('runs a part of a suite, prints its table and keeps its figures', async () => {
  const part = ['behaviors', '--quick', '--sizes', '200', '--only', 'wander'];
  const { status, stdout } = await runWithin([...part, '--out', folder]);
  expect(status).toBe(0);
  expect(stdout).toMatch(/^row +agents +kernel +workers +ms\/tick +quartiles/m);
  const { suites, machine, quick } = saved();
  expect([quick, machine.cores > 0]).toEqual([true, true]);
  const { complete, rows: kept } = suites.behaviors!;
  expect(complete).toBe(true);
  expect(kept.map(({ labels }) => labels.row)).toEqual(['flock', 'wander']);
  for (const { samples, summary, hash } of kept) {
    expect(samples.length).toBeGreaterThan(0);
    expect(summary.min).toBeLessThanOrEqual(summary.median);
    expect(hash).toMatch(/^[0-9a-f]{16}$/);
  }
});

long('runs a suite in its own process, prints its table and keeps its figures', () => {
  const { status, stdout } = run(['kernels', '--quick', '--out', folder]);
  expect(status).toBe(0);
  expect(stdout).toMatch(/^agents {2}phase +ts\/simd +quartiles/m);
  const { suites, machine, quick } = saved();
  expect(quick).toBe(true);
  expect(machine.packages.yuka).toMatch(/^\d+\.\d+\.\d+$/);
  expect(machine.cores).toBeGreaterThan(0);
  const { complete, rows: kept } = suites.kernels!;
  expect(complete).toBe(true);
  expect(kept.filter(({ labels }) => labels.phase === 'whole tick')).toHaveLength(2);
  for (const { samples, summary, hash } of kept) {
    expect(samples.length).toBeGreaterThan(5);
    expect(summary.min).toBeLessThanOrEqual(summary.median);
    expect(hash).toMatch(/^[0-9a-f]{16}$/);
  }
});

long('without a C++ compiler the native limit is left out with a notice', () => {
  const environment = { ...process.env, PATH: folder, CXX: '' };
  const { status, stdout } = run(['native', '--quick', '--out', folder], environment);
  expect(status).toBe(0);
  expect(stdout).toContain('notice: no native limit: no compiler named g++');
  expect(saved().suites.native).toMatchObject({ complete: true, rows: [] });
});

long('Ctrl-C ends a run, and keeps its measurements', async () => {
  const child = spawn(process.execPath, [program, 'phases', '--out', folder]);
  const ended = new Promise((resolve) => child.once('exit', resolve));
  await new Promise((resolve) =>
    child.stdout.on('data', (text) => /phases:/.test(text) && resolve(0)),
  );
  child.kill('SIGINT');
  expect(await ended).toBe(130);
  expect(saved().suites.phases).toMatchObject({ complete: false });
});

long('keeps its measurements when the process runs out of memory', () => {
  const script = fileURLToPath(new URL('run-out.mjs', import.meta.url));
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--max-old-space-size=48', script, folder],
    { encoding: 'utf8' },
  );
  expect(status).not.toBe(0);
  expect(stderr).toContain('heap out of memory');
  const result = saved().suites['runs-out'];
  expect(result.complete).toBe(false);
  expect(result.rows.map(({ samples }) => samples)).toEqual([[1], [2]]);
});

describe('bench', () => {
  it('writes rows with samples, figures and summary', async () => {
    const { results } = await runHere({ numbers: lineSuite });
    expect(saved()).toEqual(JSON.parse(JSON.stringify(results)));
    expect(results.suites.numbers!.rows[1]).toEqual({
      ...rows[1],
      summary: { median: 5, lower: 4.5, upper: 5.5, min: 4, max: 6 },
    });
  });

  it('keeps the rows before an interruption, and starts no other suite', async () => {
    const control = new AbortController();
    const endless: Suite = {
      description: 'never ends',
      async *run() {
        yield rows[0];
        // Killing the process here loses no results.
        expect(saved().suites.endless!.rows).toHaveLength(1);
        control.abort();
        yield rows[1];
        for (;;) yield rows[2];
      },
    };
    const { results } = await runHere({ endless, numbers: lineSuite }, control.signal);
    expect(results.suites.endless).toMatchObject({ complete: false, rows: rows.slice(0, 2) });
    expect(Object.keys(saved().suites)).toEqual(['endless']);
  });

  it('continues after a suite that fails, and reports why', async () => {
    const failing: Suite = {
      description: 'fails',
      // biome-ignore lint/correctness/useYield: it fails before it has anything to give
      async *run() {
        throw new Error('the hashes differ');
      },
    };
    const { results, printed } = await runHere({ failing, numbers: lineSuite });
    expect(printed).toContain('FAILED: the hashes differ');
    expect(results.suites.failing).toMatchObject({ complete: false, error: 'the hashes differ' });
    expect(results.suites.numbers!.complete).toBe(true);
  });
});

describe('the page', () => {
  const page = async (suite: Suite) => {
    await runHere({ numbers: suite });
    return readFileSync(join(folder, 'report.html'), 'utf8');
  };
  /** The plot of a page: the SVG that is not a swatch of the legend. */
  const svgOf = (html: string) => html.match(/<svg[^>]* viewBox="0 0 760[\s\S]*?<\/svg>/)![0];
  const marks = (svg: string, tag: string) =>
    [...svg.matchAll(/<g[^>]*class="row"[^>]*>([\s\S]*?)<\/g>/g)].flatMap(([, inside]) => [
      ...inside!.matchAll(new RegExp(`<${tag} `, 'g')),
    ]);

  it('has one dot for each row of a line chart, in an SVG that parses, and escapes the texts of suites', async () => {
    const html = await page(lineSuite);
    const svg = svgOf(html);
    expect(marks(svg, 'circle')).toHaveLength(rows.length);
    expect(svg).toContain('xmlns="http://www.w3.org/2000/svg"');
    expect(svg).not.toContain('NaN');
    expectBalanced(svg);
    expect(html).toContain('&lt;b&gt;&amp;');
    expect(html).not.toContain('<b>');
  });

  it('has one bar for each row of a bar chart', async () => {
    const chart = { kind: 'bar', title: 'bars', bar: ['kind'], series: ['agents'] } as const;
    const svg = svgOf(await page({ ...lineSuite, chart }));
    expect(marks(svg, 'rect')).toHaveLength(rows.length);
    expectBalanced(svg);
  });

  /** Checks that every opened tag is closed, in order. */
  function expectBalanced(svg: string): void {
    const open: string[] = [];
    for (const [, end, name, self] of svg.matchAll(/<(\/?)([a-z]+)[^>]*?(\/?)>/gi)) {
      if (end === '/') expect(open.pop()).toBe(name);
      else if (self !== '/') open.push(name!);
    }
    expect(open).toEqual([]);
  }
});

it('a table has a line per row, three significant digits, and each note once', () => {
  const lines = table(rows).split('\n');
  expect(lines).toEqual([
    'agents  kind   ms/tick   quartiles  min..max    ratio  hash',
    '     3  small        2  1.50..2.50      1..3           3 [1]',
    '    10  big          5  4.50..5.50      4..6     2.50  10 [2]',
    '   100  big         55    47.5..58    40..61  0.00417  100 [1]',
    '[1] tiny',
    '[2] <b>&',
  ]);
});

it('a table has words among its figures, to the left, and a line where nothing was measured', () => {
  const lines = table([
    row(3, [1], { figures: { flags: 'slow' } }),
    row(4, [], { figures: { flags: '> 20 s' } }),
  ]).split('\n');
  expect(lines).toEqual([
    'agents  kind   ms/tick  quartiles  min..max  flags   hash',
    '     3  small        1       1..1      1..1  slow    3',
    '     4  small        -       -..-      -..-  > 20 s  4',
  ]);
});

it('every file of a folder is a suite with its name, and closing suites come last', async () => {
  const source = (closing: boolean) =>
    `export const suite = { description: 'x', closing: ${closing}, async *run() {} };`;
  writeFileSync(join(folder, 'a-closing.js'), source(true));
  writeFileSync(join(folder, 'mine.js'), source(false));
  writeFileSync(join(folder, 'mine.js.map'), '{}');
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  const suites = await loadSuites(pathToFileURL(`${folder}/`));
  expect([...suites.keys()]).toEqual(['mine', 'a-closing']);
});
