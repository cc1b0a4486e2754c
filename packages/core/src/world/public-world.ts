import { show, WorldError } from '../errors.ts';
import type { Command, Scenario } from '../scenario/schema.ts';
import type { KernelName } from './plan.ts';
import type { World as InnerWorld, Views } from './world.ts';

/**
 * A world of steering agents, created by `createWorld` or `restore`. Functions step, command and query it; its own
 * properties are read-only.
 */
export interface World {
  /** The number of steps taken so far, in any thread. */
  readonly tick: number;
  /** The scenario from which the world was created. */
  readonly scenario: Scenario;
  /** Whether threads can share it. */
  readonly shared: boolean;
  /** The most threads that can step it. */
  readonly maxWorkers: number;
  /** The kernel that steps the world, in every thread. */
  readonly kernel: KernelName;
  /** The number of rows for agents, living and dead. */
  readonly count: number;
  /** The size of its memory in bytes. */
  readonly bytes: number;
  /** Typed arrays over its memory, to draw, print and measure the world. Read this property again after each run. */
  readonly views: Views;
  /**
   * The commands that were given to the world, with their ticks. Together with the scenario and the seed they replay
   * the run.
   */
  readonly log: readonly Command[];
}

class PublicWorld implements World {
  readonly #inner: InnerWorld;

  constructor(inner: InnerWorld) {
    this.#inner = inner;
  }

  static innerOf(world: World): InnerWorld | undefined {
    return typeof world === 'object' && world !== null && #inner in world
      ? world.#inner
      : undefined;
  }

  get tick(): number {
    return this.#inner.tick;
  }

  get scenario(): Scenario {
    return this.#inner.scenario;
  }

  get shared(): boolean {
    return this.#inner.shared;
  }

  get maxWorkers(): number {
    return this.#inner.maxWorkers;
  }

  get kernel(): KernelName {
    return this.#inner.kernel;
  }

  get count(): number {
    return this.#inner.count;
  }

  get bytes(): number {
    return this.#inner.bytes;
  }

  get views(): Views {
    return this.#inner.views;
  }

  get log(): readonly Command[] {
    return this.#inner.log;
  }
}

/** Wraps the internals of a world in the public interface. */
export function publicWorld(inner: InnerWorld): World {
  return new PublicWorld(inner);
}

/**
 * The internals of a public world; an inner world is returned unchanged.
 *
 * @throws WorldError WORLD_UNKNOWN for anything that is not a world
 */
export function innerOf(world: World): InnerWorld {
  const inner = PublicWorld.innerOf(world) ?? (world as Partial<InnerWorld> | undefined);
  if (inner?.control !== undefined) return inner as InnerWorld;
  throw new WorldError(
    'WORLD_UNKNOWN',
    `World: found ${show(world)}, expected a world that createWorld or restore returned.`,
  );
}
