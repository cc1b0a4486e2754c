import { describe, expect, it } from 'vitest';
import { WorldError } from '../../src/errors.ts';
import { defineLaw } from '../../src/laws/index.ts';
import { parseScenario } from '../../src/scenario/parse.ts';
import type { Scenario } from '../../src/scenario/schema.ts';
import { attachWorld } from '../../src/tick/attach-world.ts';
import { createWorld, memoryBytes } from '../../src/tick/create-world.ts';
import {
  CONSTANT_ROWS,
  CONTROL_ROWS,
  layoutHash,
  layoutOf,
  PARTICLE_ROWS,
  type Row,
  SCRATCH_ROWS,
  STATE_ROWS,
} from '../../src/world/layout.ts';
import { allocate } from '../../src/world/memory.ts';
import { planOf } from '../../src/world/plan.ts';
import { countsOf } from '../../src/world/sizes.ts';
import type { World } from '../../src/world/world.ts';
import { flockInput } from '../helpers/flocks.ts';
import { someOf } from '../helpers/long.ts';
import { pointsOf, SCENE_NAMES, scene, worldOf } from '../helpers/scenes.ts';

interface Extent {
  readonly name: string;
  readonly begin: number;
  /** Behind the padding. */
  readonly end: number;
}

type View = Uint8Array | Float32Array | Int32Array | Uint32Array;

/** Where every plane of every column of a world lies. */
function extentsOf(world: World): Extent[] {
  const tables: [string, Record<string, unknown>, readonly Row[]][] = [
    ['control', world.control, CONTROL_ROWS],
    ['constants', world.constants, CONSTANT_ROWS],
    ['states[0]', world.states[0], STATE_ROWS],
    ['states[1]', world.states[1], STATE_ROWS],
    ['scratch', world.scratch, SCRATCH_ROWS],
    ['particles', world.particles, PARTICLE_ROWS],
  ];
  return tables.flatMap(([table, views, rows]) =>
    rows.flatMap(([name, , , components]) => {
      const view = views[name];
      const planes =
        components === 3
          ? Object.entries(view as Record<string, View>)
          : ([['', view as View]] as [string, View][]);
      expect(planes.map(([axis]) => axis)).toEqual(components === 3 ? ['x', 'y', 'z'] : ['']);
      return planes.map(([axis, plane]) => {
        expect(plane.buffer, `${table}.${name}`).toBe(world.handle.memory.buffer);
        const elements = Math.ceil(plane.length / 16) * 16;
        const begin = plane.byteOffset;
        const end = begin + elements * plane.BYTES_PER_ELEMENT;
        return { name: `${table}.${name}${axis}`, begin, end };
      });
    }),
  );
}

const worlds: [string, World][] = [
  ['one agent', worldOf({ species: [{ name: 'a', ...pointsOf([[0, 0, 0]]) }] })],
  ['1003 agents in a torus', worldOf(flockInput(1003, 'wrap', 3, 1))],
  ['1003 agents, 7 workers', worldOf(flockInput(1003, 'open', 2, 1), { maxWorkers: 7 })],
  ['17 agents, one worker', worldOf(flockInput(17, 'contain', 3, 1), { maxWorkers: 1 })],
  ['beams', createWorld(scene('beams'))],
];

