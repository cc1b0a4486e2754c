import { BLOCK_WORDS, FAN, LEAF, NODE_WORDS } from '../world/tree-plan.ts';
import type { SharedWorld } from '../world/world.ts';
import { type AgentTree, bodyAt } from './agent-tree.ts';
import { type Course, createCourse, createMeeting } from './course.ts';
import type { FirstHit } from './first-hit.ts';
import { imagesNear } from './images.ts';
import { HIT, NO_AGENT } from './request.ts';
import { meetBall } from './solids.ts';
import { TreeSearch } from './tree-search.ts';

/** The fraction by which boxes are widened. It is larger than all rounding errors in f64. */
const WIDER = 1 / 0x10000000;

/**
 * Finds the first agent that a course hits. An agent is a ball with the radius of its species. On a torus, the course
 * can hit any image of the agent.
 */
export class AgentCast extends TreeSearch {
  readonly #world: SharedWorld;
  readonly #hit: FirstHit;
  /**
   * The course passed to `find`, relative to the image of the world that is now searched. Without a torus, the world
   * is the only image.
   */
  readonly #course = createCourse();
  readonly #meeting = createMeeting();
  #reach = 0;
  #ignored = NO_AGENT;

  constructor(world: SharedWorld, tree: AgentTree, hit: FirstHit) {
    super(tree);
    this.#world = world;
    this.#hit = hit;
  }

  find(course: Course, ignored: number): void {
    const { tree } = this;
    if (tree.count === 0) return;
    this.#ignored = ignored;
    const own = this.#course;
    own.direction.set(course.direction);
    own.length = course.length;
    own.radius = course.radius;
    let largest = 1;
    for (const value of tree.box) largest = Math.max(largest, Math.abs(value));
    for (const value of course.from) largest = Math.max(largest, Math.abs(value));
    this.#reach = tree.largestBody + course.radius + WIDER * (largest + tree.largestBody);
    imagesNear(this.#world.plan.grid, course, tree.box, this.#reach, (x, y, z) => {
      own.from[0] = course.from[0] - x;
      own.from[1] = course.from[1] - y;
      own.from[2] = course.from[2] - z;
      this.#draw();
      this.search();
    });
  }

  protected gapTo(node: number, child: number): number {
    const { nodes } = this.tree;
    const { from, direction, length } = this.#course;
    const at = NODE_WORDS * node + child;
    let enter = 0;
    let leave = length;
    for (let axis = 0; axis < 3; axis++) {
      const low = nodes[at + FAN * axis] - this.#reach - from[axis];
      const high = nodes[at + FAN * (3 + axis)] + this.#reach - from[axis];
      const n = direction[axis];
      if (n === 0) {
        if (low > 0 || high < 0) return Number.NaN;
        continue;
      }
      const [a, b] = [low / n, high / n];
      enter = Math.max(enter, Math.min(a, b));
      leave = Math.min(leave, Math.max(a, b));
    }
    return enter <= leave ? enter : Number.NaN;
  }

  protected look(block: number): void {
    const { blocks, ids, places } = this.tree;
    const at = BLOCK_WORDS * block;
    const course = this.#course;
    for (let k = 0; k < LEAF; k++) {
      const id = ids[LEAF * block + k];
      if (id === NO_AGENT || id === this.#ignored) continue;
      const body = bodyAt(this.#world, places[LEAF * block + k]) + course.radius;
      const [x, y, z] = [blocks[at + k], blocks[at + LEAF + k], blocks[at + 2 * LEAF + k]];
      meetBall(this.#meeting, course, x, y, z, body);
      this.#hit.offer(this.#meeting, course, 0, HIT.agent, id);
    }
    this.#draw();
  }

  /**
   * Limits the search to slightly more than the distance of the nearest hit so far. So the search also finds agents
   * whose distance rounds to the same value.
   */
  #draw(): void {
    const { distance } = this.#hit;
    this.limit = distance + WIDER * distance;
  }
}
