import { createWorld, stateHash } from '@skein/core';
import type { Team } from '@skein/worker';
import { expect, it } from 'vitest';
import type { FaultyOptions } from '../../worker/src/faults.ts';
import { patientTeam } from '../../worker/test/patient-team.ts';
import { PERFECT, SCENARIO, VirtualSession } from './virtual-session.ts';

const NETWORK = { delayMs: 50, jitterMs: 40, loss: 0.1, twice: 0.1 };

it.each([31, 32])(
  'teams of threads play together, of any size, also when a worker is lost in a tick that is stepped again, seed %d',
  async (seed) => {
    const teams: Team[] = [];
    const start = async (workers: number, history: number, options: FaultyOptions = {}) => {
      const world = createWorld(SCENARIO, { history, maxWorkers: 3 });
      const team = await patientTeam(world, workers, options);
      teams.push(team);
      return { world, run: (ticks: number) => team.run(ticks) };
    };
    try {
      const session = new VirtualSession(seed, NETWORK, await start(2, 0));
      const faults = [40, 77].map(
        (tick) => ({ worker: 1, tick, phase: 'scatter', kind: 'exit' }) as const,
      );
      session.join({ window: 8, ...(await start(3, 8, { faults })) });
      session.join({ window: 8, ...(await start(1, 12)) });
      session.join({ window: 0, ...(await start(2, 0)) });
      await session.pass(2500, () => {
        for (const { guest } of session.players) {
          if (session.below(30) === 0) guest.command(session.command() as never);
        }
        if (session.below(60) === 0) void teams[1].resize(1 + session.below(3));
      });
      session.network = PERFECT;
      await session.pass(1000);
      const corrected = session.players.map(
        ({ events }) => events.filter(({ type }) => type === 'corrected').length,
      );
      expect(corrected[0]).toBeGreaterThan(5);
      expect(corrected[2]).toBe(0);
      expect(session.events.some(({ type }) => type === 'differs')).toBe(false);
      for (const { guest } of session.players) {
        const { tick } = guest.world;
        while (session.turns.length < tick) session.turns.push([]);
        expect(stateHash(guest.world), `guest ${guest.number}`).toBe(session.expectedHash(tick));
      }
      const { world, room } = session;
      expect(world.tick).toBe(0);
      expect(stateHash(teams[0].world)).toBe(session.expectedHash(room.tick));
    } finally {
      await Promise.all(teams.map((team) => team.dispose()));
    }
  },
);
