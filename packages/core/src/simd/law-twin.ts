import { caseOf, nameOfCase } from '../laws/compile-walk.ts';
import { FRAME, FRAME_BYTES, type LawPlan, levelName } from '../laws/plane-plan.ts';
import { uniformValue } from '../laws/uniform.ts';
import { isIdle, reachOfSet, uniformOf } from '../steering/steer-law.ts';
import { RECORD } from '../world/layout.ts';
import type { BehaviorPlan } from '../world/plan.ts';
import {
  type LawScratchPlan,
  lawScratchOf,
  layerRow,
  NEIGHBOR_SCRATCH,
  PLANE,
  planesOfLaw,
} from '../world/sizes.ts';
import { tableOf } from '../world/tables.ts';
import type { SharedWorld } from '../world/world.ts';
import { type Aimed, AimTwin } from './aim-twin.ts';
import type { Exports } from './exports.ts';
import { LawScratch } from './law-scratch.ts';
import type { NearestTwin } from './nearest-twin.ts';
import { lawfulOf, stagesOf, type WalkerPlan, type WalkPlan, walksOf } from './walk-plan.ts';

const FRAME_WORDS = FRAME_BYTES / 4;

/** The function that computes a level of a law. */
type Level = (...parameters: number[]) => void;

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
 * Walks over the neighbors in a layer of the grid that have the same `reach` (m). Their calls are listed in memory, from
 * the address `calls` to the address `callsEnd`.
 */
interface Walk {
  readonly calls: number;
  readonly callsEnd: number;
  readonly reach: number;
  readonly layer: number;
}

/** Laws that are computed together. `walks` has the planned walks of each level. */
interface StagePlan {
  readonly lawful: readonly Lawful[];
  readonly walks: readonly (readonly WalkPlan[])[];
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
 * law's force. All earlier levels are computed before the behaviors of a role are composed. So a single walk over the
 * neighbors serves all laws that look about as far. If a law reads the force of earlier behaviors, all levels of the law
 * are computed when its behavior acts.
 */
export class LawTwin {
  readonly #wasm: Exports;
  readonly #world: SharedWorld;
  /**
   * The stages of each role. The first stage has all laws that are computed before forces are added. Each of the others
   * has a law that reads the force of earlier behaviors.
   */
  readonly #planned: readonly (readonly StagePlan[])[];
  /** For each walk, the index of its function in the function table of the kernels. */
  readonly #calls = new Map<string, number>();
  readonly #scratch: LawScratch;
  readonly #lists: LawScratchPlan;
  readonly #aims: AimTwin;
  #worker = 0;
  /** The stages of the current phase. */
  readonly #stages = new Map<StagePlan, Stage>();
  /** How many frames and calls were written in the current phase. */
  #framesWritten = 0;
  #callsWritten = 0;

