import { describe, expect, it } from 'vitest';
import { createWorld, restore } from '../../src/index.ts';
import { parseScenario } from '../../src/scenario/parse.ts';
import type { CommandInput } from '../../src/scenario/schema.ts';
import { compareWorlds } from '../../src/snapshot/compare-worlds.ts';
import { planeViews } from '../../src/snapshot/planes.ts';
import { recordReplay } from '../../src/snapshot/record-replay.ts';
import { type Replay, readReplay } from '../../src/snapshot/replay.ts';
import { snapshot } from '../../src/snapshot/snapshot.ts';
import { keptRows } from '../../src/snapshot/state-planes.ts';
import { tick } from '../../src/tick/tick.ts';
import { command } from '../../src/world/commands.ts';
import { takeEvents } from '../../src/world/event-ring.ts';
import { innerOf, type World } from '../../src/world/public-world.ts';
import { indexOfTick } from '../../src/world/ring.ts';
import { LONG } from '../helpers/long.ts';
import { randomOf } from '../helpers/random-of.ts';
import { scene } from '../helpers/scenes.ts';
import { columnedSnapshot, smallSnapshot, smallWorld } from '../helpers/snapshots.ts';

const KERNELS = ['ts', 'simd'] as const;

/** A flock after some ticks. Its agents have moved to other places since the start. */
function flock(ticks: number, options: Parameters<typeof createWorld>[1] = {}): World {
  const world = createWorld(scene('flock'), { maxWorkers: 1, ...options });
  tick(world, ticks);
  return world;
}

/** Flips the lowest bit of one column of one agent in the state of a tick that the world has in memory. */
function flip(world: World, at: number, name: string, agent: number): void {
  const { plan, states } = innerOf(world);
  const state = states[indexOfTick(plan, at)];
  const { view } = planeViews(keptRows(plan), state).find((plane) => plane.name === name)!;
  new Uint32Array(view.buffer, view.byteOffset)[state.slot[agent]] ^= 1;
}

/** How often a bit is flipped. */
const TIMES = LONG ? 200 : 20;
const COLUMNS = ['positionX', 'positionZ', 'velocityY', 'birth'];

