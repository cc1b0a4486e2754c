import { canHoldOptions, show, unknownOption } from '../errors.ts';
import type { ColumnDeclaration } from '../schema/column-types.ts';
import { lawColumnsSchema } from '../schema/columns.ts';
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
import { type Field, fieldOf } from './fields.ts';
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
import { type Neighbors, neighborsOf } from './neighbors.ts';
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

/** The agent that is steered. */
export interface Self {
  /** m */
  readonly position: Vec3Node;
  /** m/s */
  readonly velocity: Vec3Node;
  /**
   * Where its body faces, a unit vector: along its velocity, unless its species turns at a rate. A world whose laws
   * read it keeps it.
   */
  readonly heading: Vec3Node;
  /** The up of its body, a unit vector across the heading. */
  readonly up: Vec3Node;
  /**
   * What the behaviors before it in the list have added up to, N; 0 where each is asked alone, by priority and before
   * "context".
   */
  readonly force: Vec3Node;
  /** kg */
  readonly mass: FloatNode;
  /** m */
  readonly radius: FloatNode;
  /** m/s; a species without one has none, and the law must not be given to it */
  readonly maxSpeed: FloatNode;
  /** N; infinite for a species without one */
  readonly maxForce: FloatNode;
  /** 1/s */
  readonly damping: FloatNode;
  /** What the sum of all forces is multiplied by. */
  readonly forceFactor: FloatNode;
  readonly id: UintNode;
  /** Its place in the scenario's list of species. */
  readonly species: UintNode;
  /** The first tick of its life. */
  readonly birth: UintNode;
}

/** What a law with an aim goes after. */
export interface LawAim {
  /**
   * Whether there is one, within the distances at which the behavior acts. A law that asks acts on agents without
   * one too, of which all else here is 0; any other law leaves them alone.
   */
  readonly found: BoolNode;
  /** From the agent to it (m), the short way round a torus. */
  readonly offset: Vec3Node;
  /** m */
  readonly distance: FloatNode;
  /** m/s */
  readonly velocity: Vec3Node;
  /** m/s^2; 0 of an agent, but where the world keeps accelerations */
  readonly acceleration: Vec3Node;
  /** m */
  readonly radius: FloatNode;
  /**
   * Where its body faces, a unit vector; 0 of a target, which faces nowhere, and of a goal. Of a path it is where the path
   * leads on from there: 0 at the last point of an open one.
   */
  readonly heading: Vec3Node;
  /** The up of its body, a unit vector across the heading; 0 of a target. */
  readonly up: Vec3Node;
}

/** Of a law that declares no columns. */
export type NoColumns = Readonly<Record<never, ColumnDeclaration>>;

/** What a law may ask of the world. */
export interface LawContext<Name extends string = string, Columns extends LawColumns = NoColumns> {
  readonly self: Self & ColumnNodes<Columns>;
  readonly neighbors: Neighbors<ColumnNodes<Columns>>;
  readonly aim: LawAim;
  /** The other one of a law with two. An agent without one of them is left alone. */
  readonly second: LawAim;
  readonly parameters: { readonly [name in Name]: FloatNode };
  /** A scalar field of the scenario, by name: `field('trail').at()`. */
  readonly field: (name: string) => Field;
  /** Length of a tick, s. */
  readonly dt: FloatNode;
  readonly tick: UintNode;
  /** 2 or 3. */
  readonly dimensions: UintNode;
  /** Numbers by (seed, tick, id, stream): the same for any number of workers. */
  readonly random: Random;
}

type Steer<Name extends string, Columns extends LawColumns = NoColumns> = (
  context: LawContext<Name, Columns>,
) => Vec3Node;

/** The next values of some of the columns that a law declares. */
export type NextValues<Columns extends LawColumns> = {
  readonly [Column in keyof Columns]?: ColumnNodes<Columns>[Column] | number;
};

type Next<Name extends string, Columns extends LawColumns> = (
  context: LawContext<Name, Columns>,
) => NextValues<Columns>;

type Ends<Name extends string, Columns extends LawColumns> = (
  context: LawContext<Name, Columns>,
) => BoolNode;

/** What may be born of an agent: of which species, its behavior says. */
export interface Birth<Columns extends LawColumns = NoColumns> {
  /** Whether it is born. */
  readonly when: BoolNode;
  /** Where (m); where its parent is, when left out, or when it would be out of bounds or in a wall. */
  readonly position?: Vec3Node;
  /** Its velocity (m/s); that of its parent when left out. */
  readonly velocity?: Vec3Node;
  /** What its columns begin with, each kept in the range of the column; those left out begin as its species says. */
  readonly columns?: NextValues<Columns>;
}

