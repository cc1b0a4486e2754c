import { describe, expect, it } from 'vitest';
import { shortest, wrapped } from '../../src/grid/torus.ts';

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
  ])('shortens a way of %d to %d', (moved, way) => {
    expect(shortest(moved, 10)).toBe(way);
  });
});

it('an edge of 0 is no torus', () => {
  expect([wrapped(1e5, -4, 0), shortest(1e5, 0)]).toEqual([1e5, 1e5]);
});
