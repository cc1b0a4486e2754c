import { describe, expect, it } from 'vitest';
import { COLUMNS, compileLaw, type LawPlaces } from '../../src/laws/compile.ts';
import { caseOf, compileWalk, type Looks } from '../../src/laws/compile-walk.ts';
import { type LawBlock, LawEvaluator, type PairColumns } from '../../src/laws/evaluator.ts';
import { forceLawOf } from '../../src/laws/force-law.ts';
import { defineLaw, float, type Law, readLaw, select, vec3 } from '../../src/laws/index.ts';
import { AIM_COLUMNS, type AimColumn, type WorldValue } from '../../src/laws/node.ts';
import {
  AIM_PLANES,
  type AimPlan,
  aimsOf,
  FRAME,
  FRAME_BYTES,
  levelName,
  planLaw,
} from '../../src/laws/plane-plan.ts';
import { reachOf, type Uniform, uniformValue } from '../../src/laws/uniform.ts';
import { moduleOf } from '../../src/laws/wasm-code.ts';
import { randomOf } from '../helpers/random-of.ts';
import { runsOf, seedOf } from '../helpers/runs.ts';
import { randomLaw } from './random-law.ts';

/** Agents of the block: not a multiple of four. */
const AGENTS = 11;
const BLOCK = 16;
/** The set of species seen: the agents' own, 1, and another. */
const MASK = 0b011;

const PLACES: LawPlaces = {
  columns: Object.fromEntries(COLUMNS.map((name, k) => [name, 4 * k])) as LawPlaces['columns'],
  staged: {},
  fields: {},
  floats: new Set(),
  species: { mass: 0, radius: 1, maxSpeed: 2, maxForce: 3, damping: 4, forceFactor: 5 },
  record: 64,
};

const ADDRESS = {
  table: 64,
  record: 256,
  ofSpecies: 384,
  cluster: 512,
  frame: 640,
  list: 1024,
  columns: 2048,
};
const AIM = 8192;
const SCRATCH = 16384;
const PAIRS = 102400;
/** The farthest that any set reaches (m); some random ones would reach farther. */
const FARTHEST = 6;

const ODD = [0, -0, 1, -1, 1e-40, -1e-45, 3e38, Infinity, -Infinity, NaN, 0.5, 7];

/** A world of a few agents in a memory of its own, some of them on one spot, dead, or of another species. */
class Scene {
  readonly memory = new WebAssembly.Memory({ initial: 2, maximum: 65536 });
  readonly #words = new Uint32Array(this.memory.buffer);
  readonly #numbers = new Float32Array(this.memory.buffer);
  readonly #bytes = new Uint8Array(this.memory.buffer);
  readonly #random: () => number;
  readonly tick = 77;
  readonly behavior = 3;

  readonly #aims: readonly AimPlan[];

