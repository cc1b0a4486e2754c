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
import { type InspectedNeighbor, inspectNeighbors } from './neighbors.ts';
import { lengthOf, type Triple, tripleOf } from './triple.ts';
import { inspectWays, type Way } from './ways.ts';
import { type WeightMap, weightMap } from './weight-map.ts';

const MAX_FORCE = speciesSlotOf('maxForce');
const FORCE_FACTOR = speciesSlotOf('forceFactor');
/** Neighbors that are named unless another number is asked for. */
const NEIGHBORS = 32;

/** One agent, and why it goes where it goes. */
export interface Insight {
  readonly tick: number;
  readonly id: number;
  /** Name of its species. */
  readonly species: string;
  /** Name of its state; undefined where its species has none. */
  readonly state: string | undefined;
  /** Its place in the sorted order. */
  readonly place: number;
  /** The worker in whose slice that place is. */
  readonly worker: number;
  readonly position: Triple;
  /** The height (m) of the ground under it; undefined where there is no height map. */
  readonly height: number | undefined;
  readonly velocity: Triple;
  readonly speed: number;
  /** The columns that the scenario declares, by name: a number, or a vector. */
  readonly columns: Readonly<Record<string, number | Triple>>;
  /** What the command `assign` gave it: the name of a target, the id of an agent that still lives. */
  readonly assigned: { readonly target: string | undefined; readonly quarry: number | undefined };
  /** How many neighbors its behaviors look at: within the radius of each, to all sides. */
  readonly neighborCount: number;
  /** The nearest of them, equally near ones by id; no more than were asked for. */
  readonly neighbors: readonly InspectedNeighbor[];
  /** One for each behavior of its species, in the order of the list. */
  readonly forces: readonly BehaviorForce[];
  /** The composed force (N), with the species' forceFactor; before `limit`. */
  readonly total: Triple;
  /** Longest force (N) that moves it; Infinity where any does, as with "orca". */
  readonly limit: number;
  /** What "orca" had to choose from. */
  readonly orca: OrcaInsight | undefined;
  /** What "context" saw and chose. */
  readonly context: WeightMap | undefined;
  /** The routes and paths it follows. */
  readonly ways: readonly Way[];
}

/**
 * Works out, from the state as it stands, what the next step's steering will see and do for one agent;
 * for drawing, and to find out why it goes where it goes. The behaviors themselves are run, on columns
 * beside the world's: nothing of the world is changed.
 *
 * @param options.neighbors how many neighbors are named at most; 32 when left out
 * @throws SkeinError AGENT_UNKNOWN unless `id` is that of an agent; AGENT_NOT_ALIVE; WorldError
 * WORLD_BUSY while workers step the world
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
    // Where its force is multiplied by 0 it does not choose.
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
