import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseScenario } from '../../src/scenario/parse.ts';
import { BEHAVIOR_TYPES, type BehaviorType, type Scenario } from '../../src/scenario/schema.ts';
import { createWorld } from '../../src/tick/create-world.ts';
import { tick } from '../../src/tick/tick.ts';
import { takeEvents } from '../../src/world/event-ring.ts';
import { STATUS } from '../../src/world/status.ts';
import type { World } from '../../src/world/world.ts';
import { inTriples, moved, movedInOpen, torusScenes } from '../helpers/moved-scenes.ts';
import { runsOf, seedOf } from '../helpers/runs.ts';
import { positionOf, velocityOf } from '../helpers/scenes.ts';
import { sceneInOpen, type Turn } from '../helpers/turned-scenes.ts';

/**
 * A scene that is moved, turned or mirrored as a whole must run as before, only elsewhere. So these tests find what
 * takes the long way around a torus, and what hides a place or a direction, whatever the behavior.
 */

type Vector = readonly number[];

/** The tolerance, as a share of what is compared. Without rounding there is no difference. */
const CLOSE = 1e-3;
/** How long a property may take (ms), however many runs are asked for. */
const PATIENCE = 3_600_000;
/** The tolerance of positions on a torus (m): a few steps of f32 at the places of these scenes, 2^-13 m. */
const NEAR = 1e-2;

/** How long scenes in open space run (ticks). */
const STEPS = 4;

type Kernel = 'ts' | 'simd';
const kernels = fc.constantFrom<Kernel>('ts', 'simd');
const shares = fc.tuple(...[0, 1, 2].map(() => fc.integer({ min: 0, max: 511 })));

it(
  `a scene on a torus runs the same wherever it is, seed ${seedOf(91)}`,
  () => {
    fc.assert(
      fc.property(torusScenes, shares, kernels, (input, share, kernel) => {
        const { min, max } = input.bounds;
        const edges = min.map((low: number, axis: number) =>
          axis < input.dimensions ? max[axis] - low : 0,
        );
        // Fields move by whole cells.
        const parts = input.fields ? 8 : 512;
        const shift = edges.map(
          (edge: number, axis: number) => (edge * (share[axis] % parts)) / parts,
        );
        const here = createWorld(parseScenario(input), { kernel });
        const there = createWorld(parseScenario(moved(input, shift)), { kernel });
        try {
          for (let step = 1; step <= 6; step++) {
            tick(here);
            tick(there);
            expectSame(there, here, (v) => [...v], step);
            const way = (to: Vector, from: Vector): number[] =>
              to.map((value, axis) => {
                const off = value - from[axis] - shift[axis];
                return edges[axis] === 0 ? off : off - edges[axis] * Math.round(off / edges[axis]);
              });
            for (const id of livingIn(here)) {
              const off = way(positionOf(there, id), positionOf(here, id));
              // Velocities may differ by a share, and positions by what comes of that.
              const speed = Math.hypot(...velocityOf(here, id));
              const most = NEAR + CLOSE * (1 + speed) * here.scenario.dt * step;
              expect(Math.hypot(...off), `position of ${id} at tick ${step}`).toBeLessThan(most);
            }
            for (let k = 0; k < here.scenario.targets.length; k++) {
              const off = way(targetOf(there, k), targetOf(here, k));
              expect(Math.hypot(...off), `target ${k} at tick ${step}`).toBeLessThan(NEAR);
            }
          }
          expect(happenings(there)).toEqual(happenings(here));
        } catch (difference) {
          fc.pre(!isOnAnEdge(here.scenario, kernel, 6));
          throw difference;
        }
      }),
      { numRuns: runsOf(6, 2000), seed: seedOf(91) },
    );
  },
  PATIENCE,
);

