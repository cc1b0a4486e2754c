import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createWorld, measure, parseScenario, tick } from '@skein/core';
import { afterAll, expect, it } from 'vitest';
import { runExample } from './run-example.ts';

const scratch = mkdtempSync(join(tmpdir(), 'skein-sweep-example-'));
afterAll(() => rmSync(scratch, { recursive: true }));

/** The order of a run of the sweep, in this process. */
function orderOf(noise: number, seed: number): number {
  const box = { min: [0, 0], max: [40, 40] };
  const species = {
    name: 'boid',
    count: 200,
    minSpeed: 3,
    maxSpeed: 3,
    spawn: { type: 'box', ...box, velocity: { speed: 3 } },
    behaviors: [
      { type: 'alignment', weight: 6, radius: 4 },
      { type: 'wander', weight: noise, interval: 0.1 },
    ],
  };
  const bounds = { type: 'wrap', ...box };
  const input = { name: 'noise', seed, dimensions: 2, bounds, species: [species] };
  const world = createWorld(parseScenario(input));
  tick(world, 600);
  return measure(world, ['polarization'])[0]!;
}

it('sweep shows the mean order for each strength of noise, and continues after an interruption', async () => {
  const results = join(scratch, 'results');
  const { stdout } = await runExample('07-sweep.mjs', results);
  const [title, ...lines] = stdout.trim().split('\n');
  expect(title).toMatch(/^noise {2}order/);
  expect(lines.map((line) => Number(line.trim().split(/ +/)[0]))).toEqual([
    0, 3, 6, 9, 12, 15, 18, 21, 24,
  ]);
  for (const at of [0, 5]) {
    const [noise, order] = lines[at]!.trim().split(/ +/);
    const expected = [1, 2, 3].map((seed) => orderOf(Number(noise), seed));
    expect(Number(order)).toBeCloseTo((expected[0]! + expected[1]! + expected[2]!) / 3, 3);
  }
  expect(existsSync(join(results, 'runs.parquet'))).toBe(true);

  // Remove the last 20 runs, as if the sweep had been interrupted.
  const journal = join(results, 'journal', readdirSync(join(results, 'journal'))[0]!);
  const kept = readFileSync(journal, 'utf8').split('\n').slice(0, 7);
  writeFileSync(journal, `${kept.join('\n')}\n`);
  const again = await runExample('07-sweep.mjs', results);
  expect(again.stdout).toBe(stdout);
  expect(again.stderr.match(/of 27 runs/g)).toHaveLength(20);
});
