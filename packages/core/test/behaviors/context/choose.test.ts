import { describe, expect, it } from 'vitest';
import { chooseSlot, lowestDanger, subSlotInto } from '../../../src/steering/context/choose.ts';
import { directionsOf } from '../../../src/steering/context/directions.ts';
import { addLinear, createMaps, wantDirection } from '../../../src/steering/context/maps.ts';
import { angleBetween } from '../../helpers/scenes.ts';

const DEGREE = Math.PI / 180;
const ROW = 0;

function mapsOf(interest: Record<number, number>, danger: Record<number, number> = {}) {
  const maps = createMaps();
  for (const [slot, value] of Object.entries(interest)) maps.interest[Number(slot)] = value;
  for (const [slot, value] of Object.entries(danger)) maps.danger[Number(slot)] = value;
  return maps;
}

function choose(
  maps: ReturnType<typeof mapsOf>,
  { tolerance = 0, last = -1, id = 0, seed = 1 } = {},
) {
  const plane = directionsOf(2);
  const allowed = Math.fround(lowestDanger(maps.danger, plane, ROW) + Math.fround(tolerance));
  return chooseSlot(maps, plane, ROW, allowed, last, seed, id);
}

describe('the choice', () => {
  it('is the slot of highest interest if nothing is dangerous', () => {
    expect(choose(mapsOf({ 3: 0.2, 7: 0.9, 12: 0.8 }))).toBe(7);
  });

  it('is none if no slot has a positive interest', () => {
    expect(choose(mapsOf({}))).toBe(-1);
    expect(choose(mapsOf({ 3: -1, 5: 0 }))).toBe(-1);
  });

  it('is the least dangerous slot, however interesting the others are', () => {
    const danger = Object.fromEntries(Array.from({ length: 16 }, (_, k) => [k, 0.5]));
    const maps = mapsOf({ 3: 0.2, 7: 900 }, { ...danger, 3: 0.3, 7: 0.31 });
    expect(choose(maps)).toBe(3);
    expect(choose(maps, { tolerance: 0.02 })).toBe(7);
  });

  it('is the one nearest to the last among equals', () => {
    const maps = mapsOf({ 2: 1, 6: 1, 11: 1 });
    expect(choose(maps, { last: 1 })).toBe(2);
    expect(choose(maps, { last: 7 })).toBe(6);
    expect(choose(maps, { last: 12 })).toBe(11);
    expect(choose(mapsOf({ 2: 1, 6: 1, 11: 1 }, { 2: 0.5 }), { last: 1 })).toBe(6);
  });

  it.each([1, 2, 3])('favors no slot among equals without a last one, seed %i', (seed) => {
    const maps = mapsOf(Object.fromEntries(Array.from({ length: 16 }, (_, k) => [k, 0.5])));
    const times = new Array(16).fill(0);
    for (let id = 0; id < 16_000; id++) times[choose(maps, { id, seed })]++;
    // Chi-square of 15 degrees of freedom: above 44 once in 10,000 fair draws.
    const chi = times.reduce((sum, found) => sum + (found - 1000) ** 2 / 1000, 0);
    expect(chi).toBeLessThan(44);
    expect(choose(maps, { id: 5, seed })).toBe(choose(maps, { id: 5, seed }));
  });
});

describe.each([2, 3] as const)('the direction between slots, in %i dimensions', (dimensions) => {
  const directions = directionsOf(dimensions);
  const out = new Float32Array(3);

  it('is the wanted direction, for any direction', () => {
    for (let k = 0; k < 500; k++) {
      const angle = k * 0.7391;
      const z = dimensions === 2 ? 0 : Math.fround(Math.sin(k * 1.37));
      const flat = Math.sqrt(1 - z * z);
      const u = [flat * Math.cos(angle), flat * Math.sin(angle), z].map(Math.fround);
      const maps = createMaps();
      wantDirection(maps, directions, ROW, u[0], u[1], u[2], 3, 'sum');
      addLinear(maps, directions, 0);
      const slot = chooseSlot(maps, directions, ROW, 0, -1, 1, k);
      subSlotInto(out, maps, directions, ROW, slot, 0);
      expect(angleBetween([...out], u)).toBeLessThan(0.05 * DEGREE);
      expect(Math.hypot(...out)).toBeCloseTo(1, 6);
    }
  });

  it('is the middle of the slot beside a more dangerous one', () => {
    const maps = createMaps();
    const { x, y, z, next } = directions;
    wantDirection(maps, directions, ROW, Math.SQRT1_2, -Math.SQRT1_2 * 0.9, 0.1, 1, 'sum');
    addLinear(maps, directions, 0);
    const slot = chooseSlot(maps, directions, ROW, 0, -1, 1, 0);
    maps.danger[next[slot * 6]] = 0.25;
    subSlotInto(out, maps, directions, ROW, slot, 0);
    expect([...out]).toEqual([x[slot], y[slot], z[slot]]);
    subSlotInto(out, maps, directions, ROW, slot, 0.25);
    expect([...out]).not.toEqual([x[slot], y[slot], z[slot]]);
  });

  it('leans from the slot by no more than the lean of the directions', () => {
    for (let k = 0; k < 500; k++) {
      const maps = createMaps();
      for (let slot = 0; slot < directions.count; slot++) {
        maps.interest[slot] = Math.abs(Math.sin(k * 37.1 + slot * slot * 1.7));
      }
      const slot = chooseSlot(maps, directions, ROW, 0, -1, 1, 0);
      subSlotInto(out, maps, directions, ROW, slot, 0);
      const { x, y, z, lean } = directions;
      const angle = angleBetween([...out], [x[slot], y[slot], z[slot]]);
      expect(angle).toBeLessThan(Math.atan(lean) + 1e-4);
      expect(Math.hypot(...out)).toBeCloseTo(1, 6);
    }
  });
});
