// The scene that every consumer runs, and its expected outcome.
import { createWorld, parseScenario, stateHash, tick } from '@skein/core';

/** Agents of two species with an obstacle, and homing beams: a sample of everything that the kernels do. */
export const SCENARIO = {
  name: 'consumer',
  seed: 7,
  bounds: { type: 'wrap', min: [-20, -20, -20], max: [20, 20, 20] },
  targets: [
    { name: 'sun', position: [5, 0, 0], motion: { type: 'orbit', center: [0, 0, 0], rate: 0.7 } },
  ],
  obstacles: [{ type: 'sphere', center: [0, 0, 0], radius: 4 }],
  species: [
    {
      name: 'boid',
      count: 400,
      maxSpeed: 9,
      maxForce: 30,
      spawn: { type: 'sphere', center: [10, 0, 0], radius: 8, velocity: { speed: 4 } },
      behaviors: [
        { type: 'separation' },
        { type: 'alignment' },
        { type: 'cohesion' },
        { type: 'avoidance' },
      ],
    },
    {
      name: 'beam',
      count: 50,
      maxSpeed: 12,
      spawn: { type: 'sphere', center: [-10, 0, 0], radius: 5, velocity: { speed: 6 } },
      behaviors: [{ type: 'homing', target: 'sun', speed: 9 }],
    },
  ],
};

export const TICKS = 120;
export const WORKERS = 2;

/**
 * @typedef {object} Outcome
 * @property {string} [hash] the hash of the world after TICKS
 * @property {boolean} [threaded] whether the team has threads
 * @property {number} [workers] the workers of the team
 * @property {string} [notice] the notice of the team
 * @property {string} [said] the output of a project from a template, which runs a scene of its own
 * @property {string} [error] an error that was thrown, instead of all the above
 */

/** The hash after TICKS in this clone, on one thread. */
export function expectedHash() {
  const world = createWorld(parseScenario(/** @type {any} */ (SCENARIO)));
  tick(world, TICKS);
  return stateHash(world);
}

/**
 * The text of a function that runs the scene.
 *
 * @param {string} [options] further properties for the options of `createTeam`
 */
function runnerOf(options = '') {
  return `async function outcome() {
  const world = createWorld(parseScenario(${JSON.stringify(SCENARIO)}));
  const team = await createTeam(world, { workers: ${WORKERS}, ${options} });
  await team.run(${TICKS});
  const { threaded, workers, notice } = team;
  await team.dispose();
  return { hash: stateHash(world), threaded, workers, notice };
}
`;
}

const IMPORTS = `import { createWorld, parseScenario, stateHash } from '@skein/core';
import { createTeam } from '@skein/worker';
`;

/** The text of a module that runs the scene and prints its outcome. */
export const SCRIPT = `${IMPORTS}
${runnerOf()}
console.log(JSON.stringify(await outcome()));
`;

/** The same module as CommonJS. */
export const COMMONJS = `const { createWorld, parseScenario, stateHash } = require('@skein/core');
const { createTeam } = require('@skein/worker');
${runnerOf()}
outcome().then((value) => console.log(JSON.stringify(value)));
`;

/** The text of a module that stores its outcome in the page. If `inline`, it contains the script of the threads. */
export function pageModule({ inline = false } = {}) {
  return `${IMPORTS}${inline ? "import { createWorker } from '@skein/worker/inline';\n" : ''}
${runnerOf(inline ? 'createWorker' : '')}
outcome()
  .catch((error) => ({ error: String(error) }))
  .then((value) => {
    globalThis.outcome = value;
    document.body.append(JSON.stringify(value));
  });
`;
}

/** @param {string} script the address of a module @param {string} [head] */
export function html(script, head = '') {
  return `<!doctype html>
<meta charset="utf-8">
<title>consumer</title>
${head}<body><script type="module" src="${script}"></script></body>
`;
}
