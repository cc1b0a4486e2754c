import { describe, expect, it } from 'vitest';
import { parseScenario } from '../../src/scenario/parse.ts';
import { createWorld } from '../../src/tick/create-world.ts';
import { tick } from '../../src/tick/tick.ts';
import { command } from '../../src/world/commands.ts';
import type { World } from '../../src/world/world.ts';
import { LONG, long, someOf } from '../helpers/long.ts';
import { randomOf, shuffled } from '../helpers/random-of.ts';
import {
  angleBetween,
  distance,
  dot,
  length,
  pointsOf,
  positionOf,
  velocityOf,
  worldOf,
} from '../helpers/scenes.ts';

const MAX_SPEED = 30;
const WEIGHT = 2;

interface Scene {
  readonly bees?: readonly (readonly number[])[];
  readonly beeVelocity?: readonly number[];
  readonly threats?: readonly (readonly number[])[];
  readonly threatVelocities?: readonly (readonly number[])[];
  readonly dodge?: Record<string, unknown>;
  readonly target?: readonly number[];
  readonly replaced?: Record<string, unknown>;
}

const FAR = [0, 0, 0];

function swarm({ bees = [[0, 0, 0]], threats = [], target = FAR, ...rest }: Scene): World {
  const velocities = bees.map(() => rest.beeVelocity ?? [0, 0, 0]);
  return worldOf({
    dimensions: 2,
    species: [
      {
        name: 'bee',
        ...pointsOf(bees, velocities),
        maxSpeed: MAX_SPEED,
        behaviors: [
          { type: 'dodge', weight: WEIGHT, species: ['threat'], chance: 0, ...rest.dodge },
        ],
      },
      {
        name: 'threat',
        ...(threats.length > 0
          ? pointsOf(threats, rest.threatVelocities)
          : { count: 1, spawn: { type: 'pool' } }),
      },
    ],
    targets: [{ name: 'touch', position: target }],
    ...rest.replaced,
  });
}

/** The velocity that bee `id` asks for, as a share of its maximum speed. */
function desired(world: World, id = 0): number[] {
  const before = velocityOf(world, id);
  tick(world);
  return velocityOf(world, id).map(
    (v, axis) => (before[axis] + ((v - before[axis]) * 60) / WEIGHT) / MAX_SPEED,
  );
}

function expectVector(found: readonly number[], expected: readonly number[], digits = 4): void {
  for (const axis of [0, 1, 2]) expect(found[axis]).toBeCloseTo(expected[axis], digits);
}

function unit(v: readonly number[]): number[] {
  return v.map((value) => value / length(v));
}

