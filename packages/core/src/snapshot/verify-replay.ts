import { canHoldOptions, show } from '../errors.ts';
import { orNoMemory } from '../no-memory.ts';
import { stateHash } from '../phases/hash.ts';
import { refusedOption } from '../tick/create-world.ts';
import { tick } from '../tick/tick.ts';
import { publicWorld, type World } from '../world/public-world.ts';
import { type World as InnerWorld, refresh } from '../world/world.ts';
import { checkReplay, giveCommands, startOf, worldOfReplay } from './repeat-replay.ts';
import type { Keyframe, Replay, ReplayHash } from './replay.ts';
import { refuseSeed } from './restore-world.ts';
import type { RestoreOptions } from './snapshot.ts';
import { type StateDifference, stateDifference } from './state-difference.ts';

/** A function that steps a world and returns the hash of each tick. It can use a team of threads. */
export type ReplayStep = (world: World, ticks: number) => Promise<readonly string[]>;

export interface VerifyOptions extends RestoreOptions {
  /** The function that steps the world. By default, the calling thread steps it. */
  readonly step?: ReplayStep;
}

/** The point at which a replay diverges from the recording. */
export interface Divergence {
  /** The first tick at which the replay is known to differ from the recording. */
  readonly tick: number;
  /**
   * The last tick at which the replay is known to agree with the recording. This is `tick` - 1 if the recording or a
   * second run proves agreement at that tick. Otherwise this is an earlier tick. If replay and recording already differ
   * at the start, this is the tick before the start.
   */
  readonly agreed: number;
  /**
   * If a hash of the replay differs from the recording, `found` is the first such hash. Then `expected` is the recorded
   * hash of the same tick. This tick may be later than `tick`. If the hashes agree but a keyframe differs, `found` and
   * `expected` are both the hash at `tick`.
   */
  readonly found: string;
  readonly expected: string;
  /**
   * The first difference between the replayed state and the recorded state. `difference.tick` is the tick at which the
   * two states were compared:
   *
   * - `tick`, if the TypeScript kernel on one thread reproduces the recording
   * - otherwise, the tick of the first keyframe at or after the divergence
   *
   * `difference` is undefined if there is no such keyframe, or if `repeatable` is false. It is also undefined if the
   * states already differ at the start.
   */
  readonly difference: (StateDifference & { readonly tick: number }) | undefined;
  /**
   * False if a second replay agreed with the recording. The first replay then differed because of an accidental fault,
   * not a systematic one.
   */
  readonly repeatable: boolean;
}

export interface Verification {
  readonly fromTick: number;
  readonly toTick: number;
  /** The numbers of hashes and keyframes that agreed with the recording. */
  readonly hashes: number;
  readonly keyframes: number;
  readonly divergence: Divergence | undefined;
}

/**
 * Repeats a recorded run and compares every hash and keyframe.
 *
 * @returns how far the run agreed with the recording, and where it diverged
 * @throws SkeinError REPLAY_RAW for a replay that is not a result of `readReplay`
 * @throws WorldError for the same reasons as `createWorld`; also throws the errors of `step`
 */
export async function verifyReplay(
  replay: Replay,
  options: VerifyOptions = {},
): Promise<Verification> {
  try {
    return await verify(replay, options);
  } catch (error) {
    throw orNoMemory('verify a replay', error);
  }
}

