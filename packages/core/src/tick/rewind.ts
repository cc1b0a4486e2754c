import { forgetRoster } from '../commands/obstacle-roster.ts';
import { checkOptionNames, SkeinError, show } from '../errors.ts';
import { drainEvents } from '../world/event-ring.ts';
import { checkFree } from '../world/hold.ts';
import { WORD } from '../world/layout.ts';
import { innerOf, type World } from '../world/public-world.ts';
import { historyOf, indexOfTick } from '../world/ring.ts';
import { type World as InnerWorld, refresh, turnTo } from '../world/world.ts';

/** A version that no map has: the next step copies the map from the front state. */
const NO_VERSION = 0xffff_ffff;

export interface RewindOptions {
  /**
   * What happens to the commands that programs have given for that tick and for later ticks. "repeat" executes them again,
   * each in its tick. "drop" forgets them, so that they can be given in another order. The commands of the scenario are
   * always repeated. Default: "repeat".
   */
  readonly commands?: 'repeat' | 'drop';
}

/**
 * Takes a world back to an earlier tick, in place. Then `command` can give commands for that tick. They act after the
 * commands that the tick has already.
 *
 * If a program has taken events of later ticks, `takeEvents` first returns an event `retracted`. Of particles, the oldest
 * are gone where the particles of later ticks took their place.
 *
 * @param tick at most as many ticks back as the option `history` of the world says, and no earlier than the tick at which
 * the world was created or restored
 * @throws SkeinError REWIND_INVALID if the state of the tick is not in memory, or an option is not valid; the world is then
 * unchanged
 * @throws WorldError WORLD_BUSY during a run of a team; use `team.rewind` between runs
 */
export function rewind(world: World, tick: number, options: RewindOptions = {}): void {
  const inner = innerOf(world);
  checkOptionNames(options, ['commands'], refusedOption);
  const { commands = 'repeat' } = options;
  if (commands !== 'repeat' && commands !== 'drop') {
    throw refusedOption('commands', show(commands), '"repeat" or "drop"');
  }
  checkFree(inner, 'rewind');
  refresh(inner);
  const oldest = oldestOf(inner);
  const present = inner.frontTick;
  if (!Number.isInteger(tick) || tick < oldest || tick > present) {
    const expected =
      historyOf(inner.plan) === 0
        ? `${present}, because the world keeps no past ticks. See the option "history" of createWorld`
        : `a tick from ${oldest} to ${present}`;
    throw new SkeinError('REWIND_INVALID', `Rewind: found ${show(tick)}, expected ${expected}.`);
  }
  if (tick < present) goBack(inner, tick, oldest);
  takeBackCommands(inner, tick, commands === 'drop');
}

function takeBackCommands({ host }: InnerWorld, tick: number, drops: boolean): void {
  const { log } = host;
  let first = log.length;
  while (first > 0 && log[first - 1].tick >= tick) first--;
  const dropped = new Set(drops ? log.splice(first) : []);
  host.commands.goBack(tick, dropped);
  forgetRoster(log);
}

/** The oldest tick to which a world can go back. */
export function oldestOf({ control, plan, frontTick }: InnerWorld): number {
  return Math.max(control.word[WORD.oldest], frontTick - historyOf(plan));
}

function goBack(world: InnerWorld, tick: number, oldest: number): void {
  const { control, host, plan, scratch } = world;
  const { word } = control;
  drainEvents(world);
  host.events = host.events.filter((event) => event.tick <= tick);
  if (host.eventsTaken > tick) {
    host.events.push({ type: 'retracted', tick });
    host.eventsTaken = tick;
  }
  const state = world.states[indexOfTick(plan, tick)];
  word[WORD.eventsTaken] = state.eventCount[0];
  keepBirths(world, tick);
  forgetLater(world, tick, oldest);
  scratch.bends.fill(0);
  word[WORD.oldest] = oldest;
  word[WORD.rewinds]++;
  Atomics.store(word, WORD.tick, tick);
  turnTo(world, tick);
  world.treeTick = -1;
}

/** Of the births of a past state, keeps those whose places in the ring no later births took. These are the newest. */
function keepBirths({ plan, states, particles }: InnerWorld, tick: number): void {
  const capacity = plan.particles;
  if (capacity === 0) return;
  const { nextBirth, keptBirths } = states[indexOfTick(plan, tick)];
  let kept = keptBirths[0];
  const oldest = (): number => (nextBirth[0] + capacity - kept) % capacity;
  while (kept > 0 && particles.bornTick[oldest()] > tick) kept--;
  keptBirths[0] = kept;
  let last = 0;
  while (
    last < kept &&
    particles.bornTick[(nextBirth[0] + capacity - last - 1) % capacity] === tick
  )
    last++;
  particles.bornLast[0] = tick;
  particles.bornLast[1] = last;
}

/** Makes sure that no step takes the map, the obstacles or the fields of a later state for those of the front state. */
function forgetLater({ plan, states }: InnerWorld, tick: number, oldest: number): void {
  const kept = new Set<number>();
  for (let at = oldest; at <= tick; at++) kept.add(indexOfTick(plan, at));
  for (const [index, state] of states.entries()) {
    if (kept.has(index)) continue;
    state.mapVersion[0] = NO_VERSION;
    state.obstacleVersion[0] = 0;
    state.fieldMap.fill(0);
  }
}

function refusedOption(option = 'options', found: string, expected: string): SkeinError {
  return new SkeinError(
    'REWIND_INVALID',
    `Rewind, option ${option}: found ${found}, expected ${expected}.`,
  );
}
