import fc from 'fast-check';
import * as z from 'zod/mini';
import type { AnyDefinition } from '../../src/behaviors/define-behavior.ts';
import { BEHAVIORS } from '../../src/behaviors/index.ts';
import type { ScenarioError } from '../../src/errors.ts';
import { defineLaw, select, vec3 } from '../../src/laws/index.ts';
import { parseScenario } from '../../src/scenario/parse.ts';
import {
  BEHAVIOR_PARAMETERS,
  BEHAVIOR_TYPES,
  type BehaviorType,
  type Parameter,
  SPECIES_PARAMETERS,
} from '../../src/scenario/schema.ts';
import { unwrap } from '../../src/schema/unwrap.ts';
import { randomRows } from './mazes.ts';

/** Any valid scenario of up to some 200 agents, as plain input; small ranges, so that things meet. */
export const scenarios: fc.Arbitrary<Record<string, unknown>> = scenariosWith();

/**
 * The same with other bounds than any: other edges (m), lowest corners (m), and numbers of agents of a species. Without
 * maps, behaviors that need one are left out.
 */
export function scenariosWith({
  bounds = fc.constantFrom('open', 'wrap', 'contain', 'open'),
  edge = size(),
  min = place(),
  count = fc.integer({ min: 1, max: 70 }),
  maps = true,
}: {
  readonly bounds?: fc.Arbitrary<string>;
  readonly edge?: fc.Arbitrary<number>;
  readonly min?: fc.Arbitrary<number>;
  readonly count?: fc.Arbitrary<number>;
  readonly maps?: boolean;
} = {}): fc.Arbitrary<Record<string, unknown>> {
  return fc
    .record({
      seed: fc.integer({ min: 0, max: 0xffffffff }),
      dt: fc.constantFrom(1 / 120, 1 / 60, 1 / 30, 0.1, 1),
      dimensions: fc.constantFrom(2, 3),
      bounds,
      maps: fc.constant(maps),
      edges: fc.tuple(edge, edge, edge),
      min: fc.tuple(min, min, min),
      targets: fc.constantFrom(0, 1, 2, 3, 3),
      obstacles: fc.integer({ min: 0, max: 3 }),
      species: fc.array(speciesDraft(count), { minLength: 1, maxLength: 3 }),
      commands: fc.array(commandDraft(), { maxLength: 8 }),
      shares: fc.array(share(), { minLength: 40, maxLength: 40 }),
    })
    .map(assemble);
}

function real(min: number, max: number): fc.Arbitrary<number> {
  return fc.double({ min, max, noNaN: true });
}

/** Evenly from 0 to 1, since nearly all doubles between them are tiny. */
function share(): fc.Arbitrary<number> {
  return fc.nat(1_000_000).map((n) => n / 1_000_000);
}

function size(): fc.Arbitrary<number> {
  return real(4, 40);
}

function place(): fc.Arbitrary<number> {
  return fc.constantFrom(0, -20, 7, -1000.5);
}

/** Writes two columns, and pushes by the value of another. */
const graze = defineLaw({
  name: 'graze',
  description: 'Takes from its neighbors.',
  columns: { energy: { type: 'f32' }, mood: { type: 'u32' }, wind: { type: 'vec3' } },
  // In the plane nothing may push an agent out of it.
  force: ({ self }) => vec3(self.wind.x, self.wind.y, 0).mul(self.energy.mul(0.1)),
  next({ self, neighbors, dt }) {
    const near = neighbors.within(1);
    const gain = near.sum((other) => select(other.energy.greaterThan(self.energy), 1, -1));
    return { energy: self.energy.add(gain.mul(dt)), mood: self.mood.add(self.id) };
  },
});

