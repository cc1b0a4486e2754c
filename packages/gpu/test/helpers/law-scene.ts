import type { LawBlock, PairColumns } from '../../../core/src/laws/evaluator.ts';
import { LawEvaluator } from '../../../core/src/laws/evaluator.ts';
import type { WorkedLaw } from '../../../core/src/laws/law.ts';
import {
  AIM_COLUMNS,
  declaredKindsOf,
  kindOf,
  OTHER_COLUMNS,
  SELF_COLUMNS,
  SPECIES_VALUES,
  WORLD_VALUES,
} from '../../../core/src/laws/node.ts';
import type { Kind } from '../../../core/src/laws/operations.ts';
import { aimsOf } from '../../../core/src/laws/plane-plan.ts';
import { reachOf, setsOf, uniformValue } from '../../../core/src/laws/uniform.ts';
import { randomOf } from '../../../core/test/helpers/random-of.ts';
import { type LawWgsl, wgslHeading, wgslOfLaw } from '../../src/law-code.ts';
import { wgslSquared } from '../../src/wgsl.ts';

export const AGENTS = 11;
const SPECIES = 3;
/** The farthest that any set reaches (m); some random ones would reach farther. */
const FARTHEST = 6;
const CELLS = 8;

const ODD = [0, -0, 1, -1, 1e-40, -1e-45, 3e38, Infinity, -Infinity, NaN, 0.5, 7];

/** A few agents whose columns are words of a buffer, and a law that they all follow. Some are on one spot. */
export class LawScene {
  readonly law: WorkedLaw;
  readonly words: Uint32Array;
  readonly #numbers: Float32Array;
  /** The index of the first word of each column. */
  readonly #places = new Map<string, number>();
  readonly #aims;

