import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ended, skein, startSkein, testFolder } from './skein.ts';
import { FEW, sweepOnce } from './swept.ts';

const plan = {
  scenario: FEW,
  ticks: 6,
  seeds: '1..2',
  sample: 'sobol:8:3',
  parameters: {
    'boid.alignment.weight': { from: 0, to: 20 },
    'boid.maxSpeed': { from: 5, to: 9 },
  },
  measures: ['polarization', 'mean(speed)'],
  every: 3,
};
const [WEIGHT, SPEED] = Object.keys(plan.parameters);

/** 96 runs: 8 points of 6 combinations, each with 2 seeds. */
const { file, results: whole, swept } = sweepOnce(plan);

/** Changes the lines of the journal. */
function changeLines(results: string, change: (lines: string[]) => string[]): void {
  const journal = join(results, 'journal');
  const path = join(journal, readdirSync(journal)[0]);
  const lines = readFileSync(path, 'utf8').split('\n').slice(0, -1);
  writeFileSync(
    path,
    change(lines)
      .map((line) => `${line}\n`)
      .join(''),
  );
}

async function jsonOf(results: string): Promise<Record<string, unknown>> {
  const { code, stdout } = await skein(['analyze', results, '--json']);
  expect(code).toBe(0);
  return { ...JSON.parse(stdout), results: undefined };
}

describe('skein analyze', () => {
  it('prints the Sobol indices of each measure', async () => {
    const { code, stdout, stderr } = await skein(['analyze', swept()]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const interval = String.raw`-?[\d.e-]+ \[-?[\d.e-]+, -?[\d.e-]+\]`;
    for (const line of [
      /^polarization, at the last tick: 8 points, 95 % intervals of 1000 resamples$/m,
      /^mean\(speed\), at the last tick: 8 points, 95 % intervals of 1000 resamples$/m,
      new RegExp(`^  ${WEIGHT} +${interval} +${interval}$`, 'm'),
      new RegExp(`^  ${WEIGHT} x ${SPEED} +${interval}$`, 'm'),
    ]) {
      expect(stdout).toMatch(line);
    }
  });

  it('prints JSON, with the measures, the tick and the resamples that are asked for', async () => {
    const args = ['--measure', 'mean(speed)', '--from', '3', '--resamples', '20', '--seed', '9'];
    const { stdout } = await skein(['analyze', swept(), '--json', ...args]);
    const { measures, ...facts } = JSON.parse(stdout);
    expect(facts).toMatchObject({ blocks: 8, runs: 96, finished: 96, failed: 0, resamples: 20 });
    expect(measures).toMatchObject([
      {
        type: 'sobol',
        measure: 'mean(speed)',
        when: 'mean of the samples from tick 3',
        used: 8,
        parameters: [{ name: WEIGHT }, { name: SPEED, total: { value: expect.any(Number) } }],
        pairs: [{ names: [WEIGHT, SPEED], second: { low: expect.any(Number) } }],
      },
    ]);
  });

  it('says which runs are missing and have failed, and leaves out their points', async () => {
    const results = swept();
    changeLines(results, (lines) => {
      const [first, ...rest] = lines;
      const { key, index, parameters, seed, ticks, engine } = JSON.parse(first);
      const failure = { key, index, parameters, seed, ticks, engine, error: 'out of luck' };
      return [JSON.stringify(failure), ...rest.slice(0, -1)];
    });
    const { code, stdout, stderr } = await skein(['analyze', results]);
    expect(code).toBe(0);
    expect(stderr.trimEnd().split('\n')).toEqual([
      `skein: ${results}: 94 of 96 runs have a result`,
      'skein: 1 run failed',
      `skein: 1 run not done yet; skein sweep ${results} does the rest`,
      'skein: polarization: 2 of 8 points left out, because runs have no value',
      'skein: mean(speed): 2 of 8 points left out, because runs have no value',
    ]);
    expect(stdout).toContain('polarization, at the last tick: 6 points,');
    await skein(['report', results]);
    const html = readFileSync(join(results, 'report.html'), 'utf8');
    expect(html).toContain('Sensitivity: 2 of 8 points of the sample are left out');
  });

  it('prints the same for a sweep that was killed in the middle and resumed', async () => {
    const out = join(testFolder(), 'out');
    const args = ['sweep', file, '--out', out, '--jobs', '1'];
    const child = startSkein(args);
    const end = ended(child);
    const done = (): number => {
      try {
        const journal = join(out, 'journal');
        const texts = readdirSync(journal).map((name) => readFileSync(join(journal, name), 'utf8'));
        return texts.join('').split('\n').length - 1;
      } catch {
        return 0;
      }
    };
    while (done() < 5) await new Promise((resolve) => setTimeout(resolve, 2));
    child.kill('SIGKILL');
    expect((await end).signal).toBe('SIGKILL');
    expect(await jsonOf(out)).toMatchObject({ runs: 96, finished: done() });
    expect(done()).toBeLessThan(96);
    expect((await skein(args)).code).toBe(0);
    expect(await jsonOf(out)).toEqual(await jsonOf(whole));
  });

  it('prints elementary effects, and the report shows them', async () => {
    const out = join(testFolder(), 'morris');
    const options = ['--sample', 'morris', '--n', '4', '--out', out, '--jobs', '1'];
    expect((await skein(['sweep', file, ...options])).stdout).toContain('24 of 24 runs');
    const { stdout } = await skein(['analyze', out]);
    expect(stdout).toMatch(/^ {2}parameter +mu\* +mu +sigma$/m);
    expect(stdout).toContain('polarization, at the last tick: 4 trajectories,');
    await skein(['report', out]);
    const html = readFileSync(join(out, 'report.html'), 'utf8');
    expect(html).toContain('Elementary effects on polarization');
    expect(html).toContain('elementary effects on mean(speed) (at the last tick)');
  });

  it('refuses results of another sample, and what the results do not have', async () => {
    const results = swept();
    const grid = join(testFolder(), 'grid');
    const set = ['--set', `${WEIGHT}=1,2`, '--set', `${SPEED}=6`, '--sample', 'grid'];
    await skein(['sweep', file, ...set, '--out', grid, '--jobs', '1']);
    const cases: [string[], number, string][] = [
      [[grid], 1, 'results: found the sample grid, expected sobol or morris'],
      [[results, '--measure', 'speed'], 2, '--measure: found "speed", expected one of'],
      [[results, '--from', '7'], 2, '--from: found 7, expected a tick up to 6'],
      [[results, '--resamples', '0'], 2, '--resamples'],
      [[testFolder()], 1, 'plan.json: found no such file'],
    ];
    for (const [args, code, message] of cases) {
      const end = await skein(['analyze', ...args]);
      expect(end, args.join(' ')).toMatchObject({ code, stdout: '' });
      expect(end.stderr).toContain(message);
    }
  });

  it('has an entry for every option in its page, and help that fits 80 columns', async () => {
    const { stdout } = await skein(['analyze', '--help']);
    const options = [...stdout.matchAll(/^ {2}(--[a-z]+) /gm)].map((match) => match[1]);
    expect(options).toHaveLength(5);
    const text = readFileSync(new URL('../../../docs/command-line.md', import.meta.url), 'utf8');
    const page = text.slice(text.indexOf('## skein analyze'));
    for (const option of options) expect(page).toMatch(new RegExp(`^\\| \`${option}[ \`]`, 'm'));
    expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
  });
});
