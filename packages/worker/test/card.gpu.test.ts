import {
  type CommandInput,
  command,
  createWorld,
  parseScenario,
  readReplay,
  recordReplay,
  restore,
  type Scenario,
  snapshot,
  stateHash,
  tick,
  verifyReplay,
  type World,
} from '@skein/core';
import { Device } from '@skein/gpu';
import { createTeam, findCard, type Team } from '@skein/worker';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { runsOf, seedOf } from '../../core/test/helpers/runs.ts';
import { openDevice } from '../../gpu/test/helpers/open-device.ts';
import { makeProductsWrong } from '../../gpu/test/helpers/wrong-products.ts';
import { startTeam } from '../src/start.ts';
import { beams, hashDifference, randomOf } from './scenes.ts';

const device = await openDevice();
device?.close();

const spawn = { type: 'box', min: [-9, -9], max: [9, 9], velocity: { speed: 3 } } as const;

/** One law without neighbors, which software compiles fast. */
const ants = parseScenario({
  name: 'ants',
  dimensions: 2,
  bounds: { type: 'wrap', min: [-10, -10], max: [10, 10] },
  targets: [{ name: 'lure', position: [3, 0] }],
  species: [
    {
      ...{ name: 'ant', count: 61, maxSpeed: 4, spawn },
      behaviors: [
        { type: 'wander', weight: 3 },
        { type: 'seek', target: 'lure' },
      ],
    },
  ],
});

function commandOf(random: () => number): CommandInput {
  const at: [number, number] = [9 * random(), 9 * random()];
  const kind = Math.floor(4 * random());
  if (kind === 0) return { type: 'move', position: at };
  if (kind === 1) return { type: 'place', ids: [Math.floor(61 * random())], positions: [...at, 0] };
  if (kind === 2) return { type: 'remove', ids: [Math.floor(61 * random())] };
  return { type: 'set', species: 'ant', parameter: 'maxSpeed', value: 1 + random() };
}

/** The hash at each tick by the kernel "ts", with the commands of a log. */
function alone(scenario: Scenario, world: World): string[] {
  const { log } = world;
  const one = createWorld({ ...scenario, commands: [...log] }, { kernel: 'ts' });
  return Array.from({ length: world.tick }, () => {
    tick(one);
    return stateHash(one);
  });
}

describe('the option kernel', () => {
  it('refuses what is chosen for a world, and names where', async () => {
    const team = createTeam(createWorld(ants), { kernel: 'simd' as 'gpu' });
    await expect(team).rejects.toMatchObject({
      code: 'OPTION_INVALID',
      message:
        'kernel: found "simd", expected "auto" or "gpu" (createWorld and restore choose between "ts" and "simd")',
    });
  });

  it('refuses the graphics card on a host without one', async () => {
    const hire = () => expect.fail('threads were started');
    const host = { coresHint: 2, hire, refusal: undefined };
    await expect(startTeam(createWorld(ants), { kernel: 'gpu' }, host)).rejects.toMatchObject({
      name: 'GpuError',
      code: 'GPU_MISSING',
    });
  });

  it('leaves the world to the workers by default', async () => {
    await using team = await createTeam(createWorld(ants, { kernel: 'ts' }), { workers: 1 });
    expect(team.kernel).toBe('ts');
  });
});

// A card in software compiles code for seconds, and more on a busy machine.
const timeout = 300_000;

