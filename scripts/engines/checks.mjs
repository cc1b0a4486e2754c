// The checks that every engine runs, the same in Node and on a page.
import {
  createWorld,
  kernels,
  parseScenario,
  readReplay,
  restore,
  snapshot,
  stateHash,
  takeEvents,
  tick,
  verifyReplay,
} from '@skein/core';
import { innerOf } from '@skein/core/internal';
import { worldDigest } from '@skein/core/read';
import { createTeam } from '@skein/worker';

/**
 * A scene, and the results of the Node that runs the script.
 * @typedef {object} Task
 * @property {string} scene
 * @property {number} ticks an even number
 * @property {unknown} scenario
 * @property {string} snapshot the snapshot of the tick in the middle, base64
 * @property {string} replay a replay of the first ticks, with commands, base64
 * @property {readonly number[]} [teams] the numbers of workers; 0 is the calling thread; default: `teamsOf`
 * @property {readonly Kernel[]} [kernels] default: those that the engine has
 */

/** @typedef {import('@skein/core').KernelName | 'gpu'} Kernel `gpu` is the graphics card of a team */

/**
 * The results of an engine for one way of stepping a scene.
 * @typedef {object} Finding
 * @property {string} scene
 * @property {Kernel} kernel
 * @property {number} workers 0: stepped on the calling thread
 * @property {string} start the state hash of tick 0
 * @property {string} middle
 * @property {string} end
 * @property {string} continued the hash of the last tick, when continued from the snapshot
 * @property {Digests} digests
 * @property {string | undefined} snapshot how its own snapshot of the middle differs from the given one
 * @property {string | undefined} replay where it diverges from the replay
 */

/**
 * Digests of everything that a world draws or continues with. Those of the middle and the end include the events of the
 * half before.
 * @typedef {object} Digests
 * @property {string} start
 * @property {string} middle
 * @property {string} end
 * @property {string} continued
 */

/** Not a divisor of the number of agents in most scenes, and more than the usual two cores. */
export const WORKERS = 3;

/**
 * The numbers of workers that step each scene; 0 is the calling thread.
 * @param {boolean} threads whether threads can share memory
 */
export function teamsOf(threads) {
  return threads ? [0, WORKERS] : [0];
}

/** How long a living worker may be silent on a very busy machine, in ms. */
const PATIENCE_MS = 60_000;

/**
 * On such a machine, or in an emulator, threads may need longer to start than a team waits, so the start is tried this
 * many times.
 */
const STARTS = 5;

/**
 * Steps every scene with every available kernel, or with those of the task, on the calling thread and, if threads share memory, on a team. Reports
 * each finding immediately.
 *
 * @param {readonly Task[]} tasks
 * @param {(finding: Finding) => unknown} tell
 */
export async function check(tasks, tell) {
  for (const task of tasks) {
    const { teams = teamsOf(typeof SharedArrayBuffer === 'function') } = task;
    for (const kernel of task.kernels ?? kernels()) {
      for (const workers of teams) await tell(await find(task, kernel, workers));
    }
  }
}

/**
 * @param {Task} task
 * @param {Kernel} kernel
 * @param {number} workers
 * @returns {Promise<Finding>}
 */
export async function find(task, kernel, workers) {
  const { step, end } = stepperOf(workers, kernel === 'gpu');
  try {
    return await findWith(step, task, kernel, workers);
  } finally {
    await end();
  }
}

/**
 * @param {ReturnType<typeof stepperOf>['step']} step
 * @param {Task} task
 * @param {Kernel} kernel
 * @param {number} workers
 * @returns {Promise<Finding>}
 */
async function findWith(step, task, kernel, workers) {
  const { scene, ticks } = task;
  const own = kernel === 'gpu' ? 'simd' : kernel;
  const half = ticks / 2;
  const given = bytesOf(task.snapshot);

  const world = createWorld(parseScenario(task.scenario), { kernel: own });
  const start = stateHash(world);
  const startDigest = worldDigest(innerOf(world));
  await step(world, half);
  const middle = stateHash(world);
  const middleDigest = worldDigest(innerOf(world));
  takeEvents(world);
  const saved = snapshot(world);
  await step(world, half);

  const later = restore(given, { kernel: own });
  await step(later, half);

  const { divergence } = await verifyReplay(readReplay(bytesOf(task.replay)), {
    kernel: own,
    step: (replayed, count) => step(replayed, count, true),
  });
  return {
    scene,
    kernel,
    workers,
    start,
    middle,
    end: stateHash(world),
    continued: stateHash(later),
    digests: {
      start: startDigest,
      middle: middleDigest,
      end: worldDigest(innerOf(world)),
      continued: worldDigest(innerOf(later)),
    },
    snapshot: difference(saved, given),
    replay: divergence && parting(divergence),
  };
}

/**
 * Steps worlds, and keeps their events. A team is kept as long as its world is stepped, because a card in software compiles
 * the code of a team for seconds.
 *
 * @param {number} workers
 * @param {boolean} isCard whether the graphics card steps them
 */
function stepperOf(workers, isCard) {
  /** @type {import('@skein/worker').Team | undefined} */
  let team;
  /** @type {unknown} */
  let stepped;
  /** @type {import('@skein/core').WorldEvent[]} */
  let events = [];
  const end = async () => team?.dispose();
  /**
   * @param {import('@skein/core').World} world
   * @param {number} ticks
   * @param {boolean} [hash] whether to return the hash of every tick
   * @returns {Promise<readonly string[]>} the requested hashes
   */
  const step = async (world, ticks, hash = false) => {
    if (workers === 0) {
      const hashes = [];
      for (let done = 0; done < ticks; done++) {
        tick(world);
        if (hash) hashes.push(stateHash(world));
      }
      return hashes;
    }
    if (team === undefined || innerOf(world) !== stepped) {
      await end();
      team = await patientTeam(world, workers, isCard);
      stepped = innerOf(world);
      team.on('event', (event) => events.push(event));
    }
    const { hashes = [] } = await team.run(ticks, { hash });
    // The team has delivered the events; they are put back so that a digest includes them.
    innerOf(world).host.events.push(...events);
    events = [];
    // If the world was stepped on this thread, or by fewer workers after losses, the result would not cover this number
    // of threads.
    if (team.threaded && team.workers === workers) return hashes;
    throw new Error(team.notice ?? `${team.workers} workers are left of ${workers}`);
  };
  return { step, end };
}

/** @param {import('@skein/core').World} world @param {number} workers @param {boolean} isCard */
async function patientTeam(world, workers, isCard) {
  /** @type {import('@skein/worker').TeamOptions} */
  const options = { workers, stallMs: PATIENCE_MS, kernel: isCard ? 'gpu' : 'auto' };
  for (let left = STARTS; ; left--) {
    try {
      return await createTeam(world, options);
    } catch (error) {
      const late = /** @type {{ code?: unknown }} */ (error).code === 'WORKER_START_FAILED';
      if (!late || left === 1) throw error;
    }
  }
}

/** @param {Uint8Array} found @param {Uint8Array} expected */
function difference(found, expected) {
  if (found.length !== expected.length) return `${found.length} bytes for ${expected.length}`;
  const at = found.findIndex((byte, k) => byte !== expected[k]);
  return at < 0 ? undefined : `byte ${at}`;
}

/** @param {import('@skein/core/describe').Divergence} divergence */
function parting({ tick: at, found, expected, difference: what }) {
  const where = what === undefined ? '' : `, ${JSON.stringify(what)}`;
  return `tick ${at}: found ${found}, expected ${expected}${where}`;
}

/** @param {string} base64 */
function bytesOf(base64) {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
