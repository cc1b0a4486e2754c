import { show } from '../errors.ts';
import { headingInto, upInto } from '../math/body-frame.ts';
import { planeNamesOf, rangeOfType } from '../schema/column-types.ts';
import { problemOfScene } from './check-scene.ts';
import { type LawBlock, LawEvaluator, type PairColumns } from './evaluator.ts';
import { fieldsOfLaw } from './field-reads.ts';
import type { Law, WorkedLaw } from './law.ts';
import { LawError } from './law-error.ts';
import type { AimOf, LawScene, PlaneScene, SceneOf, Vector } from './law-scene.ts';
import { fieldParameter, inScene, lowerFields } from './lower-fields.ts';
import {
  type AimColumn,
  type DeclaredColumn,
  declaredKindsOf,
  OTHER_COLUMNS,
  type OtherColumn,
  type SelfColumn,
} from './node.ts';
import { aimsOf } from './plane-plan.ts';
import { readLaw } from './read-law.ts';
import { type ColumnRange, depositPlane, LIFE_PLANES, lawIn, lawOfStaged } from './results.ts';

const fround = Math.fround;

/** What is kept of a law for one number of dimensions, because building it takes longer than using it. */
class Kept<T> {
  readonly #of = { 2: new WeakMap<Law, T>(), 3: new WeakMap<Law, T>() };

  get(law: Law, scene: LawScene | PlaneScene, make: (dimensions: 2 | 3) => T): T {
    // The scene is checked later.
    const dimensions = scene?.dimensions === 2 ? 2 : 3;
    const known = this.#of[dimensions];
    if (!known.has(law)) {
      readLaw(law);
      known.set(law, make(dimensions));
    }
    return known.get(law)!;
  }
}

const evaluators = new Kept<LawEvaluator>();

/**
 * Evaluates a law for one agent, without a world. Returns a force (N), or the next velocity (m/s); its z is 0 in two
 * dimensions. If all numbers of the scene are f32, the result has the same bits as in a world. The law must not change
 * between two calls.
 *
 * @throws LawError LAW_INVALID if `law` is not a valid law, a parameter is unknown or out of range, or the scene is
 * invalid. A scene is invalid if it has an unknown key or a value of the wrong type, or lacks an aim that the law needs
 */
export function evaluateLaw(
  law: Law,
  scene: LawScene | PlaneScene = {},
): [x: number, y: number, z: number] {
  const evaluator = evaluators.get(
    law,
    scene,
    (dimensions) => new LawEvaluator(lowerFields(lawIn(dimensions, law), inScene)),
  );
  checkScene(law, scene);
  const [x, y, z] = evaluator.evaluate(blockOf(law, scene)).map(({ values }) => values[0]);
  return [x, y, z];
}

/** For each law that stages values, a second law that computes these values. For any other law, undefined. */
const staging = new Kept<WorkedLaw | undefined>();

/** Returns the values that a law stages for the agent of a scene. The keys are the names of planes. */
function stagedBy(law: Law, scene: LawScene | PlaneScene): ReadonlyMap<string, number> {
  const worked = staging.get(law, scene, (dimensions) => {
    const staged = lawOfStaged(dimensions, law, rangesOf(law), { word: 0, birth: 0 });
    return staged && lowerFields(staged, inScene);
  });
  checkScene(law, scene);
  if (worked === undefined) return new Map();
  const values = new LawEvaluator(worked).evaluate(blockOf(law, scene));
  return new Map(worked.planes!.map((plane, k) => [plane, values[k].values[0]]));
}

/**
 * Evaluates what a law deposits into scalar fields, for one agent, without a world. The result has the same bits as in
 * a world whose fields have the values given in `scene`.
 *
 * @returns the amount for each field, by name
 * @throws LawError in the same cases as evaluateLaw
 */
export function evaluateLawDeposit(
  law: Law,
  scene: LawScene | PlaneScene = {},
): Readonly<Record<string, number>> {
  const planes = stagedBy(law, scene);
  return Object.fromEntries(
    Object.keys(law.deposit ?? {}).map((field) => [field, planes.get(depositPlane(field))!]),
  );
}

function columnsIn(
  planes: ReadonlyMap<string, number>,
  { columns = {} }: Law,
  values: NonNullable<Law['next']>,
  nameOf: (plane: string) => string,
): Readonly<Record<string, number | readonly number[]>> {
  return Object.fromEntries(
    Object.keys(values).map((name) => {
      const own = planeNamesOf(name, columns[name].type).map((plane) => planes.get(nameOf(plane))!);
      return [name, own.length === 1 ? own[0] : own];
    }),
  );
}

/**
 * Evaluates the next values of the columns that a law writes, for one agent, without a world. Values are clamped to the
 * ranges that the law declares. A world whose columns have the same ranges computes the same bits.
 *
 * @returns the value of each column, by name
 * @throws LawError in the same cases as evaluateLaw
 */
