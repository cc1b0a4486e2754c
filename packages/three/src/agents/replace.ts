import type { Problem } from '@skein/core';
import { show } from '@skein/core/internal';
import type { InstancedBufferGeometry, Material, Mesh } from 'three';
import { materialProblems } from '../option-checks.ts';
import { ThreeError } from '../option-error.ts';

/** For each derived material, the material from which it was derived. */
const givenOf = new WeakMap<Material, Material>();

/**
 * Defines the property `material` of an object. When a material is set, `draw` derives another material from it. The
 * object is shown with the derived material. The previous derived material is disposed of.
 *
 * A derived material can also be set. `draw` then gets the original from which that material was derived.
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

/** Makes an object refuse every other geometry, because another geometry would lack the attributes of agents. */
export function keepGeometry(object: Mesh): void {
  const { geometry } = object;
  Object.defineProperty(object, 'geometry', {
    configurable: true,
    enumerable: true,
    get: () => geometry,
    set: (next: unknown) => {
      const expected = 'no new geometry; to get agents with another body, call createAgents';
      throw new ThreeError([{ path: '$.geometry', found: show(next), expected }]);
    },
  });
}
