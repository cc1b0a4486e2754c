import { defaultAngle } from '../commands/fire.ts';
import type { Problem } from '../errors.ts';
import { sine } from '../math/trigonometry.ts';
import type { Behavior, Scenario, Species } from '../scenario/schema.ts';
import type { World } from '../world/world.ts';

/** A species, the resting target to which its agents fly, and the behavior that makes the agents turn. */
interface Flight {
  readonly species: Species;
  readonly path: string;
  readonly behavior: Behavior;
  readonly target: Scenario['targets'][number];
  /** The distance (m) between the center of an agent and the center of the target when both bodies touch. */
  readonly reach: number;
}

/**
 * Finds flights that can never hit their target, because the target rests inside the circle on which they turn at the
 * start. Such flights only orbit the target.
 *
 * A flight turns as hard as it can, on a circle of radius R. The target is at the distance d from the start. Let a be
 * the angle between the start direction and the way to the target. When the flight touches the target, their centers
 * are at the distance h, which is `reach`. So the flight can hit if the center of the target is outside the circle, or
 * at most h inside it:
 *
 *   (R - h)^2 <= d^2 - 2 d R sin a + R^2
 *
 * If d sin a > h, this means that R <= (d^2 - h^2) / (2 (d sin a - h)). If d sin a <= h, any R is enough. So any R is
 * enough for every target straight ahead or straight behind.
 *
 * Let v be the start speed. For `homing` and `lead`, R is v^2 / acceleration. For `turn`, R is v / rate. If `turn` is
 * "add", a homing flight gains the speed `pi / 4 * acceleration * dt` until the middle of its half turn. The circle
 * becomes wider accordingly.
 *
 * Checks only species whose single behavior is `homing`, `lead` or `turn`, in bounds that do not wrap. Checks the
 * agents that exist at the start, and launchers with the angles of their `fire` commands. If there are no commands,
 * launchers have the default angles.
 *
 * @param world a world at tick 0
 * @returns one problem, with its JSON path, for each angle of a launcher and for each species that has such flights
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
          found: `a turning radius of ${rounded(radius)} m, so a flight that starts at an angle of ${rounded((angle * 180) / Math.PI)} degrees orbits "${flight.target.name}"`,
          expected: `at most ${rounded(widest)} m: ${flight.path}`,
        });
      }
    });
    const problem = amongSpawned(world, index, flight);
    if (problem !== undefined) problems.push(problem);
  });
  return problems;
}

/** Whether a scenario has anything that `findOrbits` checks, so that creating a world for it is worthwhile. */
export function hasTurningCircles(scenario: Scenario): boolean {
  return scenario.species.some((_, index) => flightOf(scenario, index) !== undefined);
}

/**
 * The radius (m) of the largest turning circle on which a flight still reaches a target. The target is at `distance`
 * (m) and lies `aside` (m) beside the line of the start direction.
 */
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

/** The radius (m) of the circle on which a flight turns, if it starts at the speed `start` (m/s). */
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

/** The distinct angles at which the commands of a scenario fire a launcher (rad). */
function anglesOf({ commands, launchers }: Scenario, at: number): Set<number> {
  const launcher = launchers[at];
  const angles = new Set<number>();
  for (const command of commands) {
    if (command.type !== 'fire' || (command.launcher ?? launchers[0].name) !== launcher.name)
      continue;
    angles.add(command.angle ?? defaultAngle(launcher, command.count));
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
    // An agent that starts at rest flies straight to the target.
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
    found: `${orbits} of ${count} agents of "${flight.species.name}" in orbit around "${flight.target.name}", because they start too close to it and do not fly straight at it`,
    expected:
      'agents that turn in tighter circles, that start farther away, or that fly straight at the target',
  };
}

function apart(a: readonly number[], b: readonly number[], dimensions: number): number {
  return lengthOf(a[0] - b[0], a[1] - b[1], dimensions === 2 ? 0 : a[2] - b[2]);
}

function lengthOf(x: number, y: number, z: number): number {
  return Math.sqrt(x * x + y * y + z * z);
}

/** Rounds a number to three digits, to show to people. */
function rounded(value: number): string {
  return String(Number(value.toPrecision(3)));
}
