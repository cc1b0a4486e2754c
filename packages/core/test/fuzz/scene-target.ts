import fc from 'fast-check';
import { ScenarioError } from '../../src/errors.ts';
import { inspect } from '../../src/insight/inspect.ts';
import { estimateTime } from '../../src/measure/time-estimate.ts';
import { stateHash } from '../../src/phases/hash.ts';
import { parseScenarioText } from '../../src/scenario/parse.ts';
import type { Scenario } from '../../src/scenario/schema.ts';
import { restore, snapshot } from '../../src/snapshot/snapshot.ts';
import { createWorld, memoryBytes } from '../../src/tick/create-world.ts';
import { tick } from '../../src/tick/tick.ts';
import { isUnborn } from '../../src/world/ids.ts';
import { STATUS } from '../../src/world/status.ts';
import { refresh, type World } from '../../src/world/world.ts';
import { scenarios } from '../helpers/random-scenarios.ts';
import { SCENE_NAMES, sceneText } from '../helpers/scenes.ts';
import { thousandCommands } from '../helpers/thousand-commands.ts';
import { type Random, stopwatch, type Target } from './fuzzer.ts';
import { mutateTree } from './mutate-tree.ts';

/**
 * Larger worlds are skipped, and those that are estimated to take more than this: all that is claimed of the
 * others is that they take no more either.
 */
const MAX_BYTES = 0x80_0000;
const MAX_START_MS = 100;
const MAX_TICK_MS = 20;
/** Of all that is done with one scenario: four worlds and their first ticks. */
const MAX_MS = 1000;
const STEPS = 3;
/** Agents of a world that are inspected. */
const INSPECTED = 4;

/** Scenes that reach the corners of what a map, or a mesh, and bounds can be together. */
const CORNERS: readonly Record<string, unknown>[] = [
  {
    name: 'cut',
    dimensions: 2,
    bounds: { type: 'contain', min: [0, 0], max: [4.6, 4.6] },
    map: { rows: ['..~.....', '........', '.#...#..', '....####', '........', '####....'] },
    targets: [{ name: 't', position: [9, 9], motion: { type: 'orbit', center: [4, 4], rate: 2 } }],
    species: [
      {
        name: 'a',
        count: 8,
        radius: 0.3,
        maxSpeed: 9,
        spawn: { type: 'box', min: [0, 0], max: [4, 4] },
        behaviors: [{ type: 'navigate', target: 't' }, { type: 'wander' }],
      },
    ],
  },
  {
    name: 'mesh',
    dimensions: 2,
    bounds: { type: 'contain', min: [0, 0], max: [9, 4] },
    mesh: {
      vertices: [
        [0, 0],
        [4, 0],
        [4, 1],
        [4, 2.5],
        [4, 4],
        [0, 4],
        [6, 1],
        [6, 2.5],
        [9, 4],
        [8, 0],
      ],
      polygons: [
        [0, 1, 2, 3, 4, 5],
        [3, 7, 6, 2],
        [8, 7, 6, 9],
      ],
    },
    targets: [{ name: 't', position: [9, 9], motion: { type: 'orbit', center: [4, 2], rate: 2 } }],
    species: [
      {
        name: 'a',
        count: 8,
        radius: 0.3,
        maxSpeed: 9,
        spawn: { type: 'box', min: [0, 0], max: [9, 4] },
        behaviors: [{ type: 'navigate', target: 't' }, { type: 'wander' }],
      },
    ],
  },
  {
    name: 'walls',
    dimensions: 2,
    map: { rows: [...Array(40).fill('#'.repeat(47)), `..${'#'.repeat(45)}`] },
    targets: [{ name: 't', position: [40, 40] }],
    species: [
      {
        name: 'a',
        count: 400,
        maxSpeed: 3,
        radius: 0.2,
        spawn: { type: 'box', min: [1, 1], max: [40, 30] },
        behaviors: [{ type: 'navigate', target: 't' }],
      },
      {
        name: 'b',
        count: 300,
        maxSpeed: 300,
        spawn: { type: 'sphere', center: [20, 20], radius: 9 },
        behaviors: [{ type: 'flowField', target: 't' }, { type: 'orca' }],
      },
    ],
    commands: [{ tick: 1, type: 'cells', min: [3, 3], max: [20, 7], cost: 9 }],
  },
  {
    name: 'far',
    species: [
      {
        name: 'a',
        count: 700,
        maxSpeed: 3,
        spawn: { type: 'box', min: [-100, -100, -100], max: [100, 100, 100] },
        behaviors: [
          { type: 'seek', quarry: 'b' },
          { type: 'flee', quarry: 'a', choose: 'assigned' },
        ],
      },
      { name: 'b', count: 70, spawn: { type: 'sphere', center: [0, 9000, 0], radius: 0 } },
    ],
  },
];