describe.each(worlds)('the layout of %s', (_, world) => {
  const extents = extentsOf(world).sort((a, b) => a.begin - b.begin);

  it('has no two planes that overlap, padding included', () => {
    for (let k = 1; k < extents.length; k++) {
      expect(
        extents[k].begin,
        `${extents[k].name} begins inside ${extents[k - 1].name}`,
      ).toBeGreaterThanOrEqual(extents[k - 1].end);
    }
  });

  it('begins every plane at a multiple of 64 bytes, and none at address 0', () => {
    for (const { name, begin } of extents) expect(begin % 64, name).toBe(0);
    expect(extents[0].begin).toBeGreaterThan(0);
  });

  it('ends within the bytes computed beforehand, and wastes about 64 a plane at most', () => {
    expect(extents[extents.length - 1].end).toBeLessThanOrEqual(world.bytes);
    expect(world.handle.memory.buffer.byteLength).toBeGreaterThanOrEqual(world.bytes);
    const used = extents.reduce((sum, { begin, end }) => sum + end - begin, 0);
    expect(world.bytes - used).toBeLessThan(1024 + 64 * extents.length);
  });

  it('has the size computed from its plan', () => {
    expect(layoutOf(world.handle.plan).bytes).toBe(world.bytes);
    expect(memoryBytes(world.scenario, world.maxWorkers)).toBe(world.bytes);
  });

  it('keeps writes to one plane out of the others', () => {
    // Every element gets the number of its plane; then each plane still holds its own.
    const copy = createWorld(world.scenario, { maxWorkers: world.maxWorkers });
    const places = extentsOf(copy);
    places.forEach(({ begin, end }, k) => {
      new Uint8Array(copy.handle.memory.buffer, begin, end - begin).fill(1 + (k % 255));
    });
    places.forEach(({ begin, end, name }, k) => {
      const bytes = new Uint8Array(copy.handle.memory.buffer, begin, end - begin);
      expect(
        bytes.every((byte) => byte === 1 + (k % 255)),
        name,
      ).toBe(true);
    });
  });
});

describe('bytes', () => {
  it.each(SCENE_NAMES)('of %s are known without allocating', (name) => {
    const scenario = scene(name);
    expect(memoryBytes(scenario, 2)).toBeGreaterThan(1000);
    if (name === 'beams')
      expect(createWorld(scenario, { maxWorkers: 2 }).bytes).toBe(memoryBytes(scenario, 2));
  });

  it('of a scenario with laws are those of a world with the kernel that is chosen for it', () => {
    const law = defineLaw({
      name: 'near',
      description: 'Toward others.',
      force: ({ neighbors }) => neighbors.within(2).sum((other) => other.offset),
    });
    const species = [{ name: 'a', count: 9, behaviors: [{ type: 'law:near' }] }];
    const spawn = { type: 'box', min: [0, 0, 0], max: [9, 8, 7] };
    const input = { name: 'laws', species: [{ ...species[0], spawn }] };
    const scenario = parseScenario(input, { laws: [law] });
    for (const maxWorkers of [1, 3]) {
      expect(memoryBytes(scenario, maxWorkers)).toBe(createWorld(scenario, { maxWorkers }).bytes);
    }
    expect(memoryBytes(scenario)).toBe(createWorld(scenario).bytes);
  });

  it('grow with agents and workers', () => {
    const bytes = (count: number, workers: number): number =>
      memoryBytes(parseScenario({ name: 'a', ...flockInput(count, 'wrap', 3, 1) }), workers);
    expect(bytes(2000, 4)).toBeGreaterThan(bytes(1000, 4));
    expect(bytes(1000, 8)).toBeGreaterThan(bytes(1000, 4));
  });

  it('are at most 180 per agent for a million boids, with the largest number of workers', () => {
    // About 30 neighbors within the radius.
    const radius = 2.08;
    const half = Math.cbrt((1_000_000 * (4 / 3) * Math.PI * radius ** 3) / 30) / 2;
    const [min, max] = [
      [-half, -half, -half],
      [half, half, half],
    ];
    const behaviors = [{ type: 'separation', radius }];
    const boids = parseScenario({
      name: 'boids',
      bounds: { type: 'wrap', min, max },
      species: [{ name: 'boid', count: 1_000_000, spawn: { type: 'box', min, max }, behaviors }],
    });
    expect(memoryBytes(boids) / 1e6).toBeLessThanOrEqual(180);
    expect(memoryBytes(boids, 2) / 1e6).toBeLessThanOrEqual(147);
  });

  it('of a declared column of one number are 8 per agent of a million: once in each of two states', () => {
    const bytes = (columns: object): number => {
      const spawn = { type: 'box', min: [-99, -80, -70], max: [99, 80, 70] };
      const species = [{ name: 'a', count: 1_000_000, spawn, columns }];
      return memoryBytes(parseScenario({ name: 'a', species }), 2) / 1e6;
    };
    const energy = { type: 'f32' };
    const none = bytes({});
    // A plane is padded to 64 bytes, and may come with tables of a few.
    expect(bytes({ energy }) - none).toBeLessThan(8.01);
    expect(bytes({ energy, meals: { type: 'u32' } }) - none).toBeLessThan(16.01);
    expect(bytes({ energy }) - none).toBeGreaterThanOrEqual(8);
  });

  function huge(count: number): Scenario {
    return parseScenario({
      name: 'huge',
      species: [{ name: 'a', count, spawn: { type: 'box', min: [0, 0, 0], max: [99, 9, 9] } }],
    });
  }

  it('beyond the limit are refused before anything is allocated, with the numbers', () => {
    const scenario = huge(4_194_304);
    const bytes = memoryBytes(scenario, 1);
    const attempt = () => createWorld(scenario, { maxWorkers: 1, maxBytes: 1e6 });
    const begin = process.memoryUsage().arrayBuffers;
    expect(attempt).toThrow(WorldError);
    expect(attempt).toThrow(expect.objectContaining({ code: 'WORLD_TOO_LARGE' }));
    expect(attempt).toThrow(
      `A world of 4194304 agents, 1 cells and at most 1 workers takes ${bytes} bytes, expected at most 1000000.`,
    );
    expect(process.memoryUsage().arrayBuffers - begin).toBeLessThan(1e6);
  });

  it('at the limit exactly are granted', () => {
    const scenario = huge(1000);
    const bytes = memoryBytes(scenario, 1);
    expect(createWorld(scenario, { maxWorkers: 1, maxBytes: bytes }).bytes).toBe(bytes);
    expect(() => createWorld(scenario, { maxWorkers: 1, maxBytes: bytes - 1 })).toThrow(WorldError);
  });
});

