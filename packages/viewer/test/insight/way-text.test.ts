import type { Way } from '@skein/core/describe';
import { expect, it } from 'vitest';
import { wayText } from '../../src/insight/way-text.ts';

function wayOf(points: number, next: number, status: Way['status']): Way {
  const place = (): [number, number, number] => [0, 0, 0];
  return {
    behavior: 0,
    status,
    points: Array.from({ length: points }, place),
    next,
    closed: false,
  };
}

it.each([
  [[], ''],
  [[wayOf(3, 0, 'found')], '3 points ahead'],
  [[wayOf(3, 2, 'found')], '1 point ahead'],
  [[wayOf(4, 4, 'found'), wayOf(2, 0, 'found')], '2 points ahead'],
  [[wayOf(2, 0, 'unreachable')], '2 points ahead; the goal cannot be reached'],
  [
    [wayOf(3, 0, 'found'), wayOf(1, 0, 'unreachable')],
    '4 points ahead; the goal cannot be reached',
  ],
])('of %j the card says %j', (ways, text) => {
  expect(wayText(ways)).toBe(text);
});
