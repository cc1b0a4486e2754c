import type { AimNumber } from '../laws/node.ts';
import { AIM_PLANES, FRAME, type LawPlan, levelName, passName } from '../laws/plane-plan.ts';
import { uniformValue } from '../laws/uniform.ts';
import { aimIntoAgent, aimWithin, createAim, sightWithin } from '../steering/aim.ts';
import {
  type AimOfLaw,
  aimColumn,
  aimsOfLaw,
  isIdle,
  reachOfSet,
  uniformOf,
} from '../steering/law.ts';
import { RECORD } from '../world/layout.ts';
import type { Memory } from '../world/memory.ts';
import type { BehaviorPlan } from '../world/plan.ts';
import { LAW_ROOM, lawRoomWords, NEIGHBOR_ROOM, planesOfLaw, SUM_STRIDE } from '../world/sizes.ts';
import { STATUS } from '../world/status.ts';
import type { SharedWorld } from '../world/world.ts';
import type { Exports } from './exports.ts';
import type { NearestTwin } from './nearest-twin.ts';

const FRAME_WORDS = 16;

/** A level of a law: its function, and those of its walks by their places in the table of the kernels. */
interface Level {
  readonly run: (...parameters: number[]) => void;
  readonly passes: readonly { readonly set: number; readonly call: number }[];
}

/** A behavior with a law, and where the planes of the law and of its aims begin in a worker's room, in words. */
interface Lawful {
  readonly behavior: BehaviorPlan;
  readonly plan: LawPlan;
  readonly levels: readonly Level[];
  readonly planes: number;
  readonly aims: number;
}

/** An aim of a behavior, and where its planes begin in a worker's room, in words. */
interface Aimed extends AimOfLaw {
  readonly word: number;
  /** Of a target: the planes in which all agents have one number. */
  readonly shared: readonly { readonly plane: number; readonly value: number }[];
}

/** Walks that begin together: their calls stand from one address to another, and all look as far (m). */
interface Walk {
  readonly calls: number;
  readonly callsEnd: number;
  readonly reach: number;
}

/** What is worked out of some laws of a species before their forces are added; the same for all blocks of a phase. */
interface Stage {
  readonly aims: readonly Aimed[];
  readonly levels: readonly {
    readonly runs: readonly Lawful[];
    readonly walks: readonly Walk[];
  }[];
}

/**
 * The laws of a world in SIMD, for one thread. All levels of a species' laws but the last are worked out before
 * its behaviors are composed, so that laws that look equally far share a walk over the neighbors; the
 * last level of each adds its force where the behavior stands in the list. One that reads the force so far is worked
 * out wholly there.
 */
export class LawTwin {
  readonly #wasm: Exports;
  readonly #world: SharedWorld;
  readonly #tableOf: (world: SharedWorld) => number;
  readonly #nearest: NearestTwin;
  /** By species. */
  readonly #lawful: readonly (readonly Lawful[])[];
  #words: Uint32Array = new Uint32Array(0);
  #numbers: Float32Array = new Float32Array(0);
  #worker = 0;
  /** The first word of the worker's room. */
  #room = 0;
  /** Of the phase: those of the species, and of the laws that read the force so far. */
  readonly #stages = new Map<number | Lawful, Stage>();
  /** How many frames and calls are written in the phase. */
  #frames = 0;
  #calls = 0;

