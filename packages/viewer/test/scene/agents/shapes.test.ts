import { readdirSync, readFileSync } from 'node:fs';
import { parseScenarioText } from '@skein/core';
import { SHAPES } from '@skein/three/parts';
import { describe, expect, it } from 'vitest';
import { formOf } from '../../../src/scene/agents/form-of.ts';

/** The numbers of a vertex: x, y, z, limb, and the tones of red, green and blue. */
const NUMBERS = 7;

describe('the shapes of agents', () => {
  for (const [name, { vertices }] of Object.entries(SHAPES)) {
    it(`${name}: complete triangles with an area, symmetric, longer than wide`, () => {
      expect(vertices.length % (3 * NUMBERS)).toBe(0);
      let aside = 0;
      for (let at = 0; at < vertices.length; at += 3 * NUMBERS) {
        const [a, b, c] = [0, 1, 2].map((k) =>
          vertices.subarray(at + k * NUMBERS, at + k * NUMBERS + 3),
        );
        const [u, v] = [b, c].map((p) => [...p].map((value, k) => value - a[k]));
        const area = Math.hypot(
          u[1] * v[2] - u[2] * v[1],
          u[2] * v[0] - u[0] * v[2],
          u[0] * v[1] - u[1] * v[0],
        );
        expect(area).toBeGreaterThan(1e-5);
        aside += a[0] + b[0] + c[0];
      }
      expect(aside).toBeCloseTo(0, 2);
      const ahead = Array.from(
        { length: vertices.length / NUMBERS },
        (_, i) => vertices[NUMBERS * i + 2],
      );
      expect(Math.max(...ahead)).toBeGreaterThan(0.45);
    });
  }

  it('match the table for every species of the scenes', () => {
    const folder = new URL('../../../../../scenarios/', import.meta.url);
    const found: Record<string, string | undefined> = {};
    for (const file of readdirSync(folder)) {
      if (!file.endsWith('.json') || file.includes('schema')) continue;
      const scenario = parseScenarioText(readFileSync(new URL(file, folder), 'utf8'));
      for (const species of scenario.species) {
        found[`${scenario.name} ${species.name}`] = formOf(species, scenario);
      }
    }
    expect(found).toMatchObject({
      'beams beam': undefined,
      'circle walker': 'walker',
      'circle-3d flier': 'sphere',
      'chasers chaser': 'walker',
      'dogfight kite': 'kite',
      'flock boid': 'bird',
      'flock-yuka vehicle': 'dart',
      'formation duck': 'bird',
      'maze guide': 'walker',
      'maze runner': 'walker',
      'salvo missile': 'missile',
      'shepherd rex': 'dog',
    });
  });
});
