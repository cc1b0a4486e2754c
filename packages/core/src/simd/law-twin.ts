import { FRAME, type LawPlan, levelName, passName } from '../laws/plane-plan.ts';
import { uniformValue } from '../laws/uniform.ts';
import { isIdle, reachOfSet, uniformOf } from '../steering/law.ts';
import { RECORD } from '../world/layout.ts';
import type { Memory } from '../world/memory.ts';
import type { BehaviorPlan } from '../world/plan.ts';
import {
  type LawRoomPlan,
  lawRoomOf,
  layerRow,
  NEIGHBOR_ROOM,
  planesOfLaw,
  SUM_STRIDE,
} from '../world/sizes.ts';
import type { SharedWorld } from '../world/world.ts';
import { type Aimed, AimTwin } from './aim-twin.ts';
import type { Exports } from './exports.ts';
import { LawRoom } from './law-room.ts';
import type { NearestTwin } from './nearest-twin.ts';

const FRAME_WORDS = 16;

/**
 * A level of a law: the function that computes the level, and the passes over neighbors. The kernels have a function
 * table, in which `call` is the index of a pass.
 */
interface Level {
  readonly run: (...parameters: number[]) => void;
  readonly passes: readonly { readonly set: number; readonly call: number }[];
}

/**
 * A behavior with a law. In a worker's scratch memory, the planes of the law begin at the word `planes`, and the planes
 * of the law's aims begin at the word `aims`.
 */
interface Lawful {
  readonly behavior: BehaviorPlan;
  readonly plan: LawPlan;
  readonly levels: readonly Level[];
  readonly planes: number;
  readonly aims: number;
}

/**
 * One walk over the neighbors in a layer of the grid, for all passes of laws that have the same `reach` (m). The calls of these passes are listed
 * in memory, from the address `calls` to the address `callsEnd`.
 */
interface Walk {
  readonly calls: number;
  readonly callsEnd: number;
  readonly reach: number;
  readonly layer: number;
}

/**
 * What some laws of a role must compute before they add their forces. The list of computations is the same for all
 * blocks of a phase.
 */
interface Stage {
  readonly aims: readonly Aimed[];
  readonly levels: readonly {
    readonly runs: readonly Lawful[];
    readonly walks: readonly Walk[];
  }[];
}

/**
 * Computes the laws of a world in SIMD, for one thread.
 *
 * Behaviors act one after another, in the order of their list. When a behavior acts, the last level of its law adds the
 * law's force. All earlier levels are computed before the behaviors of a role are composed. So a single pass over the
 * neighbors serves all laws with the same reach. If a law reads the force of earlier behaviors, all levels of the law
 * are computed when its behavior acts.
 */
