import { neededLog } from '../commands/needed-log.ts';
import { checkOptionNames, SkeinError, show } from '../errors.ts';
import { withMemory } from '../no-memory.ts';
import { stateHash } from '../phases/hash.ts';
import { checkAtBoundary } from '../world/hold.ts';
import { WORD } from '../world/layout.ts';
import { innerOf, type World } from '../world/public-world.ts';
import { historyOf } from '../world/ring.ts';
import { refresh } from '../world/world.ts';
import { lawsSection } from './laws-section.ts';
import {
  type EncodedKeyframe,
  encodeKeyframe,
  MAX_HASHES,
  type ReplayHash,
  writeReplay,
} from './replay.ts';
import { stateSection } from './sections.ts';

export interface RecordOptions {
  /** The minimum number of ticks between two keyframes. Default: 600. */
  readonly keyframeEvery?: number;
  /**
   * The maximum size of all keyframes together, in bytes. If the keyframes exceed this size, every second keyframe is
   * dropped. From then on, keyframes are taken half as often. Default: 64 MiB.
   */
  readonly mostKeyframeBytes?: number;
  /**
   * The maximum number of hashes. If this number is reached, every second hash is dropped, except the hashes at
   * keyframes. From then on, hashes are kept half as often. Default: 4,194,304.
   */
  readonly mostHashes?: number;
}

const OPTIONS = [
  'keyframeEvery',
  'mostKeyframeBytes',
  'mostHashes',
] as const satisfies readonly (keyof RecordOptions)[];

/** Records a replay of a run. The replay begins at the tick at which recording started. */
export interface ReplayRecorder {
  /**
   * Records the hash of the current tick. If a keyframe is due, also records a keyframe.
   *
   * @param hashes the hashes of the last ticks, if the run recorded them; the last is the hash of the current tick
   * @throws SkeinError REPLAY_HASHES if `hashes` are not the hashes of the last ticks
   * @throws WorldError WORLD_BUSY while workers step the world, NO_MEMORY when an allocation fails; nothing was then
   * recorded, and the call may be repeated
   */
  take(hashes?: readonly string[]): void;
  /**
   * Returns the replay up to the current tick, as the bytes of a file.
   *
   * @throws WorldError in the same cases as `take`
   */
  finish(): Uint8Array;
}

/**
 * Starts recording a replay. A replay contains the scenario, the seed, commands, hashes, and occasionally the whole
 * state. With a replay, one can find out where another run begins to differ.
 *
 * @throws SkeinError REPLAY_OPTION for an option that is unknown or out of range
 * @throws WorldError WORLD_BUSY while workers step the world, NO_MEMORY when an allocation fails
 */
