import type { Problem } from '@skein/core';
import { show } from '@skein/core/supervise';
import type { InstancedBufferGeometry, Material, Mesh } from 'three';
import { materialProblems } from '../option-checks.ts';
import { ThreeError } from '../option-error.ts';

/** What materials that draw agents were made of. */
const givenOf = new WeakMap<Material, Material>();

/**
 * Has `draw` make the material of an object out of the one that is given, and out of each that is put in its place, which
 * ends the one before. One that was made so stands for the one that it was made of.
 */
export function drawBy(
  object: Mesh<InstancedBufferGeometry, Material>,
  material: Material,
  draw: (given: Material) => Material,
  problemsOf: (material: Material) => Problem[] = materialProblems,
): void {
  const make = (one: Material) => {
    const given = givenOf.get(one) ?? one;
    const made = draw(given);
    givenOf.set(made, given);
    return made;
  };
  let shown = make(material);
  Object.defineProperty(object, 'material', {
    configurable: true,
    enumerable: true,
    get: () => shown,
    set: (next: Material) => {
      if (next === shown) return;
      const problems = problemsOf(next);
      if (problems.length > 0) throw new ThreeError(problems);
      const before = shown;
      shown = make(next);
      before.dispose();
    },
  });
}

/** Has an object refuse another geometry, which would have no agents. */
export function keepGeometry(object: Mesh): void {
  const { geometry } = object;
  Object.defineProperty(object, 'geometry', {
    configurable: true,
    enumerable: true,
    get: () => geometry,
    set: (next: unknown) => {
      const expected = 'the one that it has; createAgents makes others with another body';
      throw new ThreeError([{ path: '$.geometry', found: show(next), expected }]);
    },
  });
}
