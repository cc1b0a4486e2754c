import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defineLaw } from '../../src/laws/define-law.ts';
import { vec3 } from '../../src/laws/expressions.ts';
import { measureInTurns, measurePart } from '../../src/measure/measure-in-turns.ts';
import { measure } from '../../src/measure/measure-world.ts';
import { orderParameters } from '../../src/measure/order-parameters.ts';
import { measuresOf, readMeasures } from '../../src/measure/read-measures.ts';
import { parseScenario } from '../../src/scenario/parse.ts';
import type { Scenario } from '../../src/scenario/schema.ts';
import { restore, snapshot } from '../../src/snapshot/snapshot.ts';
import { createWorld } from '../../src/tick/create-world.ts';
import { tick, tickSliced } from '../../src/tick/tick.ts';
import { takeEvents } from '../../src/world/event-ring.ts';
import { STATUS } from '../../src/world/status.ts';
import type { World } from '../../src/world/world.ts';
import { boundsOf, flockInput, LOPSIDED, randomPoints } from '../helpers/flocks.ts';
import { LONG, long, someOf } from '../helpers/long.ts';
import { runsOf } from '../helpers/runs.ts';
import { pointsOf, SCENE_NAMES, scene, textOf, worldOf } from '../helpers/scenes.ts';

/** Two species and a pool; some agents die on the way. */
function crowd(bounds: string, dimensions: number, seed: number): World {
  const box = LOPSIDED;
  const ball = { min: [-3, -3, -3], max: [3, 3, 3] };
  const of = (count: number, from: number) =>
    pointsOf(
      randomPoints(count, box, dimensions, from),
      randomPoints(count, ball, dimensions, from + 1),
    );
  const world = worldOf({
    seed,
    dimensions,
    bounds: boundsOf(bounds, box),
    species: [
      { name: 'wren', ...of(67, seed), behaviors: [{ type: 'cohesion', radius: 2 }] },
      { name: 'mayfly', ...of(9, seed + 2), lifetime: 0.03 },
      { name: 'ghost', count: 4, spawn: { type: 'pool' } },
      { name: 'hawk', ...of(31, seed + 4), turnRate: 2 },
    ],
  });
  tick(world, 5);
  return world;
}

interface Bird {
  readonly at: readonly number[];
  readonly v: readonly number[];
}

/** The living, read from the views. */
function living(world: World, species = -1): Bird[] {
  const { views } = world;
  const birds: Bird[] = [];
  for (let i = 0; i < world.count; i++) {
    if (views.status[i] !== STATUS.alive) continue;
    if (species >= 0 && views.species[i] !== species) continue;
    const { position: p, velocity: v } = views;
    birds.push({ at: [p.x[i], p.y[i], p.z[i]], v: [v.x[i], v.y[i], v.z[i]] });
  }
  return birds;
}

function apart(world: World, a: readonly number[], b: readonly number[]): number {
  const edges = LOPSIDED.min.map((low, k) => Math.fround(LOPSIDED.max[k]) - Math.fround(low));
  const wrap = world.scenario.bounds.type === 'wrap';
  return Math.hypot(
    ...a.map((value, k) => {
      const offset = value - b[k];
      const isRound = wrap && k < world.scenario.dimensions;
      return isRound ? offset - edges[k] * Math.round(offset / edges[k]) : offset;
    }),
  );
}

const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** The sizes of groups, by joining all pairs. */
function groupsOf(world: World, birds: readonly Bird[], reach: number): number[] {
  const group = birds.map((_, k) => k);
  for (let again = true; again; ) {
    again = false;
    for (let i = 0; i < birds.length; i++) {
      for (let j = 0; j < i; j++) {
        if (group[i] === group[j] || apart(world, birds[i].at, birds[j].at) > reach) continue;
        const [low, high] = [Math.min(group[i], group[j]), Math.max(group[i], group[j])];
        group.forEach((value, k) => {
          if (value === high) group[k] = low;
        });
        again = true;
      }
    }
  }
  return [...new Set(group)].map((value) => group.filter((other) => other === value).length);
}