/** Ends now and then, and leaves others behind: some beside it, some where it is, and with columns of their own. */
const breed = defineLaw({
  name: 'breed',
  description: 'Ends, and leaves others behind.',
  parameters: {
    rarely: { unit: '1', default: 7, min: 1, max: 100, description: 'Ticks between births.' },
  },
  columns: { energy: { type: 'f32' }, mood: { type: 'u32' }, wind: { type: 'vec3' } },
  ends: ({ self, tick }) => self.id.add(tick).mod(13).equal(0),
  births({ self, neighbors, tick, random, parameters: { rarely } }) {
    const place = self.position.add(random.direction().mul(3));
    return [
      {
        when: self.id.add(tick).toFloat().mod(rarely).lessThan(1),
        position: place,
        columns: { energy: self.energy.add(neighbors.within(1).count()), mood: self.id },
      },
      {
        when: self.id.add(tick).mod(13).equal(0),
        velocity: self.velocity.mul(-1),
        columns: { wind: self.wind.mul(0.5) },
      },
    ];
  },
});

/** Columns of each type, of ranges and lists; the second species has another default. */
function columnsOf(index: number, count: number) {
  return {
    energy: { type: 'f32', unit: 'J', max: 50, default: 3 + index, initial: { min: 0, max: 9 } },
    mood: { type: 'u32', initial: Array.from({ length: count }, (_, k) => k * 60_000_000) },
    wind: { type: 'vec3', default: [index, -1, 0.5] },
  };
}

function speciesDraft(count: fc.Arbitrary<number>) {
  return fc.record({
    count,
    spawn: fc.constantFrom('box', 'sphere', 'points', 'pool', 'shell'),
    speed: real(0, 20),
    mass: fc.constantFrom(0.5, 1, 20),
    radius: fc.constantFrom(0, 0.3, 2),
    maxSpeed: fc.option(real(0.5, 15), { nil: undefined, freq: 4 }),
    slowest: share(),
    maxForce: fc.option(real(0, 50), { nil: undefined }),
    damping: fc.constantFrom(0, 0.1, 0.9),
    forceFactor: fc.constantFrom(undefined, undefined, 0.3, 4),
    turn: fc.constantFrom({}, {}, { turnRate: 0.5 }, { turnRate: 20, turn: 'slerp' }),
    compose: fc.constantFrom('sum', 'sum', 'priority'),
    lifetime: fc.option(real(0.02, 2), { nil: undefined }),
    behaviors: fc.array(
      fc.record({
        type: fc.constantFrom(...BEHAVIOR_TYPES),
        shares: fc.array(share(), { minLength: 7, maxLength: 13 }),
      }),
      { maxLength: 8 },
    ),
  });
}

function commandDraft() {
  return fc.record({
    tick: fc.integer({ min: 0, max: 12 }),
    type: fc.constantFrom(
      'fire',
      'move',
      'set',
      'cells',
      'place',
      'go',
      'remove',
      'spawn',
      'assign',
      'write',
      'obstacle',
    ),
    which: fc.nat(),
    share: share(),
  });
}

type Draft = Record<string, unknown>;

