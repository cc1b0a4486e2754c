import { canHoldOptions, show, unknownOption } from '../errors.ts';
import { lawColumnsSchema } from '../schema/column-schemas.ts';
import type { ColumnDeclaration } from '../schema/column-types.ts';
import { type ColumnNodes, columnNodes, type LawColumns } from './column-nodes.ts';
import {
  axes,
  BoolNode,
  FloatNode,
  leaf,
  type Part,
  typeNameOf,
  UintNode,
  type Vec3Node,
  vec3,
} from './expressions.ts';
import { type Field, fieldOf } from './field-nodes.ts';
import {
  type AimKind,
  LAW_VERSION,
  type Law,
  type LawBirth,
  type LawParameter,
  type LawResult,
} from './law.ts';
import { LawError, lawName } from './law-error.ts';
import { listNodes } from './list-nodes.ts';
import { type Neighbors, neighborsOf } from './neighbor-nodes.ts';
import {
  AIM_COLUMNS,
  type AimNumber,
  SELF_COLUMNS,
  type SelfColumn,
  WORLD_VALUES,
} from './node.ts';
import { type Random, randomOf } from './random.ts';
import { readLaw } from './read-law.ts';
import {
  type BirthParts,
  birthsOf,
  type ColumnParts,
  depositsOf,
  endsOf,
  nextOf,
  vectorOf,
} from './returned.ts';
import { withKnownKeys } from './with-known-keys.ts';

/** The values of the agent that is steered. */
export interface Self {
  /** Position (m). */
  readonly position: Vec3Node;
  /** Velocity (m/s). */
  readonly velocity: Vec3Node;
  /**
   * A unit vector in the direction that the body faces. It is along the velocity unless the species has a turn rate. A
   * world stores headings only if a species has a turn rate, or a law or behavior reads them.
   */
  readonly heading: Vec3Node;
  /** The up vector of the body, a unit vector perpendicular to the heading. */
  readonly up: Vec3Node;
  /**
   * The sum of the forces (N) of earlier behaviors in the list. It is 0 where behaviors are evaluated separately, in
   * two cases: forces are composed by priority, or the behavior comes before "context" in the list.
   */
  readonly force: Vec3Node;
  /** Mass (kg). */
  readonly mass: FloatNode;
  /** Radius of the body (m). */
  readonly radius: FloatNode;
  /** Maximum speed (m/s). If a law reads this value, only species with a maximum speed can use the law. */
  readonly maxSpeed: FloatNode;
  /** Maximum force (N); infinite if the species has no maxForce. */
  readonly maxForce: FloatNode;
  /** Drag coefficient (1/s). The drag causes the acceleration -damping * velocity. */
  readonly damping: FloatNode;
  /** The factor by which the sum of all forces on the agent is multiplied. */
  readonly forceFactor: FloatNode;
  readonly id: UintNode;
  /** The index of the agent's species in the scenario. */
  readonly species: UintNode;
  /** The first tick of the agent's life. */
  readonly birth: UintNode;
}

/** The aim of a law: a target, another agent, or a place. */
export interface LawAim {
  /**
   * Whether the agent has an aim within the distances at which the behavior acts. If a law reads this value, the law
   * also acts on agents without an aim. For such agents, all other values of the aim are 0. Any other law acts only on
   * agents with an aim.
   */
  readonly found: BoolNode;
  /** Offset from the agent to the aim (m). On a torus this is the shortest way. */
  readonly offset: Vec3Node;
  /** Distance to the aim (m). */
  readonly distance: FloatNode;
  /** Velocity of the aim (m/s). */
  readonly velocity: Vec3Node;
  /** Acceleration of the aim (m/s^2). If the aim is another agent, this is 0 unless the world stores accelerations. */
  readonly acceleration: Vec3Node;
  /** Radius of the aim's body (m). */
  readonly radius: FloatNode;
  /**
   * The direction that the aim faces, as a unit vector. For a target or a goal, it is 0, because targets and goals face
   * nowhere. For an aim on a path, it is the direction in which the path continues. At the last point of an open path,
   * it is 0.
   */
  readonly heading: Vec3Node;
  /**
   * The up vector of the aim, a unit vector perpendicular to the aim's heading. If the aim is not an agent, this is 0.
   */
  readonly up: Vec3Node;
}