type Births<Name extends string, Columns extends LawColumns> = (
  context: LawContext<Name, Columns>,
) => readonly Birth<Columns>[];

/** What an agent deposits into scalar fields in a tick, by the name of the field. */
export type Deposits = Readonly<Record<string, FloatNode | number>>;

type Deposit<Name extends string, Columns extends LawColumns> = (
  context: LawContext<Name, Columns>,
) => Deposits;

interface LawOptions<Name extends string, Columns extends LawColumns = NoColumns> {
  /** A letter, then letters, digits, "-" or "_": the type of the behavior in scenarios. */
  readonly name: string;
  readonly description: string;
  readonly parameters?: { readonly [name in Name]: LawParameter };
  /** What it goes after, see AimKind; nothing when left out. */
  readonly aim?: Exclude<AimKind, 'none'>;
  /**
   * The columns that it reads, as `self.energy` and `other.energy`, and writes. A world has each once for all agents,
   * however many laws declare it.
   */
  readonly columns?: Columns;
  /** The force (N) on an agent; none when left out beside `next`, `ends` or `births`. */
  readonly force?: Steer<Name, Columns>;
  /** In place of a force: the next velocity (m/s) of a kinematic body. */
  readonly velocity?: Steer<Name, Columns>;
  /**
   * What it wants where it stands before "context" in the list: a direction, as long as its interest. When left
   * out, the direction of its force, as long as that, or of the velocity that a weight in kg/s asks for.
   */
  readonly wants?: Steer<Name, Columns>;
  /**
   * The values of its agent's columns in the next tick, each kept in the range of the column. Of a species, one law
   * writes a column. All that it reads is as of this tick.
   */
  readonly next?: Next<Name, Columns>;
  /** Whether its agent ends in this step. */
  readonly ends?: Ends<Name, Columns>;
  /** What is born of its agent in this step: up to 4, see Birth. */
  readonly births?: Births<Name, Columns>;
  /**
   * What its agent adds in this step to the cells of scalar fields that it stands in: up to 1e9 either way. What all
   * agents deposit into a cell is summed in stored order.
   */
  readonly deposit?: Deposit<Name, Columns>;
}

/**
 * Makes a law of an expression: what steers an agent, written once and run by every kernel with the same
 * bits. The function is called once, here; what it returns is kept as data.
 *
 * @throws LawError LAW_INVALID: where it stands, what was found and what was expected
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
        ? ['neither', 'one of them, or next, ends, births or deposit: a function']
        : ['both', 'one of them: a function'];
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

const OPTIONS: readonly (keyof LawOptions<never>)[] = [
  ...(['name', 'description', 'parameters', 'aim', 'columns'] as const),
  ...(['force', 'velocity', 'wants', 'next', 'ends', 'births', 'deposit'] as const),
];

type Options = { readonly [key in keyof LawOptions<never>]?: unknown };

/** A key that is misspelled would do nothing. */
function checkLawOptions(options: Options): void {
  if (!canHoldOptions(options)) {
    const expected = 'an object with a name, a description and a function, such as force';
    throw new LawError('', '', show(options), expected);
  }
  const refuse = (where: string, found: string, expected: string): never => {
    throw new LawError(lawName(options.name), where, found, expected);
  };
  const unknown = unknownOption(options, OPTIONS);
  if (unknown !== undefined) refuse(unknown, 'an unknown key', `one of ${OPTIONS.join(', ')}`);
  const { parameters } = options;
  if (parameters !== undefined && !canHoldOptions(parameters)) {
    refuse('parameters', show(parameters), 'an object with each parameter by its name');
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

/** What a law is made of, and the function that expresses it. */
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

/** The law that a function expresses, unchecked. */
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

/** In the order in which the places of its nodes are read. */
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
        'the key aim, such as aim: "one", in what defines the law',
      );
    },
    get second() {
      if (aim === 'two') return aimOf('second');
      throw new LawError(
        lawName(name),
        'second',
        'none',
        'the key aim: "two" in what defines the law',
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

/** The parameters by name. A name that is not declared is an error, not an undefined number. */
function named<Name extends string>(
  law: string,
  names: readonly Name[],
): { readonly [name in Name]: FloatNode } {
  const known = new Map(names.map((name) => [name, new FloatNode(leaf('parameter', name, 'f32'))]));
  // With them as its own keys, as destructuring the rest of them asks for these.
  return new Proxy(Object.freeze(Object.fromEntries(known)) as Record<Name, FloatNode>, {
    get: (_, name) => {
      const found = known.get(name as Name);
      if (found !== undefined || typeof name === 'symbol') return found;
      const expected =
        names.length === 0 ? 'none: the law declares none' : `one of ${names.join(', ')}`;
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
