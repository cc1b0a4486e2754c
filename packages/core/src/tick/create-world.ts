import { checkOptionNames, show, WorldError } from '../errors.ts';
import type { Law } from '../laws/law.ts';
import { withMemory } from '../no-memory.ts';
import { bin } from '../phases/bin.ts';
import { headRandomly, resetExtras } from '../phases/newborn-extras.ts';
import { prefixSum } from '../phases/prefix-sum.ts';
import { scatter } from '../phases/scatter.ts';
import { settleFields } from '../phases/settle-fields.ts';
import { isLawType, lawOf } from '../scenario/law-type.ts';
import { parseScenario } from '../scenario/parse.ts';
import type { Scenario } from '../scenario/schema.ts';
import { LIMITS, MAX_HISTORY, MAX_WORKERS } from '../schema/limits.ts';
import { CommandQueue } from '../world/command-queue.ts';
import { layoutHash, layoutOf, WORD } from '../world/layout.ts';
import { allocate } from '../world/memory.ts';
import { type KernelName, planOf } from '../world/plan.ts';
import { populate } from '../world/populate.ts';
import { binsOf } from '../world/sizes.ts';
import { setWorkers } from '../world/slice.ts';
import { writeTables } from '../world/tables.ts';
import { writeDrifts } from '../world/target-home.ts';
import { attachViews, type HostQueues, turnTo, type World, worldOver } from '../world/world.ts';
import { chooseKernel } from './choose-kernel.ts';

export interface WorldOptions {
  /**
   * The maximum number of workers that will ever share the world. More workers take a little more memory. Default: 32.
   */
  readonly maxWorkers?: number;
  /** The kernel that steps the world. Default: "auto", which is SIMD if the host supports it. */
  readonly kernel?: KernelName | 'auto';
  /** The seed of the world's random numbers. Default: the seed of the scenario. */
  readonly seed?: number;
  /** Whether threads share the world. Default: true if the host has SharedArrayBuffer. */
  readonly shared?: boolean;
  /** The maximum size of the world's memory in bytes. Default: 1 GiB. */
  readonly maxBytes?: number;
  /**
   * The number of past ticks to which `rewind` can go back, from 0 to 64. The memory then holds two states more than
   * that. Default: 0.
   */
  readonly history?: number;
}

/** Options to create a world from a scenario. */
export interface CreateOptions extends WorldOptions {
  /** Laws to add to those of the scenario. They replace laws with the same names. */
  readonly laws?: readonly Law[];
}

/**
 * The number of bytes of memory that a world of this scenario takes, with the fastest kernel of this host. Allocates
 * nothing.
 *
 * @throws WorldError SCENARIO_RAW if the scenario was not parsed
 */
export function memoryBytes(scenario: Scenario, maxWorkers = MAX_WORKERS): number {
  checkParsed(scenario);
  // Laws take memory that only the SIMD kernel needs.
  const kernel = chooseKernel('auto');
  return layoutOf(planOf(scenario, maxWorkers, scenario.seed, kernel)).bytes;
}

/**
 * Creates a world at tick 0, as the internal object. `createWorld` of make-world.ts wraps it in the public interface.
 */
export function createWorld(scenario: Scenario, options: CreateOptions = {}): World {
  checkWorldOptions(options, [...OPTIONS, 'laws']);
  const { laws, ...rest } = options;
  const read = laws === undefined ? scenario : parseScenario(scenario, { laws });
  return withMemory('make a world', () => makeWorld(read, rest, layDown));
}

/**
 * Creates a world. `fill` writes the first state of the world, which can belong to any tick.
 *
 * @throws WorldError in the same cases as `createWorld`
 */
