import { nodesAt, nodesIn, type Points, plantPart } from '../grid/tree.ts';
import { speciesSlotOf } from '../scenario/slots.ts';
import { RECORD } from '../world/layout.ts';
import { STATUS } from '../world/status.ts';
import { BLOCK_WORDS, FAN, LEAF, levelsOf, NODE_WORDS, PART_WORDS } from '../world/tree-plan.ts';
import type { SharedWorld } from '../world/world.ts';
import { NO_AGENT } from './request.ts';

const BODY_RADIUS = speciesSlotOf('radius');

/**
 * A tree over the living agents of some species, with nodes and blocks as in world/tree-plan.ts. Queries use a tree,
 * because a tree adapts to any distribution of agents. They do not use the grid of the world, which is made for the
 * neighbor radius and may be a single cell.
 */
export interface AgentTree {
  readonly count: number;
  readonly levels: number;
  /** For each level of the tree, the index of its first node. */
  readonly firstNode: readonly number[];
  readonly nodes: Float32Array;
  readonly blocks: Float32Array;
  /**
   * The ids of the agents, block after block, with LEAF entries for each block. Unused entries at the end are
   * `NO_AGENT`.
   */
  readonly ids: Uint32Array;
  /** The places of the agents (indices in the sorted columns), in the order of `ids`. */
  readonly places: Uint32Array;
  /**
   * For each child of each node, the lowest id of the agents under this child. Each node has FAN entries. With these
   * ids, a search can skip many agents at the same position.
   */
  readonly leastIds: Uint32Array;
  /** The bounding box of all agents (m): the low x, y, z, then the high x, y, z. */
  readonly box: readonly number[];
  /** The largest body radius of any agent in the tree (m). */
  readonly largestBody: number;
}

const ROOT = { firstPart: 0, firstTop: 0 };

/** Builds a tree over the living agents of some species. `mask` has a bit for each species to include. */
export function plantAgents(world: SharedWorld, mask: number): AgentTree {
  const { position, id } = world.front;
  const points: Points = {
    axes: [position.x, position.y, position.z],
    places: placesOf(world, mask),
  };
  const count = points.places.length;
  const blocks = Math.ceil(count / LEAF);
  const columns = {
    treePart: new Uint32Array(PART_WORDS),
    treeTop: new Float32Array(NODE_WORDS),
    // Missing children of a node are NaN, which no search considers near.
    treeNode: new Float32Array(NODE_WORDS * nodesIn(count)).fill(Number.NaN),
    treeBlock: new Float32Array(BLOCK_WORDS * blocks),
    treePlace: new Uint32Array(LEAF * blocks),
  };
  plantPart(columns, ROOT, 0, points, 0, 0, world.live);
  const ids = new Uint32Array(LEAF * blocks).fill(NO_AGENT);
  for (let k = 0; k < count; k++) ids[k] = id[columns.treePlace[k]];
  const levels = count === 0 ? 0 : levelsOf(count);
  const firstNode: number[] = [];
  for (let level = 0, first = 0; level < levels; level++) {
    firstNode.push(first);
    first += nodesAt(count, level);
  }
  return {
    count,
    levels,
    firstNode,
    nodes: columns.treeNode,
    blocks: columns.treeBlock,
    ids,
    places: columns.treePlace,
    leastIds: leastIdsOf(ids, count, firstNode),
    box: [0, 1, 2, 3, 4, 5].map((plane) => columns.treeTop[FAN * plane]),
    largestBody: largestBodyOf(world, mask),
  };
}

function placesOf({ plan, front }: SharedWorld, mask: number): Uint32Array {
  const { status, species } = front;
  const places = new Uint32Array(plan.agents);
  let count = 0;
  for (let place = 0; place < places.length; place++) {
    if (status[place] !== STATUS.alive || ((mask >>> species[place]) & 1) === 0) continue;
    places[count++] = place;
  }
  return places.subarray(0, count);
}

function leastIdsOf(ids: Uint32Array, count: number, firstNode: readonly number[]): Uint32Array {
  const least = new Uint32Array(FAN * nodesIn(count)).fill(NO_AGENT);
  for (let level = firstNode.length - 1; level >= 0; level--) {
    const lowest = level === firstNode.length - 1;
    const children = lowest ? Math.ceil(count / LEAF) : nodesAt(count, level + 1);
    const [below, each] = lowest ? [ids, LEAF] : [least, FAN];
    const from = lowest ? 0 : FAN * firstNode[level + 1];
    for (let child = 0; child < children; child++) {
      let id = NO_AGENT;
      for (let k = 0; k < each; k++) id = Math.min(id, below[from + each * child + k]);
      least[FAN * firstNode[level] + child] = id;
    }
  }
  return least;
}

function largestBodyOf({ plan, front }: SharedWorld, mask: number): number {
  let largest = 0;
  for (let species = 0; species < plan.species.length; species++) {
    if (((mask >>> species) & 1) === 0) continue;
    largest = Math.max(largest, front.speciesParameters[species * RECORD + BODY_RADIUS]);
  }
  return largest;
}

/** The body radius (m) of the agent at a place. */
export function bodyAt({ front }: SharedWorld, place: number): number {
  return front.speciesParameters[front.species[place] * RECORD + BODY_RADIUS];
}