  /** @param odd the share of numbers that are not usual ones, such as NaN */
  constructor(law: WorkedLaw, seed: number, odd: number) {
    this.law = law;
    this.#aims = aimsOf(law);
    let size = 0;
    const fills: (() => void)[] = [];
    const random = randomOf(seed);
    const draw = (): number =>
      random() < odd ? ODD[Math.floor(random() * ODD.length)] : 8 * random() - 4;
    const place = (
      column: string,
      kind: Kind,
      count: number,
      of: (k: number) => number = draw,
    ): void => {
      const first = size;
      this.#places.set(column, first);
      size += count;
      fills.push(() => {
        const to = kind === 'f32' ? this.#numbers : this.words;
        for (let k = 0; k < count; k++) to[first + k] = of(k);
      });
    };
    const whole: Readonly<Record<string, (k: number) => number>> = {
      id: (k) => 1000 - 7 * k,
      species: (k) => k % SPECIES,
      birth: (k) => 5 * k,
    };
    const columns = { ...SELF_COLUMNS, ...declaredKindsOf(law.columns) };
    for (const [column, kind] of Object.entries(columns)) {
      if ((SPECIES_VALUES as readonly string[]).includes(column)) continue;
      const of = column.startsWith('position.')
        ? (k: number) => (k % 4 === 2 ? this.#numbers[this.#at(column) + k - 1] : draw())
        : (whole[column] ?? (kind === 'u32' ? () => Math.floor(9 * random()) : draw));
      place(column, kind as Kind, AGENTS, of);
    }
    place('records', 'f32', SPECIES * SPECIES_VALUES.length);
    for (const nth of [0, 1]) {
      for (const [column, kind] of Object.entries(AIM_COLUMNS)) {
        const found = (k: number): number => ((k + nth) % 4 === 3 ? 0 : 1);
        place(`aim ${nth} ${column}`, kind, AGENTS, column === 'found' ? found : draw);
      }
    }
    for (const [name, { default: usual }] of Object.entries(law.parameters)) {
      place(`parameter ${name}`, 'f32', 1, usual === 0 ? draw : () => usual);
    }
    const world: Readonly<Record<string, number>> = {
      ...{ dt: 1 / 60, tick: 77, seed: 5, dimensions: 3, behavior: 3 },
    };
    for (const [value, kind] of Object.entries(WORLD_VALUES)) {
      place(`world ${value}`, kind, 1, () => world[value]);
    }
    for (const set of setsOf(law)) {
      place(`reach ${set}`, 'f32', 1, () => {
        const reach = reachOf(law, set, this.#uniform, FARTHEST);
        return Number.isNaN(reach) ? -1 : Math.fround(reach * reach);
      });
      place(`cosine ${set}`, 'f32', 1, () =>
        uniformValue(law, law.nodes[set][2] as number, this.#uniform),
      );
    }
    place('cells', 'f32', CELLS);
    this.words = new Uint32Array(size);
    this.#numbers = new Float32Array(this.words.buffer);
    for (const fill of fills) fill();
  }

  #at(column: string): number {
    return this.#places.get(column)!;
  }

  #values(column: string, kind: Kind): readonly number[] {
    const at = this.#at(column);
    return [...(kind === 'f32' ? this.#numbers : this.words).subarray(at, at + AGENTS)];
  }

  get #uniform() {
    return {
      parameterOf: (name: string) => this.#numbers[this.#at(`parameter ${name}`)],
      worldOf: (value: keyof typeof WORLD_VALUES) =>
        (value === 'dt' ? this.#numbers : this.words)[this.#at(`world ${value}`)],
    };
  }

  #ofSpecies(k: number, column: string): number {
    const species = this.words[this.#at('species') + k];
    const slot = (SPECIES_VALUES as readonly string[]).indexOf(column);
    return this.#numbers[this.#at('records') + SPECIES_VALUES.length * species + slot];
  }

  #column(column: string): readonly number[] {
    if ((SPECIES_VALUES as readonly string[]).includes(column)) {
      return Array.from({ length: AGENTS }, (_, k) => this.#ofSpecies(k, column));
    }
    const kinds: Readonly<Record<string, Kind>> = {
      ...SELF_COLUMNS,
      ...declaredKindsOf(this.law.columns),
    };
    return this.#values(column, kinds[column]);
  }

  /** Returns the code of the law for the agent `i`. The buffer `state` has the words of the scene. */
  code(): Pick<LawWgsl, 'statements' | 'results'> {
    const word = (column: string, index = ''): string =>
      `state[${this.#at(column)}u${index === '' ? '' : ` + ${index}`}]`;
    const ofAgent = (column: string, agent: string): string => {
      const slot = (SPECIES_VALUES as readonly string[]).indexOf(column);
      if (slot < 0) return word(column, agent);
      return word('records', `${SPECIES_VALUES.length}u * ${word('species', agent)} + ${slot}u`);
    };
    const { declarations, steps, statements, results, hasSight } = wgslOfLaw(this.law, {
      parameter: (name) => word(`parameter ${name}`),
      world: (value) => word(`world ${value}`),
      self: (column) => ofAgent(column, 'i'),
      aim: (nth, column) => word(`aim ${nth} ${column}`, 'i'),
      cell: (_field, index) => word('cells', index),
      other: (column) => ofAgent(column, 'j'),
      squaredReach: (set) => word(`reach ${set}`),
      cosine: (set) => word(`cosine ${set}`),
    });
    const offsets = ['x', 'y', 'z'].map((axis) => {
      const [to, from] = ['j', 'i'].map((agent) => `fOf(${word(`position.${axis}`, agent)})`);
      return `let offset${axis.toUpperCase()} = fSub(${to}, ${from});`;
    });
    offsets.push(`let offsetSquared = ${wgslSquared('offsetX', 'offsetY', 'offsetZ')};`);
    const walk = (looks: string): string =>
      `for (var j = 0u; j < ${AGENTS}u; j++) { if (j != i) {\n${offsets.join('\n')}\n${looks}\n} }`;
    const heading = hasSight ? wgslHeading((axis) => word(`velocity.${axis}`, 'i')) : '';
    const all = [
      ...[heading, declarations],
      ...steps.flatMap((step) => [
        `{\n${step.statements}\n}`,
        walk(step.looks.map((look) => `{\n${look.statements}\n}`).join('\n')),
      ]),
      statements,
    ];
    return { statements: all.join('\n'), results };
  }

  /** Evaluates the law. Returns the words of the results, one list for each result. */
  evaluate(): readonly Uint32Array[] {
    const kinds = declaredKindsOf(this.law.columns);
    return new LawEvaluator(this.law).evaluate(this.#block()).map(({ values, mask }, nth) => {
      const words = new Uint32Array(AGENTS);
      const isNumber = kindOf(this.law.nodes[this.law.vector[nth]], kinds) === 'f32';
      const to = isNumber ? new Float32Array(words.buffer) : words;
      for (let k = 0; k < AGENTS; k++) to[k] = values[k & mask];
      return words;
    });
  }

  #block(): LawBlock {
    const pairs = this.#pairs();
    const aim = (nth: number) => (column: string) => {
      const kind = AIM_COLUMNS[column as keyof typeof AIM_COLUMNS];
      const values = this.#values(`aim ${nth} ${column}`, kind);
      if (!this.#aims[nth].isOptional) return values;
      const found = this.#values(`aim ${nth} found`, 'bool');
      return values.map((value, k) => (found[k] === 0 ? 0 : value));
    };
    return {
      count: AGENTS,
      selfOf: (column) => this.#column(column),
      aimOf: aim(0),
      secondOf: aim(1),
      pairsWithin: () => pairs,
      cellsOf: () => this.#numbers.subarray(this.#at('cells'), this.#at('cells') + CELLS),
      farthest: FARTHEST,
      ...this.#uniform,
    };
  }

  #pairs(): PairColumns {
    const all = Array.from({ length: AGENTS }, (_, k) => k);
    const pairs = all.flatMap((i) => all.filter((j) => j !== i).map((j) => [i, j] as const));
    const columns = Object.keys({ ...OTHER_COLUMNS, ...declaredKindsOf(this.law.columns) });
    const entries = columns.map((column) => {
      if (!column.startsWith('offset.')) {
        const values = this.#column(column);
        return [column, pairs.map(([, j]) => values[j])];
      }
      const places = this.#column(column.replace('offset', 'position'));
      return [column, pairs.map(([i, j]) => Math.fround(places[j] - places[i]))];
    });
    return {
      count: pairs.length,
      agent: pairs.map(([i]) => i),
      ...Object.fromEntries(entries),
    };
  }
}