export class LawTwin {
  readonly #wasm: Exports;
  readonly #world: SharedWorld;
  readonly #tableOf: (world: SharedWorld) => number;
  /** The behaviors with laws, for each role. */
  readonly #lawful: readonly (readonly Lawful[])[];
  /**
   * For each role, whether one of its laws must compute something before the forces of the role's behaviors are added.
   */
  readonly #prepares: readonly boolean[];
  readonly #room: LawRoom;
  readonly #lists: LawRoomPlan;
  readonly #aims: AimTwin;
  #worker = 0;
  /**
   * The stages of the current phase: one for each role, and one for each law that reads the force of earlier behaviors.
   */
  readonly #stages = new Map<number | Lawful, Stage>();
  /** How many frames and calls were written in the current phase. */
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
    this.#room = new LawRoom(world);
    this.#lists = lawRoomOf(world.plan);
    this.#aims = new AimTwin(wasm, world, this.#room, nearest, tableOf);
    this.#wasm = wasm;
    this.#world = world;
    this.#tableOf = tableOf;
    const { exports } = new WebAssembly.Instance(module, { env: { memory: memory.wasm! } });
    const functions = exports as Record<string, (...parameters: number[]) => void>;
    const levels = world.plan.laws.map((plan, index) => levelsOf(wasm, functions, plan, index));
    this.#lawful = world.plan.roles.map(({ behaviors }) => {
      let next = this.#lists.planes / 4;
      const worked = behaviors.flatMap((one) => [one.wanting ?? one, one.staging ?? []].flat());
      return worked.flatMap((behavior) => {
        if (behavior.law < 0) return [];
        const plan = world.plan.laws[behavior.law];
        const planes = next;
        next += SUM_STRIDE * planesOfLaw(plan);
        const aims = planes + SUM_STRIDE * plan.planes;
        return [{ behavior, plan, levels: levels[behavior.law], planes, aims }];
      });
    });
    this.#prepares = this.#lawful.map((laws) =>
      laws.some(({ plan }) => plan.aims.length > 0 || plan.levels.length > 1),
    );
  }

  /** Begins a phase for a worker, and uses the scratch memory of that worker. */
  open(worker: number): void {
    this.#worker = worker;
    this.#room.open(worker);
    this.#stages.clear();
    this.#frames = 0;
    this.#calls = 0;
  }

  /** For the agents in places [begin, end), computes what the laws of a role need before forces are added. */
  prepare(role: number, begin: number, end: number): void {
    if (!this.#prepares[role]) return;
    let stage = this.#stages.get(role);
    if (stage === undefined) {
      const lawful = this.#lawful[role].filter(
        ({ behavior, plan }) => !plan.readsForce && !isIdle(this.#world, behavior),
      );
      stage = this.#stageOf(lawful);
      this.#stages.set(role, stage);
    }
    this.#workOut(stage, role, begin, end);
  }

  /** Adds the force of a behavior's law. */
  steer(behavior: BehaviorPlan, begin: number, end: number): void {
    if (isIdle(this.#world, behavior)) return;
    const one = this.#lawful[behavior.role].find((each) => each.behavior === behavior)!;
    // Only now is the force of the behaviors before it known.
    if (one.plan.readsForce) {
      const stage = this.#stages.get(one) ?? this.#stageOf([one]);
      this.#stages.set(one, stage);
      this.#workOut(stage, behavior.role, begin, end);
    }
    this.#run(one, one.levels.length - 1, begin, end);
  }

  /** For each law of a stage, computes all levels except the last. */
  #workOut({ aims, levels }: Stage, role: number, begin: number, end: number): void {
    for (const one of aims) this.#aims.write(one, begin, end);
    levels.forEach(({ runs, walks }, level) => {
      for (const one of runs) this.#run(one, level, begin, end);
      for (const walk of walks) this.#walk(walk, role, begin, end);
    });
  }

  /** Creates a stage that computes the given laws together. Also writes the frames of all passes of the stage. */
  #stageOf(lawful: readonly Lawful[]): Stage {
    const aims = lawful.flatMap(({ behavior, plan, aims }) =>
      this.#aims.of(behavior, plan.aims, aims),
    );
    const count = Math.max(0, ...lawful.map(({ levels }) => levels.length - 1));
    const levels = Array.from({ length: count }, (_, level) => {
      const runs = lawful.filter(({ levels }) => level < levels.length - 1);
      return { runs, walks: this.#walksOf(runs, level) };
    });
    return { aims, levels };
  }

  /**
   * Plans the walks over neighbors for one level of several laws. The argument `runs` lists these laws. All passes that
   * have the same reach share one walk in each layer. A pass goes from layer to layer in ascending order.
   */
  #walksOf(runs: readonly Lawful[], level: number): Walk[] {
    const passes = runs.flatMap((one) =>
      one.levels[level].passes.flatMap(({ set, call }) => {
        const reach = reachOfSet(this.#world, one.behavior, set);
        if (Number.isNaN(reach)) return [];
        return { call, reach, mask: one.behavior.mask, frame: this.#frame(one, set, reach) };
      }),
    );
    return this.#world.plan.grid.layers.flatMap(({ species }, k) => {
      const seeing = passes.filter(({ mask }) => (mask & species) !== 0);
      return [...new Set(seeing.map(({ reach }) => reach))].map((reach) => {
        const first = this.#lists.calls / 4 + 2 * this.#calls;
        const calls = seeing.filter((pass) => pass.reach === reach);
        this.#calls += calls.length;
        calls.forEach(({ call, frame }, nth) => {
          this.#room.writeWord(first + 2 * nth, call);
          this.#room.writeWord(first + 2 * nth + 1, frame);
        });
        const callsEnd = this.#room.addressOf(first + 2 * calls.length);
        return { calls: this.#room.addressOf(first), callsEnd, reach, layer: layerRow(k) };
      });
    });
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
      this.#room.addressOf(planes),
      begin,
      end,
      behavior.species,
      behavior.role,
      record,
      ofSpecies,
      this.#room.addressOf(aims),
      frontTick,
      behavior.index,
    );
  }

  /**
   * Returns two addresses: where the parameters of a behavior begin in memory, and where those of its species begin.
   */
  #records({ index, species }: BehaviorPlan): { record: number; ofSpecies: number } {
    const { behaviorParameters, speciesParameters } = this.#world.front;
    return {
      record: behaviorParameters.byteOffset + 4 * RECORD * index,
      ofSpecies: speciesParameters.byteOffset + 4 * RECORD * species,
    };
  }

  /** Writes the frame of a pass: the numbers that its function needs. Returns the address of the frame. */
  #frame({ behavior, plan, planes }: Lawful, set: number, reach: number): number {
    const world = this.#world;
    const { law } = plan;
    const { record, ofSpecies } = this.#records(behavior);
    const words: Readonly<Record<string, number>> = {
      table: this.#tableOf(world),
      room: this.#room.addressOf(planes),
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
    const frame = this.#lists.frames / 4 + FRAME_WORDS * this.#frames++;
    FRAME.forEach((name, word) => {
      if (name in words) this.#room.writeWord(frame + word, words[name]);
      else this.#room.writeNumber(frame + word, numbers[name]);
    });
    return this.#room.addressOf(frame);
  }

  #walk({ calls, callsEnd, reach, layer }: Walk, role: number, begin: number, end: number): void {
    this.#wasm.walkNeighbors(
      this.#tableOf(this.#world),
      this.#world.scratch.neighborRoom.byteOffset + NEIGHBOR_ROOM.bytes * this.#worker,
      this.#room.addressOf(this.#lists.cluster / 4),
      calls,
      callsEnd,
      begin,
      end,
      reach,
      role,
      layer,
    );
  }
}

/**
 * Returns the functions of a law, level by level. Puts the functions of the passes into the function table of the
 * kernels.
 */
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