  constructor(wasm: Exports, module: WebAssembly.Module, world: SharedWorld, nearest: NearestTwin) {
    this.#scratch = new LawScratch(world);
    this.#lists = lawScratchOf(world.plan);
    this.#aims = new AimTwin(wasm, world, this.#scratch, nearest);
    this.#wasm = wasm;
    this.#world = world;
    const { exports } = new WebAssembly.Instance(module, { env: { memory: world.memory.wasm! } });
    const functions = exports as Record<string, (...parameters: number[]) => void>;
    const { plan } = world;
    const levels = plan.laws.map((law, index) =>
      law.levels.map((_, level) => functions[levelName(index, level)]),
    );
    for (const [name, walk] of Object.entries(functions)) {
      if (!name.startsWith('walk')) continue;
      const call = wasm.table.grow(1);
      wasm.table.set(call, walk);
      this.#calls.set(name, call);
    }
    this.#planned = plan.roles.map((_, role) => {
      let next = this.#lists.planes / 4;
      const lawful = lawfulOf(plan, role).map((behavior): Lawful => {
        const law = plan.laws[behavior.law];
        const planes = next;
        next += PLANE * planesOfLaw(law);
        const aims = planes + PLANE * law.planes;
        return { behavior, plan: law, levels: levels[behavior.law], planes, aims };
      });
      return stagesOf(plan, role).map((behaviors) => {
        const own = behaviors.map((one) => lawful.find(({ behavior }) => behavior === one)!);
        const count = Math.max(0, ...own.map(({ levels }) => levels.length - 1));
        const walks = Array.from({ length: count }, (_, level) => walksOf(plan, behaviors, level));
        return { lawful: own, walks };
      });
    });
  }

  /** Begins a phase for a worker, and uses the scratch memory of that worker. */
  open(worker: number): void {
    this.#worker = worker;
    this.#scratch.open(worker);
    this.#stages.clear();
    this.#framesWritten = 0;
    this.#callsWritten = 0;
  }

  /** For the agents in places [begin, end), computes what the laws of a role need before forces are added. */
  prepare(role: number, begin: number, end: number): void {
    this.#workOut(this.#planned[role][0], role, begin, end);
  }

  /** Adds the force of a behavior's law. */
  steer(behavior: BehaviorPlan, begin: number, end: number): void {
    if (isIdle(this.#world, behavior)) return;
    for (const [nth, planned] of this.#planned[behavior.role].entries()) {
      const lawful = planned.lawful.find((each) => each.behavior === behavior);
      if (lawful === undefined) continue;
      // Only now is the force of the behaviors before it known.
      if (nth > 0) this.#workOut(planned, behavior.role, begin, end);
      this.#run(lawful, lawful.levels.length - 1, begin, end);
    }
  }

  /** For each law of a stage, computes all levels except the last. */
  #workOut(planned: StagePlan, role: number, begin: number, end: number): void {
    const stage = this.#stages.get(planned) ?? this.#stageOf(planned);
    this.#stages.set(planned, stage);
    for (const aim of stage.aims) this.#aims.write(aim, begin, end);
    stage.levels.forEach(({ runs, walks }, level) => {
      for (const run of runs) this.#run(run, level, begin, end);
      for (const walk of walks) this.#walk(walk, role, begin, end);
    });
  }

  /** Creates a stage with the laws that act at present. Also writes the frames of its walks. */
  #stageOf({ lawful, walks }: StagePlan): Stage {
    const acting = lawful.filter(({ behavior }) => !isIdle(this.#world, behavior));
    const aims = acting.flatMap(({ behavior, plan, aims }) =>
      this.#aims.of(behavior, plan.aims, aims),
    );
    const levels = walks.map((own, level) => ({
      runs: acting.filter(({ levels }) => level < levels.length - 1),
      walks: this.#walksOf(lawful, own),
    }));
    return { aims, levels };
  }

  /** Writes the frames and calls of walks. Walks with the same reach in a layer are done together. */
  #walksOf(lawful: readonly Lawful[], planned: readonly WalkPlan[]): Walk[] {
    const walks = planned.flatMap(({ layer, name, walkers }) => {
      const reaches = walkers.map((walker) => this.#reachOf(lawful[walker.place], walker));
      const reach = Math.max(...reaches);
      if (reach < 0) return [];
      const frames = walkers.map((walker, nth) =>
        this.#frame(lawful[walker.place], walker.set, reaches[nth]),
      );
      const looks = frames.map(({ cosine }, nth) => ({ reach: reaches[nth], cosine }));
      const call = this.#calls.get(nameOfCase(name, caseOf(looks)))!;
      return [{ layer, reach, call, frame: frames[0].address }];
    });
    const keys = new Set(walks.map(({ layer, reach }) => `${layer} ${reach}`));
    return [...keys].map((key) => {
      const own = walks.filter(({ layer, reach }) => `${layer} ${reach}` === key);
      const first = this.#lists.calls / 4 + 2 * this.#callsWritten;
      this.#callsWritten += own.length;
      own.forEach(({ call, frame }, nth) => {
        this.#scratch.writeWord(first + 2 * nth, call);
        this.#scratch.writeWord(first + 2 * nth + 1, frame);
      });
      const callsEnd = this.#scratch.addressOf(first + 2 * own.length);
      const [{ layer, reach }] = own;
      return { calls: this.#scratch.addressOf(first), callsEnd, reach, layer: layerRow(layer) };
    });
  }

  /** How far a walker looks at present (m); -1 if it sees nothing. */
  #reachOf({ behavior }: Lawful, { set }: WalkerPlan): number {
    if (isIdle(this.#world, behavior)) return -1;
    const reach = reachOfSet(this.#world, behavior, set);
    return Number.isNaN(reach) ? -1 : reach;
  }

  #run(
    { behavior, levels, planes, aims }: Lawful,
    level: number,
    begin: number,
    end: number,
  ): void {
    const { frontTick } = this.#world;
    const { record, ofSpecies } = this.#records(behavior);
    levels[level](
      tableOf(this.#world),
      this.#scratch.addressOf(planes),
      begin,
      end,
      behavior.species,
      behavior.role,
      record,
      ofSpecies,
      this.#scratch.addressOf(aims),
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

  /** Writes the frame of a pass: the numbers that a walk needs. `reach` (m) is -1 if the pass sees nothing. */
  #frame({ behavior, plan, planes }: Lawful, set: number, reach: number) {
    const world = this.#world;
    const { law } = plan;
    const { record, ofSpecies } = this.#records(behavior);
    const words: Readonly<Record<string, number>> = {
      table: tableOf(world),
      scratch: this.#scratch.addressOf(planes),
      mask: behavior.mask,
      species: behavior.species,
      record,
      ofSpecies,
      behavior: behavior.index,
      tick: world.frontTick,
      pairs: this.#scratchForNeighbors() + NEIGHBOR_SCRATCH.pairs,
    };
    const cosineAt = law.nodes[set][2] as number;
    const cosine = uniformValue(law, cosineAt, uniformOf(world, behavior));
    const squaredReach = reach < 0 ? -1 : reach * reach;
    const { band } = world.plan.species[behavior.species];
    const numbers: Readonly<Record<string, number>> = { squaredReach, cosine, band };
    const frame = this.#lists.frames / 4 + FRAME_WORDS * this.#framesWritten++;
    FRAME.forEach((name, word) => {
      if (name in words) this.#scratch.writeWord(frame + word, words[name]);
      else this.#scratch.writeNumber(frame + word, numbers[name]);
    });
    return { address: this.#scratch.addressOf(frame), cosine };
  }

  /** The address of the worker's memory for neighbor searches. */
  #scratchForNeighbors(): number {
    return this.#world.scratch.neighborScratch.byteOffset + NEIGHBOR_SCRATCH.bytes * this.#worker;
  }

  #walk({ calls, callsEnd, reach, layer }: Walk, role: number, begin: number, end: number): void {
    this.#wasm.walkNeighbors(
      tableOf(this.#world),
      this.#scratchForNeighbors(),
      this.#scratch.addressOf(this.#lists.cluster / 4),
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
