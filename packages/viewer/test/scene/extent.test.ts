import { readFileSync } from 'node:fs';
import { parseScenario, parseScenarioText } from '@skein/core';
import { describe, expect, it } from 'vitest';
import { extentOf } from '../../src/scene/extent.ts';
import { niceLength } from '../../src/scene/nice-length.ts';

function read(scene: string) {
  const path = new URL(`../../../../scenarios/${scene}.json`, import.meta.url);
  return extentOf(parseScenarioText(readFileSync(path, 'utf8')));
}

describe('extentOf', () => {
  it('equals the bounds of a scene that has bounds', () => {
    const { box, center, bounded } = read('flock');
    expect(bounded).toBe(true);
    expect(box.min.toArray()).toEqual([-50, -50, -50]);
    expect(center.toArray()).toEqual([0, 0, 0]);
  });

  it('equals the map of a scene that has a map', () => {
    const { box, bounded } = read('maze');
    expect(bounded).toBe(false);
    expect(box.min.toArray()).toEqual([0, 0, 0]);
    expect(box.max.toArray()).toEqual([65, 41, 0]);
  });

  it('includes gun and target, with their size, in an open scene', () => {
    const { box, bounded } = read('beams');
    expect(bounded).toBe(false);
    expect(box.min.toArray()).toEqual([-3, -3, -1]);
    expect(box.max.toArray()).toEqual([3, 3, 53]);
  });

  it('is never empty', () => {
    const scenario = parseScenario({
      name: 'nothing',
      species: [{ name: 'a', count: 1, spawn: { type: 'pool' } }],
    });
    expect(extentOf(scenario).radius).toBeGreaterThan(1);
  });
});

describe('niceLength', () => {
  it('is 1, 2 or 5 times a power of ten', () => {
    expect([0.004, 0.12, 1.7, 4, 9, 30, 800].map(niceLength)).toEqual([
      0.005, 0.1, 2, 5, 10, 20, 1000,
    ]);
  });
});