describe('createWorld', () => {
  const scenario = scene('flock');

  it.each([
    [{ name: 'a', species: [] }],
    // With the two keys that a file often has.
    [{ name: 'a', seed: 1, commands: [], species: [{ name: 's', count: 1, behaviors: [] }] }],
    [null],
    ['beams.json'],
  ])('refuses %j, which was not parsed', (raw) => {
    for (const make of [createWorld, memoryBytes]) {
      const attempt = () => make(raw as unknown as Scenario);
      expect(attempt).toThrow(expect.objectContaining({ code: 'SCENARIO_RAW' }));
    }
  });

  it.each([
    ['maxWorkers', 0],
    ['maxWorkers', -1],
    ['maxWorkers', 1.5],
    ['maxWorkers', 33],
    ['maxWorkers', Number.NaN],
    ['seed', -1],
    ['seed', 2 ** 32],
    ['seed', 0.5],
    ['maxBytes', Number.NaN],
    ['maxBytes', 0],
  ])('refuses %s %d by name', (option, value) => {
    const attempt = () => createWorld(scenario, { [option]: value });
    expect(attempt).toThrow(expect.objectContaining({ code: 'WORLD_OPTION', name: 'WorldError' }));
    expect(attempt).toThrow(`Option ${option}: found ${value}, expected a whole number from `);
  });

  it.each([null, 5, 'fast', [], true])('refuses %j as options', (options) => {
    const attempt = () => createWorld(scenario, options as never);
    expect(attempt).toThrow(expect.objectContaining({ code: 'WORLD_OPTION' }));
    expect(attempt).toThrow(/^Options: found .+, expected an object\.$/);
  });

  it('refuses a choice of sharing that is neither true nor false', () => {
    expect(() => createWorld(scenario, { shared: 'no' as never })).toThrow(
      'Option shared: found "no", expected true or false.',
    );
  });

  it('refuses an unknown option, which would have no effect', () => {
    const attempt = () => createWorld(scenario, { maxWorker: 2 } as object);
    expect(attempt).toThrow(expect.objectContaining({ code: 'WORLD_OPTION' }));
    expect(attempt).toThrow(
      'Option maxWorker: found an unknown option, expected one of maxWorkers',
    );
  });

  it('reports the seed in use', () => {
    expect(createWorld(scenario).scenario.seed).toBe(1);
    expect(createWorld(scenario, { seed: 9 }).scenario.seed).toBe(9);
    expect(scenario.seed).toBe(1);
  });

  it('shares its memory, except with the option shared: false', () => {
    expect(createWorld(scenario).handle.memory.buffer).toBeInstanceOf(SharedArrayBuffer);
    const alone = createWorld(scenario, { shared: false });
    expect(alone.handle.memory.buffer).toBeInstanceOf(ArrayBuffer);
    expect([createWorld(scenario).shared, alone.shared]).toEqual([true, false]);
  });
});