async function verify(replay: Replay, options: VerifyOptions): Promise<Verification> {
  checkReplay(replay);
  const { hashes, keyframes } = replay;
  if (!canHoldOptions(options)) {
    throw refusedOption(undefined, show(options), 'an object');
  }
  const { step = stepHere, ...making } = options;
  refuseSeed(making);
  const fromTick = hashes[0].tick;
  const toTick = hashes.at(-1)!.tick;
  const world = worldOfReplay(replay, startOf(replay), making);
  const verdict = { fromTick, toTick, hashes: 0, keyframes: 0, divergence: undefined };
  if (stateHash(world) !== hashes[0].hash) {
    const divergence = { tick: fromTick, agreed: fromTick - 1, found: stateHash(world) };
    const more = { expected: hashes[0].hash, difference: undefined, repeatable: true };
    return { ...verdict, divergence: { ...divergence, ...more } };
  }
  verdict.hashes++;
  let keyframe = startOf(replay);
  const ahead = keyframes.filter((keyframe) => keyframe.tick > fromTick);
  for (const stop of [...ahead, undefined]) {
    const until = stop?.tick ?? toTick;
    const agreed = hashes[verdict.hashes - 1];
    const found = await stepTo(world, replay, until, step);
    for (const [k, hash] of found.entries()) {
      const tick = until - found.length + 1 + k;
      const expected = hashes[verdict.hashes];
      if (expected === undefined || expected.tick > tick) continue;
      if (expected.hash !== hash) {
        const last = hashes[verdict.hashes - 1] ?? agreed;
        const parted = { from: keyframe, agreed: last, expected, found: hash };
        return { ...verdict, divergence: await locate(replay, parted, making, step) };
      }
      verdict.hashes++;
    }
    if (stop === undefined) break;
    const difference = stateDifference(world.plan, world.front, stop.state);
    if (difference !== undefined) {
      const hash = stateHash(world);
      const where = {
        tick: until,
        agreed: keyframe?.tick ?? fromTick,
        found: hash,
        expected: hash,
      };
      const divergence = { ...where, difference: { ...difference, tick: until }, repeatable: true };
      return { ...verdict, divergence };
    }
    verdict.keyframes++;
    keyframe = stop;
  }
  return verdict;
}

/** Steps a world on the calling thread, and returns the hash of each tick. */
async function stepHere(world: World, ticks: number): Promise<readonly string[]> {
  return Array.from({ length: ticks }, () => {
    tick(world);
    return stateHash(world);
  });
}

/**
 * Steps a world to a tick, and returns the hash of each tick. The world gets the log's commands in portions, because
 * only a limited number of commands can be pending.
 */
async function stepTo(
  world: InnerWorld,
  { log }: Replay,
  until: number,
  step: ReplayStep,
): Promise<string[]> {
  const hashes: string[] = [];
  while (world.tick < until) {
    const stop = giveCommands(world, log, until);
    for (const hash of await step(publicWorld(world), stop - world.tick)) hashes.push(hash);
    refresh(world);
    world.host.events = [];
  }
  return hashes;
}

interface Parted {
  /** The last keyframe that agreed with the recording. */
  readonly from: Keyframe | undefined;
  readonly agreed: ReplayHash;
  readonly expected: ReplayHash;
  readonly found: string;
}

/** Repeats the run from the last keyframe that agreed with the recording, to find the first difference. */
async function locate(
  replay: Replay,
  { from, agreed, expected, found }: Parted,
  making: RestoreOptions,
  step: ReplayStep,
): Promise<Divergence> {
  const again = async (until: number): Promise<[InnerWorld, string[]]> => {
    const world = worldOfReplay(replay, from, making);
    return [world, await stepTo(world, replay, until, step)];
  };
  const told = { tick: expected.tick, agreed: agreed.tick, found, expected: expected.hash };
  const [suspect, hashes] = await again(expected.tick);
  if (hashes.at(-1) === expected.hash) return { ...told, difference: undefined, repeatable: false };
  const reference = (): InnerWorld =>
    worldOfReplay(replay, from, { ...making, kernel: 'ts', maxWorkers: 1 });
  const right = await stepTo(reference(), replay, expected.tick, stepHere);
  if (right.at(-1) === expected.hash) {
    const begin = expected.tick - right.length;
    const first = begin + 1 + right.findIndex((hash, k) => hash !== hashes[k]);
    const [wrong] = await again(first);
    const twin = reference();
    await stepTo(twin, replay, first, stepHere);
    const difference = stateDifference(wrong.plan, wrong.front, twin.front);
    const named = difference && { ...difference, tick: first };
    return { ...told, tick: first, agreed: first - 1, difference: named, repeatable: true };
  }
  const next = replay.keyframes.find(({ tick }) => tick >= expected.tick);
  if (next === undefined) return { ...told, difference: undefined, repeatable: true };
  await stepTo(suspect, replay, next.tick, step);
  const difference = stateDifference(suspect.plan, suspect.front, next.state);
  const named = difference && { ...difference, tick: next.tick };
  return { ...told, difference: named, repeatable: true };
}
