import { defaultAngle } from '../commands/fire.ts';
import type { Problem } from '../errors.ts';
import { sine } from '../math/trigonometry.ts';
import type { Behavior, Scenario, Species } from '../scenario/schema.ts';
import type { World } from '../world/world.ts';

/** How a species flies at a target at rest. */
interface Flight {
  readonly species: Species;
  readonly path: string;
  readonly behavior: Behavior;
  readonly target: Scenario['targets'][number];
  /** How near the middles of agent and target are when they touch (m). */
  readonly reach: number;
}

/**
 * What a scenario asks for and is not going to get: flights at a target at rest that lies inside the
 * turning circle of their start, which they can only orbit.
 *
 * A flight turns as hard as it can, on a circle of radius R. Its target is at the distance d, at the angle a from
 * where it starts to fly. It comes within `reach` h of the target when the middle of the target is outside of
 * the circle on its side or no more than h inside of it:
 *
 *   (R - h)^2 <= d^2 - 2 d R sin a + R^2,  which is  R <= (d^2 - h^2) / (2 (d sin a - h))
 *
 * Any R does where d sin a <= h, as straight ahead or straight behind. R is v^2 / acceleration for
 * `homing` and `lead`, and v / rate for `turn`. Adding the acceleration, `turn: "add"`, makes the flight
 * faster by pi/4 x acceleration x dt up to the middle of its half turn, and its circle as much wider.
 *
 * Only species with one behavior alone, of these laws, in bounds that do not wrap are looked at. Launchers are, by
 * the angles of their `fire` commands, or those of a `fire` without any, and what is there at the start.
 *
 * @param world at tick 0
 * @returns each with its JSON path; none for what is not looked at
 */
export function findOrbits(world: World): Problem[] {
  const { scenario } = world;
  if (scenario.bounds.type === 'wrap') return [];
  const problems: Problem[] = [];
  scenario.species.forEach((_, index) => {
    const flight = flightOf(scenario, index);
    if (flight === undefined) return;
    scenario.launchers.forEach((launcher, at) => {
      if (launcher.species !== flight.species.name || launcher.target !== flight.target.name)
        return;
      const distance = apart(launcher.position, flight.target.position, scenario.dimensions);
      for (const angle of anglesOf(scenario, at)) {
        const radius = turningRadius(flight, launcher.speed, scenario.dt);
        const widest = widestCircle(distance, distance * sine(angle), flight.reach);
        if (radius <= widest) continue;
        problems.push({
          path: `$.launchers[${at}]`,
          found: `a start at ${rounded((angle * 180) / Math.PI)} degrees that turns on a circle of ${rounded(radius)} m and orbits "${flight.target.name}"`,
          expected: `a circle of at most ${rounded(widest)} m: ${flight.path}`,
        });
      }
    });
    const problem = amongSpawned(world, index, flight);
    if (problem !== undefined) problems.push(problem);
  });
  return problems;
}

/** Whether `findOrbits` has anything to look at in a scenario, so that a world is worth making. */
export function hasTurningCircles(scenario: Scenario): boolean {
  return scenario.species.some((_, index) => flightOf(scenario, index) !== undefined);
}

/** The largest circle (m) on which a target so far away, so far aside, is reached. */
export function widestCircle(distance: number, aside: number, reach: number): number {
  if (distance <= reach || aside <= reach) return Number.POSITIVE_INFINITY;
  return (distance * distance - reach * reach) / (2 * (aside - reach));
}

function flightOf(scenario: Scenario, index: number): Flight | undefined {
  const species = scenario.species[index];
  const [behavior, ...others] = species.behaviors;
  if (behavior === undefined || others.length > 0) return undefined;
  if (behavior.type !== 'homing' && behavior.type !== 'lead' && behavior.type !== 'turn') return;
  if (behavior.quarry !== undefined || (behavior.type === 'turn' && behavior.level)) return;
  const { targets } = scenario;
  const target =
    behavior.target === undefined ? targets[0] : targets.find((t) => t.name === behavior.target);
  if (target === undefined || target.motion !== undefined) return undefined;
  const path = `$.species[${index}].behaviors[0]`;
  return { species, path, behavior, target, reach: target.radius + species.radius };
}

/** The radius of the circle (m) that a flight at a speed turns on. */
function turningRadius({ behavior, species }: Flight, start: number, dt: number): number {
  const speed = Math.min(start, species.maxSpeed ?? start);
  if (behavior.type === 'turn') return speed / behavior.rate;
  if (behavior.type !== 'homing' && behavior.type !== 'lead') return 0;
  const limit = (species.maxForce ?? Number.POSITIVE_INFINITY) / species.mass;
  const wanted = (behavior.speed * behavior.speed) / behavior.curvatureRadius;
  const acceleration = Math.min(wanted, behavior.speed / dt, limit);
  const adds = behavior.type === 'homing' && behavior.turn === 'add';
  const faster = speed + (adds ? (Math.PI / 4) * acceleration * dt : 0);
  return (faster * faster) / acceleration;
}

/** The angles (rad) at which a launcher fires, each once. */
function anglesOf({ commands, launchers }: Scenario, at: number): Set<number> {
  const launcher = launchers[at];
  const angles = new Set<number>();
  for (const one of commands) {
    if (one.type !== 'fire' || (one.launcher ?? launchers[0].name) !== launcher.name) continue;
    angles.add(one.angle ?? defaultAngle(launcher, one.count));
  }
  if (angles.size === 0) for (const count of [1, 16]) angles.add(defaultAngle(launcher, count));
  return angles;
}

function amongSpawned(world: World, index: number, flight: Flight): Problem | undefined {
  const { scenario, plan, views } = world;
  const { first, count } = plan.species[index];
  if (flight.species.spawn.type === 'pool') return undefined;
  const { position: p, velocity: v, slot } = views;
  const target = flight.target.position;
  let orbits = 0;
  for (let id = first; id < first + count; id++) {
    const i = slot[id];
    const speed = lengthOf(v.x[i], v.y[i], v.z[i]);
    // From rest it starts straight at the target.
    if (!(speed > 0)) continue;
    const place = [p.x[i], p.y[i], p.z[i]];
    const distance = apart(place, target, scenario.dimensions);
    const way = [
      target[0] - p.x[i],
      target[1] - p.y[i],
      scenario.dimensions === 2 ? 0 : target[2] - p.z[i],
    ];
    const ahead = (way[0] * v.x[i] + way[1] * v.y[i] + way[2] * v.z[i]) / speed;
    const aside = Math.sqrt(Math.max(0, distance * distance - ahead * ahead));
    const radius = turningRadius(flight, speed, scenario.dt);
    if (radius > widestCircle(distance, aside, flight.reach)) orbits++;
  }
  if (orbits === 0) return undefined;
  return {
    path: flight.path,
    found: `${orbits} of ${count} "${flight.species.name}" that start too near beside "${flight.target.name}" and orbit it`,
    expected: 'tighter turns, or starts that face it or are farther away',
  };
}

function apart(a: readonly number[], b: readonly number[], dimensions: number): number {
  return lengthOf(a[0] - b[0], a[1] - b[1], dimensions === 2 ? 0 : a[2] - b[2]);
}

function lengthOf(x: number, y: number, z: number): number {
  return Math.sqrt(x * x + y * y + z * z);
}

/** To three digits, for people. */
function rounded(value: number): string {
  return String(Number(value.toPrecision(3)));
}
