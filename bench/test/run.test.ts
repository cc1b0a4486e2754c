import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createWorld } from '@skein/core';
import { expect, it } from 'vitest';
import { boids } from '../src/workload.ts';

const program = fileURLToPath(new URL('../dist/run.js', import.meta.url));

function bench(...parameters: string[]) {
  return spawnSync(process.execPath, [program, ...parameters], { encoding: 'utf8' });
}

it.each([10, 30, 60])('the workload has %i neighbors on average', (neighbors) => {
  const world = createWorld(boids(2003, neighbors));
  const { x, y, z } = world.views.position;
  const bounds = world.scenario.bounds;
  if (bounds.type !== 'wrap') expect.fail('the workload is a torus');
  const edge = bounds.max[0] - bounds.min[0];
  const near = (a: number, b: number) => Math.min(Math.abs(a - b), edge - Math.abs(a - b));
  let pairs = 0;
  for (let i = 0; i < world.count; i++) {
    for (let j = 0; j < world.count; j++) {
      if (i === j) continue;
      const squared = near(x[i]!, x[j]!) ** 2 + near(y[i]!, y[j]!) ** 2 + near(z[i]!, z[j]!) ** 2;
      if (squared <= 2.08 ** 2) pairs++;
    }
  }
  expect(Math.abs(pairs / world.count / neighbors - 1)).toBeLessThan(0.05);
});

it('--help names every suite', () => {
  const { status, stdout } = bench('--help');
  expect(status).toBe(0);
  expect(stdout).toMatch(/^ {2}kernels /m);
  expect(stdout).toMatch(/^ {2}threads /m);
});

it.each([
  [['nope'], 'found suite "nope", expected one of kernels, threads'],
  [['--fast'], "Unknown option '--fast'"],
])('%j is refused', (parameters, message) => {
  const { status, stdout, stderr } = bench(...parameters);
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toContain(message);
});

it('runs a suite and writes its figures', { timeout: 120_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'skein-bench-'));
  try {
    const file = join(folder, 'figures.json');
    const { status, stdout } = bench('kernels', '--quick', '--json', file);
    expect(status).toBe(0);
    expect(stdout).toContain('simd ms/tick');
    const { results } = JSON.parse(readFileSync(file, 'utf8'));
    expect(results.kernels.rows).toHaveLength(2);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
