import { createWorld, restore, snapshot, stateHash, takeEvents, tick } from '@skein/core';
import { innerOf } from '@skein/core/internal';
import type { Team } from '@skein/worker';
import { expect, it } from 'vitest';
import { LONG, someOf } from '../../core/test/helpers/long.ts';
import type { PlannedFault } from '../src/faults.ts';
import type { StartThread } from '../src/seat.ts';
import { startTeam } from '../src/start.ts';
import { hostOf, startReal } from './own-host.ts';
import { beams, hashDifference, PHASES, randomOf } from './scenes.ts';

const TICKS = LONG ? 70 : 40;
const KINDS = ['throw', 'exit', 'tear'] as const;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Starts real threads. Some of them take longer to attach a memory than the others wait. */
function startLate(random: () => number): StartThread {
  return (onLoss) => {
    const thread = startReal(onLoss);
    return {
      ...thread,
      async attach(handle) {
        await thread.attach(handle);
        if (random() < 0.3) await pause(60 * random());
      },
    };
  };
}

// The seed determines the requests and the losses. Their order depends on the threads.
it.each(someOf([1, 2, 3], 3, 1))(
  'answers all requests of listeners and timers while workers are lost, seed %i',
  async (seed) => {
    const random = randomOf(seed);
    const below = (count: number): number => Math.floor(random() * count);
    const world = createWorld(beams);
    const faults = Array.from({ length: LONG ? 4 : 2 }, (_, k): PlannedFault => {
      const phase = PHASES[below(PHASES.length)];
      return { worker: below(3), tick: 2 + 15 * k + below(15), phase, kind: KINDS[below(3)] };
    });
    const options = { workers: 3, stallMs: 60_000, faults, mostLosses: 1000 } as object;
    const team = await startTeam(world, options, hostOf(startLate(randomOf(seed + 1000))));

    const answers: Promise<unknown>[] = [];
    const requests: readonly ((team: Team) => Promise<unknown>)[] = [
      (team) => team.resize(1 + below(LONG ? 4 : 2)),
      (team) => team.command({ type: 'fire', count: 1 + below(5) }),
      (team) => team.particles({ alpha: random() }),
    ];
    let asking = true;
    const ask = (): void => {
      if (asking && answers.length < 12) answers.push(requests[below(requests.length)](team));
    };
    const saved: Uint8Array[] = [];
    const listen = (): void => {
      ask();
      saved.push(snapshot(world));
    };
    team.on('fault', listen);
    team.on('moved', listen);
    team.on('resize', listen);
    const events: unknown[] = [];
    team.on('event', (event) => events.push(event));
    const timer = setInterval(ask, 3);
    const hashes: string[] = [];
    while (world.tick < TICKS) {
      // Many runs of one tick, and some longer runs.
      const ticks = Math.min(TICKS - world.tick, [1, 1, 2, 20][below(4)]);
      const report = await team.run(ticks, { hash: true });
      hashes.push(...report.hashes!);
    }
    clearInterval(timer);
    asking = false;
    await Promise.all(answers);
    await team.dispose();

    const commands = [...beams.commands, ...world.log];
    const alone = createWorld({ ...beams, commands }, { kernel: 'ts' });
    const expected = [stateHash(alone)];
    for (; alone.tick < TICKS; expected.push(stateHash(alone))) tick(alone);
    expect(hashDifference(hashes, expected.slice(1))).toBeUndefined();
    expect(events).toEqual(takeEvents(alone));
    expect(saved.length).toBeGreaterThan(4);
    for (const bytes of saved) {
      const { tick: at } = restore(bytes);
      expect(stateHash(restore(bytes)), `from tick ${at}`).toBe(expected[at]);
    }
    expect(answers.length).toBeGreaterThan(4);
    expect(innerOf(world).hold).toBe('none');
  },
);