// biome-ignore lint/suspicious/noExplicitAny: drafts are plain input, checked by parseScenario.
function assemble(drawn: any): Draft {
  const draft = onMap(drawn);
  const { seed, dt, dimensions, min, edges, shares } = draft;
  const max = min.map((low: number, axis: number) => low + edges[axis]);
  const at = (k: number): number[] =>
    min.map((low: number, axis: number) => low + shares[(3 * k + axis) % 40] * edges[axis] * 0.999);
  const map = mapOf(draft);
  const shortest = Math.min(...edges.slice(0, dimensions));
  const paths = [{ name: 'way', points: [at(3), at(4), at(7)], closed: shares[6] < 0.5 }];
  const motions = [
    undefined,
    { type: 'orbit', center: at(8), axis: [1, -2, 3], rate: 4 * shares[9] - 2 },
    { type: 'path', path: 'way', speed: 9 * shares[9] },
  ];
  const targets = Array.from({ length: draft.targets }, (_, k) => ({
    name: `t${k}`,
    position: motions[k]?.type === 'path' ? at(3) : at(k),
    motion: motions[k],
    radius: 0.2 + shares[k],
    stiffness: 20 * shares[k + 1],
    damping: shares[k + 2],
    impact: shares[k + 3],
  }));
  const names: Names = {
    targets: targets.map(({ name }) => name),
    species: draft.species.map((_: unknown, index: number) => `s${index}`),
    paths: ['way'],
  };
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  const species = draft.species.map((one: any, index: number) => {
    const { count, speed, behaviors, slowest, turn, spawn: kind, ...rest } = one;
    const velocity = { speed };
    const spawns: Record<string, unknown> = {
      box: { type: 'box', min, max, velocity },
      sphere: {
        type: 'sphere',
        center: min.map((low: number, axis: number) => low + edges[axis] / 2),
        radius: 0.49 * shortest,
        velocity,
      },
      points: { type: 'points', positions: Array.from({ length: count }, (_, k) => at(k)) },
      pool: { type: 'pool' },
    };
    if (dimensions === 3) (spawns.sphere as { radius: number }).radius = 0.49 * Math.min(...edges);
    spawns.shell = { ...(spawns.sphere as object), type: 'shell' };
    const goals = {
      points: { type: 'points', positions: Array.from({ length: count }, (_, k) => at(k + 2)) },
      mirror: { type: 'mirror', center: at(index) },
    };
    return {
      name: `s${index}`,
      count,
      // Capacity for births in some of them.
      ...(kind !== 'pool' && slowest < 0.5 && { capacity: count + Math.floor(20 * slowest) }),
      ...(slowest < 0.25 && { whenFull: kind === 'pool' ? 'refuse' : 'recycle' }),
      // Given points may lie in walls, which is refused.
      spawn: spawns[map !== undefined && kind === 'points' ? 'box' : kind],
      ...(slowest < 0.7 && { goals: kind === 'pool' ? goals.points : goals.mirror }),
      ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)),
      ...turn,
      ...(one.maxSpeed !== undefined && { minSpeed: slowest * one.maxSpeed }),
      ...(one.maxForce === undefined && { compose: 'sum' }),
      ...(shares[30] < 0.5 && {
        reports: reportsOf(
          shares,
          names,
          shortest,
          slowest < 0.7,
          map !== undefined,
          stateful(shares, index),
        ),
      }),
      ...(slowest < 0.5 && { columns: columnsOf(index, count) }),
      ...(stateful(shares, index) && {
        states: statesOf(shares, index, names, shortest, slowest < 0.5),
      }),
      behaviors: [
        ...behaviors
          .map((b: Parameters<typeof behaviorOf>[0]) => behaviorOf(b, names, shortest))
          .map((b: Record<string, unknown>, k: number) =>
            stateful(shares, index) ? inStates(b, shares[(k + index) % 40]) : b,
          ),
        ...(slowest < 0.3 ? [{ type: 'law:graze' }] : []),
        ...(slowest > 0.2 && slowest < 0.6
          ? [{ type: 'law:breed', offspring: [names.species[0], `s${index}`] }]
          : []),
      ],
    };
  });
  const pools = species.filter((one: { spawn: { type: string } }) => one.spawn.type === 'pool');
  const launchers =
    targets.length === 0
      ? []
      : pools.map((one: { name: string }, k: number) => ({
          name: `l${k}`,
          species: one.name,
          target: targets[k % targets.length].name,
          position: openCell(map, k, min, max) ?? at(k + 5),
          speed: 5 + 20 * shares[k],
        }));
  return withoutRefused({
    name: 'random',
    seed,
    dt,
    dimensions,
    map,
    ...(map?.slope && { heights: heightsUnder(map, shares) }),
    bounds: draft.bounds === 'open' ? { type: 'open' } : { type: draft.bounds, min, max },
    species,
    paths,
    targets,
    ...(shares[30] < 0.5 && {
      regions: [
        { name: 'door', type: 'box', min, max: at(12).map((v, axis) => Math.max(v, min[axis])) },
        { name: 'pond', type: 'sphere', center: at(13), radius: 6 * shares[33] },
      ],
    }),
    ...(draft.bounds !== 'open' &&
      shares[32] < 0.7 && { fields: fieldsOf(shares, edges.slice(0, dimensions), dt) }),
    ...(shares[38] < 0.5 && { obstacleCapacity: 2 }),
    obstacles: Array.from({ length: draft.obstacles }, (_, k) => obstacleOf(k, at, shares)),
    launchers,
    laws: [graze, breed],
    commands: [
      ...draft.commands.flatMap((c: Record<string, number | string>) =>
        commandOf(c, species, targets, launchers, at, min),
      ),
      ...species
        .filter((one: { columns?: unknown }) => one.columns !== undefined)
        .flatMap((one: { name: string }) => [
          { type: 'write', tick: 3, species: one.name, column: 'energy', value: 7 },
          { type: 'write', tick: 5, ids: [0], column: 'mood', words: [0xffffffff] },
        ]),
    ],
  });
}