/** The type of `columns` for a law that declares no columns. */
export type NoColumns = Readonly<Record<never, ColumnDeclaration>>;

/** The values that the functions of a law are given. */
export interface LawContext<Name extends string = string, Columns extends LawColumns = NoColumns> {
  readonly self: Self & ColumnNodes<Columns>;
  readonly neighbors: Neighbors<ColumnNodes<Columns>>;
  readonly aim: LawAim;
  /** The second aim of a law with two aims. The law acts on an agent only if both aims exist. */
  readonly second: LawAim;
  readonly parameters: { readonly [name in Name]: FloatNode };
  /** Returns a scalar field of the scenario by name, as in `field('trail').at()`. */
  readonly field: (name: string) => Field;
  /** Length of a tick (s). */
  readonly dt: FloatNode;
  readonly tick: UintNode;
  /** 2 or 3. */
  readonly dimensions: UintNode;
  /**
   * Random numbers. They depend only on the seed, the tick, the id and the stream, so they are the same for any number
   * of workers.
   */
  readonly random: Random;
}

type Steer<Name extends string, Columns extends LawColumns = NoColumns> = (
  context: LawContext<Name, Columns>,
) => Vec3Node;

/** The next values of columns that a law declares. The law does not write a column that is left out. */
export type NextValues<Columns extends LawColumns> = {
  readonly [Column in keyof Columns]?: ColumnNodes<Columns>[Column] | number;
};

type Next<Name extends string, Columns extends LawColumns> = (
  context: LawContext<Name, Columns>,
) => NextValues<Columns>;

type Ends<Name extends string, Columns extends LawColumns> = (
  context: LawContext<Name, Columns>,
) => BoolNode;

/** A birth of a child by an agent. The behavior in the scenario determines the species of the child. */
export interface Birth<Columns extends LawColumns = NoColumns> {
  /** Whether the child is born in this tick. */
  readonly when: BoolNode;
  /**
   * Position of the child (m). Default: the position of its parent. If the given position is out of bounds or in a
   * wall, the position of the parent is used instead.
   */
  readonly position?: Vec3Node;
  /** Velocity of the child (m/s). Default: the velocity of its parent. */
  readonly velocity?: Vec3Node;
  /**
   * Initial values of the child's columns, each clamped to the range of the column. Default: the values that the
   * child's species declares.
   */
  readonly columns?: NextValues<Columns>;
}

type Births<Name extends string, Columns extends LawColumns> = (
  context: LawContext<Name, Columns>,
) => readonly Birth<Columns>[];

/** The amounts that an agent deposits into scalar fields in one tick, by field name. */
export type Deposits = Readonly<Record<string, FloatNode | number>>;

type Deposit<Name extends string, Columns extends LawColumns> = (
  context: LawContext<Name, Columns>,
) => Deposits;