describe('threats on the radar', () => {
  it('are dodged along the sum of unit vectors times 1 - distance/range', () => {
    const threats = [
      [3, 4, 0],
      [-10, 2, 0],
      [0.5, -30, 0],
      [300, 0, 0],
    ];
    const away = [0, 0, 0];
    for (const threat of threats.slice(0, 3)) {
      const share = (1 - length(threat) / 40) / length(threat);
      for (const axis of [0, 1, 2]) away[axis] -= threat[axis] * share;
    }
    expectVector(desired(swarm({ threats })), unit(away));
  });

  it('count at less than a millimeter as well', () => {
    const threats = [[3e-4, -4e-4, 0]];
    expectVector(desired(swarm({ threats })), [-0.6, 0.8, 0]);
  });

  it('are dodged the same way in any order', () => {
    // The three of the source: one order gave (-0.924, 0.383), the other (-1, 0).
    const threats = [
      [10, 0, 0],
      [0, -10, 0],
      [0, 10, 0],
    ];
    const found = new Set<string>();
    for (let seed = 1; seed <= 12; seed++) {
      const order = shuffled(3, randomOf(seed)).map((k) => threats[k]);
      const way = desired(swarm({ threats: order }));
      found.add(way.map((v) => v.toFixed(5)).join());
      expectVector(way, [-1, 0, 0]);
    }
    expect(found.size).toBe(1);
  });

  it('count more the nearer they are', () => {
    const [x] = desired(
      swarm({
        threats: [
          [5, 0, 0],
          [-20, 0, 0],
        ],
      }),
    );
    expect(x).toBeCloseTo(-1, 4);
    const way = desired(
      swarm({
        threats: [
          [5, 0, 0],
          [0, 35, 0],
        ],
      }),
    );
    expect(way[0]).toBeLessThan(-0.98);
    expect(way[1]).toBeLessThan(-0.1);
  });

  it('on opposite sides do not trap the bee', () => {
    const world = swarm({
      threats: [
        [5, 0, 0],
        [-5, 0, 0],
      ],
    });
    expect(length(desired(world))).toBeCloseTo(1, 4);
    tick(world, 120);
    expect(distance(positionOf(world, 0), [5, 0, 0])).toBeGreaterThan(10);
  });

  it('on the same spot make each bee leave in a direction of its own', () => {
    const bees = Array(50).fill([1, 2, 0]);
    const world = swarm({ bees, threats: [[1, 2, 0]] });
    tick(world, 60);
    const places = new Set<string>();
    for (let id = 0; id < bees.length; id++) {
      expect(distance(positionOf(world, id), [1, 2, 0])).toBeGreaterThan(5);
      places.add(
        positionOf(world, id)
          .map((v) => v.toFixed(2))
          .join(),
      );
    }
    expect(places.size).toBeGreaterThan(40);
  });

  it('on the same spot count beside others, without drowning them out', () => {
    const bees = Array(60).fill([0, 0, 0]);
    const world = swarm({
      bees,
      threats: [
        [0, 0, 0],
        [5, 0, 0],
      ],
    });
    tick(world);
    const ways = bees.map((_, id) => velocityOf(world, id));
    expect(ways.filter(([x]) => x < 0).length).toBeGreaterThan(45);
    expect(ways.some(([, y]) => y > 0.1)).toBe(true);
    expect(ways.some(([, y]) => y < -0.1)).toBe(true);
  });

  it('on all sides, balanced up to rounding, drive about half of the bees to either side', () => {
    const bees = Array(60).fill([0, 0, 0]);
    const threats = [0, 1, 2].map((k) => {
      const angle = 0.4 + (2 * Math.PI * k) / 3;
      return [10 * Math.cos(angle), 10 * Math.sin(angle), 0];
    });
    const world = swarm({ bees, threats });
    tick(world);
    const east = bees.filter((_, id) => velocityOf(world, id)[0] > 0).length;
    expect(Math.abs(east - 30)).toBeLessThan(4 * Math.sqrt(60 / 4));
  });

  it('are of the listed species only: bees do not dodge bees', () => {
    const way = desired(
      swarm({
        bees: [
          [0, 0, 0],
          [1, 0, 0],
        ],
      }),
    );
    expectVector(way, [0, 0, 0]);
  });

  it('are seen across the seam of a torus', () => {
    const world = swarm({
      bees: [[98, 0, 0]],
      threats: [[-97, 3, 0]],
      dodge: { pull: 0 },
      replaced: { bounds: { type: 'wrap', min: [-100, -100], max: [100, 100] } },
    });
    expectVector(desired(world), unit([-5, -3, 0]));
  });

  it('are seen within one range while commanded, within another while free', () => {
    const threats = [[30, 0, 0]];
    expectVector(desired(swarm({ threats })), [-1, 0, 0]);
    const commanded = swarm({ threats, dodge: { commanded: 1, pull: 0 } });
    expectVector(desired(commanded), [0, 0, 0]);
    command(commanded, {
      type: 'set',
      species: 'bee',
      behavior: 'dodge',
      parameter: 'commanded',
      value: 0,
    });
    tick(commanded);
    expectVector(desired(commanded), [-1, 0, 0]);
  });
});

