import { speciesSlotOf } from '../scenario/slots.ts';
import { groundAt } from '../world/heights.ts';
import { checkAtBoundary } from '../world/hold.ts';
import { RECORD } from '../world/layout.ts';
import { innerOf, type World } from '../world/public-world.ts';
import { rolesIn, writeRoles } from '../world/roles.ts';
import { sliceOf } from '../world/slice.ts';
import { STATUS } from '../world/status.ts';
import type { SharedWorld } from '../world/world.ts';
import { asideOf, placeOf, requireLiving } from './aside.ts';
import { inspectOrca, type OrcaInsight } from './choice.ts';
import { type BehaviorForce, inspectForces } from './forces.ts';
import { type InspectedNeighbor, inspectNeighbors } from './inspect-neighbors.ts';
import { lengthOf, type Triple, tripleOf } from './triple.ts';
import { inspectWays, type Way } from './ways.ts';
import { type WeightMap, weightMap } from './weight-map.ts';

const MAX_FORCE = speciesSlotOf('maxForce');
const FORCE_FACTOR = speciesSlotOf('forceFactor');
/** The number of neighbors to list if the caller requests no other number. */
const NEIGHBORS = 32;

/** Everything about one agent at the current tick, and the reasons for its motion. */
export interface Insight {
  readonly tick: number;
  readonly id: number;
  /** The name of the agent's species. */
  readonly species: string;
  /** The name of the agent's state; undefined if its species has no states. */
  readonly state: string | undefined;
  /** The current place of the agent (index in the sorted columns). */
  readonly place: number;
  /** The index of the worker whose slice contains the place of the agent. */
  readonly worker: number;
  readonly position: Triple;
  /** The height of the ground under the agent (m); undefined without a height map. */
  readonly height: number | undefined;
  readonly velocity: Triple;
  readonly speed: number;
  /** The agent's values in the columns that the scenario declares, by column name: a number, or a vector. */
  readonly columns: Readonly<Record<string, number | Triple>>;
  /**
   * What the command `assign` gave the agent: the name of a target, and the id of a quarry if the quarry is still
   * alive.
   */
  readonly assigned: { readonly target: string | undefined; readonly quarry: number | undefined };
  /** The number of neighbors, in all directions, within the radius of at least one behavior of the agent. */
  readonly neighborCount: number;
  /**
   * The nearest of the neighbors that the behaviors look at, up to the requested number. Equally near neighbors are
   * sorted by id.
   */
  readonly neighbors: readonly InspectedNeighbor[];
  /** The force of each behavior of the species, in the order in which the species lists its behaviors. */
  readonly forces: readonly BehaviorForce[];
  /**
   * The total force of all behaviors (N). It includes the forceFactor of the species, but `limit` is not applied yet.
   */
  readonly total: Triple;
  /** The largest force that can act on the agent (N); Infinity without a limit, as with "orca". */
  readonly limit: number;
  /** The velocities from which the behavior "orca" chose; undefined if the agent does not have this behavior. */
  readonly orca: OrcaInsight | undefined;
  /** What the behavior "context" saw and chose; undefined without "context". */
  readonly context: WeightMap | undefined;
  /** The routes and paths that the agent follows. */
  readonly ways: readonly Way[];
}

/**
 * Computes from the current state what steering will see and do for one agent in the next step. Use it to draw an
 * agent, or to find out why it moves as it does. Runs the real behaviors on separate columns, so the world does not
 * change.
 *
 * @param options.neighbors the maximum number of neighbors to list. Default: 32
 * @throws SkeinError AGENT_UNKNOWN when no agent can have the id, AGENT_NOT_ALIVE when the agent is dead or
 * quarantined; WorldError WORLD_BUSY while workers step the world
 */
export function inspect(
  world: World,
  id: number,
  { neighbors = NEIGHBORS }: { readonly neighbors?: number } = {},
): Insight {
  const inner = innerOf(world);
  checkAtBoundary(inner, 'inspect');
  const place = placeOf(inner, id);
  requireLiving(inner, place);
  const { front, plan } = inner;
  const index = front.species[place];
  const species = plan.species[index];
  // Context steering and the forces share this memory, so the context is read first.
  const hasContext = species.behaviors.some(({ type }) => type === 'context');
  const context = hasContext ? weightMap(inner, id) : undefined;
  const aside = asideOf(inner);
  if (plan.extras.waypoint) aside.scratch.stagedWaypoint[place] = front.waypoint[place];
  writeRoles(aside, place, place + 1);
  const role = rolesIn(aside)[place];
  const forces = inspectForces(aside, role, place);
  const around = inspectNeighbors(inner, role, place);
  const velocity = tripleOf(front.velocity, place);
  const parameter = (slot: number): number => front.speciesParameters[index * RECORD + slot];
  return {
    tick: inner.frontTick,
    id,
    species: species.name,
    state: species.states[role - species.firstRole]?.name,
    place,
    worker: workerOf(inner, place),
    position: tripleOf(front.position, place),
    height: plan.heights && groundAt(inner, front.position.x[place], front.position.y[place]),
    velocity,
    speed: lengthOf(velocity),
    columns: Object.fromEntries(
      Object.entries(front.columns).map(([name, column]) => [
        name,
        'x' in column ? tripleOf(column, place) : column[place],
      ]),
    ),
    assigned: assignedTo(inner, place),
    neighborCount: around.length,
    neighbors: around.slice(0, neighbors),
    forces,
    total: tripleOf(aside.scratch.force, place),
    limit: species.safe ? Number.POSITIVE_INFINITY : parameter(MAX_FORCE),
    // With a forceFactor of 0, "orca" does not choose.
    orca: parameter(FORCE_FACTOR) === 0 ? undefined : inspectOrca(species),
    context,
    ways: inspectWays(aside, role, place),
  };
}

function assignedTo({ front, plan }: SharedWorld, place: number): Insight['assigned'] {
  const target = plan.extras.assignedTarget ? front.assignedTarget[place] : 0;
  const quarry = plan.extras.assignedQuarry ? front.assignedQuarry[place] : 0;
  const at = front.slot[(quarry - 1) & plan.ids.indexMask];
  const lives = quarry > 0 && front.id[at] + 1 === quarry && front.status[at] !== STATUS.dead;
  return {
    target: target > 0 ? plan.targets[target - 1].name : undefined,
    quarry: lives ? quarry - 1 : undefined,
  };
}

function workerOf(world: SharedWorld, place: number): number {
  let worker = 0;
  while (place >= sliceOf(world, worker)[1]) worker++;
  return worker;
}
