import type { Part } from '../../../src/laws/expressions.ts';
import { listNodes } from '../../../src/laws/list-nodes.ts';
import {
  AIM_COLUMNS,
  OTHER_COLUMNS,
  REDUCTIONS,
  SELF_COLUMNS,
  WORLD_VALUES,
} from '../../../src/laws/node.ts';
import { type Kind, OPERATIONS } from '../../../src/laws/operations.ts';
import type { Draws, Input } from './draws.ts';
import type { Ground } from './ground.ts';

/** The columns that laws and species declare. */
export const COLUMNS = {
  energy: { type: 'f32', min: -50, max: 50 },
  mood: { type: 'u32', max: 4_000_000_000 },
  wind: { type: 'vec3' },
} as const;

const DECLARED = {
  'column.energy': 'f32',
  'column.mood': 'u32',
  'column.wind.x': 'f32',
  'column.wind.y': 'f32',
  'column.wind.z': 'f32',
} as const;

type Pool = Record<Kind, Part[]>;

const leaf = (name: string, of: string | number, kind: Kind): Part => ({
  ...{ name, kind, of },
  operands: [],
});
const number = (value: number): Part => leaf('number', value, 'f32');
const whole = (value: number): Part => leaf('whole', value, 'u32');

/**
 * A random law: a graph of nodes of every kind, which may yield any number in any component. Some laws keep what they
 * yield in a range, so that agents stay alive; others yield NaN and infinity.
 */
export function lawOf(draws: Draws, name: string, ground: Ground): Input {
  const random = new LawDraws(draws, ground);
  return { law: 1, name, description: 'A random law.', ...random.law() };
}

class LawDraws {
  readonly #draws: Draws;
  readonly #ground: Ground;
  readonly #pool: Pool = { f32: [], u32: [], bool: [] };
  readonly #aim: string;
  readonly #isTame: boolean;

  constructor(draws: Draws, ground: Ground) {
    this.#draws = draws;
    this.#ground = ground;
    this.#aim = draws.pick(['none', 'none', 'one', 'two', 'goal', 'path', 'waypoint']);
    this.#isTame = draws.chance(0.8);
  }

