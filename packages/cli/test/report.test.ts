import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { skein, testFolder, write } from './skein.ts';
import { FEW, sweepOnce } from './swept.ts';

const { swept } = sweepOnce({
  scenario: FEW,
  ticks: 6,
  seeds: '1..2',
  parameters: { 'boid.alignment.weight': [1, 8, 20] },
  measures: ['polarization', 'quantile(speed,0.9)'],
  every: 3,
});

describe('skein report', () => {
  it('writes a report and its figures, prints their paths, and replaces its own', async () => {
    const results = swept();
    const [svg, png] = [join(results, 'figures'), join(results, 'pictures')];
    const args = ['report', results, '--svg', svg, '--png', png, '--title', 'A & B'];
    const { code, stdout, stderr } = await skein(args);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const out = join(results, 'report.html');
    expect(stdout.split('\n')[0]).toBe(`${out}: 4 figures`);
    const html = readFileSync(out, 'utf8');
    expect(html).toContain('<h1>A &#38; B</h1>');
    expect(html).toContain(`skein rerun ${results} --run N`);
    expect(
      readdirSync(svg)
        .map((name) => name.replace(/svg$/, 'png'))
        .sort(),
    ).toEqual(readdirSync(png).sort());
    for (const line of stdout.trimEnd().split('\n').slice(1)) {
      expect(statSync(line).size).toBeGreaterThan(2000);
    }
    expect((await skein(['report', results, '--measure', 'quantile(speed,0.9)'])).stdout).toBe(
      `${out}: 2 figures\n`,
    );
    expect(readFileSync(out, 'utf8')).not.toContain('polarization over');
    // The tables and the journal are unchanged.
    expect((await skein(['sweep', join(results, 'plan.json'), '--out', results])).stdout).toContain(
      '6 of 6 runs are done (0 now, 6 before)',
    );
  });

  it('draws curves, and averages from a given tick', async () => {
    const results = swept();
    const curve = write(results, 'published.csv', 'x,polarization\n1,0.5\n20,0.9\n');
    const out = join(results, 'own.html');
    const { code } = await skein([
      'report',
      results,
      '--curve',
      curve,
      '--from',
      '3',
      '--out',
      out,
    ]);
    expect(code).toBe(0);
    const html = readFileSync(out, 'utf8');
    expect(html).toContain('Dashed: published.');
    expect(html).toContain('mean of the samples from tick 3');
  });

  it('refuses what it cannot do, and leaves everything unchanged', async () => {
    const results = swept();
    const plan = join(results, 'plan.json');
    const before = readFileSync(plan, 'utf8');
    const bad = write(results, 'bad.csv', 'x,y\n1,b\n');
    const foreign = write(results, 'notes.html', '<!doctype html><title>notes</title>');
    const cases: [string[], number, string][] = [
      [[results, '--out', plan], 2, `--out: found ${plan}, which is no report and would be lost`],
      [[results, '--out', foreign], 2, 'which is no report and would be lost'],
      [
        [results, '--measure', 'speed'],
        2,
        '--measure: found "speed", expected one of polarization',
      ],
      [[results, '--from', '7'], 2, '--from: found 7, expected a tick up to 6'],
      [[results, '--curve', bad], 2, 'bad.csv: row 2: found "b", expected a number'],
      [[results, '--curve', join(results, 'none.csv')], 3, 'cannot read'],
      [[results, '--svg', plan], 3, 'cannot write'],
      [[plan], 3, 'expected a folder'],
      [
        [testFolder()],
        1,
        'plan.json: found no such file, expected the plan of a folder that skein sweep wrote',
      ],
      [[], 2, "missing required argument 'results'"],
    ];
    for (const [args, code, message] of cases) {
      const ended = await skein(['report', ...args]);
      expect(ended, args.join(' ')).toMatchObject({ code, stdout: '' });
      expect(ended.stderr).toContain(message);
    }
    expect(readFileSync(plan, 'utf8')).toBe(before);
    expect(existsSync(join(results, 'report.html'))).toBe(false);
  });

  it('has an entry for every option in its page, and help that fits 80 columns', async () => {
    const { stdout } = await skein(['report', '--help']);
    const options = [...stdout.matchAll(/^ {2}(--[a-z]+) /gm)].map((match) => match[1]);
    expect(options).toHaveLength(7);
    const page = readFileSync(new URL('../../../docs/reports.md', import.meta.url), 'utf8');
    for (const option of options) expect(page).toMatch(new RegExp(`^\\| \`${option} `, 'm'));
    expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
  });

  it('makes a report of an interrupted sweep', async () => {
    const results = swept();
    const journal = join(results, 'journal');
    const [name] = readdirSync(journal);
    const lines = readFileSync(join(journal, name), 'utf8').split('\n');
    writeFileSync(join(journal, name), `${lines.slice(0, 4).join('\n')}\n${lines[4].slice(0, 50)}`);
    const { code } = await skein(['report', results]);
    expect(code).toBe(0);
    expect(readFileSync(join(results, 'report.html'), 'utf8')).toContain(
      'Incomplete: 4 of 6 runs.',
    );
  });
});