describe('the pull of the aim', () => {
  it.each(['ts', 'simd'] as const)(
    'is toward a quarry in sight; without one only the dodging is left: %s',
    (kernel) => {
      const way = (sight: number) => {
        const dodge = { quarry: 'queen', sight, commanded: 1, pull: 0.5, brakingDistance: 10 };
        const { scenario } = swarm({
          threats: [[0, 6, 0]],
          dodge,
          replaced: {
            species: [
              {
                name: 'bee',
                ...pointsOf([[0, 0, 0]]),
                maxSpeed: MAX_SPEED,
                behaviors: [{ type: 'dodge', weight: WEIGHT, species: ['threat'], ...dodge }],
              },
              { name: 'threat', ...pointsOf([[0, 6, 0]]) },
              { name: 'queen', ...pointsOf([[40, 0, 0]]) },
            ],
          },
        });
        return desired(createWorld(scenario, { kernel }));
      };
      expectVector(way(50), unit([0.5, -1, 0]));
      expectVector(way(30), [0, -1, 0]);
    },
  );

  const dodge = { pull: 0.5, brakingDistance: 50 };

  it.each([
    [79, 0],
    [81, 0.5],
    [500, 0.5],
  ])('on a free bee %d m away is %d: it begins at twice the range', (away, pull) => {
    expectVector(desired(swarm({ target: [0, away, 0], dodge })), [0, pull, 0]);
  });

  it('acts on a commanded bee at any distance, and falls inside the braking distance', () => {
    const commanded = { ...dodge, commanded: 1 };
    expectVector(desired(swarm({ target: [60, 0, 0], dodge: commanded })), [0.5, 0, 0]);
    expectVector(desired(swarm({ target: [10, 0, 0], dodge: commanded })), [0.1, 0, 0]);
    expectVector(desired(swarm({ target: [0, 0, 0], dodge: commanded })), [0, 0, 0]);
  });

  it('adds to the dodging, together up to the maximum speed', () => {
    const commanded = { ...dodge, commanded: 1 };
    const both = { threats: [[0, -10, 0]], target: [60, 0, 0] };
    expectVector(desired(swarm({ ...both, dodge: commanded })), unit([0.5, 1, 0]));
    const against = { threats: [[10, 0, 0]], target: [60, 0, 0] };
    expectVector(desired(swarm({ ...against, dodge: commanded })), [-0.5, 0, 0]);
  });

  long('brings a commanded bee to rest on its aim, with hardly any overshoot', () => {
    const world = swarm({
      target: [40, 10, 0],
      dodge: { ...dodge, commanded: 1, pull: 1, brakingDistance: 80 },
    });
    let farthest = 0;
    for (let k = 0; k < 1800; k++) {
      tick(world);
      farthest = Math.max(farthest, positionOf(world, 0)[0]);
    }
    expect(distance(positionOf(world, 0), [40, 10, 0])).toBeLessThan(0.01);
    expect(farthest).toBeLessThan(42);
  });

  it.each(someOf([1 / 30, 1 / 60, 1 / 120], 3))(
    'acts on free bees in the share of seconds that their chance gives, at dt %d',
    (dt) => {
      const count = 300;
      const seconds = 20;
      const world = swarm({
        bees: Array(count).fill([0, 0, 0]),
        target: [20, 0, 0],
        dodge: { ...dodge, weight: 0.001, chance: 0.1, brakingDistance: 1e-3 },
        replaced: { dt },
      });
      let felt = 0;
      let changes = 0;
      const before = new Array(count).fill(false);
      const ticks = Math.round(seconds / dt);
      for (let k = 0; k < ticks; k++) {
        const speeds = before.map((_, id) => velocityOf(world, id)[0]);
        tick(world);
        for (let id = 0; id < count; id++) {
          const pulled = velocityOf(world, id)[0] > speeds[id];
          if (pulled) felt++;
          if (pulled !== before[id]) changes++;
          before[id] = pulled;
        }
      }
      // Four standard deviations of 6,000 draws.
      expect(Math.abs(felt / (count * ticks) - 0.1)).toBeLessThan(
        4 * Math.sqrt((0.1 * 0.9) / (count * seconds)),
      );
      // A pull lasts a second: 0.18 changes per second on average, at any dt.
      expect(changes / (count * seconds)).toBeLessThan(0.22);
      expect(changes / (count * seconds)).toBeGreaterThan(0.14);
    },
  );
});

describe('dodging with a horizon', () => {
  const dodge = { horizon: 2 };

  it('avoids a passing threat where it will be nearest', () => {
    // It will be 2 m below after one second.
    const scene = { threats: [[-20, -2, 0]], threatVelocities: [[20, 0, 0]] };
    expectVector(desired(swarm({ ...scene, dodge })), [0, 1, 0]);
    expectVector(desired(swarm(scene)), unit([20, 2, 0]));
  });

  it('avoids a threat that flies away where it is now', () => {
    const scene = { threats: [[-6, -8, 0]], threatVelocities: [[-20, -5, 0]] };
    expectVector(desired(swarm({ ...scene, dodge })), [0.6, 0.8, 0]);
  });

  it('counts an immediate threat twice as much as an equally close one at the horizon', () => {
    const threats = [
      [-40 / 1000, -3, 0],
      [3, -38, 0],
    ];
    const threatVelocities = [
      [0, 0, 0],
      [0, 19, 0],
    ];
    const way = desired(swarm({ threats, threatVelocities, dodge }));
    const near = 1 - 3 / 40;
    const pushes = [
      unit([0.04, 3, 0]).map((v) => v * (1 - Math.hypot(0.04, 3) / 40)),
      [-near / 2, 0, 0],
    ];
    expectVector(way, unit([pushes[0][0] + pushes[1][0], pushes[0][1] + pushes[1][1], 0]), 2);
  });

  it.each([2, 3])(
    'sidesteps a threat that flies straight at it, in %i dimensions',
    (dimensions) => {
      const bees = Array(60).fill([0, 0, 0]);
      const scene = { bees, threats: [[-20, 0, 0]], threatVelocities: [[20, 0, 0]] };
      const world = swarm({ ...scene, dodge, replaced: { dimensions } });
      tick(world);
      let up = 0;
      for (let id = 0; id < bees.length; id++) {
        const way = velocityOf(world, id);
        expect(angleBetween(way, [1, 0, 0])).toBeCloseTo(Math.PI / 2, 4);
        if (way[1] > 0) up++;
      }
      expect(Math.abs(up - 30)).toBeLessThan(4 * Math.sqrt(60 / 4));
      let nearest = 99;
      for (let k = 0; k < 120; k++) {
        tick(world);
        const bullet = positionOf(world, bees.length);
        for (let id = 0; id < bees.length; id++) {
          nearest = Math.min(nearest, distance(positionOf(world, id), bullet));
        }
      }
      expect(nearest).toBeGreaterThan(5);
    },
  );
});

