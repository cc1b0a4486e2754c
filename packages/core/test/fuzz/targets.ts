import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import {
  CommandError,
  type Problem,
  ScenarioError,
  SnapshotError,
  WorldError,
} from '../../src/errors.ts';
import { MapError } from '../../src/path/map-error.ts';
import { parseMapText } from '../../src/path/map-text.ts';
import { parseMovingAiScenario } from '../../src/path/moving-ai.ts';
import { PathFinder } from '../../src/path/path-finder.ts';
import { stateHash } from '../../src/phases/hash.ts';
import { parseScenario, parseScenarioText } from '../../src/scenario/parse.ts';
import type { Scenario } from '../../src/scenario/schema.ts';
import { LIMITS } from '../../src/schema/limits.ts';
import { recordReplay } from '../../src/snapshot/record-replay.ts';
import { type Replay, readReplay } from '../../src/snapshot/replay.ts';
import { restore, snapshot } from '../../src/snapshot/snapshot.ts';
import { verifyReplay } from '../../src/snapshot/verify-replay.ts';
import { createWorld, memoryBytes } from '../../src/tick/create-world.ts';
import { tick } from '../../src/tick/tick.ts';
import { command } from '../../src/world/commands.ts';
import type { World } from '../../src/world/world.ts';
import { scenarios } from '../helpers/random-scenarios.ts';
import { SCENE_NAMES, sceneText } from '../helpers/scenes.ts';
import { resealed, smallWorld } from '../helpers/snapshots.ts';
import type { Random, Target } from './fuzzer.ts';
import { mutateBytes, mutateCharacters, mutateJson } from './mutate.ts';

/** Larger worlds are refused or not as small ones are, and take longer. */
const STEPPED_BYTES = 0x60_0000;
const STEPS = 3;

/** What a refusal says must be words: where, what was found, what was expected. */
function checkWords(...words: unknown[]): void {
  for (const text of words) {
    if (typeof text !== 'string' || text === '' || text.length > 2000) {
      throw new Error(`a refusal without few words: ${String(text).slice(0, 200)}`);
    }
  }
}

function checkProblems(problems: readonly Problem[]): void {
  if (problems.length === 0 || problems.length > 101) {
    throw new Error(`a refusal with ${problems.length} problems`);
  }
  for (const { path, found, expected } of problems) checkWords(path, found, expected);
}

/** Two worlds with the two kernels have the same hashes, and stay finite. */
function checkSteps([ts, simd]: readonly [World, World]): void {
  for (let step = 0; step < STEPS; step++) {
    const hashes = [ts, simd].map((world) => {
      tick(world);
      return stateHash(world);
    });
    if (hashes[0] !== hashes[1]) throw new Error(`the kernels differ, ${hashes}`);
    const { position, velocity } = ts.views;
    for (const plane of [position.x, position.y, position.z, velocity.x, velocity.y, velocity.z]) {
      if (!plane.every(Number.isFinite)) throw new Error('a state that is not finite');
    }
  }
}

function twins(make: (kernel: 'ts' | 'simd') => World): readonly [World, World] {
  return [make('ts'), make('simd')];
}

function stepScenario(scenario: Scenario): void {
  const bytes = memoryBytes(scenario, 2);
  if (bytes > LIMITS.bytes) {
    try {
      createWorld(scenario, { maxWorkers: 2 });
    } catch (error) {
      if (error instanceof WorldError && error.code === 'WORLD_TOO_LARGE') return;
      throw error;
    }
    throw new Error(`a world of ${bytes} bytes was made`);
  }
  if (bytes > STEPPED_BYTES) return;
  checkSteps(twins((kernel) => createWorld(scenario, { maxWorkers: 2, kernel })));
}

function isValid(text: string): boolean {
  try {
    return memoryBytes(parseScenarioText(text), 2) <= STEPPED_BYTES;
  } catch {
    return false;
  }
}

function sceneCorpus(): string[] {
  const scenes = SCENE_NAMES.map(sceneText).map((text) =>
    text.replace(/"count": (\d+)/g, (_, count) => `"count": ${Math.min(Number(count), 19)}`),
  );
  const random = fc.sample(scenarios, { seed: 606, numRuns: 12 });
  return [...scenes, ...random.map((input) => JSON.stringify(input))].filter(
    (text) => text.length < 20_000 && isValid(text),
  );
}

export function scenarioTarget(): Target<string> {
  return {
    name: 'scenario',
    corpus: sceneCorpus(),
    mutate: mutateJson,
    gate(text) {
      try {
        const scenario = parseScenarioText(text);
        return () => stepScenario(scenario);
      } catch (error) {
        if (!(error instanceof ScenarioError)) throw error;
        checkProblems(error.problems);
        return undefined;
      }
    },
  };
}