describe.each([
  ['open', 3],
  ['wrap', 3],
  ['wrap', 2],
  ['contain', 2],
])('measures in %s bounds, %i dimensions', (bounds, dimensions) => {
  const world = crowd(bounds, dimensions, 7);
  const one = (text: string): number => measure(world, [text])[0];
  const all = living(world);
  const hawks = living(world, 3);

  it('cover the living agents of the species that they name', () => {
    expect(all).toHaveLength(98);
    expect([...measure(world, ['alive', 'each.alive'])]).toEqual([98, 67, 0, 0, 31]);
    expect(one('hawk.speed')).toBeCloseTo(mean(hawks.map(({ v }) => Math.hypot(...v))), 9);
    expect(one('mayfly.speed')).toBeNaN();
    expect(one('mayfly.polarization')).toBeNaN();
    expect(one('ghost.median(speed)')).toBeNaN();
    expect(one('ghost.min(speed)')).toBeNaN();
  });

  it.each(['x', 'y', 'z'] as const)('are right for single components, %s', (axis) => {
    const at = 'xyz'.indexOf(axis);
    const values = all.map((bird) => bird.at[at]);
    const average = mean(values);
    expect(one(`mean(position.${axis})`)).toBeCloseTo(average, 9);
    expect(one(`min(position.${axis})`)).toBe(Math.min(...values));
    expect(one(`max(position.${axis})`)).toBe(Math.max(...values));
    expect(one(`sum(position.${axis})`)).toBeCloseTo(average * values.length, 7);
    const deviation = Math.sqrt(mean(values.map((value) => (value - average) ** 2)));
    expect(one(`deviation(position.${axis})`)).toBeCloseTo(deviation, 9);
    const sorted = [...values].sort((a, b) => a - b);
    expect(one(`quantile(position.${axis},0)`)).toBe(sorted[0]);
    expect(one(`quantile(position.${axis},1)`)).toBe(sorted[97]);
    expect(one(`median(position.${axis})`)).toBe((sorted[48] + sorted[49]) / 2);
  });

  it('take the length of a mean vector, not the mean of lengths', () => {
    const total = [0, 1, 2].map((k) => mean(all.map(({ v }) => v[k])));
    expect(one('mean(velocity)')).toBeCloseTo(Math.hypot(...total), 9);
    expect(one('mean(velocity.length)')).toBeCloseTo(one('speed'), 12);
    expect(one('mean(velocity.length)')).toBeGreaterThan(1.5 * one('mean(velocity)'));
    expect(one('mean(direction)')).toBe(one('polarization'));
  });

  it('find the nearest of the same species only, when one is named', () => {
    const nearest = (birds: readonly Bird[]) =>
      mean(
        birds.map((bird) =>
          Math.min(...birds.filter((b) => b !== bird).map((b) => apart(world, bird.at, b.at))),
        ),
      );
    expect(one('nearest')).toBeCloseTo(nearest(all), 5);
    expect(one('hawk.nearest')).toBeCloseTo(nearest(hawks), 5);
    expect(one('hawk.nearest')).toBeGreaterThan(one('nearest'));
  });

  it.each([0.02, 0.9, 2, 3.5, 80])('count groups within %f m', (reach) => {
    const sizes = groupsOf(world, all, reach);
    expect(one(`clusters(${reach})`)).toBe(sizes.length);
    expect(one(`largestCluster(${reach})`)).toBe(Math.max(...sizes) / 98);
    expect(one(`hawk.clusters(${reach})`)).toBe(groupsOf(world, hawks, reach).length);
  });

  it('agree with the order parameters', () => {
    const { polarization, rotation, meanSpeed, meanNearestNeighborDistance } =
      orderParameters(world);
    expect([...measure(world, ['polarization,rotation', 'speed', 'nearest'])]).toEqual([
      polarization,
      rotation,
      meanSpeed,
      meanNearestNeighborDistance,
    ]);
  });
});

it('groups connect across the seam of a torus, and a chain is one group', () => {
  const chain = [0.5, 1.4, 2.3, 9.7].map((x) => [x, 5, 5]);
  const bounds = (type: string) => ({ type, min: [0, 0, 0], max: [10, 10, 10] });
  const clusters = (type: string) =>
    measure(worldOf({ bounds: bounds(type), species: [{ name: 'a', ...pointsOf(chain) }] }), [
      'clusters(1)',
    ])[0];
  expect([clusters('wrap'), clusters('contain')]).toEqual([1, 2]);
});

