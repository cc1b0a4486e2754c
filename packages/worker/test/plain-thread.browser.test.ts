import {
  type CommandInput,
  command,
  createWorld,
  parseScenario,
  query,
  stateHash,
  tick,
} from '@skein/core';
import { afterEach, expect, it, vi } from 'vitest';
import { patientTeam } from './patient-team.ts';
import { flock } from './scenes.ts';

const RealWorker = Worker;

afterEach(() => {
  vi.unstubAllGlobals();
});

/** Returns the names of the scripts of the workers that are started from now on. */
function scripts(): string[] {
  const names: string[] = [];
  class Named extends RealWorker {
    constructor(url: URL, options: WorkerOptions) {
      super(url, options);
      names.push(url.pathname.split('/').at(-1)!);
    }
  }
  vi.stubGlobal('Worker', Named);
  return names;
}

const PLAIN = 'thread-plain.js';
const WHOLE = 'thread.js';

it('threads load the whole script only when they need it, without a sign of it', async () => {
  const names = scripts();
  const world = createWorld(flock);
  const alone = createWorld(flock);
  const team = await patientTeam(world, 2);
  const told: unknown[] = [];
  for (const type of ['fault', 'warning', 'resize', 'moved'] as const) {
    team.on(type, (value) => told.push([type, value]));
  }
  await team.run(20);
  expect(names).toEqual([PLAIN, PLAIN]);

  tick(alone, 20);
  const request = { type: 'radius', points: new Float32Array(3), radius: 9 } as const;
  expect(await team.query(request)).toEqual(query(alone, request));
  expect(names).toEqual([PLAIN, PLAIN, WHOLE, WHOLE]);
  expect(await team.measure(['speed'])).toHaveLength(1);

  await team.run(20);
  tick(alone, 20);
  expect(stateHash(world)).toBe(stateHash(alone));
  expect(told).toEqual([]);
  await team.resize(1);
  await team.dispose();
  expect(names.slice(4)).toEqual([WHOLE]);
});

it('a command that needs the whole script changes no hash', async () => {
  const names = scripts();
  const [bird] = flock.species;
  const species = [{ ...bird, behaviors: [...bird.behaviors, { type: 'avoidance' }] }];
  const scenario = parseScenario({ ...flock, species, obstacleCapacity: 2 });
  const world = createWorld(scenario);
  const alone = createWorld(scenario);
  const team = await patientTeam(world, 2);
  const obstacle = { type: 'capsule', from: [-20, 0], to: [20, 0], radius: 9 };
  for (const one of [world, alone]) {
    command(one, { type: 'obstacle', do: 'add', name: 'wall', obstacle } as CommandInput);
  }
  await team.run(30);
  await team.dispose();
  tick(alone, 30);
  expect(stateHash(world)).toBe(stateHash(alone));
  expect(names).toEqual([PLAIN, PLAIN, WHOLE, WHOLE]);
});

it('a world that needs more starts with the whole script', async () => {
  const names = scripts();
  const [boid] = flock.species;
  const species = [{ ...boid, behaviors: [{ type: 'orca' }] }];
  const team = await patientTeam(createWorld(parseScenario({ ...flock, species })), 1);
  await team.dispose();
  expect(names).toEqual([WHOLE]);
});

it('a page that gives the plain script for all worlds is told of a loss, and does not wait forever', async () => {
  const world = createWorld(flock);
  const alone = createWorld(flock);
  const threadUrl = new URL('../dist/browser/thread-plain.js', import.meta.url);
  const team = await patientTeam(world, 1, { threadUrl } as object);
  const faults: unknown[] = [];
  team.on('fault', (fault) => faults.push(fault));
  await team.run(5);
  tick(alone, 5);
  const request = { type: 'radius', points: new Float32Array(3), radius: 9 } as const;
  expect(await team.query(request).catch((error) => error)).toBeDefined();
  expect(faults.length).toBeGreaterThan(0);
  expect(stateHash(world)).toBe(stateHash(alone));
  await team.dispose();
});
