import { expect } from 'vitest';
import { stateHash } from '../../src/phases/hash.ts';
import { particles } from '../../src/phases/particles.ts';
import { parseScenario } from '../../src/scenario/parse.ts';
import { findProblem } from '../../src/snapshot/check-state.ts';
import { worldDigest } from '../../src/snapshot/digest.ts';
import { recordReplay } from '../../src/snapshot/record-replay.ts';
import { readReplay } from '../../src/snapshot/replay.ts';
import { restore, snapshot } from '../../src/snapshot/snapshot.ts';
import { verifyReplay } from '../../src/snapshot/verify-replay.ts';
import { createWorld } from '../../src/tick/create-world.ts';
import { tick } from '../../src/tick/tick.ts';
import { command } from '../../src/world/commands.ts';
import { takeEvents } from '../../src/world/event-ring.ts';
import type { World } from '../../src/world/world.ts';
import { checkRuns } from './check-neighbors.ts';
import { checkSorted } from './check-state.ts';
import { stateDifference } from './compare.ts';
import { InvariantChecker } from './invariants.ts';
import { TICKS } from './random/commands.ts';
import type { RandomWorld } from './random/scene.ts';
import { randomOf } from './random-of.ts';
import { Rewinder } from './rewinder.ts';
import { stepAsTeam, stepAsTeamAgain } from './virtual-team.ts';

/** What the checked worlds did, so that a test can tell that they did enough. */
export class Tally {
  worlds = 0;
  /** How many agents were alive, in all ticks. */
  alive = 0;
  readonly behaviors = new Map<string, number>();
  readonly commands = new Map<string, number>();
  readonly events = new Map<string, number>();
}

/**
 * Steps a random world in all ways that must agree, and compares all of them at every tick: with the TypeScript kernel
 * on one worker; with the other kernel on 1 to 13 workers, with random cuts, in an order that is drawn for each
 * stretch, with ticks that are broken off and done again in new memory, and with ticks that are taken back; from a
 * snapshot of any tick, with another kernel; and as a replay. At every tick, invariants hold, and a snapshot could be read.
 */
export async function checkWorld(given: RandomWorld, tally = new Tally()): Promise<void> {
  const scenario = parseScenario(given.scenario);
  const random = randomOf(given.order);
  const below = (count: number): number => Math.floor(random() * count);
  const plain = createWorld(scenario, { kernel: 'ts', maxWorkers: 1 });
  // Below, `random` is for what all worlds do; this is for what only some worlds do.
  const turns = randomOf(given.order + 1);
  const history = turns() < 0.4 ? 1 + Math.floor(5 * turns()) : 0;
  const team = createWorld(scenario, { kernel: 'simd', maxWorkers: 13, history });
  const rewinder = history > 0 ? new Rewinder(team, history, turns) : undefined;
  // Each of these takes as long as the rest, so some worlds do without it.
  const savedAt = random() < 0.3 ? below(TICKS) : -1;
  const brokenAt = random() < 0.15 ? below(TICKS) : -1;
  const savesLate = random() < 0.5;
  const recorder = random() < 0.08 ? recordReplay(plain, { keyframeEvery: 5 }) : undefined;
  const invariants = new InvariantChecker(plain);
  let saved: Uint8Array | undefined;
  let restored: World | undefined;
  for (let t = 0; t < TICKS; t++) {
    invariants.check();
    checkReadable(plain);
    if (t === savedAt && !savesLate) saved = snapshot(plain);
    rewinder?.stepInVain(given.given.map((one) => one.command));
    for (const one of given.given.filter((one) => one.tick === t)) {
      const said = refusalOf(() => command(plain, one.command as never));
      for (const world of [team, ...(restored ? [restored] : [])]) {
        expect(
          refusalOf(() => command(world, one.command as never)),
          `command at tick ${t}`,
        ).toBe(said);
      }
      if (said === undefined) invariants.note(one.command);
      if (said === undefined) add(tally.commands, one.command.type as string);
    }
    if (t === savedAt && savesLate) saved = snapshot(plain);
    if (saved !== undefined && restored === undefined) {
      restored = restore(saved, { maxWorkers: 4, kernel: random() < 0.5 ? 'ts' : 'simd' });
      expect(Buffer.compare(snapshot(restored), saved), `its own file, tick ${t}`).toBe(0);
      // A snapshot before the commands of this tick does not have them.
      for (const one of savesLate ? [] : given.given.filter((one) => one.tick === t)) {
        refusalOf(() => command(restored!, one.command as never));
      }
    }
    if (t === savedAt) checkRuns(plain, reachOf(plain));
    const before = Array.from(plain.views.id);
    tick(plain);
    checkSorted(plain, before);
    if (t === brokenAt) stepAsTeamAgain(team, 1 + below(13), random);
    else stepAsTeam(team, 1 + below(13), random);
    compare(team, plain, 'the team');
    rewinder?.stepTwice();
    if (restored !== undefined) {
      stepAsTeam(restored, 1 + below(4), random);
      compare(restored, plain, 'from a snapshot');
    }
    recorder?.take();
    for (const status of plain.views.status) if (status === 1) tally.alive++;
  }
  invariants.check();
  checkReadable(plain);
  if (rewinder?.isExact !== false) {
    expect(worldDigest(team), 'the digest of the team').toBe(worldDigest(plain));
  }
  if (restored !== undefined) {
    expect(worldDigest(restored), 'the digest from a snapshot').toBe(worldDigest(plain));
  }
  if (rewinder?.isFull !== true) {
    expect(particles(team), 'particles of the team').toEqual(particles(plain));
  }
  const events = takeEvents(plain);
  const ofTeam = rewinder === undefined ? takeEvents(team) : rewinder.events();
  expect(ofTeam, 'events of the team').toEqual(events);
  if (restored !== undefined) {
    expect(takeEvents(restored), 'events from a snapshot').toEqual(events);
  }
  if (recorder !== undefined) {
    const { divergence } = await verifyReplay(readReplay(recorder.finish()), { kernel: 'simd' });
    expect(divergence, 'the replay').toBeUndefined();
  }
  tally.worlds++;
  for (const { behaviors } of scenario.species)
    for (const { type } of behaviors) add(tally.behaviors, type.startsWith('law:') ? 'law' : type);
  for (const { type } of scenario.commands) add(tally.commands, type);
  for (const { type } of events) add(tally.events, type);
}

function add(of: Map<string, number>, name: string): void {
  of.set(name, (of.get(name) ?? 0) + 1);
}

/** The message of the error that a call throws; undefined if it does not. */
function refusalOf(call: () => void): string | undefined {
  try {
    call();
  } catch (error) {
    return (error as Error).message;
  }
  return undefined;
}

function compare(found: World, expected: World, who: string): void {
  if (stateHash(found) === stateHash(expected)) return;
  expect.fail(`${who} differs at tick ${expected.tick}: ${stateDifference(found, expected)}`);
}

/** A distance that the neighbors of an agent may have. */
function reachOf({ plan }: World): number {
  return Math.min(3, plan.largestRadius);
}

/** Whatever state a world is in, a snapshot of it can be read. */
function checkReadable(world: World): void {
  const problem = findProblem(world.plan, world.scenario, world.front, world.tick);
  if (problem === undefined) return;
  const { found, expected } = problem;
  expect.fail(`a snapshot of tick ${world.tick} is refused: found ${found}, expected ${expected}`);
}
