import { COMMAND, SPAWN, SPAWNED } from '../../commands/records.ts';
import { type ColumnPlane, columnPlanes } from '../../world/column-planes.ts';
import { drawPlace, groundIn, groundOnMesh, regionOf } from '../../world/draw-place.ts';
import { EVENT } from '../../world/events.ts';
import { nextId } from '../../world/ids.ts';
import { openCellsOf } from '../../world/open-cells.ts';
import { ontoTorus } from '../../world/points.ts';
import { STATUS } from '../../world/status.ts';
import type { SharedWorld } from '../../world/world.ts';
import type { Draft } from '../draft.ts';
import { resetExtras } from '../newborn-extras.ts';
import type { Effect, StoredCommand } from './define-effect.ts';
import { placeAfter, restartColumns, settleBirths } from './settle-births.ts';

const { species: SPECIES, count: COUNT, where: WHERE, what: WHAT } = COMMAND.spawn.words;

/** The effect of the command `spawn`: creates agents of a species. */
export const spawn: Effect = {
  bears: true,

  act(draft, command, begin, end) {
    create(draft, command, begin, end);
  },

  settle(draft, command) {
    const { world } = draft;
    const { species, count } = askedBy(world, command);
    const given = columnsOf(world, command);
    const births = create(draft, command, 0, 0, (place, again) => {
      if (given.length === 0 && !again) return;
      const at = placeAfter(world, place);
      if (again) restartColumns(world, at);
      for (const { plane, value } of given) plane.back[at] = value;
    });
    settleBirths(world, EVENT.spawned, species, species, count, births);
  },
};

/** Creates the agents of a command, and stages those in places [begin, end). */
function create(
  draft: Draft,
  command: StoredCommand,
  begin: number,
  end: number,
  visit?: (place: number, again: boolean) => void,
): { readonly born: number; readonly recycled: number } {
  const { species, count } = askedBy(draft.world, command);
  const placer = placerOf(draft, command, count, begin, end);
  return draft.bear(species, count, (place, k, again) => {
    placer(place, k);
    visit?.(place, again);
  });
}

function askedBy({ constants }: SharedWorld, { place }: StoredCommand) {
  const { commandPlace } = constants;
  return { species: commandPlace[place + SPECIES], count: commandPlace[place + COUNT] };
}

/** The number of words that come before the columns of a command. */
const COLUMNS = Object.keys(COMMAND.spawn.words).length;

interface GivenColumn {
  readonly plane: ColumnPlane;
  readonly value: number;
}

/** The planes of the columns that a command sets. */
function columnsOf(world: SharedWorld, command: StoredCommand): GivenColumn[] {
  const { commandPlace, commandValue } = world.constants;
  const given: GivenColumn[] = [];
  // The values of the columns are the last values of the command.
  let value = command.valueEnd;
  for (let at = command.placeEnd - 2; at >= command.place + COLUMNS; at -= 2) {
    const { type, first } = world.plan.columns[commandPlace[at]];
    const planes = columnPlanes(world).filter(({ column }) => column.first === first);
    if (type !== 'u32') value -= planes.length;
    const word = commandPlace[at + 1];
    planes.forEach((plane, k) => {
      given.push({ plane, value: type === 'u32' ? word : commandValue[value + k] });
    });
  }
  return given;
}

type Placer = (place: number, k: number) => void;

/**
 * Returns a function that puts one new agent of a command into the draft, and stages it if its place is in
 * [begin, end). The function takes a place of the front state, and the index of the agent among the new agents of the
 * command.
 */
function placerOf(
  draft: Draft,
  { place, value }: StoredCommand,
  count: number,
  begin: number,
  end: number,
): Placer {
  const { world } = draft;
  const { commandPlace, commandValue } = world.constants;
  const { scratch, plan } = world;
  const { stagedPosition, stagedVelocity, stagedStatus, stagedGoal } = scratch;
  const where = commandPlace[place + WHERE];
  const what = commandPlace[place + WHAT];
  const isGiven = where === SPAWN.position || where === SPAWN.positions;
  const each = where === SPAWN.positions ? 3 : 0;
  const velocities = value + (isGiven ? Math.max(3, each * count) : 6);
  const eachVelocity = (what & SPAWNED.velocities) === 0 ? 0 : 3;
  const hasVelocity = (what & SPAWNED.velocity) !== 0;
  const goals = velocities + (hasVelocity ? Math.max(3, eachVelocity * count) : 0);
  const eachGoal = (what & SPAWNED.goals) === 0 ? 0 : 3;
  const hasGoal = (what & SPAWNED.goal) !== 0;
  let draw: ((id: number) => readonly number[]) | undefined;
  return (at, k) => {
    const isStaged = at >= begin && at < end;
    if (!isStaged && !draft.isLookedAt) return;
    let values: ArrayLike<number> = commandValue;
    let from = value + each * k;
    if (!isGiven) {
      draw ??= drawerOf(draft, where, value);
      values = draw(nextId(plan.ids, world.front.id[at]));
      from = 0;
    }
    draft.put(at, values[from], values[from + 1], values[from + 2]);
    if (!isStaged) return;
    put(stagedPosition, at, values, from);
    if (hasVelocity) put(stagedVelocity, at, commandValue, velocities + eachVelocity * k);
    else put(stagedVelocity, at, AT_REST, 0);
    stagedStatus[at] = STATUS.newborn;
    resetExtras(world, at);
    if (!plan.extras.goal) return;
    if (hasGoal) put(stagedGoal, at, commandValue, goals + eachGoal * k);
    else {
      stagedGoal.x[at] = stagedPosition.x[at];
      stagedGoal.y[at] = stagedPosition.y[at];
      stagedGoal.z[at] = stagedPosition.z[at];
    }
  };
}

const AT_REST: readonly number[] = [0, 0, 0];

/**
 * Returns a function that chooses a random position in the region of a command. The position depends on the id of the
 * newborn agent.
 */
function drawerOf(draft: Draft, where: number, value: number): (id: number) => readonly number[] {
  const { world, front } = draft;
  const { plan, frontTick, constants } = world;
  const region = regionOf(where, constants.commandValue, value);
  const ground =
    plan.mesh === undefined
      ? plan.map && groundIn(plan.map, front, openCellsOf(world, front), region)
      : groundOnMesh(world);
  return (id) =>
    ontoTorus(drawPlace(world, frontTick, ground, region, id), plan.bounds, plan.dimensions);
}

interface VectorColumn {
  readonly x: Float32Array;
  readonly y: Float32Array;
  readonly z: Float32Array;
}

function put(column: VectorColumn, i: number, values: ArrayLike<number>, at: number): void {
  column.x[i] = values[at];
  column.y[i] = values[at + 1];
  column.z[i] = values[at + 2];
}