  constructor(
    wasm: Exports,
    module: WebAssembly.Module,
    memory: Memory,
    world: SharedWorld,
    nearest: NearestTwin,
    tableOf: (world: SharedWorld) => number,
  ) {
    this.#nearest = nearest;
    this.#wasm = wasm;
    this.#world = world;
    this.#tableOf = tableOf;
    const { exports } = new WebAssembly.Instance(module, { env: { memory: memory.wasm! } });
    const functions = exports as Record<string, (...parameters: number[]) => void>;
    const levels = world.plan.laws.map((plan, index) => levelsOf(wasm, functions, plan, index));
    this.#lawful = world.plan.species.map(({ behaviors }) => {
      let next = LAW_ROOM.planes / 4;
      return behaviors.flatMap((one) => {
        const behavior = one.wanting ?? one;
        if (behavior.law < 0) return [];
        const plan = world.plan.laws[behavior.law];
        const planes = next;
        next += SUM_STRIDE * planesOfLaw(plan);
        const aims = planes + SUM_STRIDE * plan.planes;
        return [{ behavior, plan, levels: levels[behavior.law], planes, aims }];
      });
    });
  }

  /** Begins the steps of a worker, whose room is used. */
  open(worker: number): void {
    this.#worker = worker;
    this.#room = lawRoomWords(this.#world.plan) * worker;
    this.#stages.clear();
    this.#frames = 0;
    this.#calls = 0;
    const { lawRoom } = this.#world.scratch;
    // A world that is given other memory has its kernels before its views.
    if (this.#words === lawRoom) return;
    this.#words = lawRoom;
    this.#numbers = new Float32Array(lawRoom.buffer, lawRoom.byteOffset, lawRoom.length);
  }

  /** Works out all that the forces of a species' laws are made of, for the agents in places [begin, end). */
  prepare(species: number, begin: number, end: number): void {
    let stage = this.#stages.get(species);
    if (stage === undefined) {
      const lawful = this.#lawful[species].filter(
        ({ behavior, plan }) => !plan.readsForce && !isIdle(this.#world, behavior),
      );
      stage = this.#stageOf(lawful);
      this.#stages.set(species, stage);
    }
    this.#workOut(stage, species, begin, end);
  }

  /** Lets the law of a behavior add its force. */
  steer(behavior: BehaviorPlan, begin: number, end: number): void {
    if (isIdle(this.#world, behavior)) return;
    const one = this.#lawful[behavior.species].find((each) => each.behavior === behavior)!;
    // Only now it is known what the behaviors before it add up to.
    if (one.plan.readsForce) {
      const stage = this.#stages.get(one) ?? this.#stageOf([one]);
      this.#stages.set(one, stage);
      this.#workOut(stage, behavior.species, begin, end);
    }
    this.#run(one, one.levels.length - 1, begin, end);
  }

  /** Works out all levels of some laws of a species but the last. */
  #workOut({ aims, levels }: Stage, species: number, begin: number, end: number): void {
    for (const one of aims) this.#aim(one, begin, end);
    levels.forEach(({ runs, walks }, level) => {
      for (const one of runs) this.#run(one, level, begin, end);
      for (const walk of walks) this.#walk(walk, species, begin, end);
    });
  }

  /** What is worked out of these laws, with the frames of their walks written. */
  #stageOf(lawful: readonly Lawful[]): Stage {
    const aims = lawful.flatMap(({ behavior, plan, aims }) =>
      aimsOfLaw(this.#world, behavior, plan.aims).map((one) => {
        const word = aims + SUM_STRIDE * one.first;
        return { ...one, word, shared: this.#sharedBy(one, word) };
      }),
    );
    const count = Math.max(0, ...lawful.map(({ levels }) => levels.length - 1));
    const levels = Array.from({ length: count }, (_, level) => {
      const runs = lawful.filter(({ levels }) => level < levels.length - 1);
      return { runs, walks: this.#walksOf(runs, level) };
    });
    return { aims, levels };
  }

  /** The walks of a level: those that look equally far are one. */
  #walksOf(runs: readonly Lawful[], level: number): Walk[] {
    const byReach = new Map<number, { call: number; frame: number }[]>();
    for (const one of runs) {
      for (const { set, call } of one.levels[level].passes) {
        const reach = reachOfSet(this.#world, one.behavior, set);
        if (Number.isNaN(reach)) continue;
        const calls = byReach.get(reach) ?? [];
        calls.push({ call, frame: this.#frame(one, set, reach) });
        byReach.set(reach, calls);
      }
    }
    return [...byReach].map(([reach, calls]) => {
      const first = LAW_ROOM.calls / 4 + 2 * this.#calls;
      this.#calls += calls.length;
      calls.forEach(({ call, frame }, k) => {
        this.#words[this.#room + first + 2 * k] = call;
        this.#words[this.#room + first + 2 * k + 1] = frame;
      });
      const callsEnd = this.#addressOf(first + 2 * calls.length);
      return { calls: this.#addressOf(first), callsEnd, reach };
    });
  }

  /** The address of a word of the worker's room. */
  #addressOf(word: number): number {
    return this.#words.byteOffset + 4 * (this.#room + word);
  }

  #run(
    { behavior, levels, planes, aims }: Lawful,
    level: number,
    begin: number,
    end: number,
  ): void {
    const { frontTick } = this.#world;
    const { record, ofSpecies } = this.#records(behavior);
    levels[level].run(
      this.#tableOf(this.#world),
      this.#addressOf(planes),
      begin,
      end,
      behavior.species,
      record,
      ofSpecies,
      this.#addressOf(aims),
      frontTick,
      behavior.index,
    );
  }

  /** The addresses of the numbers of a behavior and of its species. */
  #records({ index, species }: BehaviorPlan): { record: number; ofSpecies: number } {
    const { behaviorParameters, speciesParameters } = this.#world.front;
    return {
      record: behaviorParameters.byteOffset + 4 * RECORD * index,
      ofSpecies: speciesParameters.byteOffset + 4 * RECORD * species,
    };
  }

  /** Writes what a pass has to know; returns its address. */
  #frame({ behavior, plan, planes }: Lawful, set: number, reach: number): number {
    const world = this.#world;
    const { law } = plan;
    const { record, ofSpecies } = this.#records(behavior);
    const words: Readonly<Record<string, number>> = {
      table: this.#tableOf(world),
      room: this.#addressOf(planes),
      mask: behavior.mask,
      species: behavior.species,
      record,
      ofSpecies,
      behavior: behavior.index,
      tick: world.frontTick,
    };
    const cosineAt = law.nodes[set][2] as number;
    const numbers: Readonly<Record<string, number>> = {
      squaredReach: reach * reach,
      cosine: uniformValue(law, cosineAt, uniformOf(world, behavior)),
    };
    const frame = LAW_ROOM.frames / 4 + FRAME_WORDS * this.#frames++;
    FRAME.forEach((name, word) => {
      const at = this.#room + frame + word;
      if (name in words) this.#words[at] = words[name];
      else this.#numbers[at] = numbers[name];
    });
    return this.#addressOf(frame);
  }

  #walk({ calls, callsEnd, reach }: Walk, species: number, begin: number, end: number): void {
    this.#wasm.walkNeighbors(
      this.#tableOf(this.#world),
      this.#world.scratch.neighborRoom.byteOffset + NEIGHBOR_ROOM.bytes * this.#worker,
      this.#addressOf(LAW_ROOM.cluster / 4),
      calls,
      callsEnd,
      begin,
      end,
      reach,
      species,
    );
  }

  /** Writes what the agents of a block go after, and which of them do something about it. */
  #aim(one: Aimed, begin: number, end: number): void {
    const { target, tree } = one.behavior;
    if (target >= 0) this.#aimAtTarget(one, begin, end);
    else if (tree >= 0) this.#aimAtNearest(one, begin, end);
    else this.#aimOneByOne(one, begin, end);
  }

  #aimAtTarget({ behavior, band, word, shared }: Aimed, begin: number, end: number): void {
    const { front, plan: world } = this.#world;
    const { targetPosition } = front;
    const { target, species } = behavior;
    const [edgeX, edgeY, edgeZ] = world.grid.edge;
    this.#wasm.aimAtPoint(
      this.#tableOf(this.#world),
      this.#addressOf(word),
      4 * SUM_STRIDE,
      begin,
      end,
      species,
      targetPosition.x[target],
      targetPosition.y[target],
      targetPosition.z[target],
      band.from,
      band.to,
      edgeX,
      edgeY,
      edgeZ,
    );
    for (const { plane, value } of shared) {
      this.#numbers.fill(value, this.#room + plane, this.#room + plane + end - begin);
    }
  }

  /** What all agents have of a target: all but the way to it. */
  #sharedBy({ behavior, columns }: AimOfLaw, word: number): Aimed['shared'] {
    const { front, plan } = this.#world;
    const { target } = behavior;
    if (target < 0) return [];
    const { targetVelocity, targetDrift, targetAcceleration } = front;
    const moves = (axis: 'x' | 'y' | 'z') =>
      Math.fround(targetVelocity[axis][target] + targetDrift[axis][target]);
    const values: Readonly<Partial<Record<AimNumber, number>>> = {
      'velocity.x': moves('x'),
      'velocity.y': moves('y'),
      'velocity.z': moves('z'),
      'acceleration.x': targetAcceleration.x[target],
      'acceleration.y': targetAcceleration.y[target],
      'acceleration.z': targetAcceleration.z[target],
      radius: Math.fround(plan.targets[target].radius),
    };
    return (
      columns
        .filter((column) => !column.startsWith('offset'))
        // It faces nowhere.
        .map((column) => ({
          plane: word + SUM_STRIDE * AIM_PLANES[column],
          value: values[column] ?? 0,
        }))
    );
  }

  #aimAtNearest({ behavior, band, columns, word }: Aimed, begin: number, end: number): void {
    const { plan: world, scratch } = this.#world;
    const sight = sightWithin(this.#world, behavior, band.reach);
    const tree = world.trees[behavior.tree];
    const found = this.#nearest.findBlock(tree, behavior.species, sight, begin, end);
    const [edgeX, edgeY, edgeZ] = world.grid.edge;
    this.#wasm.aimAtAgents(
      this.#tableOf(this.#world),
      found,
      this.#addressOf(word),
      4 * SUM_STRIDE,
      begin,
      end,
      behavior.species,
      band.from,
      band.to,
      edgeX,
      edgeY,
      edgeZ,
    );
    const rest = columns.filter((column) => !this.#isGathered(column));
    if (rest.length === 0) return;
    const places = (found - scratch.nearest.byteOffset) / 4;
    for (let k = 0; k < end - begin; k++) {
      const place = scratch.nearest[places + k] | 0;
      if (place < 0) continue;
      aimIntoAgent(aim, this.#world, place, begin + k);
      for (const column of rest) {
        const plane = this.#room + word + SUM_STRIDE * AIM_PLANES[column];
        this.#numbers[plane + k] = aimColumn(aim, column);
      }
    }
  }

  #isGathered(column: AimNumber): boolean {
    return column.startsWith('offset') || column.startsWith('velocity');
  }

  /** What is assigned by id. */
  #aimOneByOne({ behavior, band, columns, word }: Aimed, begin: number, end: number): void {
    const { status, species } = this.#world.front;
    const at = this.#room + word;
    const acts = at + SUM_STRIDE * AIM_PLANES.found;
    for (let i = begin; i < end; i++) {
      const k = i - begin;
      this.#words[acts + k] = 0;
      if (species[i] !== behavior.species || status[i] !== STATUS.alive) continue;
      if (!aimWithin(aim, this.#world, behavior, i, band)) continue;
      this.#words[acts + k] = 0xffffffff;
      for (const column of columns) {
        this.#numbers[at + SUM_STRIDE * AIM_PLANES[column] + k] = aimColumn(aim, column);
      }
    }
  }
}

const aim = createAim();

/** The functions of a law, with its passes put into the table of the kernels. */
function levelsOf(
  { table }: Exports,
  functions: Record<string, (...parameters: number[]) => void>,
  { levels }: LawPlan,
  index: number,
): Level[] {
  return levels.map(({ passes }, level) => ({
    run: functions[levelName(index, level)],
    passes: passes.map(({ set }, nth) => {
      const call = table.grow(1);
      table.set(call, functions[passName(index, level, nth)]);
      return { set, call };
    }),
  }));
}
