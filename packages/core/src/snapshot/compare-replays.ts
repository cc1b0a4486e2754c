import { stateHash } from '../phases/hash.ts';
import { planOf } from '../world/plan.ts';
import type { World } from '../world/world.ts';
import { commandBefore, compareLogs } from './compare-commands.ts';
import {
  compareScenarios,
  compareStates,
  differentState,
  type Side,
  sideOfWorld,
} from './compare-sides.ts';
import { startOf, ticksOf, worldOfReplay } from './repeat-replay.ts';
import type { Keyframe, Replay } from './replay.ts';
import { rowDifference } from './state-difference.ts';
import type { DifferentState, WorldDifference } from './world-difference.ts';

/** A tick that two replays recorded, with the two hashes, and with the two states if both recorded the states. */
interface Pair {
  readonly tick: number;
  readonly a: string;
  readonly b: string;
  readonly state: DifferentState | undefined;
}

/**
 * Finds the first difference of two replays. If their records differ, repeats both runs, each from its last keyframe
 * before that, up to the tick at which the records differ.
 */
export function compareReplays(a: Replay, b: Replay): WorldDifference | undefined {
  const scenario = compareScenarios(a.scenario, b.scenario);
  if (scenario !== undefined) return scenario;
  let agreed: number | undefined;
  for (const pair of pairsOf(a, b)) {
    const { tick, state } = pair;
    if (pair.a === pair.b && state === undefined) {
      agreed = tick;
      continue;
    }
    const [difference, repeated] = repeat(a, b, agreed, tick);
    if (difference !== undefined) return difference;
    if (pair.a === pair.b) return { ...state!, agreed };
    const hash = { part: 'hash', tick, agreed, a: pair.a, b: pair.b, repeated } as const;
    return { ...hash, state: state ?? nextState(a, b, tick) };
  }
  const known = ({ hashes }: Replay) => ({ fromTick: hashes[0].tick, toTick: hashes.at(-1)!.tick });
  const ticks = { part: 'ticks', agreed, a: known(a), b: known(b) } as const;
  if (agreed === undefined) return ticks;
  const command = compareLogs(a, b);
  const isLonger = ticks.a.toTick !== ticks.b.toTick || ticks.a.fromTick !== ticks.b.fromTick;
  if (!isLonger) return command;
  // The longer replay has later commands, which are no difference of their own.
  return commandBefore(Math.min(ticks.a.toTick, ticks.b.toTick), a, b) ?? ticks;
}

/** The ticks that both replays recorded. */
function* pairsOf(a: Replay, b: Replay): Generator<Pair, void, undefined> {
  const states = new Map(b.keyframes.map((keyframe) => [keyframe.tick, keyframe]));
  const framed = new Map(a.keyframes.map((keyframe) => [keyframe.tick, keyframe]));
  let at = 0;
  for (const { tick, hash } of a.hashes) {
    while (at < b.hashes.length && b.hashes[at].tick < tick) at++;
    if (at === b.hashes.length) return;
    if (b.hashes[at].tick !== tick) continue;
    const state = stateOf(a, framed.get(tick), states.get(tick));
    yield { tick, a: hash, b: b.hashes[at].hash, state };
  }
}

/** Compares two keyframes of one tick, if there are two. */
function stateOf(
  { scenario }: Replay,
  a: Keyframe | undefined,
  b: Keyframe | undefined,
): DifferentState | undefined {
  if (a === undefined || b === undefined) return undefined;
  const plan = planOf(scenario, 1);
  const difference = rowDifference(plan, a.state, b.state);
  return difference && differentState(plan, a.state, a.tick, difference);
}

/** Compares the states of the first tick from `from` on that both replays recorded as a whole. */
function nextState(a: Replay, b: Replay, from: number): DifferentState | undefined {
  const ours = a.keyframes.find(
    ({ tick }) => tick >= from && b.keyframes.some((other) => other.tick === tick),
  );
  return stateOf(
    a,
    ours,
    b.keyframes.find(({ tick }) => tick === ours?.tick),
  );
}

/**
 * Repeats both runs up to a tick, and compares them in each tick after `agreed`.
 *
 * @param agreed the last tick at which the records agree; undefined if `until` is the first tick of both
 * @returns the first difference, if there is one, and the hash of the first run at the last tick that it reached
 */
function repeat(
  a: Replay,
  b: Replay,
  agreed: number | undefined,
  until: number,
): [DifferentState | undefined, string] {
  const begin = agreed ?? until;
  const [ours, theirs] = [worldBefore(a, begin), worldBefore(b, begin)];
  for (const _ of ticksOf(ours, a, begin));
  for (const _ of ticksOf(theirs, b, begin));
  const compare = (): DifferentState | undefined =>
    compareStates(sideOf(ours, a), sideOf(theirs, b), ours.tick);
  let difference = compare();
  const other = ticksOf(theirs, b, until);
  for (const _ of ticksOf(ours, a, until)) {
    if (difference !== undefined) break;
    other.next();
    difference = compare();
  }
  return [difference, stateHash(ours)];
}

/** Creates a world at the last keyframe up to a tick, or at the start of the replay. It keeps the tick before. */
function worldBefore(replay: Replay, tick: number): World {
  const keyframe = replay.keyframes.filter((keyframe) => keyframe.tick <= tick).at(-1);
  return worldOfReplay(replay, keyframe ?? startOf(replay), { maxWorkers: 1, history: 1 });
}

function sideOf(world: World, { log, logSince }: Replay): Side {
  return { ...sideOfWorld(world), log, logSince };
}