export function makeWorld(
  scenario: Scenario,
  options: WorldOptions,
  fill: (world: World, scenario: Scenario) => void,
): World {
  checkParsed(scenario);
  const missing = missingLaw(scenario);
  if (missing !== undefined) {
    throw new WorldError(
      'SCENARIO_RAW',
      `Scenario: found a behavior "${missing}" without its law. Pass the law in the option "laws", or pass the unchanged result of parseScenario.`,
    );
  }
  checkWorldOptions(options);
  const maxWorkers = whole('maxWorkers', options.maxWorkers ?? MAX_WORKERS, 1, MAX_WORKERS);
  const seed = whole('seed', options.seed ?? scenario.seed, 0, 0xffffffff);
  const maxBytes = whole('maxBytes', options.maxBytes ?? LIMITS.bytes, 1, Number.MAX_SAFE_INTEGER);
  const kernel = chooseKernel(options.kernel ?? 'auto');
  const { shared } = options;
  if (shared !== undefined && typeof shared !== 'boolean') {
    throw refusedOption('shared', show(shared), 'true or false');
  }
  const history = whole('history', options.history ?? 0, 0, MAX_HISTORY);
  const plan = planOf(scenario, maxWorkers, seed, kernel, history + 2);
  const { bytes } = layoutOf(plan);
  if (bytes > maxBytes) {
    throw new WorldError(
      'WORLD_TOO_LARGE',
      `A world of ${plan.agents} agents, ${plan.grid.cells} cells and at most ${maxWorkers} workers takes ${bytes} bytes, expected at most ${maxBytes}.`,
    );
  }
  const memory = allocate(bytes, kernel, shared);
  const handle = { memory, plan };
  const commands = new CommandQueue(scenario, plan, scenario.commands);
  const host: HostQueues = {
    log: [],
    logSince: 0,
    loads: 0,
    commands,
    events: [],
    eventsTaken: -1,
  };
  const attached = attachViews(handle);
  const world = worldOver(attached, {
    scenario: { ...scenario, seed },
    handle,
    host,
    hold: 'none',
    ahead: 0,
    maxWorkers,
    kernel,
    bytes,
  });
  world.control.word[WORD.layoutHash] = layoutHash(plan);
  setWorkers(attached, 1);
  fill(world, scenario);
  world.control.word[WORD.oldest] = world.frontTick;
  writeTables(world);
  return world;
}

/**
 * Writes the agents as if they were the staged result of tick -1. They are then sorted into tick 0, like the agents of
 * any other tick.
 */
function layDown(world: World, scenario: Scenario): void {
  const { plan } = world;
  turnTo(world, -1);
  populate(world, scenario);
  resetExtras(world, 0, plan.agents);
  scenario.species.forEach(({ spawn }, index) => {
    if (!('headings' in spawn) || spawn.headings === undefined) return;
    const { first, start } = plan.species[index];
    for (let i = first; i < first + start; i++) headRandomly(world, i);
  });
  writeDrifts(world, world.back, 0);
  settleFields(world);
  bin(world, 0, plan.agents, 0);
  prefixSum(world, 0, binsOf(plan), 0);
  scatter(world, 0, plan.agents, 0);
  turnTo(world, 0);
  // Otherwise, the first tick would wait until the system has laid out this large part of the memory.
  world.back.route.fill(0);
}

/** Finds the type of a behavior whose law is not in the scenario. parseScenario refuses such a behavior. */
function missingLaw({ species, laws }: Scenario): string | undefined {
  const types = species.flatMap(({ behaviors }) => behaviors.map(({ type }) => type));
  return types.find((type) => isLawType(type) && lawOf(type, laws) === undefined);
}

/**
 * Checks that the defaults of a scenario are filled in. A scenario as written by a user lacks most of them.
 *
 * @throws WorldError SCENARIO_RAW
 */
function checkParsed(scenario: Partial<Scenario> | null | undefined): void {
  if (DEFAULTED.every((key) => scenario?.[key] !== undefined)) return;
  throw new WorldError(
    'SCENARIO_RAW',
    `Scenario: found ${show(scenario)}, which was not parsed, expected the result of parseScenario.`,
  );
}

// biome-ignore format: several in each line.
const DEFAULTED = [
  'seed', 'dt', 'dimensions', 'bounds', 'species', 'targets', 'obstacles',
  'launchers', 'paths', 'commands',
] satisfies (keyof Scenario)[];

// biome-ignore format: several in each line.
const OPTIONS: readonly (keyof WorldOptions)[] = [
  'maxWorkers', 'kernel', 'seed', 'shared', 'maxBytes', 'history',
];

/**
 * Checks the options of a world.
 *
 * @throws WorldError WORLD_OPTION if the options are not an object, or an option is unknown
 */
export function checkWorldOptions(options: WorldOptions, known: readonly string[] = OPTIONS): void {
  checkOptionNames(options, known, refusedOption);
}

/** Creates the error for an option of a world, or for the options as a whole. */
export function refusedOption(
  option: string | undefined,
  found: string,
  expected: string,
): WorldError {
  const where = option === undefined ? 'Options' : `Option ${option}`;
  return new WorldError('WORLD_OPTION', `${where}: found ${found}, expected ${expected}.`);
}

function whole(option: string, value: number, min: number, max: number): number {
  if (Number.isInteger(value) && value >= min && value <= max) return value;
  throw refusedOption(option, show(value), `a whole number from ${min} to ${max}`);
}
