import { expect } from 'vitest';
import { speciesSlotOf } from '../../src/scenario/slots.ts';
import { FLAT_COLUMNS } from '../../src/world/engine-columns.ts';
import { isUnborn } from '../../src/world/ids.ts';
import { RECORD } from '../../src/world/layout.ts';
import { isWall, mapCellOf } from '../../src/world/map.ts';
import { STATUS } from '../../src/world/status.ts';
import { refresh, type World } from '../../src/world/world.ts';

const f = Math.fround;

const MAX_SPEED = speciesSlotOf('maxSpeed');

/**
 * A clamped velocity is max/sqrt(v.v) times v in f32: its length is exact except for the rounding of the
 * square (1.5 half ulps, halved by the root), root, quotient and product.
 */
const CLAMP_ERROR = 4 * 2 ** -24;

/** Checks what holds at every tick of any world. */
export class InvariantChecker {
  readonly #world: World;
  /** The ids of agents that have been outside of walls. */
  readonly #free = new Set<number>();
  #version = 0;
  /** Commands of this tick that came from outside, by type. */
  readonly #given = new Map<string, number>();

  constructor(world: World) {
    this.#world = world;
  }

  /** Notes that a command was given at the present tick. */
  note({ type }: { readonly type?: unknown }): void {
    this.#given.set(type as string, this.#world.tick);
  }

  check(): void {
    refresh(this.#world);
    this.#checkAgents();
    this.#checkTargets();
    this.#checkCounts();
    this.#checkWalls();
  }

  /** Whether a command of this type acted in the last step. */
  #did(type: string): boolean {
    const { scenario, tick } = this.#world;
    if (this.#given.get(type) === tick - 1) return true;
    return scenario.commands.some((command) => command.type === type && command.tick === tick - 1);
  }

  #checkTargets(): void {
    const { targetPosition, targetVelocity } = this.#world.views;
    for (const { x, y, z } of [targetPosition, targetVelocity]) {
      if (![x, y, z].every((axis) => axis.every(Number.isFinite)))
        expect.fail('a target is not finite');
    }
  }

  #checkAgents(): void {
    const world = this.#world;
    const { front } = world;
    const { bounds, dimensions } = world.scenario;
    const { id, status, birth, species, position, velocity } = world.views;
    const [isPlaced, isSet] = [this.#did('place'), this.#did('set')];
    for (let at = 0; at < world.count; at++) {
      const who = () => `id ${id[at]} at tick ${world.tick}`;
      const p = [position.x[at], position.y[at], position.z[at]];
      const v = [velocity.x[at], velocity.y[at], velocity.z[at]];
      if (![...p, ...v].every(Number.isFinite)) expect.fail(`${who()} is not finite: ${p}, ${v}`);
      // Agents that were never alive lie at the origin.
      if (bounds.type !== 'open' && !isUnborn(world.plan.ids, id[at])) {
        for (let axis = 0; axis < dimensions; axis++) {
          const [low, high] = [f(bounds.min[axis]), f(bounds.max[axis])];
          const inside =
            p[axis] >= low && (bounds.type === 'wrap' ? p[axis] < high : p[axis] <= high);
          if (!inside) expect.fail(`${who()} is out of bounds: ${p}`);
        }
      }
      if (world.plan.extras.heading) this.#checkFrame(at, who);
      // Its first velocity is the spawn's, the launcher's or a command's; the limit holds from its first step on. A link
      // takes as long as it says.
      const isOnLink = world.plan.extras.link && front.link[at] > 0;
      const isLimited = !isOnLink && !isPlaced && !isSet;
      if (isLimited && status[at] === STATUS.alive && world.tick > birth[at]) {
        const limit = front.speciesParameters[species[at] * RECORD + MAX_SPEED] * (1 + CLAMP_ERROR);
        if (Math.hypot(...v) > limit) expect.fail(`${who()} is faster than ${limit}: ${v}`);
      }
    }
    if (dimensions === 3) return;
    for (const name of ['position', 'velocity', ...FLAT_COLUMNS] as const) {
      const { z } = front[name];
      // A turn may leave -0 in a heading.
      const at = z.findIndex(
        (value) => !Object.is(name === 'heading' ? Math.abs(value) : value, 0),
      );
      if (at >= 0) expect.fail(`${name}.z[${at}] is ${z[at]} at tick ${world.tick}, in the plane`);
    }
  }

  #checkFrame(at: number, who: () => string): void {
    const { heading: h, up: u } = this.#world.views;
    const across = h.x[at] * u.x[at] + h.y[at] * u.y[at] + h.z[at] * u.z[at];
    const lengths = [h, u].map(({ x, y, z }) => Math.hypot(x[at], y[at], z[at]));
    if (Math.abs(across) < 1e-5 && lengths.every((length) => Math.abs(length - 1) < 1e-5)) return;
    expect.fail(`${who()} has a heading and an up of lengths ${lengths}, cosine ${across}`);
  }

  /** The living are those that were born less those that ended. */
  #checkCounts(): void {
    const { views, plan, tick } = this.#world;
    plan.species.forEach(({ count, name }, species) => {
      let alive = 0;
      for (const [at, status] of views.status.entries()) {
        if (views.species[at] === species && status !== STATUS.dead) alive++;
      }
      if (alive > count) expect.fail(`${alive} of at most ${count} ${name} at tick ${tick}`);
    });
  }

  /** An agent outside of walls never enters one; a wall that is put where it stands does not count. */
  #checkWalls(): void {
    const world = this.#world;
    const { map } = world.plan;
    if (map === undefined) return;
    const { x, y } = world.views.position;
    const version = world.front.mapVersion[0];
    // A map that has changed, and a command, may leave agents in a wall.
    if (version !== this.#version || this.#did('place')) this.#free.clear();
    this.#version = version;
    for (let at = 0; at < world.count; at++) {
      const id = world.views.id[at];
      if (world.views.status[at] !== STATUS.alive) this.#free.delete(id);
      else if (!isWall(world.front, mapCellOf(map, x[at], y[at]))) this.#free.add(id);
      else if (this.#free.has(id) && world.views.birth[at] < world.tick) {
        expect.fail(`id ${id} came into a wall at tick ${world.tick}`);
      }
    }
  }
}
