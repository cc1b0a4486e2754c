// What is asked of every engine, the same in Node and on a page.
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
import { innerOf, worldDigest } from '@skein/core/supervise';
import { createTeam } from '@skein/worker';

/**
 * One scene, and what the Node that runs the script made of it.
 * @typedef {object} Task
 * @property {string} scene
 * @property {number} ticks even
 * @property {unknown} scenario
 * @property {string} snapshot of the tick in the middle, base64
 * @property {string} replay of its first ticks, with commands from outside, base64
 * @property {readonly number[]} [teams] by how many workers, 0: on the calling thread; as `teamsOf` says when left out
 */

/**
 * What an engine came to, in one way of stepping a scene.
 * @typedef {object} Finding
 * @property {string} scene
 * @property {import('@skein/core').KernelName} kernel
 * @property {number} workers 0: stepped on the calling thread
 * @property {string} start state hash of tick 0
 * @property {string} middle
 * @property {string} end
 * @property {string} continued hash of the last tick, continued to from the snapshot
 * @property {Digests} digests
 * @property {string | undefined} snapshot in what its own snapshot of the middle differs from the one given
 * @property {string | undefined} replay where it parts from the replay
 */

/**
 * Of all that a world draws or continues with; of the middle and of the end with the events of the half
 * before it.
 * @typedef {object} Digests
 * @property {string} start
 * @property {string} middle
 * @property {string} end
 * @property {string} continued
 */

/** More than the threads of any two cores, and no divisor of the agents of most scenes. */
export const WORKERS = 3;

/**
 * By how many workers each scene is stepped, 0: on the calling thread.
 * @param {boolean} threads whether they can share memory
 */
export function teamsOf(threads) {
  return threads ? [0, WORKERS] : [0];
}

/** On a machine with much else to do a worker that lives can be silent for long, ms. */
const PATIENCE_MS = 60_000;

/** There, and in an emulator, threads can need longer to start than a team waits: it is asked so often. */
const STARTS = 5;

/**
 * Steps every scene with every kernel that is here, on the calling thread and, where threads share
 * memory, on a team; tells each finding as soon as it is made.
 *
 * @param {readonly Task[]} tasks
 * @param {(finding: Finding) => unknown} tell
 */
export async function check(tasks, tell) {
  for (const task of tasks) {
    const { teams = teamsOf(typeof SharedArrayBuffer === 'function') } = task;
    for (const kernel of kernels()) {
      for (const workers of teams) await tell(await find(task, kernel, workers));
    }
  }
}

/**
 * @param {Task} task
 * @param {import('@skein/core').KernelName} kernel
 * @param {number} workers
 * @returns {Promise<Finding>}
 */
export async function find(task, kernel, workers) {
  const { scene, ticks } = task;
  const half = ticks / 2;
  const given = bytesOf(task.snapshot);

  const world = createWorld(parseScenario(task.scenario), { kernel });
  const start = stateHash(world);
  const startDigest = worldDigest(innerOf(world));
  await step(world, half, workers);
  const middle = stateHash(world);
  const middleDigest = worldDigest(innerOf(world));
  takeEvents(world);
  const own = snapshot(world);
  await step(world, half, workers);

  const later = restore(given, { kernel });
  await step(later, half, workers);

  const { divergence } = await verifyReplay(readReplay(bytesOf(task.replay)), {
    kernel,
    step: (replayed, count) => step(replayed, count, workers, true),
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
    snapshot: difference(own, given),
    replay: divergence && parting(divergence),
  };
}

/**
 * Steps a world, and leaves its events to be taken.
 *
 * @param {import('@skein/core').World} world
 * @param {number} ticks
 * @param {number} workers
 * @param {boolean} [hash] whether the hash of every tick is wanted
 * @returns {Promise<readonly string[]>} the hashes that were wanted
 */
async function step(world, ticks, workers, hash = false) {
  if (workers === 0) {
    const hashes = [];
    for (let done = 0; done < ticks; done++) {
      tick(world);
      if (hash) hashes.push(stateHash(world));
    }
    return hashes;
  }
  const team = await patientTeam(world, workers);
  /** @type {import('@skein/core').WorldEvent[]} */
  const events = [];
  team.on('event', (event) => events.push(event));
  try {
    const { hashes = [] } = await team.run(ticks, { hash });
    // The team has handed them out: they are put back, so that a digest is of them too.
    innerOf(world).host.events.push(...events);
    // Stepped on this thread, or by fewer after losses, it would prove nothing of so many threads.
    if (team.threaded && team.workers === workers) return hashes;
    throw new Error(team.notice ?? `${team.workers} workers are left of ${workers}`);
  } finally {
    await team.dispose();
  }
}

/** @param {import('@skein/core').World} world @param {number} workers */
async function patientTeam(world, workers) {
  for (let left = STARTS; ; left--) {
    try {
      return await createTeam(world, { workers, stallMs: PATIENCE_MS });
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
