import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ROTATION, Rotation, rotationAsked } from '../../src/opening/rotation.ts';
import { isUntouched } from '../../src/opening/untouched.ts';

const all = () => true;

describe('the rotation of an untouched page', () => {
  it('contains scenes of the page, each once', () => {
    const files = readdirSync(new URL('../../../../scenarios/', import.meta.url));
    for (const scene of ROTATION) expect(files).toContain(`${scene}.json`);
    expect(new Set(ROTATION).size).toBe(ROTATION.length);
  });

  it('moves on after its time, for any time steps, and around the list', () => {
    const rotation = new Rotation(['a', 'b', 'c'], 7);
    const seen: Array<[second: number, scene: string]> = [];
    let shown = 'a';
    for (let ms = 300; ms <= 30_000; ms += 300) {
      const next = rotation.pass(300, shown, all);
      if (next === undefined) continue;
      shown = next;
      seen.push([ms / 1000, next]);
    }
    expect(seen.map(([, scene]) => scene)).toEqual(['b', 'c', 'a', 'b']);
    seen.forEach(([second], k) => {
      expect(second).toBeGreaterThanOrEqual(7 * (k + 1));
      expect(second).toBeLessThan(7 * (k + 1) + 0.3 * (k + 2));
    });
  });

  it('skips scenes that cannot be shown, and stays if no other can', () => {
    const rotation = new Rotation(['a', 'b', 'c'], 1);
    expect(rotation.pass(1000, 'a', (scene) => scene !== 'b')).toBe('c');
    expect(rotation.pass(1000, 'c', (scene) => scene === 'c')).toBeUndefined();
    // The time starts again, so the rotation does not retry at each call.
    expect(rotation.pass(999, 'c', all)).toBeUndefined();
    expect(rotation.pass(1, 'c', all)).toBe('a');
  });

  it('moves to the first scene from one that is not in its list', () => {
    expect(new Rotation(['a', 'b'], 1).pass(1000, 'x', all)).toBe('a');
  });
});

describe('rotate in the address', () => {
  it.each([
    ['', undefined],
    ['?scene=maze', undefined],
    ['?rotate', 40],
    ['?embed&rotate=', 40],
    ['?rotate=2', 2],
    ['?rotate=3600', 3600],
  ])('%j asks for %s', (query, seconds) => {
    const ignored: string[] = [];
    expect(rotationAsked(query, ignored)).toBe(seconds);
    expect(ignored).toEqual([]);
  });

  it.each(['1', '3601', '0', '-5', '4.5', '1e2', 'fast'])(
    'takes the default instead of %s, and says why',
    (text) => {
      const ignored: string[] = [];
      expect(rotationAsked(`?rotate=${text}`, ignored)).toBe(40);
      expect(ignored).toEqual([
        `rotate = ${text} (expected a whole number of seconds from 2 to 3600)`,
      ]);
    },
  );
});

describe('an address that lets the page choose the scenes', () => {
  it.each([
    ['', true],
    ['?utm_source=news&fbclid=x', true],
    ['?rotate', true],
    ['?embed&rotate=9', true],
    ['?embed', false],
    ['?scene=murmuration', false],
    ['?utm_source=news&seed=1', false],
    ['?bloom=off', false],
  ])('%j: %s', (query, expected) => {
    expect(isUntouched(query, false)).toBe(expected);
    // Never with reduced motion.
    expect(isUntouched(query, true)).toBe(false);
  });
});
