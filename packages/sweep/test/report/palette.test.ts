import { describe, expect, it } from 'vitest';
import {
  colorScale,
  inkOn,
  luminanceOf,
  MAX_SERIES,
  THEME,
} from '../../src/report/figures/palette.ts';

const LIGHT = 0;
const DARK = 1;

/** source: WCAG 2.2, contrast ratio */
function contrast(one: string, other: string): number {
  const [dark, light] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

type Triple = readonly [number, number, number];
type Matrix = readonly [Triple, Triple, Triple];

/** source: Machado, Oliveira and Fernandes 2009, matrices for the loss of one kind of cone, in linear RGB */
const SIGHTS: Readonly<Record<string, Matrix>> = {
  full: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  'no red cones': [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  'no green cones': [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
};

function linear(color: string): Triple {
  const parts = color.startsWith('#')
    ? [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
    : color.match(/\d+/g)!.map(Number);
  const [red, green, blue] = parts.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return [red, green, blue];
}

function times(matrix: Matrix, [x, y, z]: Triple): Triple {
  const [red, green, blue] = matrix.map((row) => row[0] * x + row[1] * y + row[2] * z);
  return [red, green, blue];
}

/** CIE L*a*b* of linear sRGB. */
function lab(rgb: Triple): Triple {
  const clamped = rgb.map((part) => Math.min(1, Math.max(0, part)));
  const toXyz: Matrix = [
    [0.4124, 0.3576, 0.1805],
    [0.2126, 0.7152, 0.0722],
    [0.0193, 0.1192, 0.9505],
  ];
  const xyz = times(toXyz, clamped as unknown as Triple);
  const [x, y, z] = [xyz[0] / 0.9505, xyz[1], xyz[2] / 1.089].map((part) =>
    part > 216 / 24389 ? Math.cbrt(part) : (24389 / 27 / 116) * part + 16 / 116,
  );
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

function distance(one: string, other: string, sight: Matrix): number {
  const [a, b] = [one, other].map((color) => lab(times(sight, linear(color))));
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

const steps = Array.from({ length: MAX_SERIES - 1 }, (_, index) =>
  Array.from({ length: index + 2 }, (_, at) => `--step-${index + 2}-${at + 1}`),
);
const kinds = Array.from({ length: MAX_SERIES }, (_, at) => `--kind-${at + 1}`);

describe.each([
  ['light', LIGHT],
  ['dark', DARK],
] as const)('colors of a %s page', (_, theme) => {
  const paper = THEME['--paper'][theme];

  it('have a contrast above 4.5 for texts', () => {
    expect(contrast(THEME['--ink'][theme], paper)).toBeGreaterThan(12);
    expect(contrast(THEME['--muted'][theme], paper)).toBeGreaterThan(4.5);
  });

  it('have a contrast of at least 3 for lines, the minimum for graphics', () => {
    for (const name of [...kinds, ...steps.flat()]) {
      expect(contrast(THEME[name][theme], paper), name).toBeGreaterThanOrEqual(3);
    }
  });

  it.each(Object.keys(SIGHTS))('are distinct for kinds with %s', (name) => {
    for (const [at, one] of kinds.entries()) {
      for (const other of kinds.slice(at + 1)) {
        const apart = distance(THEME[one][theme], THEME[other][theme], SIGHTS[name]);
        expect(apart, `${one} and ${other}`).toBeGreaterThan(20);
      }
    }
  });

  it.each(Object.keys(SIGHTS))('are distinct and in order for steps with %s', (name) => {
    for (const colors of steps) {
      for (let at = 1; at < colors.length; at++) {
        const [one, other] = [THEME[colors[at - 1]][theme], THEME[colors[at]][theme]];
        expect(distance(one, other, SIGHTS[name]), colors[at]).toBeGreaterThan(7);
        const [before, after] = [one, other].map((color) => luminanceOf(color));
        expect(after, colors[at]).toBeGreaterThan(before);
      }
    }
  });
});

describe('the scale of colors', () => {
  it('grows brighter with the value, so that it is readable without colors', () => {
    const { colorOf } = colorScale(2, 5);
    const bright = Array.from({ length: 31 }, (_, at) => luminanceOf(colorOf(2 + at / 10)));
    for (let at = 1; at < bright.length; at++) expect(bright[at]).toBeGreaterThan(bright[at - 1]);
  });

  it('has a color for each side of 0 if both matter', () => {
    expect(colorScale(-1, 5).domain).toEqual([-5, 5]);
    expect(colorScale(-1, 5).colorOf(0)).toBe('#f7f7f7');
    expect(colorScale(-0.1, 5).domain).toEqual([-0.1, 5]);
    expect(colorScale(0, 5).domain).toEqual([0, 5]);
  });

  it('has readable numbers on it', () => {
    for (const { colorOf, domain } of [colorScale(0, 1), colorScale(-1, 1)]) {
      for (let share = 0; share <= 1; share += 0.05) {
        const color = colorOf(domain[0] + share * (domain[1] - domain[0]));
        const ink = inkOn(color) === '#000' ? '#000000' : '#ffffff';
        expect(contrast(ink, color), color).toBeGreaterThan(4.5);
      }
    }
  });
});