/** Two fields, of cells that are long in one direction. */
function fieldsOf(shares: readonly number[], edges: readonly number[], dt: number): object[] {
  const cells = edges.map((_, axis) => 1 + Math.floor(9 * shares[(axis + 34) % 40]));
  const least = Math.min(...edges.map((edge, axis) => edge / cells[axis]));
  return [
    {
      ...{ name: 'trail', cells, decay: 3 * shares[35], initial: { min: 0, max: 2 } },
      diffusion: (0.05 * shares[36] * least ** 2) / dt,
    },
    { name: 'heat', cells: edges.map(() => 2), min: -1, max: 5 * shares[37] },
  ];
}

function stateful(shares: readonly number[], index: number): boolean {
  return shares[(11 + 7 * index) % 40] < 0.4;
}

/** Three states, each with transitions of some kinds to the others. */
function statesOf(
  shares: readonly number[],
  index: number,
  { targets, species }: Names,
  shortest: number,
  columns: boolean,
): Record<string, unknown>[] {
  const [target] = targets;
  const distance = (shares[(index + 31) % 40] * shortest) / 3.4;
  return ['a', 'b', 'c'].map((name, k) => {
    const share = (n: number): number => shares[(n + 5 * k + 11 * index) % 40];
    const others = ['a', 'b', 'c'].filter((one) => one !== name);
    const all = [
      { type: 'near', species: species[0], distance },
      { type: 'far', species: species.at(-1), distance },
      { type: 'after', time: share(0) },
      { type: 'chance', rate: 5 * share(1) },
      ...(columns ? [{ type: 'above', column: 'energy', value: 9 * share(2) }] : []),
      ...(columns ? [{ type: 'below', column: 'mood', value: 3e9 * share(3) }] : []),
      ...(target === undefined ? [] : [{ type: 'near', target, distance: 9 * share(4) }]),
      ...(target === undefined ? [] : [{ type: 'arrived', target, radius: 3 * share(5) }]),
      ...(shares[30] < 0.5 ? [{ type: 'entered', region: 'door' }] : []),
      ...(shares[30] < 0.5 ? [{ type: 'left', region: 'pond' }] : []),
    ];
    const next = all
      .filter((_, n) => share(n + 6) < 0.3)
      .map((one, n) => ({ ...one, to: others[Math.floor(1.999 * share(n + 20))] }));
    return { name, next };
  });
}

/** A behavior that acts in some states, where it can. */
function inStates(behavior: Record<string, unknown>, share: number): Record<string, unknown> {
  const { filters, hits } = BEHAVIORS[behavior.type as BehaviorType] as AnyDefinition;
  if (filters || hits || share < 0.3) return behavior;
  return { ...behavior, states: share < 0.6 ? ['b'] : ['a', 'c'] };
}