const fixture = (name: string) =>
  readFileSync(new URL(`../path/fixtures/${name}`, import.meta.url), 'utf8');

/** Maps as MovingAI has them and as JSON, scenarios that have one, and lists of queries. */
export function mapTarget(): Target<string> {
  const rows = ['..#~', '.~..', '#..#'];
  const scenes = ['maze', 'crossing'].filter((name) => SCENE_NAMES.includes(name)).map(sceneText);
  return {
    name: 'map',
    corpus: [
      fixture('rooms.map'),
      fixture('rooms.map.scen').split('\n').slice(0, 5).join('\n'),
      'type octile\nheight 2\nwidth 3\nmap\n.GS\n@OT\n',
      JSON.stringify({ rows, legend: { '.': 1, '~': 5, '#': 'wall' } }),
      JSON.stringify({ rows: ['.#', '#.'] }),
      ...scenes.filter((text) => text.includes('"rows"')),
    ],
    mutate: (text, other, random) =>
      (text.startsWith('{') ? mutateJson : mutateCharacters)(text, other, random),
    gate(text) {
      try {
        if (text.startsWith('version')) {
          const queries = parseMovingAiScenario(text);
          return () => {
            if (queries.some(({ length }) => !Number.isFinite(length)))
              throw new Error('no length');
          };
        }
        const map = parseMapText(text);
        return () => {
          if (map.cost.length > 4096) return;
          const start = map.cost.findIndex((cost) => cost > 0);
          if (start < 0) return;
          const { cells, cost } = new PathFinder(map).find(start, map.cost.length - 1);
          if (!Number.isFinite(cost) || cells.some((cell) => !map.cost[cell])) {
            throw new Error(`a path through a wall, ${cells}`);
          }
        };
      } catch (error) {
        if (!(error instanceof MapError)) throw error;
        checkWords(error.found, error.expected);
        return undefined;
      }
    },
  };
}

const TEXTS = ['SCEN', 'LOGS'];

/** Changes bytes of a file as they are, or what is in a section, with the checksums made to fit. */
function mutateFile(kind: 'snapshot' | 'replay') {
  return (bytes: Uint8Array, other: Uint8Array, random: Random): Uint8Array => {
    if (random() < 0.15) return mutateBytes(bytes, other, random);
    try {
      return resealed(
        bytes,
        (sections, head) => {
          const at = Math.floor(random() * (sections.length + 0.5));
          const section = sections[at];
          const way = random();
          if (section === undefined) {
            if (random() < 0.5) head.tick = Math.floor(random() * 2 ** (32 * random()));
            else head.agents = Math.floor(random() * 2 ** (32 * random()));
          } else if (way < 0.04) sections.splice(at, 1);
          else if (way < 0.08) sections.push(section);
          else if (TEXTS.includes(section.id)) {
            const text = mutateJson(Buffer.from(section.body).toString(), '{"a":[1]}', random);
            sections[at] = { ...section, body: new Uint8Array(Buffer.from(text)) };
          } else sections[at] = { ...section, body: mutateBytes(section.body, other, random) };
        },
        kind,
      );
    } catch {
      // It was already damaged, so that its checksums cannot be made to fit.
      return mutateBytes(bytes, other, random);
    }
  };
}

/** Reads a file; another world must stay as it is, and the file. */
function readFileGate<Read>(read: (bytes: Uint8Array) => Read) {
  const live = smallWorld();
  const memory = new Uint8Array(live.handle.memory.buffer);
  const before = Buffer.from(memory);
  const refusalOr = (bytes: Uint8Array): Read | undefined => {
    try {
      return read(bytes);
    } catch (error) {
      if (!(error instanceof SnapshotError)) throw error;
      checkWords(error.section, error.found, error.expected);
      if (!Number.isInteger(error.offset) || error.offset < 0) throw error;
      return undefined;
    }
  };
  return (bytes: Uint8Array): Read | undefined => {
    const given = Buffer.from(bytes);
    const found = refusalOr(bytes);
    if (before.compare(memory) !== 0) throw new Error('another world was changed');
    if (given.compare(bytes) !== 0) throw new Error('the file was changed');
    return found;
  };
}

function flock(): World {
  const species = {
    name: 'bird',
    count: 17,
    maxSpeed: 3,
    maxForce: 9,
    spawn: { type: 'sphere', center: [0, 0, 0], radius: 4, velocity: { speed: 2 } },
    behaviors: [{ type: 'separation' }, { type: 'cohesion' }, { type: 'wander' }],
  };
  const bounds = { type: 'wrap', min: [-29, -27, -25], max: [29, 27, 25] };
  return createWorld(parseScenario({ name: 'flock', seed: 3, bounds, species: [species] }), {
    maxWorkers: 2,
  });
}