export function evaluateLawNext(
  law: Law,
  scene: LawScene | PlaneScene = {},
): Readonly<Record<string, number | readonly number[]>> {
  return columnsIn(stagedBy(law, scene), law, law.next ?? {}, (plane) => plane);
}

/** A birth that happens, with the values that the law gives the child. */
export interface EvaluatedBirth {
  /** Position of the child (m). */
  readonly position?: readonly [x: number, y: number, z: number];
  /** Velocity of the child (m/s). */
  readonly velocity?: readonly [x: number, y: number, z: number];
  readonly columns: Readonly<Record<string, number | readonly number[]>>;
}

/**
 * Evaluates what a law decides about the life of one agent: whether it ends, and which births happen. No world is
 * needed. The result has the same bits as in a world whose columns have the ranges that the law declares.
 *
 * @returns `births` has an entry for each birth of the law; undefined if the birth does not happen
 * @throws LawError in the same cases as evaluateLaw
 */
export function evaluateLawLife(
  law: Law,
  scene: LawScene | PlaneScene = {},
): { readonly ends: boolean; readonly births: readonly (EvaluatedBirth | undefined)[] } {
  const planes = stagedBy(law, scene);
  const word = planes.get(LIFE_PLANES.word(0)) ?? 0;
  const births = (law.births ?? []).map((birth, k): EvaluatedBirth | undefined => {
    const { position, velocity, columns = {} } = birth;
    if (((word >>> (1 + k)) & 1) === 0) return undefined;
    const vector = (name: string): [number, number, number] => {
      const along = (axis: string) => planes.get(LIFE_PLANES.birth(k, `${name}.${axis}`))!;
      return [along('x'), along('y'), along('z')];
    };
    return {
      ...(position !== undefined && { position: vector('position') }),
      ...(velocity !== undefined && { velocity: vector('velocity') }),
      columns: columnsIn(planes, law, columns, (plane) => LIFE_PLANES.birth(k, `column.${plane}`)),
    };
  });
  return { ends: (word & 1) !== 0, births };
}

function rangesOf({ columns = {} }: Law): readonly ColumnRange[] {
  return Object.entries(columns).map(([name, { type, min, max }]) => {
    const [least, greatest] = rangeOfType(type);
    return {
      name,
      type,
      min: fround(min ?? least) + 0,
      max: type === 'u32' ? (max ?? greatest) : fround(max ?? greatest) + 0,
    };
  });
}

/** @throws LawError if the scene is not valid, or lacks an aim that the law needs */
function checkScene(law: Law, scene: LawScene | PlaneScene): void {
  const problem = problemOfScene(scene, law.columns, fieldsOfLaw(law));
  if (problem !== undefined) {
    throw new LawError(show(law.name), problem.where, problem.found, problem.expected);
  }
  const [first, second] = aimsOf(law).map(({ isOptional }) => !isOptional);
  if (first && scene.aim === undefined) {
    throw new LawError(show(law.name), 'aim', 'none', 'an aim, which the law needs');
  }
  if (second && scene.second === undefined) {
    throw new LawError(show(law.name), 'second', 'none', 'a second aim, which the law needs');
  }
}

/**
 * Converts a scene to a block of agents, for which a law can be evaluated. The agent of the scene is the only agent of
 * the block.
 */
function blockOf(law: Law, scene: SceneOf<Vector>): LawBlock {
  const { self = {}, neighbors = [], dimensions = 3 } = scene;
  const heading = self.heading ?? headingAlong(self.velocity);
  const own = {
    ...vectorOf('position', self.position),
    ...vectorOf('velocity', self.velocity),
    ...vectorOf('heading', heading),
    ...vectorOf('up', self.up ?? upOf(heading, dimensions)),
    ...vectorOf('force', self.force),
    mass: fround(self.mass ?? 1),
    radius: fround(self.radius ?? 0),
    maxSpeed: fround(self.maxSpeed ?? 1),
    maxForce: fround(self.maxForce ?? Number.POSITIVE_INFINITY),
    damping: fround(self.damping ?? 0),
    forceFactor: fround(self.forceFactor ?? 1),
    id: self.id ?? 0,
    species: self.species ?? 0,
    birth: self.birth ?? 0,
    ...declaredOf(law, self),
  } as Readonly<Record<SelfColumn | DeclaredColumn, number>>;
  const [after, second] = [scene.aim, scene.second].map(aimOf);
  const pairs = columnsOf(law, neighbors);
  const parameters = {
    ...parametersOf(law, scene.parameters ?? {}),
    ...fieldNumbers(law, scene),
  };
  const world = {
    dt: fround(scene.dt ?? 1 / 60),
    tick: scene.tick ?? 0,
    seed: scene.seed ?? 0,
    dimensions,
    behavior: 0,
  };
  return {
    count: 1,
    selfOf: (column) => own[column],
    aimOf: (column) => [after[column]],
    secondOf: (column) => [second[column]],
    pairsWithin: () => pairs,
    cellsOf: () => [],
    farthest: Number.POSITIVE_INFINITY,
    parameterOf: (name) => parameters[name],
    worldOf: (value) => world[value],
  };
}

