import { expect, test } from 'vitest';
import { Slowest } from '../server/slowest.mjs';

test('the next turn waits for a peer that was in step and falls behind, until it has caught up', () => {
  const slowest = new Slowest();
  slowest.note(1, { life: 1, turn: 98, end: 100 });
  expect(slowest.mustWait(118, 0)).toBe(false);
  expect(slowest.mustWait(119, 100)).toBe(true);
  slowest.note(1, { life: 1, turn: 99, end: 119 });
  expect(slowest.mustWait(119, 200)).toBe(false);
});

test('nothing waits for one that joins late, starts over, or is gone', () => {
  const slowest = new Slowest();
  slowest.note(1, { life: 1, turn: 5, end: 100 });
  expect(slowest.mustWait(100, 0)).toBe(false);
  slowest.note(1, { life: 1, turn: 99, end: 100 });
  slowest.note(1, { life: 2, turn: 50, end: 100 });
  expect(slowest.mustWait(140, 0)).toBe(false);
  slowest.note(2, { life: 1, turn: 139, end: 140 });
  expect(slowest.mustWait(170, 0)).toBe(true);
  slowest.forget(2);
  expect(slowest.mustWait(170, 0)).toBe(false);
});

test('nothing waits for long for one that has stopped, until it is in step again', () => {
  const slowest = new Slowest();
  slowest.note(1, { life: 1, turn: 99, end: 100 });
  expect(slowest.mustWait(130, 1000)).toBe(true);
  expect(slowest.mustWait(130, 5900)).toBe(true);
  expect(slowest.mustWait(130, 6000)).toBe(false);
  expect(slowest.mustWait(131, 6100)).toBe(false);
  slowest.note(1, { life: 1, turn: 129, end: 131 });
  expect(slowest.mustWait(151, 6200)).toBe(true);
});
