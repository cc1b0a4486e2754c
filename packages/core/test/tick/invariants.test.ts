import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseScenario } from '../../src/scenario/parse.ts';
import { BEHAVIOR_TYPES } from '../../src/scenario/schema.ts';
import { createWorld } from '../../src/tick/create-world.ts';
import { isUnborn } from '../../src/world/ids.ts';
import { isWall, mapCellOf } from '../../src/world/map.ts';
import { STATUS } from '../../src/world/status.ts';
import { refresh, type World } from '../../src/world/world.ts';
import { checkSorted } from '../helpers/check-state.ts';
import { randomOf } from '../helpers/random-of.ts';
import { scenarios } from '../helpers/random-scenarios.ts';
import { runsOf, seedOf } from '../helpers/runs.ts';
import { pointsOf, worldOf } from '../helpers/scenes.ts';
import { stepAsTeam } from '../helpers/virtual-team.ts';

const f = Math.fround;

/**
 * A clamped velocity is max/sqrt(v.v) times v in f32: its length is exact except for the rounding of the
 * square (1.5 half ulps, halved by the root), root, quotient and product.
 */
const CLAMP_ERROR = 4 * 2 ** -24;

/** These hold at every tick of any scenario. */
function checkInvariants(world: World): void {
  const { scenario } = world;
  const { bounds, dimensions } = scenario;
  const { id, species, status, birth, position, velocity, targetPosition, targetVelocity } =
    world.views;
  for (const { x, y, z } of [targetPosition, targetVelocity]) {
    if (![x, y, z].every((axis) => axis.every(Number.isFinite)))
      expect.fail('a target is not finite');
  }
  for (let at = 0; at < world.count; at++) {
    const who = () => `id ${id[at]} at tick ${world.tick}`;
    const p = [position.x[at], position.y[at], position.z[at]];
    const v = [velocity.x[at], velocity.y[at], velocity.z[at]];
    if (![...p, ...v].every(Number.isFinite)) expect.fail(`${who()} is not finite: ${p}, ${v}`);
    if (dimensions === 2 && !(p[2] === 0 && v[2] === 0)) expect.fail(`${who()} left the plane`);
    const { maxSpeed = Number.POSITIVE_INFINITY } = scenario.species[species[at]];
    // Agents that were never alive lie at the origin.
    if (bounds.type !== 'open' && !isUnborn(world.plan.ids, id[at])) {
      for (let axis = 0; axis < dimensions; axis++) {
        const [low, high] = [f(bounds.min[axis]), f(bounds.max[axis])];
        const inside =
          p[axis] >= low && (bounds.type === 'wrap' ? p[axis] < high : p[axis] <= high);
        if (!inside) expect.fail(`${who()} is out of bounds: ${p}`);
      }
    }
    if (world.plan.extras.heading) {
      const { heading: h, up: u } = world.views;
      const across = h.x[at] * u.x[at] + h.y[at] * u.y[at] + h.z[at] * u.z[at];
      const lengths = [h, u].map(({ x, y, z }) => Math.hypot(x[at], y[at], z[at]));
      if (!(Math.abs(across) < 1e-5 && lengths.every((one) => Math.abs(one - 1) < 1e-5))) {
        expect.fail(`${who()} has a heading and an up of lengths ${lengths}, cosine ${across}`);
      }
    }
    // Its first velocity is the spawn's, the launcher's or a command's; the limit holds from its first step on.
    if (status[at] === STATUS.alive && world.tick > birth[at] && !isPlacedIn(world)) {
      const limit = f(maxSpeed) * (1 + CLAMP_ERROR);
      if (Math.hypot(...v) > limit) expect.fail(`${who()} is faster than ${limit}: ${v}`);
    }
  }
}

