import { checkOptionNames, SkeinError, show } from '../errors.ts';
import { withMemory } from '../no-memory.ts';
import { stateHash } from '../phases/hash.ts';
import { checkAtBoundary } from '../world/hold.ts';
import { innerOf, type World } from '../world/public-world.ts';
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
  /** Ticks from one keyframe to the next, at least. Default 600. */
  readonly keyframeEvery?: number;
  /** Most bytes of keyframes: beyond it every other one is dropped, and they come half as often. Default 64 MiB. */
  readonly mostKeyframeBytes?: number;
  /** Most hashes: beyond it every other one is dropped, and they are taken half as often. Default 4,194,304. */
  readonly mostHashes?: number;
}

const OPTIONS = [
  'keyframeEvery',
  'mostKeyframeBytes',
  'mostHashes',
] as const satisfies readonly (keyof RecordOptions)[];

/** Takes down what replays a run of a world, from the present tick on. */
export interface ReplayRecorder {
  /**
   * Takes down the hash of the present tick, and a keyframe when its time has come.
   *
   * @param hashes of the last ticks up to the present one, when the run recorded them
   * @throws SkeinError REPLAY_HASHES for others; WorldError WORLD_BUSY while workers step the world,
   * NO_MEMORY, when the same may be taken again
   */
  take(hashes?: readonly string[]): void;
  /**
   * The replay up to the present tick, as a file.
   *
   * @throws WorldError as `take` does
   */
  finish(): Uint8Array;
}

/**
 * Begins to record a replay: scenario, seed, commands, hashes, and now and then the whole state, so that
 * a divergence of a replay can be located.
 *
 * @throws SkeinError REPLAY_OPTION for an option that is unknown or out of range; WorldError as `take` does
 */
export function recordReplay(world: World, options: RecordOptions = {}): ReplayRecorder {
  const inner = innerOf(world);
  checkOptionNames(options, OPTIONS, refused);
  let keyframeEvery = whole('keyframeEvery', options.keyframeEvery ?? 600, 1);
  const most = whole('mostKeyframeBytes', options.mostKeyframeBytes ?? 0x400_0000, 0);
  const mostHashes = whole('mostHashes', options.mostHashes ?? 0x40_0000, 2, MAX_HASHES);
  /** Of so many hashes that are taken one is kept. */
  let hashEvery = 1;
  let turn = 0;
  let hashes: ReplayHash[] = [];
  let keyframes: EncodedKeyframe[] = [];
  refresh(inner);
  // From tick 0 the scenario says all.
  if (inner.tick > 0) withMemory('begin a replay', takeKeyframe);
  take();

  function take(recorded?: readonly string[]): void {
    checkAtBoundary(inner, 'recordReplay');
    refresh(inner);
    const present = stateHash(inner);
    if (recorded !== undefined) checkHashes(recorded, present, inner.tick);
    // A keyframe must have a hash beside it, also behind a run that made no step.
    withMemory('continue a replay', () => put(recorded?.length ? recorded : [present], false));
  }

  /** `isEnd`: the hash of the present tick is kept whether it is its turn or not, as where a keyframe is. */
  function put(recorded: readonly string[], isEnd: boolean): void {
    const { tick } = inner;
    const last = hashes.at(-1)?.tick ?? -1;
    const isKeyframe = tick - (keyframes.at(-1)?.tick ?? 0) >= keyframeEvery;
    // First: where there is no memory for it nothing is taken down, and all can be again.
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

  /** Whether there were any that may be missed. */
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
    // The first may be where the replay begins.
    keyframes = keyframes.filter((_, k) => k % 2 === 0);
    keyframeEvery *= 2;
  }

  function finish(): Uint8Array {
    checkAtBoundary(inner, 'recordReplay');
    refresh(inner);
    return withMemory('put a replay together', () => {
      if (hashes.at(-1)!.tick < inner.tick) put([stateHash(inner)], true);
      const { scenario, log, count } = inner;
      return writeReplay({ scenario, log, hashes }, keyframes, count, lawsSection(inner.plan));
    });
  }

  return { take, finish };
}

/** As many as there were ticks, and the last that of the present one. */
function checkHashes(hashes: readonly string[], present: string, tick: number): void {
  const found = oddOneIn(hashes, present, tick);
  if (found === undefined) return;
  throw new SkeinError(
    'REPLAY_HASHES',
    `Hashes: found ${found}, expected those of the last ticks, up to ${present} of tick ${tick}.`,
  );
}

/** What is wrong with them, in words. */
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