export function recordReplay(world: World, options: RecordOptions = {}): ReplayRecorder {
  const inner = innerOf(world);
  checkOptionNames(options, OPTIONS, refused);
  let keyframeEvery = whole('keyframeEvery', options.keyframeEvery ?? 600, 1);
  const most = whole('mostKeyframeBytes', options.mostKeyframeBytes ?? 0x400_0000, 0);
  const mostHashes = whole('mostHashes', options.mostHashes ?? 0x40_0000, 2, MAX_HASHES);
  /**
   * If this is 1, every recorded hash is kept. If it is 2, every second hash is kept, and so on. The hashes at
   * keyframes and at the last tick are always kept.
   */
  let hashEvery = 1;
  let turn = 0;
  /** How often the world had gone back when the last hash was recorded. */
  let rewinds = inner.control.word[WORD.rewinds];
  let { loads } = inner.host;
  let hashes: ReplayHash[] = [];
  let keyframes: EncodedKeyframe[] = [];
  refresh(inner);
  // At tick 0 the scenario determines the state, so no keyframe is needed.
  if (inner.tick > 0) withMemory('begin a replay', takeKeyframe);
  take();

  function take(recorded?: readonly string[]): void {
    checkAtBoundary(inner, 'recordReplay');
    refresh(inner);
    forgetRetracted();
    const present = stateHash(inner);
    if (recorded !== undefined) checkHashes(recorded, present, inner.tick);
    // Every keyframe needs a hash of the same tick, even after a run without steps.
    withMemory('continue a replay', () => put(recorded?.length ? recorded : [present], false));
  }

  /**
   * Takes a keyframe if one is due. Adds the recorded hashes to the replay, or only some of them if `hashEvery` is more
   * than 1. If `isEnd` is true, or a keyframe was taken, always adds the hash of the current tick.
   */
  function put(recorded: readonly string[], isEnd: boolean): void {
    const { tick } = inner;
    const last = hashes.at(-1)?.tick ?? -1;
    const isKeyframe = tick - (keyframes.at(-1)?.tick ?? 0) >= keyframeEvery;
    // The keyframe comes first: if it cannot be allocated, nothing is recorded, and the call can be repeated.
    if (isKeyframe) takeKeyframe();
    recorded.forEach((hash, k) => {
      const at = tick - recorded.length + 1 + k;
      if (at <= last) return;
      const isTurn = turn++ % hashEvery === 0;
      if (isTurn || (at === tick && (isKeyframe || isEnd))) hashes.push({ tick: at, hash });
    });
    while (!isEnd && hashes.length >= mostHashes) {
      if (!dropHashes()) break;
    }
  }

  /**
   * After the world went back, drops what was recorded of the ticks that may have been stepped again. If the first tick is
   * one of them, or the world was loaded, the replay begins at the present tick.
   */
  function forgetRetracted(): void {
    const { control, host, plan } = inner;
    if (control.word[WORD.rewinds] === rewinds) return;
    rewinds = control.word[WORD.rewinds];
    // Rewinds together go no further back than this, however many there were.
    const last = host.loads === loads ? hashes.at(-1)!.tick - historyOf(plan) : -1;
    loads = host.loads;
    hashes = hashes.filter(({ tick }) => tick <= last);
    keyframes = keyframes.filter(({ tick }) => tick <= last);
    beginAgain();
  }

  /** If commands are missing that the first ticks need, the replay begins at a later keyframe, or at the present tick. */
  function forgetTrimmed(): void {
    const { logSince } = neededLog(inner.host, hashes[0].tick);
    if (logSince <= hashes[0].tick) return;
    const first = keyframes.find(({ tick }) => tick >= logSince)?.tick ?? Number.POSITIVE_INFINITY;
    hashes = hashes.filter(({ tick }) => tick >= first);
    keyframes = keyframes.filter(({ tick }) => tick >= first);
    beginAgain();
  }

  /** If no hash is left, the replay begins at the present tick. */
  function beginAgain(): void {
    if (hashes.length > 0) return;
    if (inner.tick > 0) withMemory('begin a replay again', takeKeyframe);
    hashes.push({ tick: inner.tick, hash: stateHash(inner) });
  }

  /** Drops every second hash, except the hashes of ticks that have a keyframe. Returns whether any hash was dropped. */
  function dropHashes(): boolean {
    const framed = new Set(keyframes.map(({ tick }) => tick));
    const left = hashes.filter(({ tick }, k) => k % 2 === 0 || framed.has(tick));
    const dropped = left.length < hashes.length;
    hashes = left;
    hashEvery *= 2;
    return dropped;
  }

  function takeKeyframe(): void {
    keyframes.push(encodeKeyframe(inner.tick, stateSection(inner.plan, inner.front).body));
    const bytes = keyframes.reduce((sum, { body }) => sum + body.length, 0);
    if (bytes <= most || keyframes.length < 3) return;
    // The first keyframe is kept, because the replay may begin there.
    keyframes = keyframes.filter((_, k) => k % 2 === 0);
    keyframeEvery *= 2;
  }

  function finish(): Uint8Array {
    checkAtBoundary(inner, 'recordReplay');
    refresh(inner);
    forgetRetracted();
    forgetTrimmed();
    return withMemory('put a replay together', () => {
      if (hashes.at(-1)!.tick < inner.tick) put([stateHash(inner)], true);
      const { scenario, count } = inner;
      const needed = neededLog(inner.host, hashes[0].tick);
      // After a rewind, a world has commands of later ticks, too.
      const log = needed.log.filter((command) => command.tick <= inner.tick);
      return writeReplay(
        { ...needed, log, scenario, hashes },
        keyframes,
        count,
        lawsSection(inner.plan),
      );
    });
  }

  return { take, finish };
}

/** Checks that there are not more hashes than ticks, and that the last hash is that of the current tick. */
function checkHashes(hashes: readonly string[], present: string, tick: number): void {
  const found = oddOneIn(hashes, present, tick);
  if (found === undefined) return;
  throw new SkeinError(
    'REPLAY_HASHES',
    `Hashes: found ${found}, expected the hashes of the last ticks, ending with ${present} for tick ${tick}.`,
  );
}

/** Describes the first problem in a list of hashes. Returns undefined if there is no problem. */
function oddOneIn(hashes: readonly string[], present: string, tick: number): string | undefined {
  if (hashes.length > tick + 1) return `${hashes.length} hashes at tick ${tick}`;
  if (hashes.length > 0 && hashes.at(-1) !== present)
    return `${show(hashes.at(-1))} as the last hash`;
  const odd = hashes.findIndex((hash) => !/^[0-9a-f]{16}$/.test(hash));
  return odd < 0 ? undefined : show(hashes[odd]);
}

function whole(option: string, value: number, min: number, max = Number.MAX_SAFE_INTEGER): number {
  if (Number.isInteger(value) && value >= min && value <= max) return value;
  const to = max < Number.MAX_SAFE_INTEGER ? ` to ${max}` : '';
  throw refused(option, show(value), `a whole number from ${min}${to}`);
}

function refused(option: string | undefined, found: string, expected: string): SkeinError {
  const where = option === undefined ? 'Options' : `Option ${option}`;
  return new SkeinError('REPLAY_OPTION', `${where}: found ${found}, expected ${expected}.`);
}