describe('a scene in open space', () => {
  const SHIFT = [160.5, -93.25, 21.75];
  const turns: Record<
    string,
    { dimensions: number; turn: Turn; without: readonly BehaviorType[] }
  > = {
    // Behaviors with a random direction for each id: `wander`, and `orca`, which bends each preferred velocity.
    // A formation around a target at rest, which faces nowhere, keeps to the x axis.
    'turned in the plane': {
      dimensions: 2,
      turn: ([x, y, z]) => [-y, x, z],
      // Down is -y.
      without: ['wander', 'orca', 'formation', 'gravity'],
    },
    'mirrored in the plane': {
      dimensions: 2,
      turn: ([x, y, z]) => [-x, y, z],
      // Agents that strafe circle to one side, and those that meet head-on pass on the right.
      without: ['wander', 'orca', 'formation', 'strafe', 'anticipation', 'collisionAvoidance'],
    },
    'turned in space, about the vertical axis': {
      dimensions: 3,
      turn: ([x, y, z]) => [z, y, -x],
      // The directions of `context` in space are fixed, and not the same after a turn.
      without: ['wander', 'orca', 'formation', 'context'],
    },
    'mirrored in space': {
      dimensions: 3,
      turn: ([x, y, z]) => [-x, y, z],
      without: ['wander', 'orca', 'formation', 'strafe', 'anticipation', 'collisionAvoidance'],
    },
  };

  it.each(Object.entries(turns))(
    `runs the same %s, seed ${seedOf(93)}`,
    (_, one) => {
      const { dimensions, turn, without } = one;
      const types = BEHAVIOR_TYPES.filter((type) => !without.includes(type));
      let acting = 0;
      const runs = runsOf(12, 3000);
      fc.assert(
        fc.property(fc.constantFrom(...types), fc.nat(), kernels, (type, seed, kernel) => {
          const scene = (by: Turn): World =>
            createWorld(parseScenario(sceneInOpen(type, dimensions, seed, by)), { kernel });
          const here = scene((v) => [...v]);
          const there = scene(turn);
          try {
            if (runSame(there, here, turn, (place) => turn(place), CLOSE)) acting++;
          } catch (difference) {
            fc.pre(!isOnAnEdge(here.scenario, kernel, STEPS));
            throw difference;
          }
        }),
        { numRuns: runs, seed: seedOf(93) },
      );
      expect(acting).toBeGreaterThan(runs / 3);
    },
    PATIENCE,
  );

  it(
    `runs the same elsewhere, seed ${seedOf(97)}`,
    () => {
      const elsewhere = (place: Vector): number[] =>
        place.map((value, axis) => value + SHIFT[axis]);
      const runs = runsOf(12, 3000);
      let acting = 0;
      fc.assert(
        fc.property(
          fc.constantFrom(...BEHAVIOR_TYPES),
          fc.nat(),
          kernels,
          fc.constantFrom(2, 3),
          (type, seed, kernel, dimensions) => {
            const input = sceneInOpen(type, dimensions, seed, (v) => [...v]);
            const here = createWorld(parseScenario(input), { kernel });
            const there = createWorld(parseScenario(movedInOpen(input, SHIFT)), { kernel });
            const to = (place: Vector): number[] =>
              elsewhere(place).map((value, axis) => (axis < dimensions ? value : 0));
            // Far from the origin, positions are rounded to 2^-16 m.
            if (runSame(there, here, (v) => [...v], to, NEAR)) acting++;
          },
        ),
        { numRuns: runs, seed: seedOf(97) },
      );
      expect(acting).toBeGreaterThan(runs / 3);
    },
    PATIENCE,
  );
});

/**
 * Whether random numbers or roundings decide how a scene runs. An agent whose target is straight behind turns to a random
 * side, which is not turned with the scene. Of two agents at the same maximum speed, the last bit tells which is slower.
 */