  constructor(seed: number, law: Law) {
    this.#aims = aimsOf(law);
    this.#random = randomOf(seed);
    COLUMNS.forEach((name, k) => {
      const column = ADDRESS.columns + 4 * 2 * BLOCK * k;
      this.#words[(ADDRESS.table + PLACES.columns[name as 'id']) / 4] = column;
      for (let i = 0; i < 2 * BLOCK; i++) this.#fill(name, column, i);
    });
    for (let k = 0; k < 16; k++) this.#numbers[ADDRESS.record / 4 + k] = this.#draw();
    for (let k = 0; k < 3 * 16; k++) this.#numbers[ADDRESS.ofSpecies / 4 - 16 + k] = this.#draw();
    for (let k = 0; k < BLOCK * 2 * (Object.keys(AIM_COLUMNS).length + 1); k++) {
      this.#numbers[AIM / 4 + k] = this.#draw();
    }
    // For each aim, some agents have nothing to go after.
    this.#aims.forEach(({ first }, n) => {
      const acts = AIM / 4 + BLOCK * (first + AIM_PLANES.found);
      this.#words.fill(0xffffffff, acts, acts + BLOCK);
      for (const i of [5 + 5 * n, 4 + 3 * n]) this.#words[acts + i] = 0;
    });
  }

  #fill(name: string, column: number, i: number): void {
    if (name === 'status') this.#bytes[column + i] = i % 5 === 3 ? 2 : 1;
    else if (name === 'species' || name === 'role') this.#bytes[column + i] = i % 3;
    else if (name === 'id') this.#words[column / 4 + i] = 1000 - 7 * i;
    else if (name === 'birth') this.#words[column / 4 + i] = 5 * i;
    else if (name.startsWith('position') && i % 4 === 2) {
      this.#numbers[column / 4 + i] = this.#numbers[column / 4 + i - 1];
    } else this.#numbers[column / 4 + i] = this.#draw();
  }

  #draw(): number {
    if (this.#random() < 0.1) return ODD[Math.floor(this.#random() * ODD.length)];
    return 8 * this.#random() - 4;
  }

  #column(name: string): number {
    return this.#words[(ADDRESS.table + PLACES.columns[name as 'id']) / 4] / 4;
  }

  number(name: string, i: number): number {
    return this.#numbers[this.#column(name) + i];
  }

  whole(name: 'id' | 'birth', i: number): number {
    return this.#words[this.#column(name) + i];
  }

  species(i: number): number {
    return this.#bytes[4 * this.#column('species') + i];
  }

  alive(i: number): boolean {
    return this.#bytes[4 * this.#column('status') + i] === 1;
  }

  /** Whether a law acts on an agent: it has every aim that the law requires. */
  acts(i: number): boolean {
    return this.#aims.every((aim) => aim.isOptional || this.#found(aim, i) === 1);
  }

  #found({ first }: AimPlan, i: number): 0 | 1 {
    return this.#words[AIM / 4 + BLOCK * (first + AIM_PLANES.found) + i] === 0 ? 0 : 1;
  }

  force(i: number): number[] {
    return ['force.x', 'force.y', 'force.z'].map((name) => this.number(name, i));
  }

  /** Some agents, in the form that the evaluator takes. */
  blockOf(law: Law, places: readonly number[]): LawBlock {
    const ofSpecies = (slot: number) => this.#ofSpecies(1, slot);
    return {
      count: places.length,
      selfOf: (column) => {
        if (column === 'species') return 1;
        if (column === 'id' || column === 'birth') {
          return places.map((i) => this.whole(column, i));
        }
        if (column in PLACES.species) return ofSpecies(PLACES.species[column as 'mass']);
        return places.map((i) => this.number(column, i));
      },
      aimOf: (column) => this.#aimColumn(0, column, places),
      secondOf: (column) => this.#aimColumn(1, column, places),
      pairsWithin: () => this.#pairsOf(places),
      cellsOf: () => [],
      farthest: FARTHEST,
      ...this.uniformOf(law),
    };
  }

  #aimColumn(nth: number, column: AimColumn, places: readonly number[]): number[] {
    const aim = this.#aims[nth];
    const plane = AIM / 4 + BLOCK * (aim.first + AIM_PLANES[column]);
    return places.map((i) => {
      if (column === 'found') return this.#found(aim, i);
      return this.#found(aim, i) === 0 ? 0 : this.#numbers[plane + i];
    });
  }

  uniformOf(law: Law): Uniform {
    return {
      parameterOf: (name) => this.parameter(law, name),
      worldOf: (value) => this.world[value],
    };
  }

  /** A number of a species; those of species 1 lie at the address that the law is given for its own. */
  #ofSpecies(species: number, slot: number): number {
    return this.#numbers[ADDRESS.ofSpecies / 4 + 16 * (species - 1) + slot];
  }

  get world(): Record<WorldValue, number> {
    const { tick, behavior } = this;
    return { dt: Math.fround(1 / 60), tick, seed: 5, dimensions: 3, behavior };
  }

  parameter(law: Law, name: string): number {
    return this.#numbers[ADDRESS.record / 4 + Object.keys(law.parameters).indexOf(name)];
  }

  #pairsOf(places: readonly number[]): PairColumns {
    const all = Array.from({ length: AGENTS }, (_, j) => j);
    const pairs = places.flatMap((i, agent) =>
      all
        .filter((j) => j !== i && ((MASK >> this.species(j)) & 1) === 1)
        .map((j) => ({ i, agent, j })),
    );
    const offset = (axis: 'x' | 'y' | 'z') =>
      pairs.map(({ i, j }) => {
        const to = this.number(`position.${axis}`, j);
        return Math.fround(to - this.number(`position.${axis}`, i));
      });
    const velocity = (axis: 'x' | 'y' | 'z') =>
      pairs.map(({ j }) => this.number(`velocity.${axis}`, j));
    return {
      count: pairs.length,
      agent: pairs.map(({ agent }) => agent),
      'offset.x': offset('x'),
      'offset.y': offset('y'),
      'offset.z': offset('z'),
      'velocity.x': velocity('x'),
      'velocity.y': velocity('y'),
      'velocity.z': velocity('z'),
      'heading.x': pairs.map(({ j }) => this.number('heading.x', j)),
      'heading.y': pairs.map(({ j }) => this.number('heading.y', j)),
      'heading.z': pairs.map(({ j }) => this.number('heading.z', j)),
      mass: pairs.map(({ j }) => this.#ofSpecies(this.species(j), PLACES.species.mass)),
      radius: pairs.map(({ j }) => this.#ofSpecies(this.species(j), PLACES.species.radius)),
      id: pairs.map(({ j }) => this.whole('id', j)),
      species: pairs.map(({ j }) => this.species(j)),
    };
  }

  /** Runs the compiled law on the agents of species 1. */
  run(law: Law): void {
    const constants = {
      block: BLOCK,
      dt: Math.fround(1 / 60),
      seed: 5,
      dimensions: 3,
      hasWalkers: false,
    };
    const { nodes, schedule, levels } = compileLaw(law, 0, PLACES, constants);
    const plan = planLaw(law);
    // As in a world, the passes of a level share a walk, unless they gain from one of their own.
    const walks = schedule.map(({ passes }, level) => {
      const { passes: own } = plan.levels[level];
      const together = passes.filter((_, nth) => !own[nth].isAlone);
      const alone = passes.filter((_, nth) => own[nth].isAlone).map((pass) => [pass]);
      return [...alone, ...(together.length > 0 ? [together] : [])].map((passes, nth) => {
        const walkers = passes.map((pass) => ({ nodes, pass, sorts: true }));
        const looks = this.#readyFrames(
          law,
          passes.map(({ set }) => set),
        );
        const name = `walk ${level} ${nth}`;
        return { passes, code: compileWalk(name, walkers, looks) };
      });
    });
    const functions = [...levels, ...walks.flat().map(({ code }) => code)];
    const module = new WebAssembly.Module(moduleOf(functions, false));
    const { exports } = new WebAssembly.Instance(module, { env: { memory: this.memory } });
    const { table, record, ofSpecies, cluster, list, frame } = ADDRESS;
    const call = (name: string, ...of: number[]): void =>
      (exports[name] as (...of: number[]) => void)(...of);
    walks.forEach((walks, level) => {
      const own = [
        table,
        SCRATCH,
        0,
        AGENTS,
        1,
        1,
        record,
        ofSpecies,
        AIM,
        this.tick,
        this.behavior,
      ];
      // For an empty range of agents it does nothing.
      const [, , , , ...same] = own;
      call(levelName(0, level), table, SCRATCH, 4, 4, ...same);
      call(levelName(0, level), ...own);
      walks.forEach(({ passes, code: { name } }) => {
        this.#readyFrames(
          law,
          passes.map(({ set }) => set),
        );
        for (let i = 0; i < AGENTS; i += 4) {
          this.#readyCluster(i);
          // In pieces, like the blocks of a window: one ends with a species that is not seen, one is empty,
          // and one holds only such an agent.
          for (const [from, to] of [
            [0, 3],
            [3, 3],
            [3, 8],
            [8, 9],
            [9, AGENTS],
          ]) {
            for (let j = from; j < to; j++) this.#words[list / 4 + j - from] = 4 * j;
            const end = list + 4 * (to - from);
            call(name, frame, list, end, cluster, 4 * i, 4 * i);
          }
        }
      });
    });
  }

  /** Writes the frames of a walk. Returns how its sets look. */
  #readyFrames(law: Law, sets: readonly number[]): Looks {
    const { table, record, ofSpecies, frame } = ADDRESS;
    const uniform = this.uniformOf(law);
    const looks = sets.map((set, nth) => {
      const reach = reachOf(law, set, uniform, FARTHEST);
      const numbers = {
        squaredReach: Number.isNaN(reach) ? -1 : Math.fround(reach * reach),
        cosine: uniformValue(law, law.nodes[set][2] as number, uniform),
      };
      const words = {
        ...{ table, scratch: SCRATCH, mask: MASK, species: 1, record, ofSpecies },
        ...{ behavior: this.behavior, tick: this.tick, pairs: PAIRS },
      };
      FRAME.forEach((name, word) => {
        const at = (frame + FRAME_BYTES * nth) / 4 + word;
        if (name in words) this.#words[at] = words[name as keyof typeof words];
        else this.#numbers[at] = numbers[name as keyof typeof numbers];
      });
      return numbers;
    });
    return caseOf(looks.map(({ squaredReach, cosine }) => ({ reach: squaredReach, cosine })));
  }

  #readyCluster(i: number): void {
    for (let lane = 0; lane < 4; lane++) {
      (['position.x', 'position.y', 'position.z'] as const).forEach((name, axis) => {
        this.#numbers[ADDRESS.cluster / 4 + 4 * axis + lane] = this.number(name, i + lane);
      });
      this.#words[ADDRESS.cluster / 4 + 12 + lane] = i + lane < AGENTS ? 0xffffffff : 0;
    }
  }
}

