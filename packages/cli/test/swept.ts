import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { skein, testFolder, write } from './skein.ts';

/** Five boids on a torus. */
export const FEW = {
  name: 'few',
  bounds: { type: 'wrap', min: [0, 0, 0], max: [20, 30, 40] },
  species: [
    {
      name: 'boid',
      count: 5,
      maxSpeed: 9,
      maxForce: 27,
      spawn: { type: 'box', min: [0, 0, 0], max: [20, 30, 40], velocity: { speed: 5 } },
      behaviors: [{ type: 'alignment', weight: 8, radius: 6 }],
    },
  ],
};

/** Does a sweep before the tests of a file: returns its plan file, its results, and a function that copies these. */
export function sweepOnce(plan: object): { file: string; results: string; swept: () => string } {
  const home = mkdtempSync(join(tmpdir(), 'skein-cli-'));
  const file = write(home, 'plan.json', plan);
  const results = join(home, 'results');
  beforeAll(async () => {
    const { code, stderr } = await skein(['sweep', file, '--out', results, '--jobs', '1']);
    expect(code, stderr).toBe(0);
  });
  afterAll(() => rmSync(home, { recursive: true, force: true }));
  const swept = (): string => {
    const copy = join(testFolder(), 'results');
    cpSync(results, copy, { recursive: true });
    return copy;
  };
  return { file, results, swept };
}
