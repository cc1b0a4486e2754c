import { parseScenario } from '../../src/scenario/parse.ts';
import type { Scenario } from '../../src/scenario/schema.ts';
import { SCENE_NAMES, sceneText } from './scenes.ts';
import { COMMANDED_TICKS, thousandCommands } from './thousand-commands.ts';
import { withoutLooks } from './without-looks.ts';

export interface GoldenScene {
  readonly make: () => Scenario;
  /** The number of ticks that it is stepped. */
  readonly ticks: number;
}

/** A scene with more agents than this is replaced by a smaller one of its kind. */
const MAX_AGENTS = 2500;

/** The scenes whose hashes are kept in golden.json: every file of scenarios/, without looks, and three without a file. */
export const GOLDEN_SCENES: Readonly<Record<string, GoldenScene>> = {
  ...Object.fromEntries(
    SCENE_NAMES.flatMap((name) => {
      const agents = agentsOf(scene(name));
      // Ten seconds, and less for crowds, which take long in TypeScript.
      const ticks = agents > 300 ? 120 : 600;
      return agents > MAX_AGENTS ? [] : [[name, { make: () => scene(name), ticks }]];
    }),
  ),
  'swarm-2003': { make: smallSwarm, ticks: 60 },
  'physarum-2003': { make: smallPhysarum, ticks: 120 },
  'thousand-commands': { make: () => thousandCommands(1), ticks: COMMANDED_TICKS },
};

/** A scene of the repository without looks, with some of its top keys replaced. */
function scene(name: string, replaced: Readonly<Record<string, unknown>> = {}): Scenario {
  return parseScenario(withoutLooks({ ...JSON.parse(sceneText(name)), ...replaced }));
}

function agentsOf(scenario: Scenario): number {
  return scenario.species.reduce((sum, { count }) => sum + count, 0);
}

/** Fewer cells on the same field. */
function smallPhysarum(): Scenario {
  const [cell] = JSON.parse(sceneText('physarum')).species;
  return scene('physarum', { species: [{ ...cell, count: 2003 }] });
}

/** The swarm with 2,003 boids in a torus so much smaller, with obstacles that fit: as crowded. */
function smallSwarm(): Scenario {
  const input = JSON.parse(sceneText('swarm-100k'));
  const [boid] = input.species;
  const scale = (2003 / boid.count) ** (1 / 3);
  const scaled = (v: number[]): number[] => v.map((value) => Math.round(value * scale * 1e3) / 1e3);
  const box = { min: scaled(input.bounds.min), max: scaled(input.bounds.max) };
  return scene('swarm-100k', {
    bounds: { ...input.bounds, ...box },
    species: [{ ...boid, count: 2003, spawn: { ...boid.spawn, ...box } }],
    obstacles: input.obstacles.map((obstacle: { center: number[]; radius: number }) => ({
      ...obstacle,
      center: scaled(obstacle.center),
      radius: obstacle.radius * scale,
    })),
  });
}
