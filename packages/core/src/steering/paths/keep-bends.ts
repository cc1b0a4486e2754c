import { BENDS, isInLimits, limitBends, moveBends } from '../../path/mesh/kept-bends.ts';
import type { NavMesh } from '../../path/mesh/nav-mesh.ts';
import { BENDS_TICK, BENDS_WORDS, ROUTE } from '../../world/engine-columns.ts';
import type { Scratch } from '../../world/layout.ts';
import type { SharedWorld } from '../../world/world.ts';

/**
 * What is kept of an agent on a ground: words, the numbers of BENDS, the goal (m), and the radius of the body (m), which a
 * command can change. `tick` is that of forget-bends.ts.
 * `step` is the index of the agent's polygon in its corridor, and `until` the last such index for which the bends are the
 * same.
 */
const WORD = {
  tick: BENDS_TICK,
  polygon: 1,
  step: 2,
  until: 3,
  map: 4,
  count: 5,
  /** The number of the bend that is the end of the whole way, as in `Bends`. */
  ends: 6,
  settled: 7,
} as const;
const NUMBERS = BENDS_WORDS / 2;
/** Where the numbers begin, after the words. */
const FIRST = 4;
const GOAL = FIRST + BENDS.words;
const RADIUS = GOAL + 3;

/** The first bends of the way of an agent. */
export interface Bends {
  count: number;
  firstX: number;
  firstY: number;
  secondX: number;
  secondY: number;
  /** The number of the bend that is the end of the whole way, from 1; 0 if that is farther away. */
  ends: number;
}

/** A point (m). */
export interface Point {
  x: number;
  y: number;
  z: number;
}

interface Kept {
  readonly words: Uint32Array;
  readonly numbers: Float64Array;
}

const known = new WeakMap<Scratch, Kept>();
const record = new Float64Array(BENDS.words);

function keptIn({ scratch }: SharedWorld): Kept {
  let kept = known.get(scratch);
  if (kept === undefined) {
    const words = scratch.bends;
    kept = { words, numbers: new Float64Array(words.buffer, words.byteOffset, words.length / 2) };
    known.set(scratch, kept);
  }
  return kept;
}

/**
 * Reads the bends of an agent if they are still the first ones on its way, and it is in the same polygon as before.
 *
 * @param agent the index of the agent
 * @param step the index of its polygon in its corridor
 * @param goal the point to which it goes (m)
 * @param isTurn whether the agent checks in this step whether its goal has moved
 */
export function readBends(
  into: Bends,
  world: SharedWorld,
  agent: number,
  polygon: number,
  step: number,
  x: number,
  y: number,
  goal: Readonly<Point>,
  radius: number,
  isTurn: boolean,
): boolean {
  const { words, numbers } = keptIn(world);
  const at = agent * BENDS_WORDS;
  if (words[at + WORD.polygon] !== polygon || words[at + WORD.step] !== step) return false;
  if (isTurn && words[at + WORD.settled] === 0) return false;
  if (words[at + WORD.tick] !== world.frontTick + 1) return false;
  if (!isSameWay(world, agent, goal, radius)) return false;
  if (!isInLimits(numbers, agent * NUMBERS + FIRST, x, y)) return false;
  take(into, world, agent);
  return true;
}

/**
 * Like `readBends`, for an agent that has moved on to the polygon at index `step` of the same corridor, and whose bends
 * were used in the last step.
 */
