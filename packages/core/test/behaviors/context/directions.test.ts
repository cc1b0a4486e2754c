import { describe, expect, it } from 'vitest';
import { MAX_SLOTS } from '../../../src/schema/limits.ts';
import { directionsOf } from '../../../src/steering/context/directions.ts';
import { NEXT } from '../../../src/world/sizes.ts';
import { angleBetween, length } from '../../helpers/scenes.ts';

function slotsOf(dimensions: 2 | 3): number[][] {
  const { count, x, y, z } = directionsOf(dimensions);
  return Array.from({ length: count }, (_, k) => [x[k], y[k], z[k]]);
}

const DEGREE = Math.PI / 180;

describe.each([2, 3] as const)('the slots in %i dimensions', (dimensions) => {
  const slots = slotsOf(dimensions);

  it('are unit vectors, each with its exact opposite and its mirror images', () => {
    const has = (v: number[]) =>
      slots.some((slot) => slot.every((value, axis) => value === v[axis]));
    for (const slot of slots) {
      expect(length(slot)).toBeCloseTo(1, 6);
      expect(has(slot.map((value) => 0 - value))).toBe(true);
      for (const axis of [0, 1, 2]) {
        expect(has(slot.map((value, other) => (other === axis ? 0 - value : value)))).toBe(true);
      }
    }
  });

  it('have their opposites in the second half, in the same order', () => {
    const half = slots.length / 2;
    slots.slice(half).forEach((slot, k) => {
      expect(slot).toEqual(slots[k].map((value) => 0 - value));
    });
  });

  it('have all slots within 40 degrees as neighbors, and no others', () => {
    const { next } = directionsOf(dimensions);
    slots.forEach((slot, index) => {
      const near = slots.flatMap((other, k) =>
        k !== index && angleBetween(slot, other) < 40 * DEGREE ? [k] : [],
      );
      const found = [...next.slice(index * NEXT, (index + 1) * NEXT)].filter((k) => k >= 0);
      expect(found.sort((a, b) => a - b)).toEqual(near);
    });
  });

  it('have a fit that gives back the gradient of any linear function', () => {
    const { next, fitX, fitY, fitZ } = directionsOf(dimensions);
    const gradient = dimensions === 2 ? [0.7, -1.9, 0] : [0.7, -1.9, 0.4];
    const value = (v: number[]) => v[0] * gradient[0] + v[1] * gradient[1] + v[2] * gradient[2];
    slots.forEach((slot, index) => {
      const sum = [0, 0, 0];
      for (let at = index * NEXT; at < (index + 1) * NEXT && next[at] >= 0; at++) {
        const rise = value(slots[next[at]]) - value(slot);
        [fitX, fitY, fitZ].forEach((fit, axis) => {
          sum[axis] += rise * fit[at];
        });
      }
      for (const axis of [0, 1, 2]) expect(sum[axis]).toBeCloseTo(gradient[axis], 4);
    });
  });
});

it('the plane has 16 slots, counterclockwise from the x axis', () => {
  const slots = slotsOf(2);
  expect(slots).toHaveLength(16);
  slots.forEach((slot, k) => {
    expect(slot[0]).toBeCloseTo(Math.cos(k * 22.5 * DEGREE), 7);
    expect(slot[1]).toBeCloseTo(Math.sin(k * 22.5 * DEGREE), 7);
    expect(slot[2]).toBe(0);
  });
  expect(directionsOf(2).lean).toBeCloseTo(Math.tan(11.25 * DEGREE), 6);
});

it('no direction on the sphere is farther than 22 degrees from a slot', () => {
  const slots = slotsOf(3);
  expect(slots).toHaveLength(MAX_SLOTS);
  let farthest = 0;
  for (let k = 0; k < 2000; k++) {
    // Fibonacci points, evenly spread.
    const z = 1 - (2 * k + 1) / 2000;
    const angle = k * Math.PI * (3 - Math.sqrt(5));
    const flat = Math.sqrt(1 - z * z);
    const point = [flat * Math.cos(angle), flat * Math.sin(angle), z];
    farthest = Math.max(farthest, Math.min(...slots.map((slot) => angleBetween(slot, point))));
  }
  expect(farthest / DEGREE).toBeLessThan(22);
  expect(farthest / DEGREE).toBeGreaterThan(18);
});
