import { describe, expect, it } from 'vitest';
import { HEADING_BYTES, HEADINGS, headingColorInto } from '../../src/sync/heading-colors.ts';

/** OKLab of a color of the screen. */
function oklab(bytes: ArrayLike<number>): [number, number, number] {
  const [r, g, b] = Array.from({ length: 3 }, (_, k) => {
    const shown = bytes[k]! / 255;
    return shown <= 0.04045 ? shown / 12.92 : ((shown + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

const of = (index: number) => oklab(HEADING_BYTES.subarray(3 * (index % HEADINGS)));
const distance = (a: readonly number[], b: readonly number[]) =>
  Math.hypot(...a.map((value, k) => value - b[k]!));

describe('colors of headings', () => {
  it('differ to the eye as much as the headings do, and are equally light', () => {
    const steps = Array.from({ length: HEADINGS }, (_, i) => distance(of(i), of(i + 1)));
    expect(Math.max(...steps) / Math.min(...steps)).toBeLessThan(1.8);
    const lights = Array.from({ length: HEADINGS }, (_, i) => of(i)[0]);
    expect(Math.max(...lights) - Math.min(...lights)).toBeLessThan(0.02);
    const opposite = Array.from({ length: HEADINGS }, (_, i) => distance(of(i), of(i + 32)));
    expect(Math.min(...opposite)).toBeGreaterThan(0.2);
  });

  function colorOf(x: number, y: number, z: number, flat = false): number[] {
    const out = new Uint8Array(4);
    headingColorInto(out, 1, x, y, z, flat);
    expect(out[0]).toBe(0);
    return [...out.subarray(1)];
  }

  it('show the direction, not the speed, and are lighter for climbing agents', () => {
    expect(colorOf(0.1, 0, 0.3)).toEqual(colorOf(10, 0, 30));
    const [dive, level, climb] = [-1, 0, 1].map((y) => oklab(colorOf(1, y, 0))[0]);
    expect(dive).toBeLessThan(level!);
    expect(climb).toBeGreaterThan(level!);
    expect(colorOf(0, 0, 0)).toEqual([...HEADING_BYTES.subarray(0, 3)]);
  });

  it('turn around y in space, and around z in the plane', () => {
    const quarter = [...HEADING_BYTES.subarray((3 * HEADINGS) / 4, (3 * HEADINGS) / 4 + 3)];
    expect(colorOf(0, 0, -2)).toEqual(quarter);
    expect(colorOf(0, 2, 0, true)).toEqual(quarter);
    expect(colorOf(0, 0, 2)).not.toEqual(quarter);
  });
});