export function moveOnBends(
  into: Bends,
  world: SharedWorld,
  mesh: NavMesh,
  agent: number,
  polygon: number,
  step: number,
  x: number,
  y: number,
  goal: Readonly<Point>,
  radius: number,
): boolean {
  const { words, numbers } = keptIn(world);
  const at = agent * BENDS_WORDS;
  if (!isSameWay(world, agent, goal, radius)) return false;
  if (step < words[at + WORD.step] || step > words[at + WORD.until]) return false;
  const route = agent * ROUTE.words;
  const corridor = world.back.route.subarray(route + ROUTE.first, route + ROUTE.words);
  const count = world.back.route[route + ROUTE.count];
  // Rounding may have put the agent beside the polygon of its corridor.
  if (corridor[step] !== polygon) return false;
  if (!moveBends(numbers, agent * NUMBERS + FIRST, mesh, corridor, step, count, radius))
    return false;
  if (!isInLimits(numbers, agent * NUMBERS + FIRST, x, y)) return false;
  words[at + WORD.polygon] = polygon;
  words[at + WORD.step] = step;
  take(into, world, agent);
  return true;
}

/** Whether the bends of an agent are for this goal, for a body of this size, and for the present ground. */
function isSameWay(
  world: SharedWorld,
  agent: number,
  { x, y, z }: Readonly<Point>,
  radius: number,
): boolean {
  const { words, numbers } = keptIn(world);
  const at = agent * BENDS_WORDS;
  const goal = agent * NUMBERS + GOAL;
  return (
    words[at + WORD.map] === world.front.mapVersion[0] &&
    numbers[goal] === x &&
    numbers[goal + 1] === y &&
    numbers[goal + 2] === z &&
    numbers[agent * NUMBERS + RADIUS] === radius
  );
}

function take(into: Bends, world: SharedWorld, agent: number): void {
  const { words, numbers } = keptIn(world);
  const at = agent * BENDS_WORDS;
  const first = agent * NUMBERS + FIRST + BENDS.first;
  const second = agent * NUMBERS + FIRST + BENDS.second;
  words[at + WORD.tick] = world.frontTick + 2;
  into.count = words[at + WORD.count];
  into.ends = words[at + WORD.ends];
  into.firstX = numbers[first];
  into.firstY = numbers[first + 1];
  into.secondX = numbers[second];
  into.secondY = numbers[second + 1];
}

/**
 * Keeps the bends of an agent for the next steps, if it is known from where they are the first ones.
 *
 * @param end the last point of its way (m)
 * @param isSettled whether its corridor is known to lead to the polygon of its goal
 */
export function keepBends(
  { count, firstX, firstY, secondX, secondY, ends }: Bends,
  world: SharedWorld,
  mesh: NavMesh,
  agent: number,
  polygon: number,
  step: number,
  x: number,
  y: number,
  goal: Readonly<Point>,
  end: Readonly<Point>,
  radius: number,
  isSettled: boolean,
): void {
  const { words, numbers } = keptIn(world);
  const at = agent * BENDS_WORDS;
  const route = agent * ROUTE.words;
  const map = world.front.mapVersion[0];
  if (world.back.route[route + ROUTE.map] !== map) return;
  const corridor = world.back.route.subarray(route + ROUTE.first, route + ROUTE.words);
  const last = world.back.route[route + ROUTE.count];
  if (corridor[step] !== polygon) return;
  record[BENDS.first] = firstX;
  record[BENDS.first + 1] = firstY;
  record[BENDS.second] = secondX;
  record[BENDS.second + 1] = secondY;
  const until = limitBends(record, mesh, corridor, step, last, x, y, [end.x, end.y], radius);
  if (until < step) return;
  numbers.set(record, agent * NUMBERS + FIRST);
  numbers[agent * NUMBERS + GOAL] = goal.x;
  numbers[agent * NUMBERS + GOAL + 1] = goal.y;
  numbers[agent * NUMBERS + GOAL + 2] = goal.z;
  numbers[agent * NUMBERS + RADIUS] = radius;
  words[at + WORD.polygon] = polygon;
  words[at + WORD.step] = step;
  words[at + WORD.until] = until;
  words[at + WORD.map] = map;
  words[at + WORD.count] = count;
  words[at + WORD.ends] = ends;
  words[at + WORD.settled] = isSettled ? 1 : 0;
  words[at + WORD.tick] = world.frontTick + 2;
}
