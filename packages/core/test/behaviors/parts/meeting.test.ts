import { describe, expect, it } from 'vitest';
import { contactOf } from '../../../src/behaviors/parts/meeting.ts';
import { defineLaw, evaluateLaw, select, vec3 } from '../../../src/laws/index.ts';
import { LONG } from '../../helpers/long.ts';
import { randomOf } from '../../helpers/random-of.ts';

type Vector = readonly [x: number, y: number, z: number];

const HEAD_ON = 1e-3;

const law = defineLaw({
  name: 'contact',
  description:
    'The time until its aim touches it, -1 where it never does, and whether it is head on.',
  parameters: { reach: { unit: 'm', default: 1, min: 0, max: 1e5, description: 'Of both.' } },
  aim: 'one',
  force({ aim, self, parameters }) {
    const contact = contactOf(aim.offset, aim.velocity.sub(self.velocity), parameters.reach);
    return vec3(
      select(contact.happens, contact.time, -1),
      select(contact.isHeadOn(HEAD_ON), 1, 0),
      0,
    );
  },
});

function contact(offset: Vector, velocity: Vector, reach: number): [time: number, headOn: number] {
  const [time, headOn] = evaluateLaw(law, { aim: { offset, velocity }, parameters: { reach } });
  return [time, headOn];
}

const gap = (offset: Vector, velocity: Vector, t: number): number =>
  Math.hypot(...offset.map((value, axis) => value + velocity[axis] * t));

function draws(seed: number, count: number, size: number) {
  const random = randomOf(seed);
  const signed = (most: number): number => Math.fround(most * (random() - 0.5));
  const vector = (most: number): Vector => [signed(most), signed(most), signed(most)];
  return Array.from({ length: count }, () => ({
    offset: vector(size),
    velocity: vector(12),
    reach: Math.fround(6 * random()),
  }));
}

describe('the contact of two bodies', () => {
  it('is at the first time at which they touch, seed 5', () => {
    let touched = 0;
    for (const { offset, velocity, reach } of draws(5, LONG ? 500 : 80, 16)) {
      const [time] = contact(offset, velocity, reach);
      if (time === -1) {
        for (let t = 0; t < 60; t += 0.5) {
          expect(gap(offset, velocity, t)).toBeGreaterThan(reach - 1e-4);
        }
      } else if (time === 0) {
        expect(gap(offset, velocity, 0)).toBeLessThanOrEqual(reach + 1e-5);
      } else {
        touched++;
        // The error is some ten steps of f32, at 16 m.
        expect(gap(offset, velocity, time)).toBeCloseTo(reach, 4);
        for (let share = 0; share < 0.99; share += 0.07) {
          expect(gap(offset, velocity, share * time)).toBeGreaterThan(reach);
        }
      }
    }
    expect(touched).toBeGreaterThan(LONG ? 20 : 2);
  });

  it.each<[string, Vector, Vector, number, number]>([
    ['head on', [6, 0, 0], [-2, 0, 0], 1, 2.5],
    ['aside', [5, 3, 0], [-1, 0, 0], 5, 1],
    ['grazing', [5, 3, 0], [-1, 0, 0], 3, -1],
    ['parting', [6, 0, 0], [2, 0, 0], 1, -1],
    ['at rest', [6, 0, 0], [0, 0, 0], 1, -1],
    ['touching', [0.5, 0, 0], [9, 0, 0], 1, 0],
    ['on one spot', [0, 0, 0], [0, 0, 0], 1, 0],
  ])('has the right time for bodies %s', (_, offset, velocity, reach, time) => {
    expect(contact(offset, velocity, reach)[0]).toBeCloseTo(time, 6);
  });

  it('of small bodies 1 km away differs from a miss, to 0.2 mm', () => {
    const random = randomOf(8);
    for (let n = 0; n < 200; n++) {
      const angle = 6 * random();
      const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
      const aside = (0.7 + 0.6 * random()) * 0.01;
      const place = [1000, aside];
      const offset: Vector = [
        Math.fround(cos * place[0] - sin * place[1]),
        Math.fround(sin * place[0] + cos * place[1]),
        0,
      ];
      const velocity: Vector = [Math.fround(-300 * cos), Math.fround(-300 * sin), 0];
      // Rounding moves the miss by up to 1000 m x 2^-24, and its inputs are rounded too.
      const [[x, y], [vx, vy]] = [offset, velocity];
      const miss = Math.abs(x * vy - y * vx) / Math.hypot(vx, vy);
      const [time] = contact(offset, velocity, 0.01);
      if (miss < 0.0098) expect(time).toBeCloseTo(1000 / 300, 3);
      if (miss > 0.0102) expect(time).toBe(-1);
    }
  });

  it('is never NaN, even at the largest speeds and distances', () => {
    for (const far of [1e4, 2e5]) {
      for (const fast of [2e4, 1e9]) {
        for (const reach of [1e-3, 4e4]) {
          const [time] = contact([far, far, -far], [-fast, -fast, fast], reach);
          expect(time, `${far} ${fast} ${reach}`).toBeGreaterThanOrEqual(0);
          expect(time * fast).toBeLessThan(1.0001 * far);
        }
      }
    }
  });

  it('is head on if the centers would meet, up to a share of the contact distance', () => {
    for (const [aside, expected] of [
      [0, 1],
      [0.9e-3, 1],
      [1.1e-3, 0],
    ]) {
      expect(contact([6, aside, 0], [-2, 0, 0], 1)[1]).toBe(expected);
      expect(contact([0.6, 0, -aside], [2, 0, 0], 1)[1]).toBe(expected);
    }
    expect(contact([6, 0, 0], [0, 0, 0], 1)[1]).toBe(0);
  });
});
