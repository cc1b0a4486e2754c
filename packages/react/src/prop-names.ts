import type { Problem } from '@skein/core';
import { guessText } from '@skein/core/describe';
import { Group, Mesh, type Object3D } from 'three';
import { PropsError } from './props-error.ts';

/** Props that React Three Fiber accepts for all objects. */
const OF_FIBER = ['attach', 'dispose'];

/** One three.js object of each kind, created when needed. A component may pass on the properties of such an object. */
const examples: { mesh?: Object3D; group?: Object3D } = {};

/**
 * Returns a problem for each unknown prop, because an unknown prop has no effect.
 *
 * @param known the props that the component uses and does not pass on
 * @param kind the kind of object to which the component passes the other props
 */
export function nameProblems(
  props: object,
  known: readonly string[],
  kind?: 'mesh' | 'group',
): Problem[] {
  return Object.keys(props).flatMap((path) => {
    if (known.includes(path) || (kind !== undefined && isOfObject(path, kind))) return [];
    const others = kind === undefined ? '' : `, or a prop of a ${kind}`;
    const near = kind === undefined ? known : [...known, ...Object.keys(exampleOf(kind))];
    const expected = `one of ${known.join(', ')}${others}`;
    return [{ path, found: `an unknown prop${guessText(path, near)}`, expected }];
  });
}

/** @throws PropsError */
export function checkNames(component: string, ...names: Parameters<typeof nameProblems>): void {
  const problems = nameProblems(...names);
  if (problems.length > 0) throw new PropsError(component, problems);
}

function isOfObject(name: string, kind: 'mesh' | 'group'): boolean {
  // A dash sets a part of the object, as in `rotation-x`. Names that begin with "on" are event handlers.
  if (name.includes('-') || /^on[A-Z]/.test(name) || OF_FIBER.includes(name)) return true;
  return name in exampleOf(kind);
}

function exampleOf(kind: 'mesh' | 'group'): Object3D {
  examples[kind] ??= kind === 'mesh' ? new Mesh() : new Group();
  return examples[kind];
}