/** Runs a law both ways, and names the first agent whose results differ in a bit. */
function differenceOf(defined: Law, seed: number): string | undefined {
  const law = forceLawOf(defined);
  const [scene, before] = [new Scene(seed, law), new Scene(seed, law)];
  scene.run(law);
  const places = Array.from({ length: AGENTS }, (_, i) => i).filter(
    (i) => before.alive(i) && before.species(i) === 1 && before.acts(i),
  );
  const vector = new LawEvaluator(law).evaluate(before.blockOf(law, places));
  for (let i = 0; i < BLOCK; i++) {
    const at = places.indexOf(i);
    const wanted = before.force(i).map((value, axis) => {
      if (at < 0) return value;
      const { values, mask } = vector[axis];
      return law.result === 'velocity' ? values[at & mask] : Math.fround(value + values[at & mask]);
    });
    const found = scene.force(i);
    if (!wanted.every((value, axis) => Object.is(value, found[axis]))) {
      return `agent ${i}: found ${found}, expected ${wanted}; ${JSON.stringify(law)}`;
    }
  }
  return undefined;
}

describe('a compiled law', () => {
  const number = { unit: '1', default: 1, min: -9, max: 9, description: 'A number.' };

  it('agrees with the evaluated law on sums, counts, the nearest, and differences from a mean', () => {
    const law = defineLaw({
      name: 'flock',
      description: 'Some of everything.',
      parameters: { radius: number, weight: number },
      force({ self, neighbors, parameters, random }) {
        const others = neighbors.within(parameters.radius.abs().add(2), { cosine: -0.5 });
        const mean = others.sum((other) => other.velocity).div(others.count().max(1));
        const spread = others.sum((other) => other.velocity.sub(mean).lengthSquared());
        const nearest = others.nearest((other) => other.offset);
        return mean
          .sub(self.velocity)
          .add(nearest.mul(spread))
          .add(random.direction(1))
          .mul(parameters.weight);
      },
    });
    for (let seed = 1; seed <= runsOf(10, 40); seed++)
      expect(differenceOf(law, seed)).toBeUndefined();
  });

  it('yields the same NaN for any operation', () => {
    const law = defineLaw({
      name: 'bits',
      description: 'Bits of numbers that are none.',
      force({ self }) {
        const { x, y, z } = self.velocity;
        return vec3(
          x.sub(x).div(0).toBits().bitAnd(0xffff).toFloat(),
          y.negate().sqrt().negate().toBits().bitAnd(0xffff).toFloat(),
          z.mul(0).div(z.mul(0)).toBits().bitAnd(0xffff).toFloat(),
        );
      },
    });
    for (let seed = 1; seed <= 20; seed++) expect(differenceOf(law, seed)).toBeUndefined();
  });

  it('divides whole numbers agent by agent, by 0 as if by 1', () => {
    const law = defineLaw({
      name: 'divided',
      description: 'Quotients and remainders of ids.',
      force({ self: { id }, tick }) {
        const by = id.bitAnd(3);
        return vec3(
          id.div(by).toFloat(),
          id.mod(by).toFloat(),
          tick.div(by).add(tick.mod(0)).toFloat(),
        );
      },
    });
    for (let seed = 1; seed <= 20; seed++) expect(differenceOf(law, seed)).toBeUndefined();
  });

  it('adds up a value that is made of the agent itself alone', () => {
    const law = defineLaw({
      name: 'own',
      description: 'Sums that look at no neighbor.',
      aim: 'one',
      force({ self, aim, neighbors }) {
        const near = neighbors.within(4);
        const own = select(self.mass.lessThan(2), aim.offset.x.div(self.damping), -0);
        return vec3(
          near.sum(() => own),
          near.sum(() => float(1)),
          0,
        );
      },
    });
    for (let seed = 1; seed <= 20; seed++) expect(differenceOf(law, seed)).toBeUndefined();
  });

  const PROGRAMS = runsOf(60, 5000);
  const SEED = seedOf(4711);

  it(`agrees with the evaluated law to the bit, random programs from seed ${SEED} on`, {
    timeout: 60_000 + PROGRAMS * 50,
  }, () => {
    let reductions = 0;
    for (let n = 0; n < PROGRAMS; n++) {
      const { aim, nodes, vector, parameters } = randomLaw(SEED + n);
      const law = readLaw({
        law: 1,
        name: 'random',
        description: 'A random program.',
        aim,
        parameters,
        nodes,
        result: n % 3 === 0 ? 'velocity' : 'force',
        vector,
      });
      reductions += law.nodes.filter(([name]) => name === 'sum' || name === 'lowest').length;
      expect(differenceOf(law, n), `seed ${SEED + n}`).toBeUndefined();
    }
    expect(reductions).toBeGreaterThan(PROGRAMS / 5);
  });
});