/** Some reports of every kind that a species can have. */
function reportsOf(
  shares: readonly number[],
  { targets, species }: Names,
  shortest: number,
  goals: boolean,
  map: boolean,
  states: boolean,
): Record<string, unknown>[] {
  const [target] = targets;
  const distance = (share: number): number => (share * shortest) / 3.4;
  return [
    { type: 'entered', region: 'door' },
    { type: 'left', region: 'pond' },
    { type: 'near', species: species[0], distance: distance(shares[31]) },
    // Two of one species and one distance are refused, so this distance never is that of the other, not for any shares.
    {
      type: 'near',
      species: species.at(-1),
      distance: distance((shares[31] + 0.25 + shares[32] / 2) % 1),
      release: distance(1),
    },
    ...(goals ? [{ type: 'arrived', radius: 5 * shares[34] }] : []),
    ...(goals && map ? [{ type: 'unreachable' }] : []),
    ...(target === undefined
      ? []
      : [
          { type: 'near', target, distance: 9 * shares[35], release: 9 },
          { type: 'arrived', target, radius: 3 * shares[36] },
        ]),
    ...(target !== undefined && map ? [{ type: 'unreachable', target }] : []),
    { type: 'born' },
    { type: 'died' },
    ...(states ? [{ type: 'entered', state: 'b' }] : []),
  ].filter((_, k) => shares[(37 + k) % 40] < 0.7);
}

/** Behaviors that find ways need a map, which is in the plane: mostly they get one. */
// biome-ignore lint/suspicious/noExplicitAny: as above.
function onMap(draft: any): any {
  const types: BehaviorType[] = draft.species.flatMap(
    (one: { behaviors: { type: BehaviorType }[] }) => one.behaviors.map(({ type }) => type),
  );
  if (
    !draft.maps ||
    !types.some((type) => BEHAVIORS[type].family === 'paths') ||
    draft.shares[10] > 0.8
  )
    return draft;
  const bounds = draft.bounds === 'wrap' ? 'open' : draft.bounds;
  return { ...draft, bounds, dimensions: 2, targets: Math.max(1, draft.targets), onMap: true };
}

/** The first is a sphere, in half of the scenarios one kept outside, for which SIMD has its own rule; some move. */
function obstacleOf(
  k: number,
  at: (k: number) => number[],
  shares: readonly number[],
): Record<string, unknown> {
  const center = at(k + 9);
  const size = 0.5 + 2 * shares[k];
  const keep = shares[k + 20] < 0.3 ? 'inside' : 'outside';
  if (k === 1 && shares[21] < 0.8) {
    const turn = { rotation: 9 * shares[23], angularVelocity: [0, 0, 5 * shares[24] - 2] };
    const max = center.map((v, axis) => v + (axis + 1) * size);
    return { type: 'box', name: 'o1', min: center, max, keep, ...(shares[25] < 0.5 && turn) };
  }
  if (k === 1) {
    const to = center.map((v, axis) => v + (2 - axis) * size);
    return { type: 'capsule', from: center, to, radius: size, keep, angularVelocity: [1, 0, -2] };
  }
  if (k === 2 && shares[22] < 0.8) {
    return { type: 'plane', point: center, normal: [size, 1, -2], keep };
  }
  const velocity = shares[26] < 0.4 && { velocity: [4 * shares[27] - 2, 1, -1] };
  return { type: 'sphere', name: `o${k}`, center, radius: size, keep, ...velocity };
}

/** In the plane most scenarios have a map of their whole box, or of more, unless that wraps. */
// biome-ignore lint/suspicious/noExplicitAny: as above.
function mapOf(draft: any): RandomMap | undefined {
  const { dimensions, bounds, min, edges, seed, shares, onMap } = draft;
  if (dimensions === 3 || bounds === 'wrap' || (!onMap && shares[11] < 0.2)) return undefined;
  const out = shares[15] < 0.5 ? 3 : 0;
  const [width, height] = [0, 1].map((axis) => Math.ceil((edges[axis] + 2 * out) / 2));
  const rows = randomRows(width, height, 0.3 * shares[12], seed);
  // One cell in the middle is open, however small it is.
  const [row, column] = [height >> 1, (width - 1) >> 1];
  rows[row] = `${rows[row].slice(0, column)}.${rows[row].slice(column + 1)}`;
  return {
    rows,
    legend: { '.': 1 + Math.floor(4 * shares[13]), '#': 'wall' },
    cellSize: 2,
    origin: min.map((low: number) => low - out),
    neighbors: shares[14] < 0.4 ? 4 : 8,
    ...(shares[28] < 0.5 && {
      slope: {
        up: 6 * shares[29],
        down: shares[30] < 0.3 ? 6 * shares[29] : 3 * shares[31],
        ...(shares[32] < 0.4 && { steepest: 0.2 + shares[33] }),
      },
    }),
  };
}

