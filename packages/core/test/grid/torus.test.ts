import { describe, expect, it } from 'vitest';
import {
  intoTorus,
  isBetween,
  otherWay,
  shortest,
  shortWay,
  wrapped,
} from '../../src/grid/torus.ts';

describe('a torus from -4 to 6', () => {
  it.each([
    [-4, -4],
    [-4.5, 5.5],
    [-13.5, -3.5],
    [5.5, 5.5],
    [6, -4],
    [6.5, -3.5],
  ])('wraps %d to %d', (value, inside) => {
    expect(wrapped(value, -4, 10)).toBe(inside);
  });

  it.each([
    [3, 3],
    [5, 5],
    [-5, -5],
    [5.5, -4.5],
    [-5.5, 4.5],
    [15.5, -4.5],
    [-32, -2],
    [1003, 3],
  ])('shortens a way of %d to %d', (moved, way) => {
    expect(shortest(moved, 10)).toBe(way);
    expect(shortWay(moved, 10)).toBe(way);
    expect(shortest(otherWay(way, 10), 10)).toBeCloseTo(Math.abs(way) === 5 ? -way : way, 9);
  });

  it.each([
    [-4, -4],
    [6, -4],
    [35.5, 5.5],
    [-104.5, 5.5],
    [-4 - 1e-9, -4],
  ])('moves %d in to %d', (value, inside) => {
    expect(intoTorus(value, -4, 10)).toBe(inside);
  });

  it.each([
    [-4.5, -3, 5.5, true],
    [-4.5, -3, -3, true],
    [-4.5, -3, -2.5, false],
    [5, 7, -4, true],
    [5, 7, 4.5, false],
    [-20, 20, 1, true],
  ])('an interval from %d to %d has %d: %s', (low, high, value, inside) => {
    expect(isBetween(value, low, high, 10)).toBe(inside);
  });
});

it('an edge of 0 is no torus', () => {
  expect([wrapped(1e5, -4, 0), shortest(1e5, 0)]).toEqual([1e5, 1e5]);
});
