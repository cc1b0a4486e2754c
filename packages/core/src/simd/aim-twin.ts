import type { PlaceKind } from '../laws/law.ts';
import type { AimNumber } from '../laws/node.ts';
import { AIM_PLANES, type AimPlan } from '../laws/plane-plan.ts';
import { slotFor } from '../scenario/slots.ts';
import { createAim } from '../steering/aim.ts';
import { isAssigned } from '../steering/assigned.ts';
import { aimIntoAgent, aimWithin, sightWithin } from '../steering/find-aim.ts';
import { switchingOf } from '../steering/place-aim.ts';
import { type AimOfLaw, aimColumn, aimsOfLaw } from '../steering/steer-law.ts';
import { RECORD } from '../world/layout.ts';
import type { BehaviorPlan } from '../world/plan.ts';
import { rolesIn } from '../world/roles.ts';
import { PLANE } from '../world/sizes.ts';
import { STATUS } from '../world/status.ts';
import { tableOf } from '../world/tables.ts';
import type { SharedWorld } from '../world/world.ts';
import type { Exports } from './exports.ts';
import type { LawScratch } from './law-scratch.ts';
import type { NearestTwin } from './nearest-twin.ts';

/**
 * An aim of the law of a behavior. `word` is the index of the first word of the aim's planes in a worker's scratch
 * memory.
 */
export interface Aimed extends AimOfLaw {
  readonly word: number;
  /** The planes in which all agents have the same number. */
  readonly shared: readonly { readonly plane: number; readonly value: number }[];
}

/** An empty path, for aims that have no path. */
const NO_PATH = { first: 0, count: 0, closed: false };

const aim = createAim();

/** Finds what the agents of a block aim at, in SIMD where possible. Writes the results to the planes that laws read. */
export class AimTwin {
  readonly #wasm: Exports;
  readonly #world: SharedWorld;
  readonly #scratch: LawScratch;
  readonly #nearest: NearestTwin;

  constructor(wasm: Exports, world: SharedWorld, scratch: LawScratch, nearest: NearestTwin) {
    this.#wasm = wasm;
    this.#world = world;
    this.#scratch = scratch;
    this.#nearest = nearest;
  }

  /**
   * Returns the current aims of a behavior's law. The planes of these aims lie one after another in scratch memory.
   * `first` is the index of the word at which they begin.
   */
  of(behavior: BehaviorPlan, aims: readonly AimPlan[], first: number): Aimed[] {
    return aimsOfLaw(this.#world, behavior, aims).map((law) => {
      const word = first + PLANE * law.first;
      return { ...law, word, shared: this.#sharedBy(law, word) };
    });
  }

  /** Writes the aim of each agent in a block, and whether the agent acts on its aim. */
  write(one: Aimed, begin: number, end: number): void {
    const { place, target, tree } = one.behavior;
    if (place !== undefined) this.#aimAtPlace(one, place, begin, end);
    else if (target >= 0) this.#aimAtTarget(one, begin, end);
    else if (tree >= 0) this.#aimAtNearest(one, begin, end);
    else this.#aimOneByOne(one, begin, end);
    if (one.behavior.assignable) this.#aimAtAssigned(one, begin, end);
  }