it('a crowd on one spot is one group, found fast', () => {
  const spot = Array.from({ length: 20_000 }, () => [3, 4, 5]);
  const world = worldOf({ species: [{ name: 'a', ...pointsOf(spot) }] });
  const begun = performance.now();
  expect([...measure(world, ['clusters(0.5)', 'nearest'])]).toEqual([1, 0]);
  // All pairs would take a minute.
  expect(performance.now() - begun).toBeLessThan(5000);
});

describe('agents with a value', () => {
  const states = (...names: string[]) => names.map((name) => ({ name }));
  const at = (count: number) => pointsOf(randomPoints(count, LOPSIDED, 3, count));
  const mood = (...initial: number[]) => ({ mood: { type: 'f32', initial } });
  const world = worldOf({
    species: [
      { name: 'hare', ...at(5), states: states('eat', 'run'), columns: mood(0.1, 0.1, 2, -1, 2) },
      { name: 'fox', ...at(3), states: states('eat', 'lie', 'run'), columns: mood(2, 0.1, 7) },
      { name: 'stone', ...at(2) },
    ],
  });
  const of = (...texts: string[]) => [...measure(world, texts)];
  for (const [id, state] of [1, 0, 1, 1, 0, 2, 2, 1, 0, 0].entries()) {
    (world.views.columns.state as Uint32Array)[world.views.slot[id]] = state;
  }

  it('are counted, by numbers as the column holds them', () => {
    expect(of('count(mood,2)', 'hare.count(mood,0.1)', 'count(mood,0.1)')).toEqual([3, 2, 3]);
    expect(of('share(mood,2)', 'fox.share(mood,7)', 'fox.share(mood,8)')).toEqual([
      3 / 10,
      1 / 3,
      0,
    ]);
  });

  it('are counted by the names of states', () => {
    expect(of('hare.count(state,run)', 'fox.count(state,run)', 'fox.count(state,1)')).toEqual([
      3, 2, 1,
    ]);
    expect(of('hare.share(state,eat)')).toEqual([2 / 5]);
  });

  it.each([
    ['count(mood)', 'found count(mood), expected count(COLUMN,VALUE)'],
    ['hare.count(mood,run)', 'found a value of "run", expected a finite number'],
    ['hare.count(state,lie)', 'found a value of "lie", expected a number, or one of "eat", "run"'],
    [
      'count(state,run)',
      'found the state "run", which not all species have at the same place, expected a measure of one species, such as hare.count(state,run)',
    ],
    // Stones have no states, but their column holds 0 as well.
    [
      'count(state,eat)',
      'found the state "eat", which not all species have at the same place, expected a measure of one species, such as hare.count(state,eat)',
    ],
    ['stone.count(state,eat)', 'found a value of "eat", expected a finite number'],
  ])('refuses %s', (text, problem) => {
    expect(() => measure(world, [text])).toThrow(problem);
  });
});

it('quantiles are those that NumPy finds: of 15, 20, 35, 40, 50 at 0.4 it is 29', () => {
  const at = [15, 50, 20, 40, 35].map((x) => [x, 0, 0]);
  const world = worldOf({ species: [{ name: 'a', ...pointsOf(at) }] });
  expect(measure(world, ['quantile(position.x,0.4)'])[0]).toBe(29);
});

it('age is in seconds since birth', () => {
  const world = worldOf({ dt: 0.25, species: [{ name: 'a', ...pointsOf([[0, 0, 0]]) }] });
  tick(world, 6);
  expect(measure(world, ['mean(age)'])[0]).toBe(1.5);
});

it('reads bodies and the data of guidance in worlds that have them', () => {
  const world = crowd('open', 3, 3);
  expect(measure(world, ['hawk.mean(heading.length)'])[0]).toBeCloseTo(1, 5);
  const beams = createWorld(scene('beams'));
  tick(beams, 30);
  expect(measure(beams, ['min(approach)'])[0]).toBeLessThan(60);
});

/** The result of this number of workers, in any order. */
function sharedOut(world: World, texts: readonly string[], workers: number): Float64Array {
  const turns = measureInTurns(world, measuresOf(texts, world.scenario));
  let turn = turns.next();
  while (!turn.done) {
    const task = { ...turn.value, workers };
    const parts = Array.from({ length: workers }, (_, worker) =>
      measurePart(world, task, workers - 1 - worker),
    ).reverse();
    turn = turns.next(parts);
  }
  return turn.value;
}

