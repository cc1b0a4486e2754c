import { expect, it } from 'vitest';
import { expectHills } from './hills.ts';

it('makes a ground of hills of 200 m x 200 m in a time that is bounded', () => {
  const start = process.cpuUsage();
  expectHills(200);
  expect(process.cpuUsage(start).user / 1e6).toBeLessThan(60);
}, 120_000);
