import type * as z from 'zod/mini';
import type { MapInput } from '../scenario/map-schema.ts';
import type { GroundInput } from '../scenario/mesh-schema.ts';
import type { NeighborContext } from '../scenario/neighbor-ranges.ts';
import type { Species } from '../scenario/species-schema.ts';
import type { Bounds } from '../schema/bounds.ts';

export interface Named {
  readonly name: string;
}

/** The parts of a scenario to which commands refer. */
export interface Scene extends NeighborContext {
  readonly species: readonly Species[];
  readonly targets: readonly Named[];
  readonly launchers: readonly (Named & { readonly species: string; readonly aim: string })[];
  readonly map?: MapInput | undefined;
  readonly ground?: GroundInput | undefined;
  readonly bounds: Bounds;
  readonly obstacleCapacity?: number | undefined;
  /** The largest neighbor radius (m) that the bounds of the scenario allow. */
  readonly largestRadius: number;
}

type Lists = 'species' | 'targets' | 'launchers';

/** The valid parts of a scene. A command is checked against them. */
export type Scope = Omit<Scene, Lists | 'bounds'> & {
  readonly [L in Lists]: readonly (Scene[L][number] | undefined)[];
} & { readonly bounds: Bounds | undefined };

/**
 * Reports a problem of a command. `key` is the path of the key, such as ".count", or "" for the whole command. `found`
 * describes the value there, and `expected` describes the value that was expected.
 */
export type ReportProblem = (key: string, found: string, expected: string) => void;

/** A command as numbers. This is the form that its effect reads. */
export interface CommandNumbers {
  /** Ids, indices and counts, u32. */
  readonly places: ArrayLike<number>;
  /** Positions, velocities and other quantities, rounded to f32. */
  readonly values: ArrayLike<number>;
}

/** How one kind of command is read, checked and encoded. What it does in a tick is defined in phases/effects. */
export interface CommandDefinition<Schema extends z.ZodMiniObject> {
  /** The schema of the command's keys. The value of the key `type` is a literal. */
  readonly schema: Schema;
  /** Keys whose meaning depends on another key, and that key. If it is wrong, the meaning is unknown. */
  readonly dependent?: Readonly<Record<string, string>>;
  /** Reports problems that the schema cannot find, such as unknown names and positions outside the map. */
  check(command: z.output<Schema>, scope: Scope, report: ReportProblem): void;
  /** Converts a checked command to numbers. */
  encode(command: z.output<Schema>, scene: Scene): CommandNumbers;
}

/** Returns a definition unchanged. Its only purpose is that the types are inferred from the schema. */
export function defineCommand<Schema extends z.ZodMiniObject>(
  definition: CommandDefinition<Schema>,
): CommandDefinition<Schema> {
  return definition;
}
