import type { Scenario } from '../../src/scenario/schema.ts';
import { scene, sceneText } from './scenes.ts';

/** The scenes whose hashes are kept in golden.json, and how far they are stepped. */
export const GOLDEN_SCENES: Readonly<
  Record<string, { readonly make: () => Scenario; readonly ticks: number }>
> = {
  beams: { make: () => scene('beams'), ticks: 600 },
  flock: { make: () => scene('flock'), ticks: 600 },
  // The swarm with 2,003 boids in a torus so much smaller, with obstacles that fit: as crowded.
  'swarm-2003': { make: smallSwarm, ticks: 60 },
};

function smallSwarm(): Scenario {
  const input = JSON.parse(sceneText('swarm-100k'));
  const [boid] = input.species;
  const scale = (2003 / boid.count) ** (1 / 3);
  const scaled = (v: number[]): number[] => v.map((value) => Math.round(value * scale * 1e3) / 1e3);
  const box = { min: scaled(input.bounds.min), max: scaled(input.bounds.max) };
  return scene('swarm-100k', {
    bounds: { ...input.bounds, ...box },
    species: [{ ...boid, count: 2003, spawn: { ...boid.spawn, ...box } }],
    obstacles: input.obstacles.map((one: { center: number[]; radius: number }) => ({
      ...one,
      center: scaled(one.center),
      radius: one.radius * scale,
    })),
  });
}