/** Heights on a grid of its own, which reaches as far as the middles of the cells of a map or beyond. */
function heightsUnder({ rows, cellSize, origin }: RandomMap, shares: readonly number[]) {
  const spacing = [cellSize, 1.7, 0.9][Math.floor(2.999 * shares[34])];
  const [columns, lines] = [rows[0].length, rows.length].map((cells) =>
    Math.min(1025, Math.ceil((cells * cellSize) / spacing) + 1),
  );
  const values = Float32Array.from({ length: columns * lines }, (_, k) => {
    const [x, y] = [k % columns, Math.floor(k / columns)];
    return 3 * shares[35] * shares[(x * 7 + y * 3) % 40];
  });
  const base64 = Buffer.from(values.buffer).toString('base64');
  return { columns, rows: lines, cellSize: spacing, origin, values: base64 };
}

/** The middle of one of the open cells of a map that are inside a box; undefined without a map. */
function openCell(
  map: RandomMap | undefined,
  k: number,
  min: readonly number[],
  max: readonly number[],
): number[] | undefined {
  if (map === undefined) return undefined;
  const [left, low] = map.origin;
  const middles = map.rows.flatMap((row, r) =>
    [...row].flatMap((character, column) => {
      const [x, y] = [left + 2 * column + 1, low + 2 * (map.rows.length - 1 - r) + 1];
      const inside = x >= min[0] && x <= max[0] && y >= min[1] && y <= max[1];
      return character !== '#' && inside ? [[x, y, 0]] : [];
    }),
  );
  return middles[(7 * k) % middles.length];
}

interface RandomMap {
  readonly rows: readonly string[];
  readonly legend: Readonly<Record<string, number | 'wall'>>;
  readonly cellSize: number;
  readonly origin: readonly number[];
  readonly neighbors: 4 | 8;
  readonly slope?: object;
}

/**
 * A behavior of any type that the schema has, with numbers mostly from the small end of their ranges;
 * `withoutRefused` takes out what this scenario does not allow.
 */
export function behaviorOf(
  draft: { type: BehaviorType; shares: readonly number[] },
  names: Names,
  shortest: number,
): Record<string, unknown> {
  const { type, shares } = draft;
  const behavior: Record<string, unknown> = { type };
  Object.entries(BEHAVIORS[type].schema.shape).forEach(([key, field], k) => {
    const share = shares[k % shares.length];
    const limits = BEHAVIOR_PARAMETERS[type].find(({ name }) => name === key);
    const value = drawn(key, unwrap(field as z.ZodMiniType).type, limits, share, names, shortest);
    // Some keys are left to their defaults.
    if (value !== undefined && (share * 7) % 1 < 0.8) behavior[key] = value;
  });
  return behavior;
}

interface Names {
  readonly targets: readonly string[];
  readonly species: readonly string[];
  readonly paths: readonly string[];
}