function isOnAnEdge(scenario: Scenario, kernel: Kernel, steps: number): boolean {
  const run = (one: Scenario): { readonly velocities: number[]; readonly told: string } => {
    const world = createWorld(one, { kernel });
    for (let step = 1; step <= steps; step++) tick(world);
    const velocities = livingIn(world).flatMap((id) => velocityOf(world, id));
    return { velocities, told: JSON.stringify(happenings(world)) };
  };
  const expected = run(scenario);
  const sizes = [1, 2, 3, 4, 5, 6, 7, 8];
  return [
    ...sizes.map((seed) => ({ ...scenario, seed })),
    ...sizes.flatMap((size) => [nudged(scenario, size), nudged(scenario, -size)]),
  ].some((one) => {
    const { velocities, told } = run(one);
    if (told !== expected.told || velocities.length !== expected.velocities.length) return true;
    return velocities.some((v, k) => {
      return Math.abs(v - expected.velocities[k]) > 0.25 * CLOSE * (1 + Math.abs(v));
    });
  });
}

/** A scene in which commands place things, and all agents start, a few roundings away. */
function nudged(scenario: Scenario, size: number): Scenario {
  const nudge = (vector: Vector, agent: number): number[] =>
    vector.map((v, axis) => v * (1 + (size + agent + 7 * axis) / (1 << 22)));
  return {
    ...scenario,
    commands: scenario.commands.map((command, k) => {
      const { position, positions } = command as { position?: Vector; positions?: Vector };
      return {
        ...command,
        ...(position && { position: nudge(position, k) }),
        ...(positions && { positions: inTriples(positions).flatMap(nudge) }),
      } as typeof command;
    }),
    species: scenario.species.map((species) => {
      if (species.spawn.type !== 'points') return species;
      const { positions, velocities } = species.spawn;
      const spawn = {
        ...species.spawn,
        positions: positions.map(nudge),
        ...(velocities && { velocities: velocities.map(nudge) }),
      };
      return { ...species, spawn } as typeof species;
    }),
  };
}

/**
 * Runs two scenes, and fails at the first difference. Returns whether any velocity changed.
 *
 * @param turn how the velocities of the second scene are changed
 * @param move how its places are changed
 */
function runSame(
  there: World,
  here: World,
  turn: Turn,
  move: (place: Vector) => number[],
  close: number,
): boolean {
  const before = livingIn(here).map((id) => velocityOf(here, id));
  for (let step = 1; step <= STEPS; step++) {
    tick(here);
    tick(there);
    expectSame(there, here, turn, step, close);
    for (const id of livingIn(here)) {
      const expected = move(positionOf(here, id));
      const off = positionOf(there, id).map((value, axis) => value - expected[axis]);
      expect(Math.hypot(...off), `position of ${id} at tick ${step}`).toBeLessThan(close);
    }
  }
  return livingIn(here).some((id, k) =>
    velocityOf(here, id).some((v, axis) => v !== before[k]?.[axis]),
  );
}

/** Fails if the status or the velocity of an agent differs. */
function expectSame(there: World, here: World, turn: Turn, step: number, close = CLOSE): void {
  for (let id = 0; id < here.count; id++) {
    const at = `of ${id} at tick ${step}`;
    const [found, status] = [there, here].map(({ views }) => views.status[views.slot[id]]);
    expect(found, `status ${at}`).toBe(status);
    if (status !== STATUS.alive) continue;
    const expected = turn(velocityOf(here, id));
    const off = velocityOf(there, id).map((value, axis) => value - expected[axis]);
    expect(Math.hypot(...off) / (1 + Math.hypot(...expected)), `velocity ${at}`).toBeLessThan(
      close,
    );
  }
}

function livingIn({ count, views }: World): number[] {
  return Array.from({ length: count }, (_, id) => id).filter(
    (id) => views.status[views.slot[id]] === STATUS.alive,
  );
}

function targetOf({ views }: World, k: number): number[] {
  const { x, y, z } = views.targetPosition;
  return [x[k], y[k], z[k]];
}

function happenings(world: World): unknown[] {
  return takeEvents(world).map((event) => ({ ...event, position: undefined }));
}
