import type { RunReport, Team } from '@skein/worker';
import { describe, expect, it } from 'vitest';
import { Stepper } from '../../src/loop/stepper.ts';

const FRAME = 1000 / 60;

/** A team whose runs end when the test says so. */
function fakeTeam(tickMs = 1) {
  const runs: Array<{ ticks: number; hash: boolean; end(): void; fail(error: Error): void }> = [];
  let tick = 0;
  const run = (ticks: number, options: { hash?: boolean } = {}) =>
    new Promise<RunReport>((resolve, reject) => {
      const end = () => {
        const fromTick = tick;
        tick += ticks;
        const hashes = options.hash ? Array.from({ length: ticks }, (_, i) => `h${i}`) : undefined;
        resolve({
          fromTick,
          toTick: tick,
          ticks,
          aborted: false,
          tickMs: new Float32Array(ticks).fill(tickMs),
          workerTimes: [],
          ...(hashes && { hashes }),
        });
      };
      runs.push({ ticks, hash: options.hash ?? false, end, fail: reject });
    });
  const world = {
    scenario: { dt: 1 / 60 },
    get tick() {
      return tick;
    },
  };
  const team = { run, world } as unknown as Team;
  return { team, runs };
}

function steppedBy(team: Team) {
  const seen = { states: 0, hashes: [] as string[], faults: [] as unknown[] };
  const stepper = new Stepper(team, {
    onState: () => {
      seen.states += 1;
    },
    onHash: (tick, hash) => seen.hashes.push(`${tick}:${hash}`),
    onFault: (error) => seen.faults.push(error),
  });
  return { stepper, seen };
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

describe('Stepper', () => {
  it('starts one run at a time, and the next as soon as it ends', async () => {
    const { team, runs } = fakeTeam();
    const { stepper, seen } = steppedBy(team);
    stepper.frame(0);
    expect(runs).toHaveLength(0);
    stepper.frame(FRAME);
    stepper.frame(2 * FRAME);
    stepper.frame(3 * FRAME);
    expect(runs.map((run) => run.ticks)).toEqual([1]);
    runs[0].end();
    await settled();
    expect(seen.states).toBe(1);
    expect(runs.map((run) => run.ticks)).toEqual([1, 2]);
  });

  it.each([
    [144, 1],
    [144, 0.5],
    [240, 1.5],
    [60, 0.3],
  ])(
    'advances the picture evenly at %d Hz and speed %d, also while a run continues',
    async (hertz, speed) => {
      const { team, runs } = fakeTeam();
      const { stepper } = steppedBy(team);
      stepper.speed = speed;
      const shown: number[] = [];
      let ticks = 0;
      for (let frame = 0; frame < 60; frame++) {
        stepper.frame((frame * 1000) / hertz);
        shown.push(ticks / 60 - stepper.lag);
        // A run ends before the next frame, or after it.
        const run = runs.at(-1);
        if (run === undefined || runs.length === ticks || frame % 2 === 1) continue;
        ticks += run.ticks;
        run.end();
        await settled();
      }
      expect(ticks).toBeGreaterThan(10);
      const steps = shown.slice(10).map((time, i) => time - shown[i + 9]);
      for (const step of steps) expect(step).toBeCloseTo(speed / hertz, 9);
    },
  );

  it('shows exactly the last state during a pause', () => {
    const { stepper } = steppedBy(fakeTeam().team);
    stepper.frame(0);
    stepper.frame(FRAME / 2);
    expect(stepper.lag).toBeCloseTo(1 / 120, 9);
    stepper.pause();
    expect(stepper.lag).toBe(0);
  });

  it('takes slow ticks one by one, so that each is shown', async () => {
    const { team, runs } = fakeTeam(50);
    const { stepper } = steppedBy(team);
    stepper.frame(0);
    stepper.frame(FRAME);
    stepper.frame(10 * FRAME);
    runs[0].end();
    await settled();
    expect(runs.map((run) => run.ticks)).toEqual([1, 1]);
  });

  it('never takes more than 4 ticks per frame', async () => {
    const { team, runs } = fakeTeam(0.1);
    const { stepper } = steppedBy(team);
    stepper.frame(0);
    stepper.frame(60_000);
    for (let i = 0; i < 5; i++) {
      runs.at(-1)?.end();
      await settled();
    }
    expect(runs.reduce((sum, run) => sum + run.ticks, 0)).toBe(4);
  });

  it('gives waiting callbacks the world between two runs', async () => {
    const { team, runs } = fakeTeam();
    const { stepper } = steppedBy(team);
    expect(await stepper.whenIdle(() => 'at once')).toBe('at once');
    stepper.frame(0);
    stepper.frame(FRAME);
    let done = false;
    const waiting = stepper.whenIdle(() => {
      done = true;
      return runs.length;
    });
    await settled();
    expect(done).toBe(false);
    stepper.frame(2 * FRAME);
    runs[0].end();
    expect(await waiting).toBe(1);
  });

  it('keeps the other callbacks waiting when one of them starts a run', async () => {
    const { team, runs } = fakeTeam();
    const { stepper } = steppedBy(team);
    stepper.frame(0);
    stepper.frame(FRAME);
    const order: string[] = [];
    const first = stepper.whenIdle(() => {
      order.push('step');
      stepper.step();
    });
    const second = stepper.whenIdle(() => order.push('look'));
    runs[0].end();
    await first;
    await settled();
    expect(order).toEqual(['step']);
    runs[1].end();
    await second;
    expect(order).toEqual(['step', 'look']);
  });

  it('stands still when paused, and steps on request, with a hash for each step', async () => {
    const { team, runs } = fakeTeam();
    const { stepper, seen } = steppedBy(team);
    stepper.pause();
    stepper.frame(0);
    stepper.frame(1000);
    expect(runs).toHaveLength(0);
    stepper.step(1);
    stepper.step(2);
    runs[0].end();
    await settled();
    runs[1].end();
    await settled();
    expect(runs.map((run) => [run.ticks, run.hash])).toEqual([
      [1, true],
      [2, true],
    ]);
    expect(seen.hashes).toEqual(['1:h0', '3:h1']);
    stepper.resume();
    stepper.frame(5000);
    stepper.frame(5000 + FRAME);
    expect(runs.map((run) => run.ticks)).toEqual([1, 2, 1]);
  });

  it('has hashes computed as often as it is told', async () => {
    for (const [everyMs, wanted] of [
      [0, [true, true, true]],
      [60_000, [true, false, false]],
    ] as const) {
      const { team, runs } = fakeTeam();
      const { stepper } = steppedBy(team);
      stepper.hashEveryMs = everyMs;
      stepper.frame(0);
      for (let k = 1; k <= 3; k++) {
        stepper.frame(k * FRAME);
        runs[k - 1].end();
        await settled();
      }
      expect(runs.map(({ hash }) => hash)).toEqual(wanted);
    }
  });

  it('reports a fault once, and starts no more runs', async () => {
    const { team, runs } = fakeTeam();
    const { stepper, seen } = steppedBy(team);
    stepper.frame(0);
    stepper.frame(FRAME);
    runs[0].fail(new Error('lost'));
    await settled();
    stepper.frame(2 * FRAME);
    stepper.frame(3 * FRAME);
    expect(runs).toHaveLength(1);
    expect(seen.faults.map(String)).toEqual(['Error: lost']);
  });

  it('lends the team out between two runs, and the next run waits for it to be given back', async () => {
    const { team, runs } = fakeTeam();
    const { stepper, seen } = steppedBy(team);
    stepper.frame(0);
    stepper.frame(FRAME);
    let giveBack = (_: string) => {};
    const asked: Team[] = [];
    const borrowed = stepper.borrowTeam((lent) => {
      asked.push(lent);
      return new Promise<string>((resolve) => {
        giveBack = resolve;
      });
    });
    await settled();
    expect(asked).toEqual([]);
    runs[0].end();
    await settled();
    expect(asked).toEqual([team]);
    stepper.frame(2 * FRAME);
    stepper.frame(3 * FRAME);
    expect(runs).toHaveLength(1);
    giveBack('done');
    expect(await borrowed).toBe('done');
    expect(runs.map((run) => run.ticks)).toEqual([1, 2]);
    expect(seen.faults).toEqual([]);
  });

  it('continues when the borrower of the team fails, and does not lend it once stopped', async () => {
    const { team, runs } = fakeTeam();
    const { stepper, seen } = steppedBy(team);
    stepper.frame(0);
    const failed = stepper.borrowTeam(() => Promise.reject(new Error('no')));
    stepper.frame(FRAME);
    await expect(failed).rejects.toThrow('no');
    expect(runs).toHaveLength(1);
    const late = stepper.borrowTeam(() => Promise.resolve(1));
    const stopped = stepper.stop();
    runs[0].end();
    await stopped;
    await expect(late).rejects.toThrow();
    expect(seen.faults).toEqual([]);
  });

  it('never goes beyond its stop tick, however many ticks are requested', async () => {
    const { team, runs } = fakeTeam();
    const { stepper } = steppedBy(team);
    stepper.stopAt = 2;
    stepper.step(3);
    runs[0].end();
    await settled();
    expect(runs.map((run) => run.ticks)).toEqual([2]);
    stepper.stopAt = 5;
    stepper.resume();
    stepper.frame(0);
    stepper.frame(4 * FRAME);
    expect(runs.map((run) => run.ticks)).toEqual([2, 3]);
    runs[1].end();
    await settled();
    stepper.frame(8 * FRAME);
    expect(runs).toHaveLength(2);
    stepper.stopAt = Number.POSITIVE_INFINITY;
    stepper.frame(9 * FRAME);
    expect(runs[2].ticks).toBe(4);
  });

  it('lets states stay on the card while it runs smoothly, and has them copied for actions that wait', async () => {
    const { team, runs } = fakeTeam();
    const seen: string[] = [];
    const { run } = team;
    const card = Object.assign(team, {
      kept: false,
      run: async (ticks: number, options: { keep: boolean }) => {
        const report = await run.call(team, ticks);
        card.kept = options.keep;
        return report;
      },
      sync: async () => {
        seen.push('sync');
        card.kept = false;
      },
    });
    const stepper = new Stepper(card as unknown as Team, {
      keeps: () => true,
      pointsInto: () => expect.fail('the points of a kept state'),
      onState: () => void seen.push(`state, kept: ${card.kept}`),
      onSync: () => void seen.push('copy'),
      onFault: (error) => expect.fail(String(error)),
    });
    stepper.frame(0);
    stepper.frame(FRAME);
    runs[0]!.end();
    await settled();
    expect(seen).toEqual(['state, kept: true']);
    const tick = stepper.whenIdle(() => `${card.kept} at ${card.world.tick}`);
    // No run starts meanwhile.
    stepper.frame(2 * FRAME);
    expect(await tick).toBe('false at 1');
    expect(seen.splice(0)).toEqual(['state, kept: true', 'sync', 'copy']);
    await settled();
    expect(runs).toHaveLength(2);
    runs[1]!.end();
    await settled();
    expect(seen).toEqual(['state, kept: true']);
    stepper.pause();
    await stepper.whenIdle(() => {});
    expect(seen.slice(1)).toEqual(['sync', 'copy']);
  });

  describe('in a hurry', () => {
    it('needs no frames, takes large steps, then small ones, and ends paused at its tick', async () => {
      const { team, runs } = fakeTeam(2);
      const { stepper, seen } = steppedBy(team);
      stepper.stopAt = 150;
      let arrived = false;
      void stepper.hurry(300, new AbortController().signal, 120).then(() => {
        arrived = true;
      });
      for (let i = 0; i === 0 || i < runs.length; i++) {
        await settled();
        // The code that set the stop removes it between two runs.
        if (team.world.tick + runs[i].ticks === 150) stepper.stopAt = Number.POSITIVE_INFINITY;
        stepper.frame(i * FRAME);
        runs[i].end();
        await settled();
      }
      expect(arrived).toBe(true);
      expect(team.world.tick).toBe(300);
      // 1 tick, then 50 ms of 2 ms each, up to the stop, and on to 120 ticks before the end.
      const ticks = runs.map((run) => run.ticks);
      expect(ticks.slice(0, 11)).toEqual([1, 25, 25, 25, 25, 25, 24, 25, 5, 4, 4]);
      expect(Math.max(...ticks.slice(9))).toBe(4);
      expect(runs.some((run) => run.hash)).toBe(false);
      expect(seen.states).toBe(runs.length);
      expect(stepper.paused).toBe(true);
    });

    it('ends early when it is aborted or stopped, or on a fault', async () => {
      for (const how of ['cut', 'fault', 'stop'] as const) {
        const { team, runs } = fakeTeam();
        const { stepper } = steppedBy(team);
        const cut = new AbortController();
        const way = stepper.hurry(1000, cut.signal);
        await settled();
        if (how === 'cut') cut.abort();
        if (how === 'fault') runs[0].fail(new Error('lost'));
        else runs[0].end();
        if (how === 'stop') await stepper.stop();
        await way;
        await settled();
        expect(runs.length, how).toBeLessThan(3);
      }
    });
  });
});