const SWARMS = LONG ? 40 : 10;

describe('dodging with the numbers of the article', () => {
  const article = {
    ...{ push: 'equal', avoid: 0.6, pull: 1, beyond: 'growing', brakingDistance: 50 },
    species: ['bee', 'threat'],
  };

  /** Velocities that the article asks for, with one normalization at the end, as shares of full speed. */
  function asked(bees: number[][], threats: number[][], touch: number[], commanded: boolean) {
    const range = commanded ? 20 : 40;
    return bees.map((own, k) => {
      const sum = [0, 0];
      for (const other of [...bees.filter((_, n) => n !== k), ...threats]) {
        const far = distance(own, other);
        if (far >= range) continue;
        for (const axis of [0, 1]) sum[axis] += (own[axis] - other[axis]) / far;
      }
      const size = Math.hypot(...sum);
      const avoid = sum.map((v) => (size > 0 ? (30 * v) / size : 0));
      if (commanded || distance(own, touch) > 2 * range) {
        for (const axis of [0, 1]) avoid[axis] += touch[axis] - own[axis];
      }
      const length = Math.hypot(...avoid);
      const speed = Math.min(1, length / 50);
      return length > 0 ? [...avoid.map((v) => (v / length) * speed), 0] : [0, 0, 0];
    });
  }

  function places(count: number, random: () => number): number[][] {
    return Array.from({ length: count }, () => [...[0, 0].map(() => 120 * random() - 60), 0]);
  }

  it.each([
    [0, 6],
    [1, 7],
  ])(
    `asks for the velocities of the article, commanded %i, ${SWARMS} swarms, seed %i`,
    (commanded, seed) => {
      const random = randomOf(seed);
      let dodged = 0;
      for (let swarms = 0; swarms < SWARMS; swarms++) {
        const [bees, threats] = [places(17, random), places(9, random)];
        const target = [...[0, 0].map(() => 400 * random() - 200), 0];
        const expected = asked(bees, threats, target, commanded === 1);
        const world = swarm({ bees, threats, target, dodge: { ...article, commanded } });
        const before = bees.map((_, id) => velocityOf(world, id));
        tick(world);
        bees.forEach((_, id) => {
          const share = velocityOf(world, id).map(
            (v, axis) => ((v - before[id][axis]) * 60) / WEIGHT / MAX_SPEED,
          );
          expectVector(share, expected[id], 3);
          if (Math.abs(length(share) - 0.6) < 1e-3) dodged++;
        });
      }
      if (commanded === 0) expect(dodged).toBeGreaterThan(SWARMS);
    },
  );

  it('asks for the same velocity in any order of the neighbors', () => {
    const random = randomOf(8);
    const threats = places(12, random);
    const dodge = { ...article, pull: 0 };
    const expected = desired(swarm({ threats, dodge }));
    for (let seed = 1; seed <= (LONG ? 20 : 4); seed++) {
      const order = shuffled(12, randomOf(seed)).map((k) => threats[k]);
      expectVector(desired(swarm({ threats: order, dodge })), expected);
    }
  });

  it('near and far threats push equally hard', () => {
    const threats = [
      [5, 0, 0],
      [0, 35, 0],
    ];
    expectVector(desired(swarm({ threats, dodge: article })), [
      -0.6 * Math.SQRT1_2,
      -0.6 * Math.SQRT1_2,
      0,
    ]);
  });

  it('sooner and later threats push equally hard with a horizon', () => {
    const dodge = { ...article, horizon: 2 };
    const threats = [
      [-40 / 1000, -3, 0],
      [3, -38, 0],
    ];
    const threatVelocities = [
      [0, 0, 0],
      [0, 19, 0],
    ];
    const way = desired(swarm({ threats, threatVelocities, dodge }));
    const sum = [unit([0.04, 3, 0]), [-1, 0, 0]];
    expectVector(
      way,
      unit([sum[0][0] + sum[1][0], sum[0][1], 0]).map((v) => 0.6 * v),
      3,
    );
  });

  it('a threat that flies straight at a bee pushes like the rest', () => {
    const threats = [
      [-20, 0, 0],
      [3, 0, 0],
    ];
    const threatVelocities = [
      [20, 0, 0],
      [0, 0, 0],
    ];
    const dodge = { ...article, horizon: 2 };
    const way = desired(swarm({ threats, threatVelocities, dodge }));
    expect(way[0]).toBeCloseTo(-0.6 * Math.SQRT1_2, 4);
    expect(Math.abs(way[1])).toBeCloseTo(0.6 * Math.SQRT1_2, 4);
  });

  it('free bees part until they are as far apart as their radar reaches', () => {
    const bees = Array(2).fill([0, 0, 0]);
    const world = swarm({ bees, dodge: { ...article, weight: 60, pull: 0 } });
    tick(world, 600);
    const apart = distance(positionOf(world, 0), positionOf(world, 1));
    expect(apart).toBeGreaterThan(39);
    expect(apart).toBeLessThan(42);
  });

  it('a far touch overrides the dodging, but not with `beyond: "even"`', () => {
    const scene = { threats: [[10, 0, 0]], target: [500, 0, 0] };
    const commanded = { ...article, commanded: 1 };
    expectVector(desired(swarm({ ...scene, dodge: commanded })), [1, 0, 0]);
    const even = { ...commanded, beyond: 'even', pull: 0.5 };
    expectVector(desired(swarm({ ...scene, dodge: even })), [-0.1, 0, 0]);
  });
});