describe('allocate', () => {
  it('gives zeroed memory that cannot grow', () => {
    const { buffer, wasm } = allocate(100_000, 'simd', false);
    expect(buffer.byteLength).toBe(131_072);
    expect(new Uint8Array(buffer).every((byte) => byte === 0)).toBe(true);
    expect(() => wasm?.grow(1)).toThrow(RangeError);
  });

  it('takes no memory of WebAssembly for the kernel "ts"', () => {
    const [shared, alone] = [allocate(100_000, 'ts'), allocate(100_000, 'ts', false)];
    expect(shared.buffer).toBeInstanceOf(SharedArrayBuffer);
    expect(alone.buffer).toBeInstanceOf(ArrayBuffer);
    for (const { buffer, wasm } of [shared, alone]) {
      expect(wasm).toBeUndefined();
      expect(buffer.byteLength).toBe(100_000);
      expect(new Uint8Array(buffer).every((byte) => byte === 0)).toBe(true);
    }
  });

  it('refuses a size that there is no memory for, with the number', () => {
    for (const kernel of someOf(['ts', 'simd'] as const, 2, 1)) {
      const attempt = () => allocate(2 ** 53 - 1, kernel);
      const message = expect.stringContaining(`No memory for a world of ${2 ** 53 - 1} bytes`);
      expect(attempt).toThrow(expect.objectContaining({ code: 'NO_MEMORY', message }));
    }
    expect(() => allocate(2 ** 45, 'simd')).toThrow('use the kernel "ts"');
  });
});

describe('attachWorld', () => {
  const world = worldOf(flockInput(17, 'wrap', 3, 4));

  it('sees the same bytes, at the same tick', () => {
    const other = attachWorld(structuredClone(world.handle.plan) && world.handle);
    expect(other.front.position.x).toEqual(world.views.position.x);
    expect(other.front.position.x.buffer).toBe(world.handle.memory.buffer);
    expect(other.frontTick).toBe(0);
  });

  it.each([
    ['another count', { agents: 18 }],
    ['another grid', { grid: { ...world.handle.plan.grid, cells: 1 } }],
    ['other workers', { maxWorkers: 3 }],
    ['other targets', { targets: Array(40).fill(0) }],
  ])('refuses a plan with %s', (_, changed) => {
    const plan = { ...world.handle.plan, ...changed };
    const attempt = () => attachWorld({ ...world.handle, plan });
    expect(attempt).toThrow(
      expect.objectContaining({ code: 'LAYOUT_DIFFERS', name: 'WorldError' }),
    );
    expect(attempt).toThrow(/same version of @skein\/core/);
  });

  it('refuses memory that was never a world', () => {
    const memory = allocate(world.bytes, world.kernel);
    expect(() => attachWorld({ ...world.handle, memory })).toThrow(
      `The world has layout 0, but this code expects ${layoutHash(world.handle.plan)}. Use the same version of @skein/core in all threads.`,
    );
  });

  it('changes no byte', () => {
    const bytes = () => Buffer.from(new Uint8Array(world.handle.memory.buffer)).toString('base64');
    const before = bytes();
    attachWorld(world.handle);
    expect(bytes() === before).toBe(true);
  });
});

it('the plan is plain data that can be posted', () => {
  const { plan } = createWorld(scene('beams')).handle;
  expect(structuredClone(plan)).toEqual(plan);
  expect(JSON.parse(JSON.stringify(countsOf(plan)))).toEqual(
    countsOf(planOf(scene('beams'), 32, plan.seed, plan.kernel)),
  );
});