const EVERYTHING = [
  ...['polarization', 'rotation', 'milling', 'nearest', 'speed', 'alive', 'hits', 'clusters(1.2)'],
  ...['largestCluster(1.2)', 'mean(position)', 'deviation(speed)', 'median(velocity.x)'],
  ...['quantile(position.z,0.1)', 'min(speed)', 'max(age)', 'sum(velocity.y)'],
];

it.each([
  [3, EVERYTHING],
  [2, [...EVERYTHING, 'density(-3,-2,2,1)', 'flow(-3,1,1,-2,0.7)']],
])(
  'have the same bits for any number of workers, 9001 agents in three blocks, %i dimensions, seed 5',
  (dimensions, texts) => {
    const world = createWorld(
      textOf({ name: 'flock', ...flockInput(9001, 'wrap', dimensions, 5) }),
    );
    tick(world, 2);
    const expected = sharedOut(world, texts, 1);
    expect([...expected]).toEqual([...measure(world, texts)]);
    for (const workers of someOf([2, 3, 5, 8, 13, 32], 3, 1)) {
      expect([...sharedOut(world, texts, workers)]).toEqual([...expected]);
    }
  },
);

it.each(someOf(SCENE_NAMES, 9, 1))('are the same for both kernels and sliced ticks: %s', (name) => {
  const worlds = (['ts', 'simd'] as const).map((kernel) => createWorld(scene(name), { kernel }));
  const isLarge = worlds[0].count > 20_000;
  const steps = isLarge ? 2 : LONG ? 40 : 10;
  tick(worlds[0], steps);
  for (let n = 0; n < steps; n++) tickSliced(worlds[1], [2, 0, 1]);
  const texts = isLarge ? ['rotation', 'median(speed)', 'nearest'] : EVERYTHING;
  expect([...measure(worlds[0], texts)]).toEqual([...measure(worlds[1], texts)]);
});

describe('hits', () => {
  long('are those that events report, by species, and continue after a snapshot', () => {
    let world = createWorld(scene('beams'));
    let told = 0;
    for (let n = 0; n < 6; n++) {
      tick(world, 60);
      const events = takeEvents(world);
      told += events.filter(({ type }) => type === 'hit' || type === 'strike').length;
      expect(measure(world, ['hits'])[0]).toBe(told);
      world = restore(snapshot(world));
    }
    expect(told).toBeGreaterThan(3);
    const [species] = world.scenario.species;
    expect(measure(world, [`${species.name}.hits`])[0]).toBe(told);
  });
});

