import {
  createWorld,
  type KernelName,
  type Scenario,
  stateHash,
  tick,
  type World,
} from '@skein/core';
import { createTeam, type RunReport, type Team } from '@skein/worker';
import { agreed } from './agreement.ts';
import { cloudOf, meanNeighbors } from './neighbors.ts';
import { median } from './statistics.ts';
import type { Contender } from './turns.ts';
import { RADIUS } from './workload.ts';

/**
 * The number of ticks after which the state of every stepper is compared with that of the TypeScript kernel. These
 * ticks include an even and an odd one.
 */
const CHECKED_TICKS = 2;

const expectedHashes = new WeakMap<Scenario, string>();

/**
 * The hash of the state after CHECKED_TICKS ticks of the scenario, computed by the TypeScript kernel on the calling
 * thread.
 */
function expectedHash(scenario: Scenario): string {
  let hash = expectedHashes.get(scenario);
  if (hash === undefined) {
    const world = createWorld(scenario, { kernel: 'ts', maxWorkers: 1 });
    tick(world, CHECKED_TICKS);
    hash = stateHash(world);
    expectedHashes.set(scenario, hash);
  }
  return hash;
}

export interface StepperOptions {
  readonly scenario: Scenario;
  readonly workers: number;
  /** The kernel that steps the world. Default: the fastest available. */
  readonly kernel?: KernelName;
  /** The number of ticks in a sample. */
  readonly ticks: number;
}

/** A team that steps the world of a scenario. A sample is the median time of its ticks, in ms. */
export class Stepper implements Contender, AsyncDisposable {
  readonly world: World;
  readonly team: Team;
  readonly #ticks: number;
  /** The report of the latest run; undefined before the first sample. */
  report: RunReport | undefined;

  private constructor(world: World, team: Team, ticks: number) {
    this.world = world;
    this.team = team;
    this.#ticks = ticks;
  }

  /**
   * Creates the world and the team, and compares the first ticks with those of the TypeScript kernel.
   *
   * @throws DisagreementError when the ticks differ
   */
  static async open(options: StepperOptions): Promise<Stepper> {
    const { scenario, workers, kernel = 'auto', ticks } = options;
    const world = createWorld(scenario, { kernel, maxWorkers: workers });
    const team = await createTeam(world, { workers });
    const stepper = new Stepper(world, team, ticks);
    try {
      await team.run(CHECKED_TICKS);
      const name = `kernel ${world.kernel} with ${workers} workers`;
      agreed({ 'kernel ts': expectedHash(scenario), [name]: stepper.hash });
    } catch (error) {
      await team.dispose();
      throw error;
    }
    return stepper;
  }

  async sample(): Promise<number> {
    this.report = await this.team.run(this.#ticks);
    return median([...this.report.tickMs]);
  }

  /** The current mean number of neighbors of an agent within the radius of the workload. */
  get neighbors(): number {
    return meanNeighbors(cloudOf(this.world, RADIUS));
  }

  get hash(): string {
    return stateHash(this.world);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.team.dispose();
  }
}

/** Opens several steppers. They are disposed of together. */
export async function openAll(
  all: readonly StepperOptions[],
): Promise<Stepper[] & AsyncDisposable> {
  const steppers: Stepper[] = [];
  const dispose = async () => {
    for (const stepper of steppers) await stepper[Symbol.asyncDispose]();
  };
  try {
    for (const options of all) steppers.push(await Stepper.open(options));
  } catch (error) {
    await dispose();
    throw error;
  }
  return Object.assign(steppers, { [Symbol.asyncDispose]: dispose });
}