interface LawOptions<Name extends string, Columns extends LawColumns = NoColumns> {
  /** The name of the law, which scenarios use in the type of a behavior: a letter, then letters, digits, "-" or "_". */
  readonly name: string;
  readonly description: string;
  readonly parameters?: { readonly [name in Name]: LawParameter };
  /** The kind of aim that the law has, see AimKind. Default: no aim. */
  readonly aim?: Exclude<AimKind, 'none'>;
  /**
   * The columns that the law reads (such as `self.energy` and `other.energy`) or writes. A column exists once in a
   * world, even if several laws declare it.
   */
  readonly columns?: Columns;
  /**
   * Returns the force (N) on an agent. A law with `next`, `ends`, `births` or `deposit` needs no `force`. Without
   * `force`, such a law applies no force.
   */
  readonly force?: Steer<Name, Columns>;
  /** Returns the next velocity (m/s) of a kinematic body. A law with `velocity` has no `force`. */
  readonly velocity?: Steer<Name, Columns>;
  /**
   * Returns a vector in the direction that the law wants. The length of the vector is the interest in this direction.
   * The vector is used only if the law is before "context" in the list of behaviors.
   *
   * Default: the force. If the law steers to a velocity, and the law's weight is in kg/s, the default is the direction
   * of this velocity. The interest is then weight * min(1, length of the velocity / maxSpeed). In a species without
   * maxSpeed, the interest is then the weight.
   */
  readonly wants?: Steer<Name, Columns>;
  /**
   * Returns the values of the agent's columns in the next tick. Each value is clamped to the range of its column. If a
   * law writes a column, no other law of the species may write it. All values that the law reads are from the present
   * tick.
   */
  readonly next?: Next<Name, Columns>;
  /** Returns whether the agent's life ends in this tick. */
  readonly ends?: Ends<Name, Columns>;
  /** Returns up to 4 possible births in this tick, see Birth. The agent is the parent of the newborn agents. */
  readonly births?: Births<Name, Columns>;
  /**
   * Returns the amounts, from -1e9 to 1e9, that the agent adds to scalar fields in this tick. The keys are the names of
   * the fields. Each amount goes to the cell that contains the agent. All deposits into a cell are summed in the stored
   * order of the agents.
   */
  readonly deposit?: Deposit<Name, Columns>;
}

/**
 * Makes a law from functions that return expressions. A law steers an agent. It is written once, and every kernel
 * computes the same bits from it. `defineLaw` calls each function once, and stores the expressions as data.
 *
 * @throws LawError LAW_INVALID with the place in the law, what was found and what was expected
 */
export function defineLaw<
  const Name extends string = never,
  const Columns extends LawColumns = NoColumns,
>(options: LawOptions<Name, Columns>): Law {
  checkLawOptions(options as Options);
  const { name } = options;
  const result: LawResult = options.velocity === undefined ? 'force' : 'velocity';
  const { next, ends, births, deposit } = options;
  const doesMore = [next, ends, births, deposit].some((one) => one !== undefined);
  const isStill = doesMore && options.force === undefined;
  const steer = options[result] ?? (isStill ? () => vec3(0, 0, 0) : undefined);
  if (steer === undefined || (options.force !== undefined && options.velocity !== undefined)) {
    const [found, expected] =
      steer === undefined
        ? ['neither', 'a function for "force", "velocity", "next", "ends", "births" or "deposit"']
        : ['both', 'a function for only one of them'];
    throw new LawError(lawName(name), 'force and velocity', found, expected);
  }
  return frozen(
    readLaw(
      expressLaw<Name, Columns>({
        ...options,
        parameters: options.parameters ?? ({} as never),
        result,
        steer,
      }),
    ),
  );
}

// biome-ignore format: several in each line.
const OPTIONS: readonly (keyof LawOptions<never>)[] = [
  'name', 'description', 'parameters', 'aim', 'columns',
  'force', 'velocity', 'wants', 'next', 'ends', 'births', 'deposit',
];

type Options = { readonly [key in keyof LawOptions<never>]?: unknown };

/** Refuses unknown keys. Without this check, a misspelled key would be ignored. */
function checkLawOptions(options: Options): void {
  if (!canHoldOptions(options)) {
    const expected = 'an object with "name", "description" and a function such as "force"';
    throw new LawError('', '', show(options), expected);
  }
  const refuse = (where: string, found: string, expected: string): never => {
    throw new LawError(lawName(options.name), where, found, expected);
  };
  const unknown = unknownOption(options, OPTIONS);
  if (unknown !== undefined) refuse(unknown, 'an unknown key', `one of ${OPTIONS.join(', ')}`);
  const { parameters } = options;
  if (parameters !== undefined && !canHoldOptions(parameters)) {
    refuse('parameters', show(parameters), 'an object whose keys are the names of the parameters');
  }
  const { columns } = options;
  if (columns !== undefined) {
    const read = lawColumnsSchema.safeParse(columns);
    if (!read.success) {
      const [issue] = read.error.issues;
      const path = ['columns', ...issue.path].join('.');
      if (issue.code === 'invalid_key') {
        refuse(path, `the name ${show(issue.path.at(-1))}`, issue.issues[0].message);
      }
      refuse(path, show(issue.input), issue.message);
    }
  }
  for (const key of OPTIONS.slice(5)) {
    const value = options[key];
    if (value !== undefined && typeof value !== 'function') {
      refuse(key, typeNameOf(value), 'a function');
    }
  }
}