describe('a measure that does not exist is refused with a suggestion', () => {
  const { scenario } = crowd('open', 3, 1);

  it.each([
    [
      'polarisation',
      '"polarisation": found "polarisation" (did you mean "polarization"?), expected one of polarization, rotation, milling, nearest, speed, alive, hits, density, flow, clusters, largestCluster, mean, sum, count, share, min, max, deviation, median, quantile, fieldMean, fieldSum, fieldShare',
    ],
    [
      'hawks.speed',
      '"hawks.speed": found species "hawks" (did you mean "hawk"?), expected one of "wren", "mayfly", "ghost", "hawk", "each"',
    ],
    ['clusters', '"clusters": found clusters alone, expected clusters(DISTANCE)'],
    [
      'clusters(-1)',
      '"clusters(-1)": found a distance of "-1", expected clusters(DISTANCE) with a number above 0, in meters',
    ],
    ['alive(3)', '"alive(3)": found alive(3), expected alive'],
    [
      'quantile(speed)',
      '"quantile(speed)": found quantile(speed), expected quantile(COLUMN,SHARE)',
    ],
    [
      'quantile(speed,90)',
      '"quantile(speed,90)": found a share of "90", expected quantile(COLUMN,SHARE) with a number from 0 to 1',
    ],
    [
      'min(velocity)',
      '"min(velocity)": found the vector "velocity", expected velocity.x, velocity.y, velocity.z or velocity.length',
    ],
    ['mean(speed.x)', '"mean(speed.x)": found "speed.x", expected speed, a plain number'],
    [
      'mean(position.w)',
      '"mean(position.w)": found "position.w", expected position.x, .y, .z or .length',
    ],
    [
      'mean(sped)',
      '"mean(sped)": found column "sped" (did you mean "speed"?), expected one of position, velocity, direction, speed, age, heading, up, acceleration, waypoint, approach, height, or law:NAME',
    ],
    [
      'max(waypoint)',
      '"max(waypoint)": found column "waypoint", expected a column that worlds of this scenario have',
    ],
    [
      'mean(speed',
      '"mean(speed": found "mean(speed", expected MEASURE, MEASURE(COLUMN) or SPECIES.MEASURE',
    ],
    ['', '"": found "", expected MEASURE, MEASURE(COLUMN) or SPECIES.MEASURE'],
  ])('%s', (text, message) => {
    expect(() => readMeasures([text], scenario)).toThrow(
      expect.objectContaining({ name: 'MeasureError', code: 'MEASURE_INVALID', message }),
    );
  });

  it('reports all problems at once, and a name given twice', () => {
    expect(() => readMeasures(['alive,speed', 'alive', 'slow=sped'], scenario)).toThrow(
      '"alive": found a second "alive", expected each name only once; write NAME=MEASURE to set another name\n' +
        '"slow=sped": found "sped" (did you mean "speed"?), expected one of',
    );
    const names = readMeasures(['alive', 'birds=wren.alive, each.mean( speed )'], scenario);
    expect(names.map(({ name }) => name)).toEqual([
      ...['alive', 'birds', 'wren.mean(speed)', 'mayfly.mean(speed)', 'ghost.mean(speed)'],
      'hawk.mean(speed)',
    ]);
  });
});

describe('groups on a torus', () => {
  const pairIn = (edge: number, positions: readonly (readonly number[])[], type = 'wrap') =>
    worldOf({
      dimensions: 2,
      bounds: { type, min: [0, 0, 0], max: [edge, edge, edge] },
      species: [{ name: 'wren', ...pointsOf(positions) }],
    });

  // (2 / 49) * 49 is less than 2, but (3 / 49) * 49 is not less than 3.
  it('contain agents exactly the distance apart, however the columns round', () => {
    for (let edge = 4; edge < 120; edge += LONG ? 1 : 5) {
      const far = Array.from({ length: edge / 2 - 1 }, (_, k) => [2 * k, 3]);
      for (const k of [0, 1, Math.floor(edge / 2), edge - 2]) {
        const pair = pairIn(edge, [
          [k, 1],
          [k + 1, 1],
        ]);
        expect([edge, k, ...measure(pair, ['clusters(1)'])]).toEqual([edge, k, 1]);
      }
      expect([edge, ...measure(pairIn(edge, far), ['clusters(1)', 'clusters(2)'])]).toEqual([
        ...[edge, far.length, 1],
      ]);
    }
  });

  it.each(['1e-15', '1e-16', '1e-30', '1e-200', '1e-320'])(
    'within %s m are the agents on one spot',
    (d) => {
      const spots = [
        [2, 10],
        [3, 10],
        [33.3, 7.7],
        [33.3, 7.7],
        [48.5, 2],
      ];
      for (const type of ['wrap', 'contain']) {
        const found = measure(pairIn(49, spots, type), [`clusters(${d})`, `largestCluster(${d})`]);
        expect([type, ...found]).toEqual([type, 4, 0.4]);
      }
    },
  );
});

it('groups equal those joined from all pairs, clusters of any shape, any torus, seed 31', () => {
  const input = fc.record({
    bounds: fc.constantFrom('open', 'wrap'),
    dimensions: fc.constantFrom(2, 3),
    count: fc.integer({ min: 1, max: 60 }),
    reach: fc.double({ min: 0.01, max: 20, noNaN: true }),
    seed: fc.nat(1e6),
  });
  fc.assert(
    fc.property(input, ({ bounds, dimensions, count, reach, seed }) => {
      const positions = randomPoints(count, LOPSIDED, dimensions, seed);
      const world = worldOf({
        dimensions,
        bounds: boundsOf(bounds, LOPSIDED),
        species: [{ name: 'a', ...pointsOf(positions) }],
      });
      const sizes = groupsOf(world, living(world), reach);
      const found = measure(world, [`clusters(${reach})`, `largestCluster(${reach})`]);
      expect([...found]).toEqual([sizes.length, Math.max(...sizes) / count]);
    }),
    { seed: 31, numRuns: runsOf(30, 150) },
  );
});