describe.each(KERNELS)('a flipped bit, kernel %s', (kernel) => {
  it(`in one of two snapshots is named, ${TIMES} of ${TIMES}, seed 31`, () => {
    const random = randomOf(31);
    const below = (count: number): number => Math.floor(count * random());
    for (let n = 0; n < TIMES; n++) {
      const world = flock(1 + below(9), { kernel });
      const before = snapshot(world);
      const agent = below(world.count);
      // A birth in the future is refused, so only snapshots of moved columns are read.
      const column = COLUMNS[below(3)];
      flip(world, world.tick, column, agent);
      const found = compareWorlds(before, snapshot(world));
      expect(found, `${column} of ${agent}`).toMatchObject({
        part: 'state',
        tick: world.tick,
        agreed: undefined,
        column,
        agent,
        id: agent,
        element: undefined,
        phase: 'scatter',
        isRepeated: false,
        command: undefined,
      });
      expect(compareWorlds(world, before)).toMatchObject({ column, agent });
    }
  });

  it(`in a past tick is named with the tick, ${TIMES} of ${TIMES}, seed 32`, () => {
    const random = randomOf(32);
    const below = (count: number): number => Math.floor(count * random());
    const [a, b] = [flock(20, { kernel, history: 8 }), flock(20, { kernel, history: 8 })];
    expect(compareWorlds(a, b)).toBeUndefined();
    for (let n = 0; n < TIMES; n++) {
      const [at, later] = [12 + below(9), 12 + below(9)].sort((x, y) => x - y);
      const column = COLUMNS[below(COLUMNS.length)];
      const agent = below(a.count);
      flip(b, at, column, agent);
      const other = below(a.count);
      flip(b, later, 'positionX', other);
      // Two flips of one bit are none.
      const isNone = later === at && column === 'positionX' && other === agent;
      const where = { tick: at, agreed: at === 12 ? undefined : at - 1, isRepeated: false };
      const found = compareWorlds(a, b);
      if (isNone) expect(found).toBeUndefined();
      else if (later > at) expect(found).toMatchObject({ ...where, column, agent });
      else expect(found).toMatchObject(where);
      flip(b, at, column, agent);
      flip(b, later, 'positionX', other);
    }
    expect(compareWorlds(a, b)).toBeUndefined();
  });

  it('before a step is a difference in every later tick, and the first is named', () => {
    const [a, b] = [flock(20, { kernel, history: 8 }), flock(20, { kernel, history: 8 })];
    flip(b, 20, 'velocityX', 7);
    tick(a, 3);
    tick(b, 3);
    const where = { tick: 20, agreed: 19, column: 'velocityX', agent: 7, isRepeated: false };
    expect(compareWorlds(a, b)).toMatchObject(where);
  });

  it('in a column of the scenario is named by the column', () => {
    const [a, b] = [restore(columnedSnapshot(), { kernel }), restore(columnedSnapshot())];
    const { slot } = b.views;
    (b.views.columns.wind as { y: Float32Array }).y[slot[4]] = 7;
    const where = { column: 'wind.y', agent: 4, element: undefined, a: 2, b: 7, phase: 'settle' };
    expect(compareWorlds(a, b)).toMatchObject(where);
  });

  it('in any plane of a state is named, seed 34', () => {
    const random = randomOf(34);
    const [a, b] = [smallWorld(), restore(smallSnapshot(), { kernel })];
    const { plan, front } = innerOf(b);
    const columns = new Set<string>();
    for (const { name, row, per, view } of planeViews(keptRows(plan), front)) {
      // The places of agents, and the routes of dead ones, are no plain values.
      if (view.length === 0 || ['id', 'slot', 'cellStart', 'route', 'asked'].includes(row))
        continue;
      const k = Math.floor(view.length * random());
      const bits = new Uint8Array(view.buffer, view.byteOffset + k * view.BYTES_PER_ELEMENT, 1);
      bits[0] ^= 1;
      const isOfAgents = per === 'agent' || per.endsWith('Agent');
      const where = isOfAgents
        ? { agent: front.slot.indexOf(k), element: undefined }
        : { agent: undefined, element: k };
      const isOfParticles = row === 'nextBirth' || row === 'keptBirths';
      expect(compareWorlds(a, b), `${name}, element ${k}`).toMatchObject(
        isOfParticles ? { part: 'particle' } : { part: 'state', column: name, ...where },
      );
      bits[0] ^= 1;
      columns.add(row);
    }
    expect(compareWorlds(a, b)).toBeUndefined();
    expect(columns.size).toBeGreaterThan(20);
  });

  it('in a route is named by the agent and the word', () => {
    const [a, b] = [smallWorld(), restore(smallSnapshot(), { kernel })];
    const { front, plan } = innerOf(b);
    const words = front.route.length / plan.agents;
    front.route[6 * words + 4] += 1;
    expect(compareWorlds(a, b)).toMatchObject({ column: 'route', agent: 6, element: 4 });
  });
});

/** Two worlds with a history, of which the second gets other commands at tick 15. */
function parted(kernels: readonly ['ts' | 'simd', 'ts' | 'simd'], other: CommandInput) {
  const worlds = kernels.map((kernel) => flock(15, { kernel, history: 8 }));
  command(worlds[0], { type: 'set', species: 'boid', parameter: 'maxSpeed', value: 9 });
  command(worlds[1], { type: 'set', species: 'boid', parameter: 'maxSpeed', value: 9 });
  command(worlds[1], other);
  for (const world of worlds) tick(world, 5);
  return worlds as [World, World];
}