function frozen<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null) Object.values(value).forEach(frozen);
  return Object.freeze(value);
}

/** The parts from which a law is built: its properties, and the functions that return its expressions. */
interface Expression<Name extends string, Columns extends LawColumns = NoColumns> {
  readonly name: string;
  readonly description: string;
  readonly parameters: { readonly [name in Name]: LawParameter };
  readonly aim?: Exclude<AimKind, 'none'> | undefined;
  readonly result: LawResult;
  readonly steer: Steer<Name, Columns>;
  readonly wants?: Steer<Name, Columns> | undefined;
  readonly columns?: Columns | undefined;
  readonly next?: Next<Name, Columns> | undefined;
  readonly ends?: Ends<Name, Columns> | undefined;
  readonly births?: Births<Name, Columns> | undefined;
  readonly deposit?: Deposit<Name, Columns> | undefined;
}

/** Builds a law from the functions that return its expressions. Does not check the law. */
export function expressLaw<Name extends string, Columns extends LawColumns = NoColumns>(
  expression: Expression<Name, Columns>,
): Law {
  const { name, description, parameters, aim = 'none', result, steer, wants } = expression;
  const { columns = {} as Columns, next, ends, births, deposit } = expression;
  const context = contextOf<Name, Columns>(name, expression);
  const vectors = [vectorOf(name, result, () => steer(context))];
  if (wants !== undefined) vectors.push(vectorOf(name, 'wants', () => wants(context)));
  const parts = vectors.flatMap((vector) => [vector.x.part, vector.y.part, vector.z.part]);
  const written = next && nextOf(name, columns, () => next(context));
  const end = ends && endsOf(name, () => ends(context));
  const born = births && birthsOf(name, columns, () => births(context));
  const left = deposit && depositsOf(name, () => deposit(context));
  const { nodes, places } = listNodes([
    ...parts,
    ...(written ?? []).flatMap((one) => one.parts),
    ...(end === undefined ? [] : [end]),
    ...(born ?? []).flatMap(partsOfBirth),
    ...(left ?? []).map(({ part }) => part),
  ]);
  const [x, y, z, ...others] = places;
  const wanted = others.slice(0, parts.length - 3);
  let at = parts.length;
  const take = (count: number): number[] => {
    at += count;
    return places.slice(at - count, at);
  };
  const placesOf = (list: ColumnParts) =>
    Object.fromEntries(
      list.map(({ column, parts: { length } }) => {
        const own = take(length);
        return [column, length === 1 ? own[0] : own] as const;
      }),
    );
  const nextPlaces = written && placesOf(written);
  const endPlace = end && take(1)[0];
  const bornPlaces = born?.map(({ position, velocity, columns: own }): LawBirth => {
    return {
      when: take(1)[0],
      ...(position.length > 0 && { position: take(3) as unknown as Law['vector'] }),
      ...(velocity.length > 0 && { velocity: take(3) as unknown as Law['vector'] }),
      ...(own !== undefined && { columns: placesOf(own) }),
    };
  });
  const leftPlaces = left?.map(({ field }) => [field, take(1)[0]] as const);
  return {
    law: LAW_VERSION,
    name,
    description,
    aim,
    parameters,
    nodes,
    result,
    vector: [x, y, z],
    ...(wants !== undefined && { wants: wanted as unknown as Law['vector'] }),
    ...(expression.columns !== undefined && { columns }),
    ...(nextPlaces !== undefined && { next: nextPlaces }),
    ...(endPlace !== undefined && { ends: endPlace }),
    ...(bornPlaces !== undefined && { births: bornPlaces }),
    ...(leftPlaces !== undefined && { deposit: Object.fromEntries(leftPlaces) }),
  };
}

/**
 * Returns a list of the expressions of a birth. Each expression becomes a node. Later, the indices of these nodes are
 * read in the order of this list.
 */
