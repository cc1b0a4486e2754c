import { describe, expect, it } from 'vitest';
import { ScenarioError } from '../../../src/errors.ts';
import { buildMesh } from '../../../src/path/mesh/build-mesh.ts';
import { CorridorFinder } from '../../../src/path/mesh/corridor.ts';
import { pullStraight } from '../../../src/path/mesh/funnel.ts';
import { createPlace, nearestOnMesh, polygonAt } from '../../../src/path/mesh/mesh-place.ts';
import { walkOnMesh } from '../../../src/path/mesh/walk.ts';
import { stateHash } from '../../../src/phases/hash.ts';
import { meshOf } from '../../../src/scenario/mesh.ts';
import { parseScenario } from '../../../src/scenario/parse.ts';
import { createWorld } from '../../../src/tick/create-world.ts';
import { tick, tickSliced } from '../../../src/tick/tick.ts';
import { randomOf } from '../../helpers/random-of.ts';
import { runsOf, seedOf } from '../../helpers/runs.ts';
import { pointIn } from './naive-mesh.ts';
import { randomMesh } from './random-meshes.ts';

const seeds = (count: number): number[] => {
  const seed = seedOf(1);
  return Array.from({ length: runsOf(count) }, (_, k) => seed + k);
};

/** Polygons of any vertices at places of few values: most are refused, some overlap, fold or touch. */
function anyMesh(seed: number) {
  const random = randomOf(seed);
  const below = (count: number): number => Math.floor(random() * count);
  const vertices = Array.from({ length: 4 + below(8) }, () => {
    const scale = random() < 0.1 ? 1e4 : 1;
    return [scale * below(4), below(4) + (random() < 0.2 ? 1e-7 : 0)];
  });
  const polygons = Array.from({ length: 1 + below(3) }, () => {
    return Array.from({ length: 3 + below(2) }, () => below(vertices.length));
  });
  return { vertices, polygons };
}

describe('any mesh is refused with the places of its faults, or agents stay on it', () => {
  it.each(seeds(150))('seed %i', (seed) => {
    let world: ReturnType<typeof createWorld>;
    const mesh = anyMesh(seed);
    try {
      const walker = {
        maxSpeed: 30,
        radius: 0.1,
        spawn: { type: 'box', min: [-1, -1], max: [4, 4] },
        behaviors: [{ type: 'navigate', interval: 0 }],
        reports: [{ type: 'unreachable', target: 'goal' }],
      };
      const scenario = parseScenario({
        name: 'any',
        dimensions: 2,
        seed,
        mesh,
        targets: [{ name: 'goal', position: [seed % 4, (seed >> 2) % 4] }],
        species: [{ name: 'a', count: 3, ...walker }],
      });
      world = createWorld(scenario);
      const twin = createWorld(scenario, { kernel: 'simd', maxWorkers: 3 });
      for (let n = 0; n < 4; n++) {
        tick(world);
        tickSliced(twin, [2, 0, 1]);
      }
      expect(stateHash(twin)).toBe(stateHash(world));
      const { x, y } = world.front.position;
      for (let i = 0; i < 3; i++) {
        expect(polygonAt(meshOf(scenario.mesh!), x[i], y[i])).toBeGreaterThanOrEqual(0);
      }
    } catch (error) {
      if (!(error instanceof ScenarioError)) throw error;
      for (const { path } of error.problems) expect(path).toMatch(/^\$\.mesh\.polygons\[\d\]/);
    }
  });
});

describe('places on random meshes', () => {
  it.each(seeds(10))(
    'seed %i: the nearest place is that found by a check of all polygons',
    (seed) => {
      const mesh = randomMesh(seed, 7, 0.5);
      const random = randomOf(seed);
      const place = createPlace();
      for (let n = 0; n < 60; n++) {
        const [x, y] = [12 * random() - 6, 12 * random() - 3];
        nearestOnMesh(place, mesh, x, y);
        let least = Number.POSITIVE_INFINITY;
        for (let p = 0; p < mesh.polygons; p++) {
          for (let c = mesh.first[p]; c < mesh.first[p + 1]; c++) {
            const d = c + 1 < mesh.first[p + 1] ? c + 1 : mesh.first[p];
            const [ex, ey] = [mesh.x[d] - mesh.x[c], mesh.y[d] - mesh.y[c]];
            const share = ((x - mesh.x[c]) * ex + (y - mesh.y[c]) * ey) / (ex * ex + ey * ey);
            const at = Math.min(1, Math.max(0, share));
            least = Math.min(least, Math.hypot(x - mesh.x[c] - at * ex, y - mesh.y[c] - at * ey));
          }
        }
        if (polygonAt(mesh, x, y) >= 0) expect(place.distance).toBeLessThanOrEqual(mesh.hair);
        else expect(place.distance).toBeCloseTo(least, 9);
      }
    },
  );

  it.each(seeds(10))(
    'seed %i: an agent ends its step on the mesh, and where it headed if possible',
    (seed) => {
      const mesh = randomMesh(seed, 6, 0.3);
      const random = randomOf(seed);
      const finder = new CorridorFinder(mesh);
      for (let n = 0; n < 40; n++) {
        const polygon = Math.floor(random() * mesh.polygons);
        const other = Math.floor(random() * mesh.polygons);
        const [x, y] = pointIn(mesh, polygon, random);
        const [toX, toY] = pointIn(mesh, other, random);
        const walker = { polygon, x, y, velocityX: toX - x, velocityY: toY - y };
        walkOnMesh(walker, mesh, toX, toY);
        expect(polygonAt(mesh, walker.x, walker.y)).toBeGreaterThanOrEqual(0);
        const speed = Math.hypot(walker.velocityX, walker.velocityY);
        expect(speed).toBeLessThanOrEqual(Math.hypot(toX - x, toY - y) * (1 + 1e-9));
        const corridor = finder.find([polygon], x, y, [other], toX, toY);
        const isStraight =
          corridor.length > 0 &&
          pullStraight(mesh, corridor, 0, corridor.length, [x, y], [toX, toY], 0).length === 2;
        if (isStraight) expect(Math.hypot(walker.x - toX, walker.y - toY)).toBeLessThan(1e-6);
        else expect(walker.x === toX && walker.y === toY).toBe(false);
      }
    },
  );
});

it('an agent walks through a door in a slanted wall without hitting its edges', () => {
  // The wall leads from (1, 0) to (4, 7.1); the door is the middle of its three pieces.
  const along = (share: number): [number, number] => [1 + 3 * share, 7.1 * share];
  const [from, to] = [0.37, 0.61];
  const beyond = (share: number): [number, number] => [5 + 3 * share, 7.1 * share - 2];
  const vertices = [[-6, 0], along(0), along(from), along(to), along(1), [-6, 7.1]];
  const mesh = buildMesh(
    [...vertices, beyond(from), beyond(to)],
    [
      [0, 1, 2, 3, 4, 5],
      [2, 6, 7, 3],
    ],
  );
  const random = randomOf(seedOf(1));
  for (let n = 0; n < 300; n++) {
    const [x, y] = [-5 + 4 * random(), 0.1 + 6.9 * random()];
    const [aimX, aimY] = along(from + 0.01 + (to - from - 0.02) * random());
    const [toX, toY] = [aimX + 0.01 * (aimX - x), aimY + 0.01 * (aimY - y)];
    const walker = { polygon: 0, x, y, velocityX: 1, velocityY: 1 };
    walkOnMesh(walker, mesh, toX, toY);
    expect(walker).toEqual({ polygon: 1, x: toX, y: toY, velocityX: 1, velocityY: 1 });
  }
});
