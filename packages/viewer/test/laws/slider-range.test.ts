import { BEHAVIOR_PARAMETERS, type Parameter, SPECIES_PARAMETERS } from '@skein/core/describe';
import { describe, expect, it } from 'vitest';
import { sliderRange } from '../../src/laws/slider-range.ts';

const parameter = (min: number, max: number, usual?: number): Parameter => ({
  name: 'x',
  unit: 'm',
  min,
  max,
  isWhole: false,
  default: usual,
  description: '',
});

describe('sliderRange', () => {
  it('goes to about three times the value, in round steps', () => {
    expect(sliderRange(parameter(0, 1e6), 12)).toEqual({ min: 0, max: 50, step: 0.1 });
    expect(sliderRange(parameter(0, 1e6), 27)).toEqual({ min: 0, max: 100, step: 1 });
    expect(sliderRange(parameter(0, 1e6), 0.3)).toEqual({ min: 0, max: 1, step: 0.01 });
    expect(sliderRange(parameter(0, 1e6, 4), 0)).toEqual({ min: 0, max: 20, step: 0.1 });
    expect(sliderRange(parameter(0, 1e6), 0)).toEqual({ min: 0, max: 5, step: 0.01 });
  });

  it('is the whole range of a narrow schema, and never exceeds a schema', () => {
    expect(sliderRange(parameter(-1, 1), -0.7)).toEqual({ min: -1, max: 1, step: 0.01 });
    expect(sliderRange(parameter(0, 60), 25)).toEqual({ min: 0, max: 60, step: 0.1 });
    expect(sliderRange(parameter(-1e5, 1e5), -4)).toEqual({ min: -20, max: 20, step: 0.1 });
  });

  it('starts at one step where 0 is not allowed', () => {
    expect(sliderRange(parameter(1e-3, 1e4), 5)).toEqual({ min: 0.1, max: 20, step: 0.1 });
  });

  it('includes the value, for every parameter', () => {
    for (const one of [SPECIES_PARAMETERS, ...Object.values(BEHAVIOR_PARAMETERS)].flat()) {
      for (const value of [one.default ?? 1, one.max / 7, 3 * one.min]) {
        if (value < one.min || value > one.max) continue;
        const { min, max, step } = sliderRange(one, value);
        expect(min >= one.min && max <= one.max, one.name).toBe(true);
        expect(value >= min - step && value <= max, `${one.name} ${value}`).toBe(true);
        expect(step).toBeGreaterThan(0);
        if (one.isWhole) expect([min % 1, step % 1], one.name).toEqual([0, 0]);
      }
    }
  });
});