function drawn(
  key: string,
  type: z.ZodMiniType,
  limits: Parameter | undefined,
  share: number,
  names: Names,
  shortest: number,
): unknown {
  // Only for a species with states, see `inStates`.
  if (key === 'states') return undefined;
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(share * list.length)];
  // It aims at a target in two of three cases, else at a species.
  if (key === 'target') return share < 0.66 ? pick(names.targets) : undefined;
  if (key === 'quarry') return share > 0.6 ? pick(names.species) : undefined;
  if (key === 'species') return share < 0.3 ? [pick(names.species)] : undefined;
  if (key === 'path') return pick(names.paths);
  if (key === 'field') return pick(['trail', 'heat']);
  if (key === 'second')
    return share < 0.7 ? { target: pick(names.targets) } : { quarry: names.species[0] };
  if (key === 'radius') return Math.max(0.1, (share * shortest) / 3.1);
  if (type instanceof z.ZodMiniNumber) {
    const { min, max } = limits!;
    // One in eight is anything that the schema allows, of any magnitude.
    const wild = (share * 31) % 1;
    if (wild < 1 / 8 && max > 0) return Math.max(min, Math.floor(max * 1e-6 ** (8 * wild)));
    const value = min + share * (Math.min(max, Math.max(20, 2 * min)) - min);
    return type.def.checks?.some((one) => one._zod.def.check === 'number_format')
      ? Math.floor(value)
      : value;
  }
  if (type instanceof z.ZodMiniEnum) return pick(type.options);
  if (type instanceof z.ZodMiniBoolean) return share < 0.5;
  if (type instanceof z.ZodMiniLiteral || type instanceof z.ZodMiniString) return undefined;
  return [share * 3, 1 - share, share - 0.5];
}

/** Keys that act only beside others: a behavior is as good without them. */
const IDLE: readonly string[] = ['near', 'factor', 'choose', 'level', 'ends'];

/** Takes out the keys and behaviors that a scenario refuses, as for a species without maxSpeed. */
export function withoutRefused(input: Record<string, unknown>): Record<string, unknown> {
  try {
    parseScenario(input);
    return input;
  } catch (error) {
    const refused = new Set<string>();
    const commands = new Set<number>();
    const idle = new Set<string>();
    for (const { path } of (error as ScenarioError).problems) {
      const command = /^\$\.commands\[(\d+)\]/.exec(path);
      if (command) commands.add(Number(command[1]));
      const match = /^\$\.species\[(\d+)\]\.behaviors\[(\d+)\](?:\.(\w+)$)?/.exec(path);
      if (match === null) continue;
      const [, one, place, key] = match;
      if (IDLE.includes(key)) idle.add(`${one} ${place} ${key}`);
      else refused.add(`${one} ${place}`);
    }
    // Any other refusal is a mistake in this file.
    if (refused.size + idle.size + commands.size === 0) throw error;
    const species = (input.species as { behaviors: object[] }[]).map((one, index) => ({
      ...one,
      behaviors: one.behaviors.flatMap((behavior, place) => {
        if (refused.has(`${index} ${place}`)) return [];
        const kept = Object.entries(behavior).filter(
          ([key]) => !idle.has(`${index} ${place} ${key}`),
        );
        return [Object.fromEntries(kept)];
      }),
    }));
    const kept = (input.commands as object[]).filter((_, k) => !commands.has(k));
    return withoutRefused({ ...input, species, commands: kept });
  }
}