function partsOfBirth({ when, position, velocity, columns = [] }: BirthParts): readonly Part[] {
  return [when, ...position, ...velocity, ...columns.flatMap(({ parts }) => parts)];
}

function contextOf<Name extends string, Columns extends LawColumns>(
  name: string,
  {
    parameters,
    aim,
    columns = {} as Columns,
  }: Pick<Expression<Name, Columns>, 'parameters' | 'aim' | 'columns'>,
): LawContext<Name, Columns> {
  const self = (column: SelfColumn) => leaf('self', column, SELF_COLUMNS[column]);
  const number = (column: SelfColumn) => new FloatNode(self(column));
  const world = (value: keyof typeof WORLD_VALUES) => leaf('world', value, WORLD_VALUES[value]);
  const dimensions = new UintNode(world('dimensions'));
  const tick = new UintNode(world('tick'));
  const id = new UintNode(self('id'));
  const position = axes((axis) => number(`position.${axis}`));
  const velocity = axes((axis) => number(`velocity.${axis}`));
  const names = Object.keys(parameters) as Name[];
  return {
    self: withKnownKeys('self', {
      position,
      velocity,
      heading: axes((axis) => number(`heading.${axis}`)),
      up: axes((axis) => number(`up.${axis}`)),
      force: axes((axis) => number(`force.${axis}`)),
      mass: number('mass'),
      radius: number('radius'),
      maxSpeed: number('maxSpeed'),
      maxForce: number('maxForce'),
      damping: number('damping'),
      forceFactor: number('forceFactor'),
      id,
      species: new UintNode(self('species')),
      birth: new UintNode(self('birth')),
      ...columnNodes(columns, (of, kind) => leaf('self', of, kind)),
    }) as unknown as Self & ColumnNodes<Columns>,
    neighbors: neighborsOf<ColumnNodes<Columns>>(columns),
    get aim() {
      if (aim !== undefined) return aimOf('aim');
      throw new LawError(
        lawName(name),
        'aim',
        'none',
        'the key aim in the definition of the law, such as aim: "one"',
      );
    },
    get second() {
      if (aim === 'two') return aimOf('second');
      throw new LawError(
        lawName(name),
        'second',
        'none',
        'the key aim: "two" in the definition of the law',
      );
    },
    parameters: named(name, names),
    field: (field) => fieldOf(field, position),
    dt: new FloatNode(world('dt')),
    tick,
    dimensions,
    random: randomOf({
      seed: new UintNode(world('seed')),
      tick,
      id,
      behavior: new UintNode(world('behavior')),
      dimensions,
    }),
  };
}

/**
 * Returns the expressions of the parameters, by name. Reading an undeclared name throws, instead of returning
 * undefined.
 */
function named<Name extends string>(
  law: string,
  names: readonly Name[],
): { readonly [name in Name]: FloatNode } {
  const known = new Map(names.map((name) => [name, new FloatNode(leaf('parameter', name, 'f32'))]));
  // The parameters are own keys, so that destructuring with a rest element finds them.
  return new Proxy(Object.freeze(Object.fromEntries(known)) as Record<Name, FloatNode>, {
    get: (_, name) => {
      const found = known.get(name as Name);
      if (found !== undefined || typeof name === 'symbol') return found;
      const expected =
        names.length === 0 ? 'no parameters; the law declares none' : `one of ${names.join(', ')}`;
      throw new LawError(lawName(law), `parameters.${name}`, 'no such parameter', expected);
    },
  });
}

function aimOf(which: 'aim' | 'second'): LawAim {
  const number = (column: AimNumber) => new FloatNode(leaf(which, column, AIM_COLUMNS[column]));
  const offset = axes((axis) => number(`offset.${axis}`));
  return withKnownKeys(which, {
    found: new BoolNode(leaf(which, 'found', AIM_COLUMNS.found)),
    offset,
    distance: offset.length(),
    velocity: axes((axis) => number(`velocity.${axis}`)),
    acceleration: axes((axis) => number(`acceleration.${axis}`)),
    radius: number('radius'),
    heading: axes((axis) => number(`heading.${axis}`)),
    up: axes((axis) => number(`up.${axis}`)),
  });
}
