import { show, WorldError } from '../errors.ts';
import type { Command, Scenario } from '../scenario/schema.ts';
import type { KernelName } from './plan.ts';
import type { World as InnerWorld, Views } from './world.ts';

/**
 * A world of steering agents, created by `createWorld` or `restore`. Functions such as `tick`, `command` and `query`
 * step, change and query it. Its own properties are read-only.
 */
export interface World {
  /** The number of steps that are finished on all threads. */
  readonly tick: number;
  /** The scenario from which the world was created. */
  readonly scenario: Scenario;
  /** Whether threads can share the world. */
  readonly shared: boolean;
  /** The maximum number of threads that can step the world. */
  readonly maxWorkers: number;
  /** The kernel that steps the world, in every thread. */
  readonly kernel: KernelName;
  /** The number of rows for agents, including dead agents. */
  readonly count: number;
  /** The size of the world's memory in bytes. */
  readonly bytes: number;
  /**
   * Typed arrays over the world's memory, with which a program can draw, print and measure the world. Read this
   * property again after each run.
   */
  readonly views: Views;
  /**
   * The commands that programs have given to the world, each with its tick. If `logSince` is 0, only these commands, the
   * scenario and the seed are needed to replay the run.
   */
  readonly log: readonly Command[];
  /**
   * The first tick of which `log` has all commands. It is more than 0 after `trimLog`, and in a world from a snapshot that
   * did not keep the whole log.
   */
  readonly logSince: number;
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

  get logSince(): number {
    return this.#inner.host.logSince;
  }
}

/** Wraps the internal object of a world in the public interface. */
export function publicWorld(inner: InnerWorld): World {
  return new PublicWorld(inner);
}

/**
 * Returns the internal object of a public world. An internal object is returned unchanged.
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