it('maxForce limits the acceleration, maxSpeed the speed', () => {
  const scenario = parseScenario({
    name: 'one',
    species: [
      {
        name: 'bee',
        ...pointsOf([[0, 0, 0]]),
        maxSpeed: 3,
        maxForce: 2,
        behaviors: [{ type: 'dodge', weight: 100, target: 'touch' }],
      },
    ],
    targets: [{ name: 'touch', position: [3000, 0, 0] }],
  });
  const world = createWorld(scenario);
  for (let k = 1; k <= 30; k++) {
    tick(world);
    expect(velocityOf(world, 0)[0]).toBeCloseTo((2 * k) / 60, 4);
  }
  tick(world, 300);
  expect(dot(velocityOf(world, 0), [1, 0, 0])).toBeLessThanOrEqual(3);
});

describe('a scenario with dodging', () => {
  function problems(behavior: Record<string, unknown>, replaced = {}): string {
    try {
      parseScenario({
        name: 'bad',
        species: [
          { name: 'bee', count: 1, spawn: { type: 'pool' }, maxSpeed: 1, behaviors: [behavior] },
        ],
        targets: [{ name: 'touch', position: [0, 0, 0] }],
        bounds: { type: 'wrap', min: [0, 0, 0], max: [90, 90, 90] },
        ...replaced,
      });
    } catch (error) {
      return (error as Error).message;
    }
    return '';
  }

  it('is refused if a range is too large for the torus, with the key of the range', () => {
    const small = { commandedRange: 5, freeRange: 6 };
    expect(problems({ type: 'dodge', ...small })).toBe('');
    expect(problems({ type: 'dodge', ...small, freeRange: 40 })).toContain(
      '$.species[0].behaviors[0].freeRange: found 40, expected at most 29.9',
    );
    expect(problems({ type: 'dodge', ...small, commandedRange: 40 })).toContain('commandedRange');
  });

  it('is refused if a command sets too large a range, or a species does not exist', () => {
    const set = { tick: 1, type: 'set', species: 'bee', behavior: 0, parameter: 'freeRange' };
    const dodge = { type: 'dodge', commandedRange: 5, freeRange: 6 };
    expect(problems(dodge, { commands: [{ ...set, value: 7 }] })).toBe('');
    expect(problems(dodge, { commands: [{ ...set, value: 70 }] })).toContain('commands[0].value');
    expect(problems({ ...dodge, species: ['wasp'] })).toContain('"wasp"');
  });

  it('is refused without maxSpeed', () => {
    const species = [
      { name: 'bee', count: 1, spawn: { type: 'pool' }, behaviors: [{ type: 'dodge' }] },
    ];
    expect(problems({}, { species, bounds: { type: 'open' } })).toContain('without "maxSpeed"');
  });
});
