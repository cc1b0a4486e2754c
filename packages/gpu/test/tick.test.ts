import { readFileSync } from 'node:fs';
import {
  command,
  createWorld,
  parseScenario,
  type Scenario,
  stateHash,
  tick,
  type World,
} from '@skein/core';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { Device } from '../src/device.ts';
import { GpuError } from '../src/gpu-error.ts';
import { chooseLayer } from '../src/self-test.ts';
import { GpuStepper } from '../src/tick/stepper.ts';
import { chase, checkTicks } from './helpers/check-ticks.ts';
import { openDevice } from './helpers/open-device.ts';

const device = await openDevice();
afterAll(() => device?.close());

type Given = Parameters<typeof checkTicks> extends [unknown, unknown, ...infer Rest] ? Rest : never;
const layer = device && (await chooseLayer(device));
const check = (...given: Given) => checkTicks(device!, layer!, ...given);

const ANTS = {
  ...{ name: 'ants', dimensions: 2, bounds: { type: 'wrap', min: [-6, -6], max: [6, 6] } },
  species: [
    {
      ...{ name: 'ant', count: 90, maxSpeed: 4, maxForce: 9 },
      spawn: { type: 'box', min: [-5, -5], max: [5, 5], velocity: { speed: 3 } },
      behaviors: [{ type: 'cohesion', radius: 2 }],
    },
  ],
};

