import { show, WorldError } from '../errors.ts';
import type { Command, Scenario } from '../scenario/schema.ts';
import type { KernelName } from './plan.ts';
import type { World as InnerWorld, Views } from './world.ts';

/**
 * A world of steering agents, made by `createWorld` or `restore`. Functions step it, command it and ask it; what it
 * shows of itself is read only.
 */
export interface World {
  /** Steps taken so far, by whichever thread. */
  readonly tick: number;
  /** What it was made of. */
  readonly scenario: Scenario;
  /** Whether threads can share it. */
  readonly shared: boolean;
  /** The most threads that can step it. */
  readonly maxWorkers: number;
  /** How it is stepped, in every thread. */
  readonly kernel: KernelName;
  /** Room for agents, living and dead. */
  readonly count: number;
  /** Size of its memory. */
  readonly bytes: number;
  /** What is drawn, printed and measured, as typed arrays over its memory. Read it again after each run. */
  readonly views: Views;
  /** The commands that came from outside, stamped: with scenario and seed they replay the run. */
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

/** A world as programs have it: what is inside stays inside. */
export function publicWorld(inner: InnerWorld): World {
  return new PublicWorld(inner);
}

/**
 * The inner half of a world; of an inner world itself.
 *
 * @throws WorldError WORLD_UNKNOWN for anything that is not a world
 */
export function innerOf(world: World): InnerWorld {
  const inner = PublicWorld.innerOf(world) ?? (world as Partial<InnerWorld> | undefined);
  if (inner?.control !== undefined) return inner as InnerWorld;
  throw new WorldError(
    'WORLD_UNKNOWN',
    `World: found ${show(world)}, expected a world that createWorld or restore made.`,
  );
}
