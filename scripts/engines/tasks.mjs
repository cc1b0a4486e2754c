// The scenes of the golden hashes, with snapshots and replays of this Node for other engines to continue from.
import { fileURLToPath } from 'node:url';
import {
  command,
  createWorld,
  parseScenario,
  recordReplay,
  snapshot,
  takeEvents,
  tick,
} from '@skein/core';
import { runnerImport } from 'vite';
import { loadModel } from '../generate/load-model.mjs';
import { find } from './checks.mjs';

const SCENES = fileURLToPath(
  new URL('../../packages/core/test/helpers/golden-scenes.ts', import.meta.url),
);

/**
 * The interval between keyframes of a replay, in ticks. If a replay diverges, the next keyframe shows in which column.
 */
const KEYFRAME_EVERY = 20;
const REPLAYED = 60;
/** The number of ticks that models are stepped, an even number. */
const MODEL_TICKS = 40;

/** @returns {Promise<import('./checks.mjs').Task[]>} */
export async function makeTasks() {
  /** @type {{ module: typeof import('../../packages/core/test/helpers/golden-scenes.ts') }} */
  const { module } = await runnerImport(SCENES);
  return Object.entries(module.GOLDEN_SCENES).map(([scene, { make, ticks }]) =>
    taskOf(scene, make(), ticks),
  );
}

/**
 * The models of examples/models, with the results of the TypeScript kernel in this Node. Their tests compare these with
 * golden hashes.
 *
 * @returns {Promise<{ tasks: import('./checks.mjs').Task[], golden: Record<string, import('./compare.mjs').Golden> }>}
 */
export async function makeModelTasks() {
  const { SMALL_MODELS } = await loadModel('test/small-models');
  const tasks = Object.entries(SMALL_MODELS).map(([name, input]) =>
    taskOf(`model ${name}`, parseScenario(input), MODEL_TICKS),
  );
  /** @type {Record<string, import('./compare.mjs').Golden>} */
  const golden = {};
  for (const task of tasks) {
    const { start, middle, end, digests } = await find(task, 'ts', 0);
    golden[task.scene] = { ticks: MODEL_TICKS, start, middle, end, digests };
  }
  return { tasks, golden };
}

/**
 * @param {string} scene
 * @param {import('@skein/core').Scenario} scenario
 * @param {number} ticks an even number
 * @returns {import('./checks.mjs').Task}
 */
export function taskOf(scene, scenario, ticks) {
  const world = createWorld(scenario, { kernel: 'ts' });
  tick(world, ticks / 2);
  takeEvents(world);
  return {
    scene,
    ticks,
    scenario,
    snapshot: base64(snapshot(world)),
    replay: base64(recorded(scenario)),
  };
}

/**
 * Records the first ticks of a run with commands.
 * @param {import('@skein/core').Scenario} scenario
 */
function recorded(scenario) {
  const world = createWorld(scenario, { kernel: 'ts' });
  const recorder = recordReplay(world, { keyframeEvery: KEYFRAME_EVERY });
  const [{ name: species, maxSpeed }] = scenario.species;
  while (world.tick < REPLAYED) {
    if (world.tick === 7 && scenario.launchers.length > 0)
      command(world, { type: 'fire', count: 3 });
    if (world.tick === 31 && maxSpeed !== undefined) {
      command(world, { type: 'set', species, parameter: 'maxSpeed', value: 0.75 * maxSpeed });
    }
    tick(world);
    recorder.take();
  }
  return recorder.finish();
}

/** @param {Uint8Array} bytes */
function base64(bytes) {
  return Buffer.from(bytes).toString('base64');
}
