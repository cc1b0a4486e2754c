import { expect, test } from 'vitest';
import { Slowest } from '../server/slowest.mjs';

/** A session in which peer 9 keeps up. */
function setUp() {
  const slowest = new Slowest();
  const mustWait = (end: number, now: number) => {
    slowest.note(9, { life: 1, turn: end - 1, end });
    return slowest.mustWait(end, now);
  };
  return { slowest, mustWait };
}

test('the next turn waits for a peer that was in step and falls behind, until it has caught up', () => {
  const { slowest, mustWait } = setUp();
  slowest.note(1, { life: 1, turn: 98, end: 100 });
  expect(mustWait(108, 0)).toBe(false);
  expect(mustWait(109, 100)).toBe(true);
  slowest.note(1, { life: 1, turn: 99, end: 109 });
  expect(mustWait(109, 200)).toBe(false);
});

test('no turn waits for a peer that joins late, starts over, or is gone', () => {
  const { slowest, mustWait } = setUp();
  slowest.note(1, { life: 1, turn: 5, end: 100 });
  expect(mustWait(100, 0)).toBe(false);
  slowest.note(1, { life: 1, turn: 99, end: 100 });
  slowest.note(1, { life: 2, turn: 50, end: 100 });
  expect(mustWait(140, 0)).toBe(false);
  slowest.note(2, { life: 1, turn: 139, end: 140 });
  expect(mustWait(170, 0)).toBe(true);
  slowest.forget(2);
  expect(mustWait(170, 0)).toBe(false);
});

test('no turn waits long for a peer that has stopped, until it is in step again', () => {
  const { slowest, mustWait } = setUp();
  slowest.note(1, { life: 1, turn: 99, end: 100 });
  expect(mustWait(130, 1000)).toBe(true);
  expect(mustWait(130, 5900)).toBe(true);
  expect(mustWait(130, 6000)).toBe(false);
  expect(mustWait(131, 6100)).toBe(false);
  slowest.note(1, { life: 1, turn: 129, end: 131 });
  expect(mustWait(151, 6200)).toBe(true);
});

test('a session does not run ahead of all its peers', () => {
  const slowest = new Slowest();
  expect(slowest.mustWait(40, 0)).toBe(false);
  slowest.note(1, { life: 1, turn: 2, end: 40 });
  slowest.note(2, { life: 1, turn: 1, end: 40 });
  expect(slowest.mustWait(40, 100)).toBe(true);
  expect(slowest.mustWait(40, 90_000)).toBe(true);
  slowest.note(2, { life: 1, turn: 30, end: 40 });
  expect(slowest.mustWait(40, 90_100)).toBe(false);
});
