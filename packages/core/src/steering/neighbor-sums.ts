import { addRunsOf, createRuns } from '../grid/neighbors.ts';
import { slotFor, slotOf } from '../scenario/slots.ts';
import { RECORD } from '../world/layout.ts';
import type { BehaviorPlan, NeighborPass } from '../world/plan.ts';
import { rolesIn } from '../world/roles.ts';
import { BLOCK } from '../world/sizes.ts';
import { STATUS } from '../world/status.ts';
import type { SharedWorld } from '../world/world.ts';

const fround = Math.fround;
const sqrt = Math.sqrt;

/**
 * Squared distance (m^2) below which two agents are considered to be on the same spot. No direction then leads from one
 * agent to the other, and 1/distance^2 would exceed the range of f32.
 */
const COINCIDENT = fround(1e-24);

/**
 * The sums that cohesion, alignment and separation need for the agents of a block. One walk over the neighbors computes
 * all of them.
 */
export interface NeighborSums {
  /** Sum of the offsets to the neighbors (m), and the number of these neighbors. */
  readonly offset: Sum;
  /** Sum of the velocities (m/s) or headings of the neighbors, and the number of these neighbors. */
  readonly velocity: Sum;
  /**
   * Sum of the vectors from the neighbors to the agent, for separation. Each vector is divided by its squared length,
   * so the unit of the sum is 1/m. If the behavior has the key `sum` with the value "count", each vector is instead
   * divided by its length. In this case, the vectors of neighbors nearer than `near` are also multiplied by `factor`.
   * For each agent, `away.count` is the number of neighbors on the agent's spot, with either value of the key `sum`.
   */
  readonly away: Sum;
}

interface Sum {
  readonly x: Float32Array;
  readonly y: Float32Array;
  readonly z: Float32Array;
  readonly count: Float32Array;
}

function createSum(): Sum {
  return {
    x: new Float32Array(BLOCK),
    y: new Float32Array(BLOCK),
    z: new Float32Array(BLOCK),
    count: new Float32Array(BLOCK),
  };
}

const sumsOfPass: NeighborSums[] = [];

/** Returns the sums of the neighbor pass with index `pass`, for the block and role that were computed last. */
export function neighborSums(pass: number): NeighborSums {
  while (sumsOfPass.length <= pass) {
    sumsOfPass.push({ offset: createSum(), velocity: createSum(), away: createSum() });
  }
  return sumsOfPass[pass];
}

/** Which neighbors a behavior sees. If the behavior does not exist, `radiusSquared` is -1. */
export interface View {
  readonly radius: number;
  readonly radiusSquared: number;
  readonly cosine: number;
  readonly mask: number;
}

const BLIND: View = { radius: 0, radiusSquared: -1, cosine: -1, mask: 0 };

export function viewOf(world: SharedWorld, behavior: BehaviorPlan | undefined): View {
  if (behavior === undefined) return BLIND;
  const parameters = world.front.behaviorParameters;
  const at = behavior.index * RECORD;
  const radius = parameters[at + slotFor(behavior, 'radius')];
  return {
    radius,
    radiusSquared: fround(radius * radius),
    cosine: parameters[at + slotFor(behavior, 'cosine')],
    mask: behavior.mask,
  };
}

/** Returns whether an alignment aligns headings. Otherwise it aligns velocities. */
export function alignsHeadings(behavior: BehaviorPlan | undefined): boolean {
  return behavior?.settings.type === 'alignment' && behavior.settings.of === 'heading';
}

/** How a separation counts its neighbors. */
export interface Counting {
  /**
   * If true, each neighbor adds a unit vector to the sum. Otherwise, each neighbor adds a vector of length 1/distance.
   */
  readonly each: boolean;
  /** The distance (m) below which a neighbor counts `factor` times. */
  readonly near: number;
  readonly factor: number;
}

const NEAR = slotOf('separation', 'near');
const FACTOR = slotOf('separation', 'factor');

export function countingOf(world: SharedWorld, behavior: BehaviorPlan | undefined): Counting {
  if (behavior?.settings.type !== 'separation' || behavior.settings.sum === 'direction') {
    return { each: false, near: 0, factor: 1 };
  }
  const parameters = world.front.behaviorParameters;
  const at = behavior.index * RECORD;
  // A key that the scenario leaves out is stored as 0.
  return { each: true, near: parameters[at + NEAR], factor: parameters[at + FACTOR] || 1 };
}

const runs = createRuns();

/** How far some behaviors look for agents of some species (m); -1 if they do not look for them. */
function reachInto(views: readonly View[], species: number): number {
  return views.reduce(
    (most, { mask, radius }) => ((mask & species) === 0 ? most : Math.max(most, radius)),
    -1,
  );
}

/**
 * Walks once over the neighbors of the agents of `role` in places [begin, end). Stores the sums that the cohesion,
 * alignment and separation in `pass` need.
 *
 * The sums of a behavior include a neighbor if it is within the radius of the behavior. With a field of view, the
 * cosine of the angle between velocity and offset must also be above `cosine`. A neighbor on the same spot is added
 * only to `away.count`. An agent is not its own neighbor.
 *
 * reads front.position (m), front.velocity (m/s), front.heading, front.cellStart; adds neighbors in the order of
 * `neighborRunsInto`
 */