describe('the result of a law', () => {
  /** How many neighbors are near, and how heavy the agent is. */
  const crowding = defineLaw({
    name: 'crowding',
    description: 'How crowded it is.',
    parameters: {
      reach: { unit: 'm', min: 0, max: 10, default: 2, description: 'how far it counts' },
    },
    force: ({ self, neighbors, parameters }) =>
      vec3(neighbors.within(parameters.reach).count(), self.mass, self.id.toFloat()),
  });
  const withLaw = (bounds: string) => {
    const world = crowd(bounds, 3, 7);
    return { world, of: createWorld(parseScenario(world.scenario, { laws: [crowding] })) };
  };

  it.each(['open', 'wrap'])(
    'can be measured like a column, for agents of all species, %s',
    (bounds) => {
      const { of: world } = withLaw(bounds);
      tick(world, 5);
      const all = living(world);
      const counts = all.map(
        ({ at }) => all.filter((b) => b.at !== at && apart(world, at, b.at) <= 2).length,
      );
      const [total, mass, hawks, vector] = measure(world, [
        'sum(law:crowding.x)',
        'mean(law:crowding.y)',
        'hawk.max(law:crowding.z)',
        'mean(law:crowding)',
      ]);
      expect(total).toBe(counts.reduce((sum, count) => sum + count, 0));
      expect(mass).toBe(1);
      expect(hawks).toBe(110);
      expect(vector).toBeGreaterThan(mean(counts));
      expect([...sharedOut(world, ['sum(law:crowding.x)', 'median(law:crowding.z)'], 3)]).toEqual([
        ...measure(world, ['sum(law:crowding.x)', 'median(law:crowding.z)']),
      ]);
    },
  );

  it('is refused if the scenario lacks the law, or the law has an aim', () => {
    const { of: world, world: bare } = withLaw('open');
    const chase = defineLaw({
      name: 'chase',
      description: 'Goes after something.',
      aim: 'one',
      force: ({ aim }) => aim.offset,
    });
    const carried = parseScenario(world.scenario, { laws: [chase] });
    const refusal = (text: string, scenario: Scenario) => {
      try {
        readMeasures([text], scenario);
      } catch (error) {
        return (error as Error).message;
      }
      return 'nothing';
    };
    expect(refusal('mean(law:crowd)', bare.scenario)).toBe(
      '"mean(law:crowd)": found "law:crowd", expected a law of the scenario',
    );
    expect(refusal('mean(law:crowdin)', carried)).toBe(
      '"mean(law:crowdin)": found "law:crowdin" (did you mean "law:crowding"?), expected one of law:crowding, law:chase',
    );
    expect(refusal('mean(law:chase)', carried)).toBe(
      '"mean(law:chase)": found law:chase, which has an aim, expected a law without an aim',
    );
    expect(refusal('max(law:crowding)', carried)).toBe(
      '"max(law:crowding)": found the vector "law:crowding", expected law:crowding.x, law:crowding.y, law:crowding.z or law:crowding.length',
    );
  });
});

it('a text instead of a list is refused with its type', () => {
  const world = createWorld(textOf({ name: 'flock', ...flockInput(3, 'wrap', 3, 5) }));
  expect(() => measure(world, 'alive' as never)).toThrow(
    'measures: found "alive", expected a list of measures',
  );
  expect(() => measure(world, ['alive', 5, { kind: 'aliv' }] as never)).toThrow(
    'measures[1]: found 5, expected a text, or a result of readMeasures\nmeasures[2]: found an object, expected',
  );
});

/** If each were compared with all others, it would take minutes. */
const COUNT = LONG ? 60_000 : 20_000;

it(`a text of ${COUNT} measures is read in linear time`, () => {
  const text = Array.from({ length: COUNT }, (_, k) => `a${k}=quantile(speed,0.5)`).join(',');
  const read = readMeasures([text], scene('beams'));
  expect(read).toHaveLength(COUNT);
  expect(read.at(-1)).toMatchObject({ name: `a${COUNT - 1}`, kind: 'quantile', numbers: [0.5] });
}, 20_000);
