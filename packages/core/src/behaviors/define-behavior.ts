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

/** What a behavior needs its species or the scenario to have. */
export type Need = 'maxSpeed' | 'goals' | 'path' | 'map' | 'ways' | 'bounds';

/**
 * Columns in which a behavior stores data of its agents. Of the behaviors that use a column, a species can have only
 * one.
 */
export type KeptColumn = 'choice' | 'waypoint' | 'route';

/** Columns that a world has only if one of its behaviors reads them. */
export type ReadColumn = 'acceleration' | 'heading';

/** What the law of a built-in behavior may know of the scenario when it is built. */
export interface Ground {
  readonly dimensions: 2 | 3;
  readonly bounds: Bounds;
  /** Whether agents have a heading that can differ from the direction of their velocity. */
  readonly headings: boolean;
  /** The species that is steered, and the lowest index of its agents. */
  readonly species: { readonly name: string; readonly first: number };
  /** The index of an agent is its id modulo this number. */
  readonly indices: number;
  /** MAX number of agents of a species. */
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
  /** What the behavior makes agents do, in two or three words for a visitor. */
  readonly label: string;
  readonly description: string;
  /**
   * The keys of the behavior. A key with a number is a parameter: it gets a slot in shared memory, in the order given
   * here, and the `set` command can change it. All other keys are fixed at the start.
   */
  readonly keys: Keys;
  readonly needs?: readonly Need[];
  readonly keeps?: readonly KeptColumn[];
  readonly reads?: (settings: Settings<Type, Keys>) => readonly ReadColumn[];
  /** The kind of place that the law steers to, if that is neither a target nor a quarry. */
  readonly aim?: PlaceKind;
  /** Whether the behavior replaces the force of the behaviors before it in the list. */
  readonly filters?: true;
  /** Whether an agent that touches its aim makes a hit. */
  readonly hits?: true;
  /** Returns the problems of keys that do not fit together. */
  readonly check?: (
    settings: Settings<Type, Keys>,
  ) => readonly { readonly key: string; readonly found: string; readonly expected: string }[];
  /** The force (N) as an expression, as in any law. Absent if a hand-written kernel computes it. */
  readonly force?: Steer<Type, Keys>;
  /** What the behavior wants under context steering, as in any law. Default: the direction of its force. */
  readonly wants?: Steer<Type, Keys>;
  /** What the behavior deposits into scalar fields, as in any law. */
  readonly deposit?: (context: Context<Type, Keys>) => Deposits;
}

/** Defines a type of behavior. The result has all that the engine, the schema and the documents know of it. */
export function defineBehavior<const Type extends string, Keys extends z.core.$ZodShape>(
  type: Type,
  definition: Definition<Type, Keys>,
) {
  const { description, keys } = definition;
  const schema = z
    .strictObject({ type: z.literal(type), ...keys, ...inStates })
    .check(z.meta({ description }));
  return { ...definition, type, schema };
}

/** The definition of any behavior, with its keys left open. */
export interface AnyDefinition {
  readonly type: string;
  readonly family: Family;
  readonly label: string;
  readonly description: string;
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