const saved = (name: string) =>
  new Uint8Array(readFileSync(new URL(`../snapshot/fixtures/${name}`, import.meta.url)));

export function snapshotTarget(): Target<Uint8Array> {
  const birds = flock();
  const young = snapshot(birds);
  tick(birds, 5);
  // Read without a world being made, which takes what its scenario says.
  const gate = readFileGate((bytes) => restore(bytes, { maxWorkers: 1, kernel: 'ts' }));
  return {
    name: 'snapshot',
    corpus: [snapshot(smallWorld()), young, snapshot(birds), saved('2.0.skein')],
    mutate: mutateFile('snapshot'),
    gate(bytes) {
      const world = gate(bytes);
      if (world === undefined) return undefined;
      return () => {
        if (world.bytes > STEPPED_BYTES) return;
        checkSteps(twins((kernel) => restore(bytes, { maxWorkers: 2, kernel })));
      };
    },
  };
}

function recorded(world: World): Uint8Array {
  const recorder = recordReplay(world, { keyframeEvery: 3 });
  for (let step = 0; step < 7; step++) {
    tick(world);
    recorder.take();
  }
  return recorder.finish();
}

export function replayTarget(): Target<Uint8Array> {
  const gate = readFileGate<Replay>(readReplay);
  return {
    name: 'replay',
    corpus: [recorded(smallWorld()), recorded(flock()), saved('2.0.replay')],
    mutate: mutateFile('replay'),
    gate(bytes) {
      const replay = gate(bytes);
      if (replay === undefined) return undefined;
      return async () => {
        const ticks = replay.hashes.at(-1)!.tick - replay.hashes[0].tick;
        if (ticks > 40 || memoryBytes(replay.scenario, 1) > STEPPED_BYTES) return;
        const verdict = await verifyReplay(replay, { maxWorkers: 1 });
        if (verdict.divergence?.repeatable === false) throw new Error('it goes another way twice');
      };
    },
  };
}

export function commandTarget(): Target<string> {
  const file = snapshot(smallWorld());
  const world = restore(file, { maxWorkers: 1 });
  const memory = new Uint8Array(world.handle.memory.buffer);
  const before = Buffer.from(memory);
  const give = (to: World, text: string) => command(to, JSON.parse(text));
  return {
    name: 'command',
    corpus: [
      '{"type":"fire","count":2,"launcher":"bow","angle":0.5}',
      '{"type":"move","target":"door","position":[1.5,2.5,0]}',
      '{"type":"cells","min":[4.2,1.2],"max":[4.8,1.8],"cost":"wall"}',
      '{"type":"remove","ids":[6,7]}',
      '{"type":"remove","species":"guest","sphere":{"center":[4,1],"radius":3}}',
      '{"type":"place","ids":[6],"positions":[4.5,0.5,0],"velocity":[1,0]}',
      '{"type":"place","box":{"min":[0,0],"max":[9,5]},"position":[0.5,4.5]}',
      '{"type":"go","ids":"CAAAAAkAAAA=","positions":[1,1,0,2,2,0]}',
      '{"type":"set","species":"walker","parameter":"maxSpeed","value":2}',
      '{"type":"set","species":"guest","behavior":"context","parameter":"weight","value":2}',
      '{"type":"set","species":"guest","behavior":0,"parameter":"weight","value":0.5}',
    ],
    mutate: mutateJson,
    gate(text) {
      let input: unknown;
      try {
        input = JSON.parse(text);
      } catch {
        return undefined;
      }
      const pending = world.host.commands.from(world.tick);
      const logged = world.log.length;
      try {
        command(world, input as Parameters<typeof command>[1]);
      } catch (error) {
        if (!(error instanceof CommandError)) throw error;
        if (!/\$.*: found .+, expected .+/s.test(error.message) || error.message.length > 20_000) {
          throw new Error(`a refusal in other words: ${error.message.slice(0, 200)}`);
        }
        if (
          before.compare(memory) !== 0 ||
          world.host.commands.from(world.tick).length !== pending.length ||
          world.log.length !== logged
        ) {
          throw new Error('a refused command changed the world');
        }
        return undefined;
      }
      // Restores the world for the next input.
      memory.set(before);
      world.host.commands.replace(pending);
      world.host.log.pop();
      return () => {
        const pair = twins((kernel) => restore(file, { maxWorkers: 2, kernel }));
        for (const one of pair) give(one, text);
        checkSteps(pair);
      };
    },
  };
}
