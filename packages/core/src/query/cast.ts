import { intoTorus } from '../grid/torus.ts';
import type { SharedWorld } from '../world/world.ts';
import type { AgentTree } from './agent-tree.ts';
import { AgentCast } from './cast-agents.ts';
import { castAtGround } from './cast-ground.ts';
import { castAtObstacles } from './cast-obstacles.ts';
import { castAtWalls } from './cast-walls.ts';
import { type Course, createCourse } from './course.ts';
import { FirstHit } from './first-hit.ts';
import { ignoredBy, LIVE_QUERIES, type QueryKind } from './query-kind.ts';
import type { Query } from './request.ts';
import { unitInto } from './unit.ts';

/** Finds the first hit of a course: an agent, an obstacle, a wall or the ground. */
class Caster {
  readonly hit = new FirstHit();
  readonly #world: SharedWorld;
  readonly #against: Query['against'];
  readonly #agents: AgentCast;

  constructor(world: SharedWorld, tree: AgentTree, against: Query['against']) {
    this.#world = world;
    this.#against = against;
    this.#agents = new AgentCast(world, tree, this.hit);
  }

  find(course: Course, ignored: number): void {
    this.hit.clear();
    if (this.#against.includes('obstacles')) castAtObstacles(this.hit, this.#world, course);
    if (this.#against.includes('walls')) castAtWalls(this.hit, this.#world, course);
    if (this.#against.includes('ground')) castAtGround(this.hit, this.#world, course);
    if (this.#against.includes('agents')) this.#agents.find(course, ignored);
  }
}

/** Queries of the types `ray` and `sweep`: the first hit of a ray, or of a moving sphere. */
export const cast: QueryKind = {
  answer(world, query, tree, memory, begin, end) {
    const { min, edge } = world.plan.grid;
    const { origins, directions, length, radius } = query.numbers;
    const caster = new Caster(world, tree, query.against);
    const course = createCourse();
    const count = end - begin;
    const kinds = memory.u8(count);
    const ids = memory.u32(count);
    const distances = memory.f32(count);
    const positions = memory.f32(3 * count);
    const normals = memory.f32(3 * count);
    for (let q = begin; q < end; q++) {
      if ((q & LIVE_QUERIES) === 0) world.live();
      for (let axis = 0; axis < 3; axis++) {
        course.from[axis] = intoTorus(origins[3 * q + axis], min[axis], edge[axis]);
      }
      unitInto(course.direction, directions[3 * q], directions[3 * q + 1], directions[3 * q + 2]);
      course.length = length[q];
      course.radius = radius === undefined ? 0 : radius[q];
      caster.find(course, ignoredBy(query, q));
      const { kind, id, distance, position, normal } = caster.hit;
      const at = q - begin;
      kinds[at] = kind;
      ids[at] = id;
      distances[at] = distance;
      positions.set(position, 3 * at);
      normals.set(normal, 3 * at);
    }
    return { kinds, ids, distances, positions, normals };
  },
};