/** Births, deaths, columns, reports, moving obstacles, and some commands of each kind, soon. */
function changing(): object {
  const scenario = thousandCommands(1);
  const kinds = new Map<string, number>();
  const commands = scenario.commands.filter(({ type }) => {
    kinds.set(type, (kinds.get(type) ?? 0) + 1);
    return kinds.get(type)! <= COMMANDS_OF_A_KIND;
  });
  return { ...scenario, commands: commands.map((command, k) => ({ ...command, tick: k % STEPS })) };
}

const COMMANDS_OF_A_KIND = 4;

/**
 * Whole scenarios whose parts are changed, taken out and mixed so that most are right: each is stepped by
 * both kernels, saved and restored, and inspected, in a second at most.
 */
export function sceneTarget(): Target<string> {
  const scenes = SCENE_NAMES.map((name) => JSON.stringify(smaller(JSON.parse(sceneText(name)))));
  const random = fc
    .sample(scenarios, { seed: 707, numRuns: 60 })
    .map((input) => JSON.stringify(input));
  const corners = [...CORNERS, changing()].map((one) => JSON.stringify(one));
  return {
    name: 'scene',
    corpus: [...scenes, ...corners, ...corners, ...random],
    mutate: (text: string, other: string, random: Random) =>
      JSON.stringify(mutateTree(JSON.parse(text), JSON.parse(other), random)),
    gate(text) {
      let scenario: Scenario;
      try {
        scenario = parseScenarioText(text);
      } catch (error) {
        if (!(error instanceof ScenarioError)) throw error;
        return undefined;
      }
      return () => {
        const { startMs, tickMs } = estimateTime(scenario);
        if (startMs > MAX_START_MS || tickMs > MAX_TICK_MS) return;
        if (memoryBytes(scenario, 2) > MAX_BYTES) return;
        let ms = Number.POSITIVE_INFINITY;
        // Again where it took long: the processor may have been away, or compiling.
        for (let turn = 0; turn < 3 && ms > MAX_MS; turn++) {
          const passed = stopwatch(true);
          checkScene(scenario);
          ms = Math.min(ms, passed());
        }
        if (ms > MAX_MS) {
          throw new Error(`${ms.toFixed(0)} ms to step and resume, expected at most ${MAX_MS}`);
        }
      };
    },
  };
}

/** A scene with few of each species, so that hundreds of cases are tried in a second. */
function smaller(scene: { species: { count: number; spawn: { positions?: unknown } }[] }): unknown {
  const species = scene.species.map((species) =>
    species.spawn.positions === undefined
      ? { ...species, count: Math.min(species.count, 60) }
      : species,
  );
  return { ...scene, species };
}

function checkScene(scenario: Scenario): void {
  const kernels = ['ts', 'simd'] as const;
  const worlds = kernels.map((kernel) => createWorld(scenario, { maxWorkers: 2, kernel }));
  checkState(worlds);
  const saved = snapshot(worlds[0]);
  tick(worlds[0]);
  tick(worlds[1]);
  const later = snapshot(worlds[1]);
  // Each continues with the other kernel.
  worlds.push(restore(saved, { maxWorkers: 1, kernel: 'simd' }));
  worlds.push(restore(later, { maxWorkers: 2, kernel: 'ts' }));
  tick(worlds[2]);
  for (let step = 1; step < STEPS; step++) {
    checkState(worlds);
    for (const world of worlds) tick(world);
  }
  checkState(worlds);
  checkInsights(worlds[0]);
}

/** All worlds have the same hashes, and stay finite and inside of the bounds. */
function checkState(worlds: readonly World[]): void {
  const [world] = worlds;
  const hashes = worlds.map(stateHash);
  if (new Set(hashes).size > 1) {
    throw new Error(`tick ${world.tick}: the kernels or a resumed world differ, ${hashes}`);
  }
  const { bounds, dimensions } = world.scenario;
  const { id, position, velocity } = world.views;
  for (const [axis, name] of (['x', 'y', 'z'] as const).entries()) {
    if (!velocity[name].every(Number.isFinite)) throw new Error('a velocity that is not finite');
    const bounded = bounds.type !== 'open' && axis < dimensions;
    const low = bounded ? Math.fround(bounds.min[axis]) : -Number.MAX_VALUE;
    const high = bounded ? Math.fround(bounds.max[axis]) : Number.MAX_VALUE;
    for (let at = 0; at < world.count; at++) {
      const value = position[name][at];
      // Agents that were never alive lie at the origin.
      if ((value >= low && value <= high) || isUnborn(world.plan.ids, id[at])) continue;
      throw new Error(`tick ${world.tick}: ${name} at ${value}, expected ${low} to ${high}`);
    }
  }
}

/** What inspect() reports of agents is finite: positions, forces and ways. */
function checkInsights(world: World): void {
  refresh(world);
  const { status, id } = world.front;
  for (let k = 0; k < INSPECTED; k++) {
    const at = Math.floor(((k + 0.5) * world.count) / INSPECTED);
    if (status[at] !== STATUS.alive) continue;
    const { position, total, ways } = inspect(world, id[at]);
    const points = ways.flatMap((way) => way.points);
    if (![position, total, ...points].flat().every(Number.isFinite)) {
      throw new Error(`what is said of agent ${id[at]} is not finite`);
    }
  }
}