describe.each([
  ['ts', 'ts'],
  ['simd', 'simd'],
  ['ts', 'simd'],
] as const)('a command in one of two worlds, kernels %s and %s', (...kernels) => {
  it('is named, with the phase that carries it out', () => {
    const other: CommandInput = { type: 'place', ids: [12], velocity: [1, 2, 3] };
    const [a, b] = parted(kernels, other);
    expect(compareWorlds(a, b)).toMatchObject({
      part: 'state',
      tick: 16,
      agreed: 15,
      agent: 12,
      column: 'velocityX',
      phase: 'launch',
      isRepeated: true,
      command: { list: 'log', index: 1, a: undefined, b: { ...other, tick: 15 } },
    });
  });

  it('is named, with the tick in which it first has an effect', () => {
    const value = 2;
    const [a, b] = parted(kernels, { type: 'set', species: 'boid', parameter: 'mass', value });
    expect(compareWorlds(b, a)).toMatchObject({
      tick: 16,
      agreed: 15,
      agent: undefined,
      column: 'speciesParameters',
      phase: 'settle',
      isRepeated: true,
      command: { index: 1, a: { type: 'set', parameter: 'mass' }, b: undefined },
    });
  });
});

describe('two worlds', () => {
  it('that are stepped by either kernel are equal, and are not changed', () => {
    const [a, b] = [flock(9, { kernel: 'ts', history: 4 }), flock(9, { kernel: 'simd' })];
    const before = [snapshot(a), snapshot(b)];
    expect(compareWorlds(a, b)).toBeUndefined();
    expect([snapshot(a), snapshot(b)]).toEqual(before);
    expect(compareWorlds(before[0], b)).toBeUndefined();
    expect(compareWorlds(a, a)).toBeUndefined();
  });

  it('of different scenarios differ in a JSON path', () => {
    const { species, ...rest } = scene('flock');
    const changed = parseScenario({ ...rest, species: [{ ...species[0], maxSpeed: 9.5 }] });
    const [a, b] = [createWorld(scene('flock')), createWorld(changed)];
    expect(compareWorlds(a, b)).toEqual({
      part: 'scenario',
      path: '$.species[0].maxSpeed',
      a: species[0].maxSpeed,
      b: 9.5,
    });
    const seeded = createWorld(scene('flock'), { seed: 77 });
    expect(compareWorlds(a, seeded)).toMatchObject({ path: '$.seed', b: 77 });
    const shown = createWorld(parseScenario({ ...scene('flock'), display: { title: 'other' } }));
    expect(compareWorlds(a, shown)).toBeUndefined();
  });

  it('at different ticks are compared at the ticks that both have in memory', () => {
    const [a, b] = [flock(9), flock(11, { history: 4 })];
    expect(compareWorlds(a, b)).toEqual({
      part: 'ticks',
      agreed: 9,
      a: { fromTick: 9, toTick: 9 },
      b: { fromTick: 7, toTick: 11 },
    });
    expect(compareWorlds(flock(3), flock(4))).toMatchObject({ agreed: undefined });
    flip(b, 9, 'positionX', 3);
    expect(compareWorlds(a, b)).toMatchObject({ part: 'state', tick: 9, agent: 3 });
  });

  it('whose states agree may differ in commands, events and particles', () => {
    const world = smallWorld();
    const [a, b] = [restore(smallSnapshot()), restore(smallSnapshot())];
    expect(compareWorlds(a, world)).toBeUndefined();
    command(b, { type: 'fire', count: 1 });
    expect(compareWorlds(a, b)).toMatchObject({
      part: 'command',
      list: 'log',
      index: 2,
      a: undefined,
      b: { type: 'fire', tick: 17 },
    });
    expect(compareWorlds(world, a)).toBeUndefined();
    takeEvents(a);
    const event = { part: 'event', tick: 17, index: 0, a: { type: 'fired' }, b: undefined };
    expect(compareWorlds(world, a)).toMatchObject(event);
    const kept = innerOf(a).front.keptBirths[0];
    expect(kept).toBeGreaterThan(1);
    innerOf(a).particles.bornPosition.y[1] += 1;
    const particle = { part: 'particle', tick: 17, column: 'bornPositionY', index: 1 };
    expect(compareWorlds(world, a)).toMatchObject(particle);
    innerOf(a).particles.bornPosition.y[1] -= 1;
    innerOf(a).front.keptBirths[0]--;
    expect(compareWorlds(world, a)).toMatchObject({ part: 'particle' });
  });

  it('may differ in pending commands alone', () => {
    const [a, b] = [smallWorld(), smallWorld()];
    const { commands } = innerOf(b).host;
    commands.replace(commands.from(17).slice(0, -1));
    const where = { part: 'command', list: 'pending', b: undefined };
    expect(compareWorlds(a, b)).toMatchObject(where);
  });

  it('are refused if one of them is no world', () => {
    const world = flock(1);
    const replay = recordReplay(world).finish();
    const codeOf = (other: unknown): unknown => {
      try {
        return compareWorlds(world, other as World);
      } catch (error) {
        return (error as { code?: string }).code;
      }
    };
    expect(codeOf(replay)).toBe('COMPARE_KINDS');
    expect(codeOf(readReplay(replay))).toBe('COMPARE_KINDS');
    expect(codeOf(new Uint8Array(100))).toBe('SNAPSHOT_FORMAT');
    for (const other of [null, undefined, 7, {}, []]) expect(codeOf(other)).toBe('WORLD_UNKNOWN');
    innerOf(world).hold = 'workers';
    expect(codeOf(world)).toBe('WORLD_BUSY');
  });
});

