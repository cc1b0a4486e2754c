import { parseScenario } from '@skein/core';
import { groundFromTriangles, levelScenario } from '@skein/core/ground';
import { describe, expect, it } from 'vitest';
import { levelParts } from '../../src/level/level-parts.ts';
import { levelGlb } from '../level-glb.ts';
import { glbOf, triangle } from '../scene/models/glb-parts.ts';

describe('levelParts', () => {
  it('reads a level of which a scenario with two floors is made', () => {
    const ground = groundFromTriangles(levelParts(levelGlb()));
    const scenario = parseScenario(levelScenario('C:\\levels\\My house.glb', ground));
    expect(scenario.name).toBe('My-house');
    expect(scenario.species[0].count).toBeGreaterThan(1);
    const heights = scenario.ground!.vertices.map(([, , z]) => z);
    expect([Math.min(...heights), Math.max(...heights)]).toEqual([0, 3]);
  });

  it('reads the place, the sides and the indices of a mesh', () => {
    const { json, bin } = triangle();
    const materials = [{ doubleSided: true }];
    const [part] = levelParts(glbOf({ ...json, materials }, bin));
    expect([...(part.positions as Float64Array)]).toEqual([0, 0, 2, 1, 0, 0, 0, 0.5, 0]);
    expect([...(part.indices as Float64Array)]).toEqual([2, 0, 1]);
    expect([...(part.matrix as number[])].slice(12)).toEqual([10, 0, 0, 1]);
    expect(part.side).toBe('both');
    expect(levelParts(glbOf(json, bin))[0].side).toBe('front');
  });

  it('leaves out skins and lines, and refuses strips', () => {
    const { json, bin } = triangle();
    const read = (changes: object, mode = 4) => {
      const [primitive] = (json.meshes as { primitives: object[] }[])[0].primitives;
      const meshes = [{ primitives: [{ ...primitive, mode }] }];
      return levelParts(glbOf({ ...json, meshes, ...changes }, bin)).length;
    };
    expect(read({})).toBe(1);
    expect(read({ nodes: [{ mesh: 0, skin: 0 }, { children: [0] }] })).toBe(0);
    expect(read({}, 1)).toBe(0);
    expect(() => read({}, 5)).toThrow('mode: found 5, expected one of 0, 1, 2, 3, 4');
  });
});
