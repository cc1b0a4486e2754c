import * as z from 'zod/mini';
import type { Deposits, LawContext } from '../laws/define-law.ts';
import type { Vec3Node } from '../laws/expressions.ts';
import type { PlaceKind } from '../laws/law.ts';
import type { Bounds } from '../schema/bounds.ts';
import { inStates } from './keys.ts';

/** The families of behaviors, in the order in which documents list them. */
export const FAMILIES = [
  'flocking',
  'steering',
  'following',
  'avoidance',
  'guidance',
  'crowd',
  'paths',
  'fields',
] as const;

export type Family = (typeof FAMILIES)[number];

/** What a behavior can require of its species or of the scenario. */
export type Need = 'maxSpeed' | 'goals' | 'path' | 'map' | 'ways' | 'bounds';

/** Columns in which a behavior stores data of its agents. At most one behavior of a species can use a given column. */
export type KeptColumn = 'choice' | 'waypoint' | 'route';

/** Columns that a world has only if one of its behaviors reads them. */
export type ReadColumn = 'acceleration' | 'heading';

/** What a built-in behavior may know of the scenario when its law is built. */
export interface Ground {
  readonly dimensions: 2 | 3;
  readonly bounds: Bounds;
  /** Whether agents have a heading that can differ from the direction of their velocity. */
  readonly headings: boolean;
  /** The species whose agents the law steers, and the lowest index of these agents. */
  readonly species: { readonly name: string; readonly first: number };
  /** The divisor for ids: the index of an agent is its id modulo this number. */
  readonly indices: number;
  /** Returns the maximum number of agents of a species. */
  readonly countOf: (species: string) => number;
}

/** The names of the keys whose values are numbers. */
type NumberOf<Keys extends z.core.$ZodShape> = {
  [Name in keyof Keys & string]: number extends z.output<Keys[Name]> ? Name : never;
}[keyof Keys & string];

type Settings<Type extends string, Keys extends z.core.$ZodShape> = z.output<
  z.ZodMiniObject<{ type: z.ZodMiniLiteral<Type> } & Keys>
>;

type Context<Type extends string, Keys extends z.core.$ZodShape> = LawContext<NumberOf<Keys>> & {
  readonly settings: Settings<Type, Keys>;
  readonly ground: Ground;
};

type Steer<Type extends string, Keys extends z.core.$ZodShape> = (
  context: Context<Type, Keys>,
) => Vec3Node;

interface Definition<Type extends string, Keys extends z.core.$ZodShape> {
  readonly family: Family;
  /** What the behavior makes agents do, in two or three words that visitors understand. */
  readonly label: string;
  /**
   * The keys of the behavior. A key whose value is a number is a parameter. Parameters have slots in shared memory, in
   * the order given here. The `set` command can change parameters. All other keys are fixed at the start.
   */
  readonly keys: Keys;
  readonly needs?: readonly Need[];
  readonly keeps?: readonly KeptColumn[];
  readonly reads?: (settings: Settings<Type, Keys>) => readonly ReadColumn[];
  /** The kind of place that the law steers to. Absent if the aim is a target or a quarry, or if there is no aim. */
  readonly aim?: PlaceKind;
  /** Whether the behavior replaces the force of the behaviors before it in the list. */
  readonly filters?: true;
  /** Whether touching the aim counts as a hit. */
  readonly hits?: true;
  /** Finds keys whose values are valid one by one, but not in combination. Returns the problems. */
  readonly check?: (
    settings: Settings<Type, Keys>,
  ) => readonly { readonly key: string; readonly found: string; readonly expected: string }[];
  /** Returns the force (N) as an expression, as in any law. Absent if a hand-written kernel computes the force. */
  readonly force?: Steer<Type, Keys>;
  /**
   * Only for a behavior that comes before "context" in the list of behaviors: returns the direction that it wants.
   * Default: the direction of its force.
   */
  readonly wants?: Steer<Type, Keys>;
  /** Returns the amounts that an agent deposits into scalar fields, as in any law. */
  readonly deposit?: (context: Context<Type, Keys>) => Deposits;
}

/** Defines a type of behavior. The result contains everything that the engine, the schema and the documents need. */
export function defineBehavior<const Type extends string, Keys extends z.core.$ZodShape>(
  type: Type,
  definition: Definition<Type, Keys>,
) {
  const schema = z.strictObject({ type: z.literal(type), ...definition.keys, ...inStates });
  return { ...definition, type, schema };
}

/** The definition of any type of behavior, whatever keys it has. */
export interface AnyDefinition {
  readonly type: string;
  readonly family: Family;
  readonly label: string;
  readonly schema: z.ZodMiniObject;
  readonly needs?: readonly Need[];
  readonly keeps?: readonly KeptColumn[];
  readonly reads?: (settings: never) => readonly ReadColumn[];
  readonly aim?: PlaceKind;
  readonly filters?: true;
  readonly hits?: true;
  readonly check?: (
    settings: never,
  ) => readonly { readonly key: string; readonly found: string; readonly expected: string }[];
  readonly force?: (context: never) => Vec3Node;
  readonly wants?: (context: never) => Vec3Node;
  readonly deposit?: (context: never) => Deposits;
}
