import { expect, it } from 'vitest';
import { LoadMeter, type Times } from '../src/load.ts';

/** A simulated machine with four cores and a clock that the test sets. */
function machine() {
  let times: Times = { wallMs: 0, cores: 4, idleMs: 0, ownMs: 0 };
  const pass = (wallMs: number, ownMs: number, idleMs: number) => {
    times = {
      wallMs: times.wallMs + wallMs,
      cores: 4,
      idleMs: times.idleMs + idleMs,
      ownMs: times.ownMs + ownMs,
    };
  };
  return { meter: new LoadMeter(2, () => times), pass };
}

it('the load of others is neither idle time nor ours, averaged over the samples of a row', () => {
  const { meter, pass } = machine();
  meter.begin();
  pass(100, 100, 300);
  meter.end(0);
  // Time between two samples does not count for any row.
  pass(500, 0, 0);
  meter.begin();
  pass(300, 300, 600);
  meter.end(0);
  meter.begin();
  pass(100, 50, 150);
  meter.end(1);
  expect(meter.figures(0)['others, cores']).toBeCloseTo(300 / 400);
  expect(meter.figures(1)['others, cores']).toBeCloseTo(2);
});

it('the load of others is never negative, even if the system clock has coarse steps', () => {
  const { meter, pass } = machine();
  meter.begin();
  pass(10, 11, 35);
  meter.end(0);
  expect(meter.figures(0)['others, cores']).toBe(0);
});

it('the meter reads the load of this machine', () => {
  const meter = new LoadMeter(1);
  meter.begin();
  for (const end = performance.now() + 50; performance.now() < end; );
  meter.end(0);
  const { load, 'others, cores': others } = meter.figures(0);
  expect(load.median).toBeGreaterThanOrEqual(0);
  expect(Number.isFinite(others)).toBe(true);
});
