import type { Behavior, Scenario } from '../../src/scenario/schema.ts';
import type { World } from '../../src/world/world.ts';

/**
 * Which agents are neighbors, and the sums over them, by testing every agent against every other: the
 * oracle of grid and neighbor pass. Works on plain copies, and shares no code with them.
 */

const f = Math.fround;

/** One agent of the present state, as the oracle sees it; `place` is its place in sorted order. */
export interface Agent {
  readonly place: number;
  readonly id: number;
  readonly species: number;
  readonly status: number;
  readonly position: readonly number[];
  readonly velocity: readonly number[];
  /** The direction its body faces; its components are undefined in a world without headings. */
  readonly heading: readonly number[];
  /** Where its cell stands in the table of the grid. */
  readonly cell: number;
}

export interface Neighbor {
  readonly agent: Agent;
  /** From the agent that looks to the nearest image of the other (m), f32. */
  readonly offset: readonly number[];
  readonly squared: number;
}

export const ALIVE = 1;
const DEAD = 0;

export function agentsOf(world: World): Agent[] {
  const { id, species, status, position, velocity, heading } = world.views;
  const { layers, layerOf } = world.handle.plan.grid;
  return Array.from(id, (one, place) => {
    const layer = layers[layerOf[species[place]]];
    const { min, inverse, first, last, stride, cells, start } = layer;
    const at = [position.x[place], position.y[place], position.z[place]];
    const [x, y, z] = at.map((value, axis) => {
      const column = Math.floor(f(f(value - min[axis]) * inverse[axis]));
      return Math.min(Math.max(column, first[axis]), last[axis]);
    });
    return {
      place,
      id: one,
      species: species[place],
      status: status[place],
      position: at,
      velocity: [velocity.x[place], velocity.y[place], velocity.z[place]],
      heading: [heading.x[place], heading.y[place], heading.z[place]],
      cell: start + ((((x + stride[0] * y + stride[1] * z) % cells) + cells) % cells),
    };
  });
}

/**
 * The neighbors of an agent within `radius`, in the order that is contract: by layer, then by the image of the torus
 * along z, then y, then x, and within an image in sorted order.
 */
export function neighborsOf(
  world: World,
  agents: readonly Agent[],
  self: Agent,
  radius: number,
): Neighbor[] {
  const { edge, layerOf } = world.handle.plan.grid;
  const turns = edge.map((length) => (length > 0 ? [-1, 0, 1] : [0]));
  const limit = f(f(radius) * f(radius));
  const far = 1.01 * radius;
  const found: { neighbor: Neighbor; order: number }[] = [];
  const offsetAlong = (agent: Agent, axis: number, turn: number): number =>
    f(agent.position[axis] - f(self.position[axis] - f(turn * edge[axis])));
  for (const agent of agents) {
    if (agent === self || agent.status === DEAD) continue;
    for (const turnX of turns[0]) {
      const x = offsetAlong(agent, 0, turnX);
      if (Math.abs(x) > far) continue;
      for (const turnY of turns[1]) {
        const y = offsetAlong(agent, 1, turnY);
        if (Math.abs(y) > far) continue;
        for (const turnZ of turns[2]) {
          const z = offsetAlong(agent, 2, turnZ);
          const squared = f(f(f(x * x) + f(y * y)) + f(z * z));
          if (!(squared <= limit)) continue;
          const order = 27 * layerOf[agent.species] + 9 * turnZ + 3 * turnY + turnX;
          found.push({ neighbor: { agent, offset: [x, y, z], squared }, order });
        }
      }
    }
  }
  // Stable: those of one image stay in the order of `agents`, which is that of their places.
  found.sort((a, b) => a.order - b.order);
  return found.map((one) => one.neighbor);
}

export type NeighborBehavior = Extract<Behavior, { type: 'cohesion' | 'alignment' | 'separation' }>;

/** Nearer than this two agents stand on one spot, with no direction from one to the other. */
const SAME_SPOT = f(1e-24);

/** Whether a behavior of `self` counts this neighbor, which is not on the same spot. */
function sees(behavior: NeighborBehavior, self: Agent, { offset, squared }: Neighbor): boolean {
  if (squared > f(f(behavior.radius) * f(behavior.radius))) return false;
  const cosine = f(behavior.cosine);
  if (cosine === -1) return true;
  const [vx, vy, vz] = self.velocity;
  const speed = f(Math.sqrt(f(f(f(vx * vx) + f(vy * vy)) + f(vz * vz))));
  const heading = self.velocity.map((value) => (speed > 0 ? f(value / speed) : 0));
  const [x, y, z] = offset.map((value, axis) => f(value * heading[axis]));
  return f(f(x + y) + z) > f(cosine * f(Math.sqrt(squared)));
}

export interface NaiveSums {
  readonly sum: readonly number[];
  /** Of neighbors; for separation: of those on the same spot. */
  readonly count: number;
}

/**
 * What a behavior sums over the neighbors of `self`, f32, in contract order. `neighbors` may hold
 * more than the behavior sees, in that order.
 */
export function naiveSums(
  scenario: Scenario,
  neighbors: readonly Neighbor[],
  self: Agent,
  behavior: NeighborBehavior,
): NaiveSums {
  const sum = [0, 0, 0];
  let count = 0;
  for (const neighbor of neighbors) {
    const { offset, squared, agent } = neighbor;
    const name = scenario.species[agent.species].name;
    if (behavior.species !== undefined && !behavior.species.includes(name)) continue;
    if (squared < SAME_SPOT) {
      if (behavior.type === 'separation') count++;
      continue;
    }
    if (!sees(behavior, self, neighbor)) continue;
    if (behavior.type === 'separation') {
      const share = shareOf(behavior, squared);
      for (let axis = 0; axis < 3; axis++) sum[axis] = f(sum[axis] - f(offset[axis] * share));
      continue;
    }
    count++;
    const theirs =
      behavior.type === 'alignment' && behavior.of === 'heading' ? agent.heading : agent.velocity;
    const addend = behavior.type === 'cohesion' ? offset : theirs;
    for (let axis = 0; axis < 3; axis++) sum[axis] = f(sum[axis] + addend[axis]);
  }
  return { sum, count };
}

/** What the offset to a neighbor is multiplied by before separation sums it. */
function shareOf(
  { sum, near = 0, factor = 1 }: Extract<Behavior, { type: 'separation' }>,
  squared: number,
): number {
  if (sum === 'direction') return f(1 / squared);
  const distance = f(Math.sqrt(squared));
  return f((distance < f(near) ? f(factor) : 1) / distance);
}
