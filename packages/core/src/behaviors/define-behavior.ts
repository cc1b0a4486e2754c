import * as z from 'zod/mini';
import type { Deposits, LawContext } from '../laws/define-law.ts';
import type { Vec3Node } from '../laws/expressions.ts';
import type { PlaceKind } from '../laws/law.ts';
import type { Bounds } from '../schema/bounds.ts';
import { inStates } from './keys.ts';

/** Families of behaviors, in the order in which they are listed. */
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

/** What its species, or its scenario, must have. */
export type Need = 'maxSpeed' | 'goals' | 'path' | 'map' | 'ways' | 'bounds';

/** Columns that hold what a behavior keeps of its agents; a species has one behavior at most that keeps a column. */
export type KeptColumn = 'choice' | 'waypoint' | 'route';

/** Columns that a world has where a behavior reads them. */
export type ReadColumn = 'acceleration' | 'heading';

/** What a law of the engine's own may know of the scenario when it is written down. */
export interface Ground {
  readonly dimensions: 2 | 3;
  readonly bounds: Bounds;
  /** Whether bodies face somewhere of their own. */
  readonly headings: boolean;
  /** The species that is steered, and the first of its indices. */
  readonly species: { readonly name: string; readonly first: number };
  /** An id modulo this number is the index of its agent. */
  readonly indices: number;
  /** Room for agents of a species. */
  readonly countOf: (species: string) => number;
}

/** The names of the numbers of some keys. */
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
  /** What it makes agents do, in two or three words for a visitor. */
  readonly label: string;
  readonly description: string;
  /**
   * A number is a parameter: it gets a slot in shared memory, in the order written here, and the `set`
   * command changes it. The other keys are fixed at the start.
   */
  readonly keys: Keys;
  readonly needs?: readonly Need[];
  readonly keeps?: readonly KeptColumn[];
  readonly reads?: (settings: Settings<Type, Keys>) => readonly ReadColumn[];
  /** What its law goes after, where that is neither a target nor a quarry. */
  readonly aim?: PlaceKind;
  /** Whether it replaces the force of the behaviors before it. */
  readonly filters?: true;
  /** Whether its agents hit what they are aimed at where they touch it. */
  readonly hits?: true;
  /** What is wrong with keys that do not go together. */
  readonly check?: (
    settings: Settings<Type, Keys>,
  ) => readonly { readonly key: string; readonly found: string; readonly expected: string }[];
  /** The force (N), where no kernel is written by hand: an expression, as in any law. */
  readonly force?: Steer<Type, Keys>;
  /** What it wants under context steering, where that is not the way of its force: as in any law. */
  readonly wants?: Steer<Type, Keys>;
  /** What it deposits into scalar fields: as in any law. */
  readonly deposit?: (context: Context<Type, Keys>) => Deposits;
}

/** Says all that is to be said of a type of behavior. */
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

/** A definition, whatever its keys. */
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