describe.skipIf(device === undefined)('a team with the graphics card', { timeout }, () => {
  const teams: Team[] = [];
  /** A team that most tests share, as the code is compiled for each. */
  let shared: Team | undefined;
  async function cardTeam(world: World): Promise<Team> {
    const team = await createTeam(world, { kernel: 'gpu', workers: 2, stallMs: 60_000 });
    teams.push(team);
    return team;
  }
  async function sharedTeam(): Promise<Team> {
    shared ??= await cardTeam(createWorld(ants));
    return shared;
  }
  afterEach(() => vi.restoreAllMocks());
  afterAll(() => Promise.all(teams.map((team) => team.dispose())));

  /** The device that the teams of this thread share. */
  async function deviceOfTeams(): Promise<Device> {
    const made = vi.spyOn(Device.prototype, 'pipeline');
    const team = await cardTeam(createWorld(ants));
    await team.dispose();
    const [own] = made.mock.contexts;
    made.mockRestore();
    return own as Device;
  }

  it('tests the card once, and compiles the code of a world once', async () => {
    const team = await sharedTeam();
    const { device: own } = await deviceOfTeams();
    const compiled = vi.spyOn(own, 'createComputePipeline');
    const restored = await cardTeam(restore(snapshot(team.world)));
    await Promise.all([restored.run(20), findCard()]);
    expect(compiled).not.toHaveBeenCalled();
    const bounds = { type: 'open' } as const;
    await cardTeam(createWorld(parseScenario({ ...ants, bounds })));
    expect(compiled.mock.calls.length).toBeGreaterThan(0);
  });

  it('has the hash of the kernel "ts" at each tick, in runs one after the other', async () => {
    const team = await sharedTeam();
    expect([team.kernel, team.workers, team.threaded]).toEqual(['gpu', 2, true]);
    const found = [];
    for (const ticks of [1, 30, 9]) {
      const report = await team.run(ticks, { hash: true });
      expect(report).toMatchObject({ ticks, aborted: false, toTick: team.world.tick });
      expect(report.tickMs).toHaveLength(ticks);
      expect(Math.min(...report.tickMs)).toBeGreaterThan(0);
      found.push(...report.hashes!);
    }
    expect(hashDifference(found, alone(ants, team.world))).toBeUndefined();
    expect(stateHash(team.world)).toBe(found.at(-1));
  });

  it('takes commands, measures, finds, resizes and pauses during a run', async () => {
    const team = await sharedTeam();
    const { world } = team;
    const begun = world.tick;
    const random = randomOf(5);
    const resized = vi.fn();
    team.on('resize', resized);
    const control = new AbortController();
    const run = team.run(1_000_000, {
      ...{ signal: control.signal, hash: true },
      ...{ measures: ['ant.mean(speed)'], every: 10 },
    });
    for (let k = 0; k < 5; k++) {
      const { tick: stamp } = await team.command(commandOf(random));
      expect(stamp).toBeGreaterThanOrEqual(begun);
      const [alive] = await team.measure(['ant.alive']);
      expect(alive).toBeGreaterThan(50);
    }
    await team.resize(3);
    control.abort();
    const { hashes, aborted, ticks, samples } = await run;
    expect([aborted, ticks]).toEqual([true, world.tick - begun]);
    expect(resized).toHaveBeenCalledWith({ workers: 3 });
    expect(samples!.ticks).toHaveLength(Math.floor(world.tick / 10) - Math.floor(begun / 10));
    expect(hashDifference(hashes, alone(ants, world).slice(begun))).toBeUndefined();
    await team.run(3);
    expect(stateHash(world)).toBe(alone(ants, world).at(-1));
  });

  it('records replays that the CPU plays to the end', async () => {
    const team = await sharedTeam();
    const { world } = team;
    const recorder = recordReplay(world, { keyframeEvery: 10 });
    for (let k = 0; k < 2; k++) {
      const { hashes } = await team.run(10, { hash: true });
      recorder.take(hashes);
    }
    const replay = readReplay(recorder.finish());
    const { divergence, keyframes } = await verifyReplay(replay, { kernel: 'ts' });
    expect(divergence).toBeUndefined();
    expect(keyframes).toBeGreaterThan(1);
  });

  it('keeps the state on the card if asked, until something needs it', async () => {
    const team = await cardTeam(createWorld(ants));
    const { world } = team;
    const read = vi.spyOn(Device.prototype, 'read');
    const found: string[] = [];
    const run = async (ticks: number, keep = true) =>
      found.push(...(await team.run(ticks, { hash: true, keep })).hashes!);
    for (const ticks of [5, 1, 20]) await run(ticks);
    expect([world.tick, team.kept, found.length]).toEqual([26, true, 26]);
    // The hashes of up to 16 ticks, but no state.
    expect(Math.max(...read.mock.calls.map(([{ size }]) => size))).toBeLessThan(4 * 61);
    expect(team.card!.state().tick).toBe(26);
    const busy = 'found a world whose state is on the graphics card';
    expect(() => stateHash(world)).toThrow(busy);
    const other = await createTeam(world, { workers: 1 });
    await expect(other.run(1)).rejects.toMatchObject({ code: 'TEAM_BUSY' });
    const { tick: stamp } = await team.command({ type: 'move', position: [1, 1] });
    expect([stamp, team.kept]).toEqual([26, false]);
    await run(4);
    const [alive] = await team.measure(['ant.alive']);
    expect([alive, team.kept, stateHash(world)]).toEqual([61, false, found.at(-1)]);
    await run(3);
    await team.sync();
    expect(stateHash(world)).toBe(found.at(-1));
    await run(2);
    await run(1, false);
    expect([team.kept, stateHash(world)]).toEqual([false, found.at(-1)]);
    await run(2);
    await Promise.all([team.dispose(), other.dispose()]);
    expect([world.tick, stateHash(world)]).toEqual([38, found.at(-1)]);
    expect(hashDifference(found, alone(ants, world))).toBeUndefined();
  });

  it('repeats with its threads what a lost card has kept', async () => {
    const team = await cardTeam(createWorld(ants));
    const own = await deviceOfTeams();
    const found: string[] = [];
    const run = async (ticks: number) =>
      found.push(...(await team.run(ticks, { hash: true, keep: true })).hashes!);
    await run(30);
    own.close();
    await team.sync();
    expect([team.world.tick, team.kept, team.card]).toEqual([30, false, undefined]);
    expect(stateHash(team.world)).toBe(found.at(-1));
    const next = await cardTeam(createWorld(ants));
    await next.run(7, { keep: true });
    const device = await deviceOfTeams();
    device.close();
    found.push(...(await next.run(33, { hash: true, keep: true })).hashes!);
    expect(found.length).toBe(63);
    expect(hashDifference(found.slice(0, 30), alone(ants, team.world))).toBeUndefined();
    expect(hashDifference(found.slice(30), alone(ants, next.world).slice(7))).toBeUndefined();
  });

  const runs = runsOf(1, 5);
  const seed = seedOf(20_261_130);
  it(`has the hash of "ts" at each tick whichever kernel steps, in ${runs} runs from seed ${seed} on`, async () => {
    for (let own = seed; own < seed + runs; own++) await changeKernels(own);
  });

  /** Steps a world by kernels that change at random ticks, with random commands. */
  async function changeKernels(own: number): Promise<void> {
    const random = randomOf(own);
    const scenario = parseScenario({ ...ants, seed: own });
    const oracle = createWorld(scenario, { kernel: 'ts' });
    let card = await cardTeam(createWorld(scenario));
    let { world } = card;
    let cpu = await createTeam(world, { workers: 2 });
    const used: string[] = [];
    for (let k = 0; k < 24; k++) {
      if (k === 12) {
        // A snapshot of what the card has made; the card continues with the other kernel beside it.
        await card.run(2);
        tick(oracle, 2);
        await Promise.all([card.dispose(), cpu.dispose()]);
        world = restore(snapshot(world), { kernel: 'ts' });
        [card, cpu] = await Promise.all([cardTeam(world), createTeam(world, { workers: 2 })]);
      }
      const input = commandOf(random);
      for (const one of [world, oracle]) command(one, input);
      const ticks = 1 + Math.floor(7 * random());
      const way = ['card', 'team', 'tick'][Math.floor(3 * random())];
      used.push(`${ticks} by ${way}`);
      const found: string[] = [];
      if (way === 'tick') {
        for (let n = 0; n < ticks; n++) {
          tick(world);
          found.push(stateHash(world));
        }
      } else {
        const { hashes } = await (way === 'card' ? card : cpu).run(ticks, { hash: true });
        found.push(...hashes!);
      }
      const expected = Array.from({ length: ticks }, () => {
        tick(oracle);
        return stateHash(oracle);
      });
      const difference = hashDifference(found, expected);
      if (difference) expect.fail(`seed ${own}, after ${used.join(', ')}: ${difference}`);
    }
    await Promise.all([card.dispose(), cpu.dispose()]);
  }

  it('rejects a run in which the card differs, at the tick before, and the world can continue', async () => {
    const end = makeProductsWrong(Device);
    const world = createWorld(ants);
    tick(world, 990);
    const team = await cardTeam(world);
    end();
    for (let k = 0; k < 2; k++) {
      await expect(team.run(30)).rejects.toMatchObject({
        name: 'GpuError',
        code: 'GPU_DIFFERS',
        message: expect.stringMatching(/at tick 1000, in "[a-z.]+" of agent \d+: found 0x/),
      });
      expect(world.tick).toBe(999);
    }
    await team.dispose();
    await using cpu = await createTeam(world, { workers: 1 });
    await cpu.run(5);
    expect(world.tick).toBe(1004);
  });

  it('continues with its threads if the device is lost, and warns', async () => {
    const team = await cardTeam(createWorld(ants));
    const own = await deviceOfTeams();
    const warned = vi.fn();
    team.on('warning', warned);
    const run = team.run(200, { hash: true });
    await new Promise((resolve) => setTimeout(resolve, 100));
    own.close();
    const { hashes } = await run;
    expect(hashDifference(hashes, alone(ants, team.world))).toBeUndefined();
    expect(team.kernel).toBe('simd');
    expect(warned.mock.calls).toEqual([
      [expect.stringMatching(/is lost: .* The workers continue with the kernel "simd"/s)],
    ]);
  });

  it('opens a lost device again for the next team', async () => {
    const team = await cardTeam(createWorld(ants));
    expect(team.kernel).toBe('gpu');
  });

  it('ends a run when it is disposed of, at a complete tick', async () => {
    const team = await cardTeam(createWorld(ants));
    const { world } = team;
    const run = team.run(1_000_000);
    const ended = expect(run).rejects.toMatchObject({ code: 'TEAM_DISPOSED' });
    await new Promise((resolve) => setTimeout(resolve, 100));
    await team.dispose();
    await ended;
    tick(world, 3);
    expect(stateHash(world)).toBe(alone(ants, world).at(-1));
  });

  it('steps a world without shared memory', async () => {
    const team = await cardTeam(createWorld(ants, { shared: false }));
    expect([team.kernel, team.threaded]).toEqual(['gpu', false]);
    const run = team.run(20, { hash: true });
    await team.command({ type: 'move', position: [1, 1] });
    const { hashes } = await run;
    expect(hashDifference(hashes, alone(ants, team.world))).toBeUndefined();
  });

  it('refuses a world that it cannot step, and names why', async () => {
    await expect(cardTeam(createWorld(beams))).rejects.toMatchObject({
      code: 'GPU_UNSUITED',
      message: 'The kernel "gpu" cannot step this world: the scenario has "launchers".',
    });
  });
});
