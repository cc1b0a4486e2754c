import { show } from '../errors.ts';
import { axes, BoolNode, FloatNode, leaf, typeNameOf, UintNode, Vec3Node } from './expressions.ts';
import { type AimKind, LAW_VERSION, type Law, type LawParameter, type LawResult } from './law.ts';
import { LawError } from './law-error.ts';
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
  const { name } = options;
  const result: LawResult = options.velocity === undefined ? 'force' : 'velocity';
  const steer = options[result];
  if (steer === undefined || (options.force !== undefined && options.velocity !== undefined)) {
    const found = steer === undefined ? 'neither' : 'both';
    throw new LawError(show(name), 'force and velocity', found, 'one of them: a function');
  }
  return readLaw(
    expressLaw({ ...options, parameters: options.parameters ?? ({} as never), result, steer }),
  );
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
  let found: unknown;
  try {
    found = steer();
  } catch (error) {
    if (error instanceof LawError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new LawError(show(name), result, reason, 'an expression of a vector', error);
  }
  if (found instanceof Vec3Node) return found;
  throw new LawError(show(name), result, typeNameOf(found), 'an expression of a vector');
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
    self: {
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
    },
    neighbors: neighborsOf(),
    get aim() {
      if (aim !== undefined) return aimOf('aim');
      throw new LawError(
        show(name),
        'aim',
        'none',
        'the key aim, such as aim: "one", in what defines the law',
      );
    },
    get second() {
      if (aim === 'two') return aimOf('second');
      throw new LawError(
        show(name),
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
  return new Proxy(Object.fromEntries(known) as Record<Name, FloatNode>, {
    get: (_, name) => {
      const found = known.get(name as Name);
      if (found !== undefined || typeof name === 'symbol') return found;
      const expected =
        names.length === 0 ? 'none: the law declares none' : `one of ${names.join(', ')}`;
      throw new LawError(show(law), `parameters.${name}`, 'no such parameter', expected);
    },
  });
}

function aimOf(which: 'aim' | 'second'): LawAim {
  const number = (column: AimNumber) => new FloatNode(leaf(which, column, AIM_COLUMNS[column]));
  const offset = axes((axis) => number(`offset.${axis}`));
  return {
    found: new BoolNode(leaf(which, 'found', AIM_COLUMNS.found)),
    offset,
    distance: offset.length(),
    velocity: axes((axis) => number(`velocity.${axis}`)),
    acceleration: axes((axis) => number(`acceleration.${axis}`)),
    radius: number('radius'),
    heading: axes((axis) => number(`heading.${axis}`)),
    up: axes((axis) => number(`up.${axis}`)),
  };
}