  #aimAtTarget({ behavior, band, word, shared }: Aimed, begin: number, end: number): void {
    const { front, plan: world } = this.#world;
    const { targetPosition } = front;
    const { target, role } = behavior;
    this.#wasm.aimAtPoint(
      tableOf(this.#world),
      this.#scratch.addressOf(word),
      4 * PLANE,
      begin,
      end,
      role,
      targetPosition.x[target],
      targetPosition.y[target],
      targetPosition.z[target],
      band.from,
      band.to,
      ...world.grid.edge,
    );
    this.#share(shared, end - begin);
  }

  #aimAtPlace(one: Aimed, place: PlaceKind, begin: number, end: number): void {
    const { behavior, band, columns, word, shared } = one;
    const { plan, front } = this.#world;
    const { edge } = plan.grid;
    const table = tableOf(this.#world);
    const planes = this.#scratch.addressOf(word);
    const stride = 4 * PLANE;
    const { role, index } = behavior;
    const faces = columns.some((column) => column.startsWith('heading')) ? 1 : 0;
    const { first, count, closed } = plan.paths[behavior.path] ?? NO_PATH;
    const ring = closed ? 1 : 0;
    const { from, to } = band;
    if (place === 'goal') {
      this.#wasm.aimAtGoals(table, planes, stride, begin, end, role, from, to, ...edge);
    } else if (place === 'path') {
      const slot = slotFor(behavior, 'prediction');
      const prediction = front.behaviorParameters[index * RECORD + slot];
      this.#wasm.aimAtPath(
        table,
        planes,
        stride,
        begin,
        end,
        role,
        first,
        count,
        ring,
        faces,
        prediction,
        from,
        to,
        ...edge,
      );
    } else {
      const { distance, arrives } = switchingOf(this.#world, behavior);
      this.#wasm.aimAtWaypoints(
        table,
        planes,
        stride,
        begin,
        end,
        role,
        first,
        count,
        ring,
        arrives ? 1 : 0,
        faces,
        distance,
        ...edge,
      );
    }
    this.#share(shared, end - begin);
  }

  #share(shared: Aimed['shared'], count: number): void {
    for (const { plane, value } of shared) {
      this.#scratch.fillNumbers(plane, count, value);
    }
  }

  /**
   * The values of an aim that are the same for all agents. If the aim is a target or a goal, these are all values
   * except the offset. If the aim is any other place, these are all values except offset and heading. If the aim is an
   * agent, there are none.
   */
  #sharedBy({ behavior, columns }: AimOfLaw, word: number): Aimed['shared'] {
    const { target, place } = behavior;
    if (target < 0 && place === undefined) return [];
    const values = target < 0 ? {} : this.#targetNumbers(target);
    const own = place === undefined || place === 'goal' ? ['offset'] : ['offset', 'heading'];
    return (
      columns
        .filter((column) => !own.includes(column.split('.')[0]))
        // A target has no heading, and a place does not move.
        .map((column) => ({
          plane: word + PLANE * AIM_PLANES[column],
          value: values[column] ?? 0,
        }))
    );
  }

  #targetNumbers(target: number): Readonly<Partial<Record<AimNumber, number>>> {
    const { front, plan } = this.#world;
    const { targetVelocity, targetDrift, targetAcceleration } = front;
    const moves = (axis: 'x' | 'y' | 'z') =>
      Math.fround(targetVelocity[axis][target] + targetDrift[axis][target]);
    return {
      'velocity.x': moves('x'),
      'velocity.y': moves('y'),
      'velocity.z': moves('z'),
      'acceleration.x': targetAcceleration.x[target],
      'acceleration.y': targetAcceleration.y[target],
      'acceleration.z': targetAcceleration.z[target],
      radius: Math.fround(plan.targets[target].radius),
    };
  }

  #aimAtNearest({ behavior, band, columns, word }: Aimed, begin: number, end: number): void {
    const { plan: world, scratch } = this.#world;
    const sight = sightWithin(this.#world, behavior, band.reach);
    const tree = world.trees[behavior.tree];
    const found = this.#nearest.findBlock(tree, behavior.species, sight, begin, end);
    this.#wasm.aimAtAgents(
      tableOf(this.#world),
      found,
      this.#scratch.addressOf(word),
      4 * PLANE,
      begin,
      end,
      behavior.role,
      band.from,
      band.to,
      ...world.grid.edge,
    );
    const rest = columns.filter((column) => !this.#isGathered(column));
    if (rest.length === 0) return;
    const places = (found - scratch.nearest.byteOffset) / 4;
    for (let k = 0; k < end - begin; k++) {
      const place = scratch.nearest[places + k] | 0;
      if (place < 0) continue;
      aimIntoAgent(aim, this.#world, place, begin + k);
      for (const column of rest) {
        this.#scratch.writeNumber(word + PLANE * AIM_PLANES[column] + k, aimColumn(aim, column));
      }
    }
  }

  #isGathered(column: AimNumber): boolean {
    return column.startsWith('offset') || column.startsWith('velocity');
  }

  /** Finds the aims of agents one after another. Used for quarries that are chosen by id. */
  #aimOneByOne(one: Aimed, begin: number, end: number): void {
    for (let i = begin; i < end; i++) this.#aimOne(one, i, i - begin);
  }

  /**
   * Finds the aim of each agent to which a command has assigned a target or a quarry. Replaces the aim that was found
   * before.
   */
  #aimAtAssigned(one: Aimed, begin: number, end: number): void {
    for (let i = begin; i < end; i++) {
      if (isAssigned(this.#world, one.behavior, i)) this.#aimOne(one, i, i - begin);
    }
  }

  #aimOne({ behavior, band, columns, word }: Aimed, i: number, k: number): void {
    const { status } = this.#world.front;
    const acts = word + PLANE * AIM_PLANES.found + k;
    this.#scratch.writeWord(acts, 0);
    if (rolesIn(this.#world)[i] !== behavior.role || status[i] !== STATUS.alive) return;
    if (!aimWithin(aim, this.#world, behavior, i, band)) return;
    this.#scratch.writeWord(acts, 0xffffffff);
    for (const column of columns) {
      this.#scratch.writeNumber(word + PLANE * AIM_PLANES[column] + k, aimColumn(aim, column));
    }
  }
}
