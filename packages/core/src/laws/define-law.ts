import { canHoldOptions, show, unknownOption } from '../errors.ts';
import {
  AGENT,
  axes,
  BoolNode,
  FloatNode,
  leaf,
  typeNameOf,
  UintNode,
  Vec3Node,
} from './expressions.ts';
import { type AimKind, LAW_VERSION, type Law, type LawParameter, type LawResult } from './law.ts';
import { ExpressionError, LawError, lawName } from './law-error.ts';
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

/** What a law may ask of the world. */
export interface LawContext<Name extends string = string> {
  readonly self: Self;
  readonly neighbors: Neighbors;
  readonly aim: LawAim;
  /** The other one of a law with two. An agent without one of them is left alone. */
  readonly second: LawAim;
  readonly parameters: { readonly [name in Name]: FloatNode };
  /** Length of a tick, s. */
  readonly dt: FloatNode;
  readonly tick: UintNode;
  /** 2 or 3. */
  readonly dimensions: UintNode;
  /** Numbers by (seed, tick, id, stream): the same for any number of workers. */
  readonly random: Random;
}

type Steer<Name extends string> = (context: LawContext<Name>) => Vec3Node;

interface LawOptions<Name extends string> {
  /** A letter, then letters, digits, "-" or "_": the type of the behavior in scenarios. */
  readonly name: string;
  readonly description: string;
  readonly parameters?: { readonly [name in Name]: LawParameter };
  /** What it goes after, see AimKind; nothing when left out. */
  readonly aim?: Exclude<AimKind, 'none'>;
  /** The force (N) on an agent. */
  readonly force?: Steer<Name>;
  /** In place of a force: the next velocity (m/s) of a kinematic body. */
  readonly velocity?: Steer<Name>;
  /**
   * What it wants where it stands before "context" in the list: a direction, as long as its interest. When left
   * out, the direction of its force, as long as that, or of the velocity that a weight in kg/s asks for.
   */
  readonly wants?: Steer<Name>;
}

/**
 * Makes a law of an expression: what steers an agent, written once and run by every kernel with the same
 * bits. The function is called once, here; what it returns is kept as data.
 *
 * @throws LawError LAW_INVALID: where it stands, what was found and what was expected
 */
export function defineLaw<const Name extends string = never>(options: LawOptions<Name>): Law {
  checkOptions(options as Options);
  const { name } = options;
  const result: LawResult = options.velocity === undefined ? 'force' : 'velocity';
  const steer = options[result];
  if (steer === undefined || (options.force !== undefined && options.velocity !== undefined)) {
    const found = steer === undefined ? 'neither' : 'both';
    throw new LawError(lawName(name), 'force and velocity', found, 'one of them: a function');
  }
  return frozen(
    readLaw(
      expressLaw({ ...options, parameters: options.parameters ?? ({} as never), result, steer }),
    ),
  );
}

const OPTIONS: readonly (keyof LawOptions<never>)[] = [
  ...(['name', 'description', 'parameters', 'aim', 'force', 'velocity', 'wants'] as const),
];

type Options = { readonly [key in keyof LawOptions<never>]?: unknown };

/** A key that is misspelled would do nothing. */
function checkOptions(options: Options): void {
  if (!canHoldOptions(options)) {
    const expected = 'an object with a name, a description and a force or a velocity';
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
  for (const key of ['force', 'velocity', 'wants'] as const) {
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
interface Expression<Name extends string> {
  readonly name: string;
  readonly description: string;
  readonly parameters: { readonly [name in Name]: LawParameter };
  readonly aim?: Exclude<AimKind, 'none'> | undefined;
  readonly result: LawResult;
  readonly steer: Steer<Name>;
  readonly wants?: Steer<Name> | undefined;
}

/** The law that a function expresses, unchecked. */
export function expressLaw<Name extends string>(expression: Expression<Name>): Law {
  const { name, description, parameters, aim = 'none', result, steer, wants } = expression;
  const context = contextOf<Name>(name, expression);
  const vectors = [vectorOf(name, result, () => steer(context))];
  if (wants !== undefined) vectors.push(vectorOf(name, 'wants', () => wants(context)));
  const parts = vectors.flatMap((vector) => [vector.x.part, vector.y.part, vector.z.part]);
  const { nodes, places } = listNodes(parts);
  const [x, y, z, ...wanted] = places;
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
  };
}

function vectorOf(name: string, result: LawResult | 'wants', steer: () => unknown): Vec3Node {
  const law = lawName(name);
  let found: unknown;
  try {
    found = steer();
  } catch (error) {
    if (error instanceof LawError) throw error;
    throw error instanceof ExpressionError
      ? new LawError(law, placeOf(result, error), error.found, error.expected, error)
      : thrown(law, result, error);
  }
  if (!(found instanceof Vec3Node)) {
    throw new LawError(law, result, typeNameOf(found), A_VECTOR);
  }
  const isOfNeighbor = ({ part: { scope } }: FloatNode) => scope !== undefined && scope !== AGENT;
  if ([found.x, found.y, found.z].some(isOfNeighbor)) {
    const expected = 'a value of the agent itself, such as a sum over its neighbors';
    throw new LawError(law, result, 'a value of one neighbor, out of its function', expected);
  }
  return found;
}

const A_VECTOR = 'an expression of a vector';

function placeOf(result: string, { where }: ExpressionError): string {
  return where === '' ? result : `${result}: ${where}`;
}

/** Letters that are shown of an error that a function of a law threw. */
const LONGEST_MESSAGE = 500;

function thrown(law: string, result: string, error: unknown): LawError {
  const message = error instanceof Error ? error.message : String(error);
  const isLong = message.length > LONGEST_MESSAGE;
  const shown = JSON.stringify(isLong ? `${message.slice(0, LONGEST_MESSAGE)}...` : message);
  return new LawError(law, result, `the error ${shown}`, A_VECTOR, error, `threw ${shown}`);
}

function contextOf<Name extends string>(
  name: string,
  { parameters, aim }: Pick<Expression<Name>, 'parameters' | 'aim'>,
): LawContext<Name> {
  const self = (column: SelfColumn) => leaf('self', column, SELF_COLUMNS[column]);
  const number = (column: SelfColumn) => new FloatNode(self(column));
  const world = (value: keyof typeof WORLD_VALUES) => leaf('world', value, WORLD_VALUES[value]);
  const dimensions = new UintNode(world('dimensions'));
  const tick = new UintNode(world('tick'));
  const id = new UintNode(self('id'));
  const velocity = axes((axis) => number(`velocity.${axis}`));
  const names = Object.keys(parameters) as Name[];
  return {
    self: Object.freeze({
      position: axes((axis) => number(`position.${axis}`)),
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
    }),
    neighbors: neighborsOf(),
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
  return Object.freeze({
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