function commandOf(
  draft: Record<string, number | string>,
  species: readonly { name: string; count: number; lifetime?: number; goals?: unknown }[],
  targets: readonly { name: string }[],
  launchers: readonly { name: string; species: string }[],
  at: (k: number) => number[],
  min: readonly number[],
): Record<string, unknown>[] {
  const { tick, type } = draft;
  const which = draft.which as number;
  const share = draft.share as number;
  if (type === 'fire') {
    const launcher = launchers[which % launchers.length];
    if (launcher === undefined) return [];
    const pool = species.find((one) => one.name === launcher.species);
    const count = 1 + Math.floor(share * ((pool?.count ?? 1) - 1));
    return [{ tick, type, launcher: launcher.name, count }];
  }
  if (type === 'cells') {
    const [x, y] = [min[0] + 1, min[1] + 1];
    const cost = share < 0.5 ? 'wall' : 7;
    return [{ tick, type, min: [x, y], max: [x + 2, y + 2 * (which % 2)], cost }];
  }
  if (type === 'move') {
    const target = targets[which % targets.length];
    return target === undefined
      ? []
      : [{ tick, type, target: target.name, position: at(which % 7) }];
  }
  const one = species[which % species.length];
  const chosen = share < 0.3 ? { ids: [which % one.count, 0] } : { species: one.name };
  if (type === 'remove') {
    const sphere = { center: at(which % 7), radius: 5 * share };
    return [{ tick, type, sphere, ...(share < 0.5 && { species: one.name }) }];
  }
  if (type === 'place') {
    const velocity = [3 * share, 1 - share, 0];
    return [{ tick, type, ...chosen, velocity, ...(share < 0.6 && { position: at(which % 7) }) }];
  }
  if (type === 'spawn') {
    const where = share < 0.5 ? { sphere: { center: at(which % 7), radius: 0 } } : {};
    const position = share < 0.5 ? {} : { position: at(which % 5) };
    const count = 1 + Math.floor(share * (one.count - 1));
    return [
      { tick, type, species: one.name, count, ...where, ...position, velocity: [share, 1, 0] },
    ];
  }
  if (type === 'go') {
    const sent = species.find(({ goals }) => goals !== undefined);
    return sent === undefined ? [] : [{ tick, type, species: sent.name, position: at(which % 5) }];
  }
  if (type === 'write') {
    const columns = {
      energy: { value: 9 * share },
      mood: { words: [which % 99] },
      wind: { values: [share, 1, 0] },
    };
    const [column, value] = Object.entries(columns)[which % 3];
    const agents = column === 'energy' ? chosen : { ids: [which % one.count] };
    return [{ tick, type, column, ...agents, ...value }];
  }
  if (type === 'obstacle') return [obstacleCommand(tick as number, which, share, at)];
  if (type === 'assign') return assignOf(tick as number, which, share, species, targets);
  const settable = SPECIES_PARAMETERS.filter(
    (p) =>
      ['mass', 'damping', 'maxForce'].includes(p.name) || (p.name === 'lifetime' && one.lifetime),
  );
  const { name } = settable[which % settable.length];
  const value = name === 'mass' ? 0.5 + share : share;
  return [{ tick, type: 'set', species: one.name, parameter: name, value: Math.max(value, 0.02) }];
}

/** Adds, moves, turns or removes an obstacle, which may not exist. */
function obstacleCommand(
  tick: number,
  which: number,
  share: number,
  at: (k: number) => number[],
): Record<string, unknown> {
  const name = `o${which % 3}`;
  const deeds = [
    { do: 'add', obstacle: { type: 'sphere', center: at(which % 7), radius: 3 * share } },
    { do: 'move', position: at(which % 6), velocity: [1, share, 0] },
    { do: 'turn', angularVelocity: [0, 0, 3 * share] },
    { do: 'remove' },
  ];
  return { tick, type: 'obstacle', name, ...deeds[(which >> 2) % deeds.length] };
}

interface Assignable {
  readonly assignable?: boolean;
  readonly quarry?: string;
}

/** Gives agents of the first species that can follow it a target, or a quarry of the species it pursues. */
function assignOf(
  tick: number,
  which: number,
  share: number,
  species: readonly { name: string; count: number; behaviors?: unknown }[],
  targets: readonly { name: string }[],
): Record<string, unknown>[] {
  for (const one of species) {
    const behavior = (one.behaviors as readonly Assignable[]).find(({ assignable }) => assignable);
    if (behavior === undefined) continue;
    const chosen = { tick, type: 'assign', species: one.name };
    if (share < 0.2) return [{ ...chosen, clear: true }];
    if (behavior.quarry === undefined) {
      const target = targets[which % targets.length];
      return target === undefined ? [] : [{ ...chosen, target: target.name }];
    }
    const at = species.findIndex(({ name }) => name === behavior.quarry);
    const first = species.slice(0, at).reduce((sum, each) => sum + roomFor(each), 0);
    return [{ ...chosen, quarry: first + (which % species[at].count) }];
  }
  return [];
}

function roomFor({ count, capacity }: { count: number; capacity?: number }): number {
  return capacity ?? count;
}