const unit = new Float32Array(3);

function headingAlong([x, y, z = 0]: Vector = [0, 0]): Vector {
  headingInto(unit, fround(x), fround(y), fround(z));
  return [unit[0], unit[1], unit[2]];
}

function upOf([x, y, z = 0]: Vector, dimensions: 2 | 3): Vector {
  upInto(unit, fround(x), fround(y), fround(z), dimensions);
  return [unit[0], unit[1], unit[2]];
}

function aimOf(aim: AimOf<Vector> | undefined): Readonly<Record<AimColumn, number>> {
  return {
    found: aim === undefined ? 0 : 1,
    ...vectorOf('offset', aim?.offset),
    ...vectorOf('velocity', aim?.velocity),
    ...vectorOf('acceleration', aim?.acceleration),
    radius: fround(aim?.radius ?? 0),
    ...vectorOf('heading', aim?.heading),
    ...vectorOf('up', aim?.up),
  };
}

/** Returns the agent's values in the columns that the law declares, as one number for each plane. */
function declaredOf(
  { columns = {} }: Law,
  agent: Readonly<Record<string, unknown>>,
): Readonly<Record<DeclaredColumn, number>> {
  const values = Object.entries(columns).flatMap(([name, column]) => {
    const given = (agent[name] ?? column.default ?? 0) as number | readonly number[];
    const [x, y, z = 0] = typeof given === 'number' ? [given, given, given] : given;
    const planes = planeNamesOf(name, column.type);
    return planes.map((plane, k) => {
      const value = [x, y, z][k];
      return [`column.${plane}`, column.type === 'u32' ? value : fround(value)] as const;
    });
  });
  return Object.fromEntries(values);
}

function columnsOf(law: Law, neighbors: NonNullable<SceneOf<Vector>['neighbors']>): PairColumns {
  const rows = neighbors.map((neighbor, index) => ({
    ...vectorOf('offset', neighbor.offset),
    ...vectorOf('velocity', neighbor.velocity),
    ...vectorOf('heading', neighbor.heading ?? headingAlong(neighbor.velocity)),
    mass: fround(neighbor.mass ?? 1),
    radius: fround(neighbor.radius ?? 0),
    id: neighbor.id ?? index + 1,
    species: neighbor.species ?? 0,
    ...declaredOf(law, neighbor),
  })) as readonly Readonly<Record<OtherColumn | DeclaredColumn, number>>[];
  const names = [
    ...(Object.keys(OTHER_COLUMNS) as OtherColumn[]),
    ...(Object.keys(declaredKindsOf(law.columns)) as DeclaredColumn[]),
  ];
  const columns = names.map((name) => [name, rows.map((row) => row[name])]);
  return { count: rows.length, agent: rows.map(() => 0), ...Object.fromEntries(columns) };
}

/**
 * Returns the values of the parameters that replace the fields of a law. The keys are the names of the parameters. Each
 * field has one parameter for its value, and one for each axis of its gradient.
 */
function fieldNumbers(law: Law, { fields = {} }: SceneOf<Vector>): Record<string, number> {
  const numbers: Record<string, number> = {};
  for (const name of fieldsOfLaw(law)) {
    const { value = 0, gradient: [x, y, z = 0] = [0, 0] } = fields[name] ?? {};
    numbers[fieldParameter(name)] = fround(value);
    numbers[fieldParameter(name, 'x')] = fround(x);
    numbers[fieldParameter(name, 'y')] = fround(y);
    numbers[fieldParameter(name, 'z')] = fround(z);
  }
  return numbers;
}

function parametersOf(
  law: Law,
  given: Readonly<Record<string, number>>,
): Readonly<Record<string, number>> {
  const known = Object.entries(law.parameters).map(
    ([name, parameter]) => [name, parameter.default] as const,
  );
  const defaults: Record<string, number> = Object.fromEntries(known);
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(defaults, name));
  if (unknown !== undefined) {
    const expected = known.length === 0 ? 'none' : `one of ${Object.keys(defaults).join(', ')}`;
    throw new LawError(show(law.name), `parameters.${unknown}`, 'no such parameter', expected);
  }
  for (const [name, value] of Object.entries(given)) {
    const { min, max } = law.parameters[name];
    // The law also rounds min and max to f32, like any number.
    const isNumber = typeof value === 'number';
    if (isNumber && fround(min) <= fround(value) && fround(value) <= fround(max)) continue;
    const expected = `a number from ${min} to ${max}`;
    throw new LawError(show(law.name), `parameters.${name}`, show(value), expected);
  }
  return { ...defaults, ...given };
}

function vectorOf<const Name extends string>(
  name: Name,
  [x, y, z = 0]: Vector = [0, 0],
): Record<`${Name}.${'x' | 'y' | 'z'}`, number> {
  const vector = { [`${name}.x`]: fround(x), [`${name}.y`]: fround(y), [`${name}.z`]: fround(z) };
  return vector as Record<`${Name}.${'x' | 'y' | 'z'}`, number>;
}