export function sumNeighbors(
  world: SharedWorld,
  pass: NeighborPass,
  index: number,
  role: number,
  begin: number,
  end: number,
): void {
  const { front } = world;
  const { status, species: speciesOf } = front;
  const roles = rolesIn(world);
  const { x: px, y: py, z: pz } = front.position;
  const { x: vx, y: vy, z: vz } = front.velocity;
  const cohesion = viewOf(world, pass.cohesion);
  const alignment = viewOf(world, pass.alignment);
  const separation = viewOf(world, pass.separation);
  const radius = Math.max(cohesion.radius, alignment.radius, separation.radius);
  const radiusSquared = fround(radius * radius);
  const { radiusSquared: cohesionRange, mask: cohesionMask, cosine: cohesionCosine } = cohesion;
  const { radiusSquared: alignmentRange, mask: alignmentMask, cosine: alignmentCosine } = alignment;
  const {
    radiusSquared: separationRange,
    mask: separationMask,
    cosine: separationCosine,
  } = separation;
  const { each: counts, near, factor } = countingOf(world, pass.separation);
  const { x: mx, y: my, z: mz } = alignsHeadings(pass.alignment) ? front.heading : front.velocity;
  const looksAhead = cohesionCosine > -1 || alignmentCosine > -1 || separationCosine > -1;
  const sums = neighborSums(index);
  const { layers } = world.plan.grid;
  const views = [cohesion, alignment, separation];
  const reaches = layers.map(({ species }) => reachInto(views, species));
  for (let i = begin; i < end; i++) {
    if (roles[i] !== role || status[i] !== STATUS.alive) continue;
    const x = px[i];
    const y = py[i];
    const z = pz[i];
    let headingX = 0;
    let headingY = 0;
    let headingZ = 0;
    if (looksAhead) {
      const hx = vx[i];
      const hy = vy[i];
      const hz = vz[i];
      const speed = fround(
        sqrt(fround(fround(fround(hx * hx) + fround(hy * hy)) + fround(hz * hz))),
      );
      if (speed > 0) {
        headingX = fround(hx / speed);
        headingY = fround(hy / speed);
        headingZ = fround(hz / speed);
      }
    }
    let offsetX = fround(0);
    let offsetY = fround(0);
    let offsetZ = fround(0);
    let offsets = 0;
    let velocityX = fround(0);
    let velocityY = fround(0);
    let velocityZ = fround(0);
    let velocities = 0;
    let awayX = fround(0);
    let awayY = fround(0);
    let awayZ = fround(0);
    let coincident = 0;
    runs.count = 0;
    for (const [k, layer] of layers.entries()) {
      if (reaches[k] >= 0) addRunsOf(layer, runs, world, x, y, z, reaches[k]);
    }
    for (let run = 0; run < runs.count; run++) {
      const fromX = fround(x - runs.shiftX[run]);
      const fromY = fround(y - runs.shiftY[run]);
      const fromZ = fround(z - runs.shiftZ[run]);
      const last = runs.end[run];
      for (let j = runs.begin[run]; j < last; j++) {
        const dx = fround(px[j] - fromX);
        const dy = fround(py[j] - fromY);
        const dz = fround(pz[j] - fromZ);
        const squared = fround(fround(fround(dx * dx) + fround(dy * dy)) + fround(dz * dz));
        if (squared > radiusSquared) continue;
        const bit = 1 << speciesOf[j];
        if (squared < COINCIDENT) {
          if (j !== i && (separationMask & bit) !== 0) coincident++;
          continue;
        }
        let along = fround(1);
        let distance = fround(0);
        if (looksAhead || counts) distance = fround(sqrt(squared));
        if (looksAhead) {
          along = fround(
            fround(fround(dx * headingX) + fround(dy * headingY)) + fround(dz * headingZ),
          );
        }
        if (
          squared <= cohesionRange &&
          (cohesionMask & bit) !== 0 &&
          (cohesionCosine === -1 || along > fround(cohesionCosine * distance))
        ) {
          offsetX = fround(offsetX + dx);
          offsetY = fround(offsetY + dy);
          offsetZ = fround(offsetZ + dz);
          offsets++;
        }
        if (
          squared <= alignmentRange &&
          (alignmentMask & bit) !== 0 &&
          (alignmentCosine === -1 || along > fround(alignmentCosine * distance))
        ) {
          velocityX = fround(velocityX + mx[j]);
          velocityY = fround(velocityY + my[j]);
          velocityZ = fround(velocityZ + mz[j]);
          velocities++;
        }
        if (
          squared <= separationRange &&
          (separationMask & bit) !== 0 &&
          (separationCosine === -1 || along > fround(separationCosine * distance))
        ) {
          const inverse = counts
            ? fround((distance < near ? factor : 1) / distance)
            : fround(1 / squared);
          awayX = fround(awayX - fround(dx * inverse));
          awayY = fround(awayY - fround(dy * inverse));
          awayZ = fround(awayZ - fround(dz * inverse));
        }
      }
    }
    const k = i - begin;
    sums.offset.x[k] = offsetX;
    sums.offset.y[k] = offsetY;
    sums.offset.z[k] = offsetZ;
    sums.offset.count[k] = offsets;
    sums.velocity.x[k] = velocityX;
    sums.velocity.y[k] = velocityY;
    sums.velocity.z[k] = velocityZ;
    sums.velocity.count[k] = velocities;
    sums.away.x[k] = awayX;
    sums.away.y[k] = awayY;
    sums.away.z[k] = awayZ;
    sums.away.count[k] = coincident;
  }
}