  law(): Input {
    const draws = this.#draws;
    this.#leaves();
    this.#operations(this.#pool, 2 + draws.below(14));
    for (let sets = draws.pick([0, 0, 1, 1, 2, 3]); sets > 0; sets--) {
      this.#look();
      this.#operations(this.#pool, draws.below(5));
    }
    const results: Part[] = [];
    /** Takes a result into the list, and returns its number there. */
    const put = (part: Part): number => results.push(part) - 1;
    const vector = (): number[] => draws.times(3, () => put(this.#number()));
    const parts = {
      vector: vector(),
      ...(this.#aim !== 'none' && draws.maybe(0.3, () => ({ wants: vector() }))),
      ...draws.maybe(0.4, () => ({
        next: {
          ...draws.maybe(0.7, () => ({ energy: put(this.#number()) })),
          ...draws.maybe(0.5, () => ({ wind: vector() })),
          mood: put(draws.pick(this.#pool.u32)),
        },
      })),
      ...draws.maybe(0.25, () => ({ ends: put(this.#rarely()) })),
      ...draws.maybe(0.3, () => ({
        births: draws.times(1 + draws.below(2), () => this.#birth(put)),
      })),
      ...(this.#ground.fields.length > 0 &&
        draws.maybe(0.5, () => ({ deposit: { trail: put(this.#number()) } }))),
    };
    const { nodes, places } = listNodes(results);
    const named = nodes.flatMap((node) => (node[0] === 'parameter' ? [node[1]] : []));
    const placed = (value: unknown): unknown => {
      if (typeof value === 'number') return places[value];
      if (Array.isArray(value)) return value.map(placed);
      return Object.fromEntries(
        Object.entries(value as object).map(([key, one]) => [key, placed(one)]),
      );
    };
    const used = JSON.stringify([nodes, parts]);
    return {
      aim: this.#aim,
      nodes,
      result: draws.pick(['force', 'force', 'velocity']),
      ...(placed(parts) as Input),
      columns: Object.fromEntries(
        Object.entries(COLUMNS).filter(([column]) => used.includes(column)),
      ),
      parameters: Object.fromEntries(
        ['a', 'b']
          .filter((one) => named.includes(one))
          .map((one) => [
            one,
            { unit: '1', default: 1, min: -100, max: 100, description: 'A number.' },
          ]),
      ),
    };
  }

  /** Values of the agent, of its aims, of the world, of fields, and constants. */
  #leaves(): void {
    const draws = this.#draws;
    const constants = [
      0,
      1,
      -0,
      2.5,
      Math.fround(1e-30),
      Math.fround(3e38),
      Number.POSITIVE_INFINITY,
      Number.NaN,
    ];
    for (const value of draws.some(constants, 0.4)) this.#add(number(value));
    for (const value of draws.some([0, 1, 31, 4294967295], 0.4)) this.#add(whole(value));
    for (const name of ['a', 'b']) this.#add(leaf('parameter', name, 'f32'));
    this.#add(number(1), whole(3), leaf('truth', draws.below(2), 'bool'));
    this.#columns('self', { ...SELF_COLUMNS, ...DECLARED }, 0.3);
    this.#columns('world', WORLD_VALUES, 0.4);
    if (this.#aim !== 'none') this.#columns('aim', AIM_COLUMNS, 0.4);
    if (this.#aim === 'two') this.#columns('second', AIM_COLUMNS, 0.4);
    for (const field of draws.some(this.#ground.fields, 0.5)) {
      const operands = (['x', 'y', 'z'] as const).map((axis) =>
        leaf('self', `position.${axis}`, 'f32'),
      );
      const of = draws.pick([field, `${field}.x`, `${field}.y`, `${field}.z`]);
      this.#add({ name: 'field', kind: 'f32', operands, of });
    }
  }

  #add(...parts: Part[]): void {
    for (const part of parts) this.#pool[part.kind as Kind].push(part);
  }

  #columns(name: string, of: Readonly<Record<string, Kind>>, share: number): void {
    for (const [column, kind] of Object.entries(of)) {
      if (this.#draws.chance(share)) this.#add(leaf(name, column, kind));
    }
  }

  #operations(pool: Pool, count: number): void {
    const draws = this.#draws;
    for (let n = 0; n < count; n++) {
      const name = draws.pick(Object.keys(OPERATIONS) as (keyof typeof OPERATIONS)[]);
      const { operands, result } = OPERATIONS[name];
      const parts = operands.map((kind: Kind) => draws.pick(pool[kind]));
      if (name.startsWith('shift')) parts[1] = whole(draws.below(32));
      pool[result].push({ name, kind: result, operands: parts });
    }
  }

  /** Looks at neighbors: reductions of one set, with a radius and a field of view of its own. */
  #look(): void {
    const draws = this.#draws;
    const reach = this.#ground.kind === 'wrap' ? this.#ground.shortest / 3.1 : 9;
    const radius = draws.chance(0.2)
      ? leaf('parameter', 'a', 'f32')
      : number(Math.fround(draws.pick([0.5, 1, 0.5 * reach, reach])));
    const set: Part = {
      name: 'neighbors',
      kind: 'set',
      operands: [radius, number(draws.pick([-1, -1, 0, 0.5]))],
    };
    const inside: Pool = {
      f32: [...this.#pool.f32],
      u32: [...this.#pool.u32],
      bool: [...this.#pool.bool],
    };
    for (const [column, kind] of Object.entries({ ...OTHER_COLUMNS, ...DECLARED })) {
      if (draws.chance(0.6))
        inside[kind].push({ name: 'other', kind, operands: [set], of: column });
    }
    this.#operations(inside, draws.below(8));
    const recent = (kind: Kind): Part => {
      const from = inside[kind];
      return from[from.length - 1 - draws.below(Math.min(4, from.length))];
    };
    const key = recent('f32');
    for (let n = 1 + draws.below(3); n > 0; n--) {
      const name = draws.pick(Object.keys(REDUCTIONS) as (keyof typeof REDUCTIONS)[]);
      const { operands, result } = REDUCTIONS[name];
      const isRank = name.startsWith('rank');
      const parts = isRank
        ? [whole(1 + draws.below(8))]
        : operands.map((kind: Kind) => recent(kind));
      // Most share a key.
      if (name === 'lowest' && draws.chance(0.7)) parts[0] = key;
      this.#add({ name, kind: result, operands: [set, ...parts] });
    }
  }

  /** One of the last numbers: any number, or one in a range. */
  #number(): Part {
    const draws = this.#draws;
    const { f32 } = this.#pool;
    const part = draws.pick(f32.slice(-12));
    if (!this.#isTame) return part;
    const least: Part = { name: 'max', kind: 'f32', operands: [part, number(-20)] };
    const value: Part = { name: 'min', kind: 'f32', operands: [least, number(20)] };
    // What is not a number is 0.
    const sound: Part = { name: 'equal', kind: 'bool', operands: [value, value] };
    return { name: 'select', kind: 'f32', operands: [sound, value, number(0)] };
  }

  /** Is true for one agent in several, and for others in the next tick. */
  #rarely(): Part {
    const draws = this.#draws;
    const turn: Part = {
      name: 'addWhole',
      kind: 'u32',
      operands: [leaf('world', 'tick', 'u32'), leaf('self', 'id', 'u32')],
    };
    const some: Part = {
      name: 'modWhole',
      kind: 'u32',
      operands: [turn, whole(3 + draws.below(9))],
    };
    const due: Part = { name: 'equalWhole', kind: 'bool', operands: [some, whole(draws.below(3))] };
    if (draws.chance(0.6)) return due;
    return { name: 'and', kind: 'bool', operands: [due, draws.pick(this.#pool.bool)] };
  }

  #birth(put: (part: Part) => number): Input {
    const draws = this.#draws;
    const vector = (): number[] => draws.times(3, () => put(this.#number()));
    return {
      when: put(this.#rarely()),
      ...draws.maybe(0.4, () => ({ position: vector() })),
      ...draws.maybe(0.4, () => ({ velocity: vector() })),
      columns: {
        ...draws.maybe(0.4, () => ({ energy: put(this.#number()) })),
        ...draws.maybe(0.4, () => ({ mood: put(draws.pick(this.#pool.u32)) })),
        ...draws.maybe(0.4, () => ({ wind: vector() })),
      },
    };
  }
}