describe.skipIf(device === undefined)('GpuStepper', () => {
  it('steps hunters and prey on a torus to the bit, in more than one batch', async () => {
    expect(await check(chase, 40)).toBe(0);
  });

  it('steps agents with goals, and leaves to the CPU the ticks of commands, and those in which an agent is quarantined', async () => {
    const bounds = { type: 'contain', min: [-6, -6], max: [6, 6] } as const;
    const spawn = { type: 'box', min: [-5, -5], max: [5, 5], velocity: { speed: 3 } } as const;
    const behaviors = [{ type: 'cohesion', radius: 2 }, { type: 'wander' }, { type: 'goal' }];
    const goals = { type: 'mirror', center: [0, 0] } as const;
    const species = [{ name: 'ant', count: 90, maxSpeed: 4, spawn, goals, behaviors }];
    const commands = [
      { tick: 3, type: 'set', species: 'ant', behavior: 0, parameter: 'weight', value: 3 },
    ];
    const scenario = parseScenario({ name: 'ants', dimensions: 2, bounds, species, commands });
    const onCpu = await check(scenario, 12, (world) => {
      command(world, { type: 'remove', ids: [7, 8] });
      // Whoever writes to the views can make any number of an agent.
      world.views.velocity.x[20] = Number.NaN;
    });
    expect(onCpu).toBe(2);
  });

  it('computes agents with subnormal numbers by the soft layer', async () => {
    const positions = [...Array(40).keys()].map((k) => [k * 1e-40, k % 3, 1e-39 / (k + 1)]);
    const spawn = { type: 'points', positions } as const;
    const behaviors = [
      { type: 'cohesion', radius: 2 },
      { type: 'seek', target: 'moon' },
    ];
    const species = [{ name: 'mote', count: 40, maxSpeed: 4, spawn, behaviors }];
    const motion = { type: 'orbit', center: [0, 0, 0], rate: 0.15 };
    const targets = [{ name: 'moon', position: [9, 0, 0], motion }];
    expect(await check(parseScenario({ name: 'motes', targets, species }), 5)).toBe(0);
  });

  /** Creates a stepper whose layer has products of 23 bits. */
  async function faulty(scenario: Scenario): Promise<{ world: World; stepper: GpuStepper }> {
    const world = createWorld(scenario);
    const { pipeline } = device!;
    const product = 'return select(native, ((a ^ b) & SIGN)';
    const spy = vi.spyOn(device!, 'pipeline').mockImplementation((code, uses) => {
      return pipeline.call(
        device,
        code.replace(product, product.replace('native', 'native & ~1u')),
        uses,
      );
    });
    const stepper = await GpuStepper.create(world, device!, 'flag');
    spy.mockRestore();
    return { world, stepper };
  }

  it('stops before a tick that the card computes otherwise, and names where', async () => {
    const { world, stepper } = await faulty(parseScenario(ANTS));
    await expect(stepper.run(100, { checkEvery: 10 })).rejects.toMatchObject({
      code: 'GPU_DIFFERS',
      message: expect.stringMatching(
        /^The adapter .* computes another state than the CPU at tick 10, in "[a-z.]+" of agent \d+: found 0x/,
      ),
    });
    expect(world.tick).toBe(9);
    stepper.close();
  });

  it('finds such a tick by its own soft layer, when that is compiled', async () => {
    const { world, stepper } = await faulty(parseScenario(ANTS));
    const running = async () => {
      for (let k = 0; k < 50; k++) await stepper.run(256, { checkEvery: 1e9 });
    };
    await expect(running()).rejects.toMatchObject({
      code: 'GPU_DIFFERS',
      message: expect.stringMatching(/, in "[a-z.]+" of agent \d+: found 0x/),
    });
    const { tick: last } = world;
    expect(last).toBeGreaterThanOrEqual(256);
    // The next run ends at once: the same agent is in the sample.
    await expect(stepper.run(1)).rejects.toMatchObject({ code: 'GPU_DIFFERS' });
    expect(world.tick).toBe(last);
    stepper.close();
  });

  it('leaves to the CPU the ticks of subnormal numbers if the adapter refuses the soft layer', async () => {
    const spawn = { type: 'points', positions: [[1e-40, 0, 0]] };
    const species = [{ name: 'mote', count: 1, maxSpeed: 4, spawn, behaviors: [] }];
    const scenario = parseScenario({ name: 'mote', species });
    const [world, alone] = [createWorld(scenario), createWorld(scenario)];
    const stepper = await GpuStepper.create(world, device!, layer!);
    const refusal = new GpuError('GPU_CODE', 'The adapter refuses code');
    const compile = vi.spyOn(device!, 'pipeline').mockRejectedValue(refusal);
    for (const ticks of [2, 3]) {
      const { hashes, onCpu, lost } = await stepper.run(ticks);
      tick(alone, ticks);
      expect([onCpu, lost, hashes.at(-1)]).toEqual([ticks, undefined, stateHash(alone)]);
    }
    expect(compile.mock.calls.map(([, , label]) => label)).toEqual(['check']);
    compile.mockRestore();
    stepper.close();
  });

  it('leaves to the CPU the ticks with a crowd of subnormal numbers', async () => {
    const corner = [1e-38, 1e-38];
    const spawn = { type: 'box', min: [0, 0], max: corner, velocity: { speed: 1e-39 } } as const;
    const species = [{ name: 'mote', count: 200, maxSpeed: 4, spawn, behaviors: [] }];
    expect(
      await check(parseScenario({ name: 'motes', dimensions: 2, species }), 20),
    ).toBeGreaterThan(15);
  });

  it('cuts the ticks of a crowd into several dispatches', async () => {
    const spawn = { type: 'sphere', center: [0, 0], radius: 0.5, velocity: { speed: 1 } };
    const species = [{ ...ANTS.species[0], count: 300, spawn }];
    const scenario = parseScenario({ ...ANTS, species });
    const [world, alone] = [createWorld(scenario), createWorld(scenario)];
    const stepper = await GpuStepper.create(world, device!, layer!);
    const dispatched = vi.spyOn(device!, 'run');
    const { hashes } = await stepper.run(6, { mostPairs: 20_000 });
    const counts = dispatched.mock.calls.map(([list]) => list.length);
    dispatched.mockRestore();
    tick(alone, 6);
    expect(hashes.at(-1)).toBe(stateHash(alone));
    // 300 agents in 5 workgroups, which meet 19,000 agents each.
    expect(counts[5] - counts[0]).toBe(4);
    stepper.close();
  });

  it('refuses impossible numbers, and lets the CPU continue if the device is lost', async () => {
    const own = (await openDevice())!;
    const [world, alone] = [createWorld(parseScenario(ANTS)), createWorld(parseScenario(ANTS))];
    const stepper = await GpuStepper.create(world, own, 'flag');
    await expect(stepper.run(0.5)).rejects.toMatchObject({ code: 'TICKS_INVALID' });
    await expect(stepper.run(1, { checkEvery: 0 })).rejects.toMatchObject({
      code: 'OPTION_INVALID',
      message: 'checkEvery: found 0, expected a whole number, at least 1.',
    });
    const misused: readonly (readonly [unknown, string])[] = [
      [null, 'options: found null, expected an object.'],
      [
        { checkevery: 5 },
        'checkevery: found an unknown option, expected one of checkEvery, mostPairs, keep.',
      ],
      [{ keep: 'no' }, 'keep: found "no", expected true or false.'],
    ];
    for (const [options, message] of misused) {
      const run = stepper.run(1, options as object);
      await expect(run).rejects.toMatchObject({ code: 'OPTION_INVALID', message });
    }
    await stepper.run(20);
    own.close();
    const { hashes, onCpu, lost } = await stepper.run(10);
    tick(alone, 30);
    expect([hashes.length, onCpu, hashes.at(-1)]).toEqual([10, 10, stateHash(alone)]);
    expect(lost).toContain('is lost');
  });

  it('keeps the state on the card if asked, and the CPU repeats it if the device is lost', async () => {
    const own = (await openDevice())!;
    const [world, alone] = [createWorld(chase), createWorld(chase)];
    const stepper = await GpuStepper.create(world, own, 'flag');
    const shown = () => [...world.views.position.x, ...world.views.targetPosition.x];
    const before = shown();
    const read = vi.spyOn(own, 'read');
    const first = await stepper.run(20, { keep: true });
    const second = await stepper.run(3, { keep: true });
    // Only the progress of three batches has come back.
    const sizes = read.mock.calls.map(([{ size }]) => size);
    expect(Math.max(...sizes)).toBeLessThan(4 * 50);
    expect([world.tick, shown()]).toEqual([23, before]);
    const busy = 'found a world whose state is on the graphics card, expected a call after sync';
    expect(() => stateHash(world)).toThrow(busy);
    expect(() => tick(world)).toThrow(busy);
    tick(alone, 23);
    expect([first.hashes.length, second.hashes.at(-1)]).toEqual([20, stateHash(alone)]);

    const { tick: at, planes } = stepper.state();
    const words = new Float32Array((await own.read(planes)).buffer);
    const from = stepper.wordOf('position.y')!;
    expect([at, [...words.subarray(from, from + world.count)]]).toEqual([
      23,
      [...alone.views.position.y],
    ]);

    // Before a checked tick, the memory is brought up to date.
    const third = await stepper.run(8, { keep: true, checkEvery: 25 });
    tick(alone, 8);
    expect([world.tick, third.onCpu]).toEqual([31, 0]);
    expect(third.hashes.at(-1)).toBe(stateHash(alone));
    const still = stepper.run(2);
    await expect(stepper.sync()).rejects.toMatchObject({ code: 'WORLD_BUSY' });
    await still;
    tick(alone, 2);
    expect(stateHash(world)).toBe(stateHash(alone));

    await stepper.run(4, { keep: true });
    own.close();
    const { hashes, onCpu } = await stepper.run(2, { keep: true });
    tick(alone, 6);
    expect([world.tick, onCpu, hashes.at(-1)]).toEqual([39, 2, stateHash(alone)]);
    expect(stateHash(world)).toBe(stateHash(alone));
  });

  it('leaves to the CPU a tick to be checked of numbers that no snapshot may have', async () => {
    const [world, alone] = [createWorld(parseScenario(ANTS)), createWorld(parseScenario(ANTS))];
    for (const { views } of [world, alone]) views.velocity.x[20] = Number.NaN;
    const stepper = await GpuStepper.create(world, device!, layer!);
    const { hashes, onCpu } = await stepper.run(2, { checkEvery: 1 });
    tick(alone, 2);
    expect([onCpu, hashes.at(-1)]).toEqual([2, stateHash(alone)]);
    stepper.close();
  });

  it('lets the CPU continue if it is closed in a run, and has no state after that', async () => {
    const [world, alone] = [createWorld(parseScenario(ANTS)), createWorld(parseScenario(ANTS))];
    const stepper = await GpuStepper.create(world, device!, layer!);
    await stepper.run(2, { keep: true });
    const { read } = device!;
    const reads = vi.spyOn(device!, 'read').mockImplementation((buffer) => {
      if (reads.mock.calls.length === 2) stepper.close();
      return read.call(device, buffer);
    });
    const { hashes, lost } = await stepper.run(40, { keep: true });
    reads.mockRestore();
    tick(alone, 42);
    expect([lost, hashes.length, hashes.at(-1)]).toEqual([
      'The stepper was closed',
      40,
      stateHash(alone),
    ]);
    expect(stateHash(world)).toBe(stateHash(alone));
    expect(() => stepper.state()).toThrow('The stepper was closed: its state is gone.');
  });

  it('refuses what is no device, no WebGPU and no layer, and names where', async () => {
    const world = createWorld(parseScenario(ANTS));
    const refused = (message: string) => ({ code: 'OPTION_INVALID', message });
    await expect(Device.open({ create: 1 } as unknown as GPU)).rejects.toMatchObject(
      refused(
        'gpu: found an object, expected navigator.gpu, or what create of the package webgpu returns.',
      ),
    );
    await expect(
      GpuStepper.create(world, device!.device as unknown as Device),
    ).rejects.toMatchObject(
      refused('device: found a GPUDevice, expected what Device.open returns.'),
    );
    await expect(GpuStepper.create(world, device!, 'foo' as 'flag')).rejects.toMatchObject(
      refused('layer: found "foo", expected one of fma, flush, flag, soft.'),
    );
  });

  it('refuses a world that it cannot step, and names why', async () => {
    const maze = JSON.parse(
      readFileSync(new URL('../../../scenarios/maze.json', import.meta.url), 'utf8'),
    );
    const create = GpuStepper.create(createWorld(parseScenario(maze)), device!, 'flag');
    await expect(create).rejects.toMatchObject({
      code: 'GPU_UNSUITED',
      message: 'The kernel "gpu" cannot step this world: the scenario has "map".',
    });
  });
});