interface Recorded {
  readonly every?: number;
  readonly keyframeEvery?: number;
  readonly ticks?: number;
  readonly kernel?: 'ts' | 'simd';
  /** Changes the commands of the run. */
  readonly commands?: (at: number) => readonly CommandInput[];
}

/** The file of a run with commands. */
function recorded(given: Recorded = {}): Uint8Array {
  const { every = 1, keyframeEvery = 20, ticks = 50, kernel = 'simd', commands = usual } = given;
  const world = createWorld(scene('dogfight'), { maxWorkers: 1, kernel });
  const recorder = recordReplay(world, { keyframeEvery });
  while (world.tick < ticks) {
    for (const one of commands(world.tick)) command(world, one);
    tick(world);
    if (world.tick % every === 0) recorder.take();
  }
  return recorder.finish();
}

function usual(at: number): readonly CommandInput[] {
  return at % 11 === 3 ? [{ type: 'fire', count: 1 + (at % 2) }] : [];
}

describe('two replays', () => {
  it('of one run are equal, by either kernel and read or not', () => {
    const [a, b] = KERNELS.map((kernel) => recorded({ kernel }));
    expect(compareWorlds(a, b)).toBeUndefined();
    expect(compareWorlds(readReplay(a), b)).toBeUndefined();
    expect(compareWorlds(a, recorded({ every: 7, keyframeEvery: 14 }))).toBeUndefined();
  });

  it.each(KERNELS)(
    'of which one has another command differ there, seed 33, kernel %s',
    (kernel) => {
      const random = randomOf(33);
      for (let n = 0; n < (LONG ? 30 : 5); n++) {
        const at = Math.floor(45 * random());
        const every = n % 2 === 0 ? 1 : 13;
        const extra: CommandInput = { type: 'move', target: 'sky', position: [at + 0.5, n, 1] };
        const commands = (now: number) => (now === at ? [extra, ...usual(now)] : usual(now));
        const [a, b] = [recorded({ every, kernel }), recorded({ every, kernel, commands })];
        const index = readReplay(a).log.filter((one) => one.tick < at).length;
        expect(compareWorlds(a, b), `tick ${at}`).toMatchObject({
          part: 'state',
          tick: at + 1,
          agreed: at,
          column: 'targetPositionX',
          agent: undefined,
          element: 0,
          b: at + 0.5,
          phase: 'settle',
          isRepeated: true,
          command: { index, b: { ...extra, tick: at } },
        });
      }
    },
  );

  it('differ in a command that has no effect', () => {
    const idle: CommandInput = { type: 'set', species: 'dart', parameter: 'mass', value: 1 };
    const commands = (at: number) => (at === 9 ? [idle, ...usual(at)] : usual(at));
    const [a, b] = [readReplay(recorded()), readReplay(recorded({ commands }))];
    const same: Replay = { ...a, log: b.log };
    expect(compareWorlds(a, same)).toMatchObject({ part: 'command', b: { ...idle, tick: 9 } });
  });

  it('of different length differ in their ticks', () => {
    expect(compareWorlds(recorded(), recorded({ ticks: 40 }))).toEqual({
      part: 'ticks',
      agreed: 40,
      a: { fromTick: 0, toTick: 50 },
      b: { fromTick: 0, toTick: 40 },
    });
  });

  it('of which one begins later are compared from there on', () => {
    const world = flock(20);
    const [whole, late] = [createWorld(scene('flock')), restore(snapshot(world))];
    const [a, b] = [recordReplay(whole), recordReplay(late)];
    for (; whole.tick < 30; tick(whole)) a.take();
    tick(late, 4);
    command(late, { type: 'place', ids: [5], velocity: [0, 0, 1] });
    for (; late.tick < 30; tick(late)) b.take();
    const found = compareWorlds(a.finish(), b.finish());
    expect(found).toMatchObject({ tick: 25, agreed: 24, agent: 5, phase: 'launch' });
  });

  it('with a wrong hash differ in it, and the right one is told', () => {
    const a = readReplay(recorded());
    const hashes = a.hashes.map((one) =>
      one.tick === 33 ? { tick: 33, hash: 'f'.repeat(16) } : one,
    );
    expect(compareWorlds(a, { ...a, hashes })).toEqual({
      part: 'hash',
      tick: 33,
      agreed: 32,
      a: a.hashes[33].hash,
      b: 'f'.repeat(16),
      repeated: a.hashes[33].hash,
      state: undefined,
    });
  });

  it('with a wrong state in a keyframe differ in it', () => {
    const a = readReplay(recorded());
    const keyframes = a.keyframes.map((keyframe) => {
      const { position } = keyframe.state;
      const x = position.x.map((value, k) => (k === 2 ? value + 1 : value));
      return { ...keyframe, state: { ...keyframe.state, position: { ...position, x } } };
    });
    const agent = a.keyframes[0].state.slot.indexOf(2);
    const state = { part: 'state', column: 'positionX', agent, tick: 20, isRepeated: false };
    expect(compareWorlds(a, { ...a, keyframes })).toMatchObject({ ...state, agreed: 20 - 1 });
    const hashes = a.hashes.map((one) => (one.tick < 15 ? one : { ...one, hash: '0'.repeat(16) }));
    const found = compareWorlds(a, { ...a, hashes, keyframes });
    expect(found).toMatchObject({ part: 'hash', tick: 15, agreed: 14, state });
  });

  it('of different scenarios differ in a JSON path', () => {
    const a = readReplay(recorded({ ticks: 3 }));
    const b = { ...a, scenario: { ...a.scenario, dt: 1 } };
    expect(compareWorlds(a, b)).toMatchObject({ part: 'scenario', path: '$.dt', b: 1 });
  });
});

it('does not take a log that was shortened for one with other commands', () => {
  const world = createWorld(scene('beams'));
  for (const count of [1, 2, 3]) {
    command(world, { type: 'fire', count });
    tick(world, 4);
  }
  const short = restore(snapshot(world));
  expect(short.log.length).toBeLessThan(world.log.length);
  expect(compareWorlds(world, short)).toBeUndefined();
  command(short, { type: 'fire', count: 2 });
  expect(compareWorlds(world, short)).toMatchObject({ part: 'command', list: 'log', a: undefined });
});
