import type { Scenario } from '../../../src/scenario/schema.ts';

/** A scene whose hashes are the same for any number of workers and both kernels. */
export interface HashScene {
  readonly name: string;
  readonly make: () => Scenario;
  /** Whether all agents are alive at the end. */
  readonly areAlive?: boolean;
  /** Whether `npm test` steps it; the others are its like. */
  readonly isFirst?: boolean;
  /** Ticks in `npm run test:long`, where a hundred would take too long. */
  readonly ticks?: number;
}