/** An agent outside of walls never enters one; a wall that is put where it stands does not count. */
function wallChecker(world: World): () => void {
  const { map } = world.plan;
  const free = new Set<number>();
  const inWall = (at: number): boolean => {
    const { x, y } = world.views.position;
    return map !== undefined && isWall(world.front, mapCellOf(map, x[at], y[at]));
  };
  let version = 0;
  return () => {
    if (map === undefined) return;
    refresh(world);
    // A map that has changed, and a command, may leave agents in a wall.
    if (world.front.mapVersion[0] !== version || isPlacedIn(world)) free.clear();
    version = world.front.mapVersion[0];
    for (let at = 0; at < world.count; at++) {
      const id = world.views.id[at];
      if (world.views.status[at] !== STATUS.alive) free.delete(id);
      else if (!inWall(at)) free.add(id);
      else if (free.has(id) && world.views.birth[at] < world.tick) {
        expect.fail(`id ${id} came into a wall at tick ${world.tick}`);
      }
    }
  };
}

const RUNS = runsOf(120, 200);

/** Ten thousand runs take half an hour. */
const TIME = 60_000 + 1000 * runsOf(0);

const SEED = seedOf(20_260_805);

it(
  `invariants hold in every tick of random scenarios, seed ${SEED}`,
  () => {
    let alive = 0;
    const counts = new Map<string, number>();
    fc.assert(
      fc.property(scenarios, fc.nat(), (input, order) => {
        const scenario = parseScenario(input);
        for (const { type } of scenario.species.flatMap(({ behaviors }) => behaviors)) {
          counts.set(type, (counts.get(type) ?? 0) + 1);
        }
        const world = createWorld(scenario);
        const random = randomOf(order);
        const checkWalls = wallChecker(world);
        let before = Array.from(world.views.id);
        for (let k = 0; k < 16; k++) {
          checkInvariants(world);
          checkWalls();
          checkSorted(world, before);
          before = Array.from(world.views.id);
          stepAsTeam(world, 1 + Math.floor(random() * 5), random);
          for (const status of world.views.status) if (status === STATUS.alive) alive++;
        }
      }),
      { seed: SEED, numRuns: RUNS, endOnFailure: true },
    );
    expect(alive).toBeGreaterThan(250 * RUNS);
    for (const type of BEHAVIOR_TYPES) expect(counts.get(type), type).toBeGreaterThan(1);
  },
  TIME,
);

it('invariants hold for agents and launchers exactly on the walls of a torus', () => {
  const bounds = { type: 'wrap', min: [-7, 0, 10], max: [4, 31, 23] };
  const world = worldOf({
    bounds,
    species: [
      { name: 'bird', ...pointsOf([bounds.max, bounds.min, [4, 0, 23], [-7, 31, 10]]) },
      { name: 'beam', count: 3, spawn: { type: 'pool' }, behaviors: [{ type: 'homing' }] },
    ],
    targets: [{ name: 'goal', position: [0, 15, 15] }],
    launchers: [
      { name: 'gun', species: 'beam', target: 'goal', position: bounds.max, speed: 0 },
      { name: 'other', species: 'beam', target: 'goal', position: bounds.min, speed: 30 },
    ],
    commands: [
      { tick: 0, type: 'fire' },
      { tick: 0, type: 'fire', launcher: 'other' },
    ],
  });
  for (let k = 0; k < 30; k++) {
    checkInvariants(world);
    stepAsTeam(world, 3, randomOf(k));
  }
});

it('a box spawn that rounds up to the far wall stays inside, seeds 1 to 20', () => {
  for (let seed = 1; seed <= 20; seed++) {
    // One meter at 1000: f32 cannot tell the last numbers below 1 from 1.
    const box = { min: [1000, 2000, 0], max: [1001, 2001, 1] };
    const world = worldOf({
      seed,
      bounds: { type: 'wrap', ...box },
      species: [{ name: 'bird', count: 20_003, spawn: { type: 'box', ...box } }],
    });
    checkInvariants(world);
  }
});

/** Whether a command has moved agents, or given them a velocity, in the last step. */
function isPlacedIn({ scenario, tick }: World): boolean {
  return scenario.commands.some((one) => one.type === 'place' && one.tick === tick - 1);
}
