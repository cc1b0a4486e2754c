import { describe, expect, it } from 'vitest';
import { defineLaw, type Law, vec3 } from '../../src/laws/index.ts';
import { stateHash } from '../../src/phases/hash.ts';
import { parseScenario } from '../../src/scenario/parse.ts';
import { restore, snapshot } from '../../src/snapshot/snapshot.ts';
import { createWorld } from '../../src/tick/create-world.ts';
import { tick } from '../../src/tick/tick.ts';
import { stateDifference } from '../helpers/compare.ts';
import { forcesOf } from '../helpers/forces.ts';
import { LONG } from '../helpers/long.ts';
import { randomOf } from '../helpers/random-of.ts';
import { runsOf, seedOf } from '../helpers/runs.ts';
import { distance, pointsOf, positionOf, type Triple, worldOf } from '../helpers/scenes.ts';
import { stepAsTeam } from '../helpers/virtual-team.ts';

const fround = Math.fround;

type PlaceAim = 'goal' | 'path' | 'waypoint';

/** A law whose force is one vector of its aim. */
function showing(aim: PlaceAim, column: 'offset' | 'heading' | 'velocity' | 'up'): Law {
  return defineLaw({
    name: 'shown',
    description: 'Shows what it goes after.',
    aim,
    force: ({ aim: place }) => place[column],
  });
}

/** Goes to its aim and on, a little to the side, and also reads values that a place does not have. */
function walking(aim: PlaceAim): Law {
  return defineLaw({
    name: 'walk',
    description: 'Goes to a place, and on where that leads.',
    aim,
    parameters: {
      weight: { unit: 'kg/s', default: 2, min: 0, max: 100, description: 'How strongly.' },
    },
    force({ self, aim: place, parameters: { weight } }) {
      const beside = place.heading.cross(vec3(0, 0, 1)).mul(0.25);
      const rest = place.velocity.add(place.acceleration).add(place.up).mul(place.radius);
      const way = place.offset.add(place.heading).add(beside).add(rest);
      return way.withLength(self.maxSpeed).sub(self.velocity).mul(weight);
    },
  });
}

/** A scenario with a species that has the law. */
function sceneOf(law: Law, keys: Readonly<Record<string, unknown>>, rest: object = {}) {
  return {
    name: 'places',
    laws: [law],
    species: [{ name: 'walker', maxSpeed: 3, behaviors: [{ type: `law:${law.name}`, ...keys }] }],
    ...rest,
  } as { species: Record<string, unknown>[]; [key: string]: unknown };
}

const KERNELS = ['ts', 'simd'] as const;

/** The forces of some agents; both kernels must agree. */
function forces(scenario: ReturnType<typeof sceneOf>, agents: Record<string, unknown>): Triple[] {
  Object.assign(scenario.species[0], agents);
  const [ts, simd] = KERNELS.map((kernel) => {
    const world = worldOf(scenario, { kernel });
    const shown = forcesOf(world);
    tick(world);
    return { shown, hash: stateHash(world) };
  });
  expect(simd.hash).toBe(ts.hash);
  return ts.shown;
}

const POINTS = [
  [0, 0, 0],
  [10, 0, 0],
  [10, 0, 0],
  [10, 10, 5],
  [-2, 8, 1],
];

/** The place of a path that is nearest to a point, and the unit vector along the leg it is on. */
function nearestOf(from: readonly number[], closed: boolean): { place: number[]; along: number[] } {
  let best = { place: POINTS[0], along: [1, 0, 0] };
  const legs = closed ? POINTS.length : POINTS.length - 1;
  for (let leg = 0; leg < legs; leg++) {
    const [a, b] = [POINTS[leg], POINTS[(leg + 1) % POINTS.length]];
    const long = distance(a, b);
    if (long === 0) continue;
    const along = b.map((v, axis) => (v - a[axis]) / long);
    const share = from.reduce((sum, v, axis) => sum + (v - a[axis]) * along[axis], 0);
    const place = a.map((v, axis) => v + Math.min(Math.max(share, 0), long) * along[axis]);
    if (distance(from, place) < distance(from, best.place) - 1e-9) best = { place, along };
  }
  return best;
}

describe('the nearest place of a path', () => {
  const seed = seedOf(11);
  const random = randomOf(seed);
  const between = (low: number, high: number) => low + (high - low) * random();
  const positions = Array.from({ length: 61 }, () => [0, 0, 0].map(() => between(-8, 18)));
  const velocities = positions.map(() => [0, 0, 0].map(() => between(-4, 4)));

  it.each([
    [false, 0],
    [true, 0],
    [false, 0.5],
    [true, 1.5],
  ])(
    `is the one that a search in doubles finds, closed %s, prediction %s, seed ${seed}`,
    (closed, prediction) => {
      const paths = [
        {
          name: 'other',
          points: [
            [50, 0, 0],
            [60, 0, 0],
          ],
        },
        { name: 'way', points: POINTS, closed },
      ];
      const agents = pointsOf(positions, velocities);
      const keys = { path: 'way', prediction };
      const offsets = forces(sceneOf(showing('path', 'offset'), keys, { paths }), agents);
      const headings = forces(sceneOf(showing('path', 'heading'), keys, { paths }), agents);
      positions.forEach((position, id) => {
        const ahead = position.map((v, axis) => v + prediction * velocities[id][axis]);
        const { place } = nearestOf(ahead, closed);
        const shown = offsets[id].map((v, axis) => v + position[axis]);
        // If two places are equally near, apart from rounding, either may be found.
        expect(distance(ahead, shown)).toBeCloseTo(distance(ahead, place), 4);
        const { along } = nearestOf(shown, closed);
        if (POINTS.some((point) => distance(point, shown) < 1e-3)) return;
        expect(distance(headings[id], along)).toBeLessThan(1e-4);
      });
    },
  );

  it('lies the short way around a torus', () => {
    const bounds = { type: 'wrap', min: [0, 0, 0], max: [30, 30, 30] };
    const paths = [
      {
        name: 'way',
        points: [
          [28, 5, 5],
          [28, 15, 5],
        ],
      },
    ];
    const scene = sceneOf(showing('path', 'offset'), {}, { bounds, paths });
    const [force] = forces(scene, pointsOf([[1, 12, 29]]));
    expect(force).toEqual([-3, 0, 6]);
  });

  it('attracts only agents at a distance between from and to', () => {
    const paths = [
      {
        name: 'way',
        points: [
          [0, 0, 0],
          [9, 0, 0],
        ],
      },
    ];
    const scene = sceneOf(showing('path', 'offset'), { from: 2, to: 4 }, { paths });
    const shown = forces(
      scene,
      pointsOf([
        [1, 1, 0],
        [2, 3, 0],
        [3, 5, 0],
        [4, -4, 0],
        [5, 2, 0],
      ]),
    );
    expect(shown.map(([, y]) => y)).toEqual([0, -3, 0, 4, -2]);
  });
});

describe('the point of a path that an agent heads for', () => {
  const points = [
    [0, 0, 0],
    [4, 0, 0],
    [4, 0, 0],
    [4, 3, 0],
  ];

  /** The vectors for an agent that is put on one point after another, and stays on the last. */
  function shownOn(column: 'offset' | 'heading', closed: boolean, end: string): Triple[] {
    const paths = [{ name: 'way', points, closed }];
    const scene = sceneOf(showing('waypoint', column), { switchDistance: 0.5, end }, { paths });
    const visits = [[-3, 0, 0], ...points, points[3]];
    Object.assign(scene.species[0], pointsOf(visits.slice(0, 1)));
    const world = worldOf(scene, { kernel: 'ts' });
    return visits.map((at) => {
      [world.front.position.x[0], world.front.position.y[0], world.front.position.z[0]] = at;
      world.scratch.stagedWaypoint.set(world.front.waypoint);
      const [shown] = forcesOf(world);
      world.front.waypoint.set(world.scratch.stagedWaypoint);
      return shown;
    });
  }

  it('is the next one when the agent is near it, up to the last of an open path', () => {
    const offsets = [
      [3, 0, 0],
      [4, 0, 0],
      [0, 0, 0],
      [0, 3, 0],
    ];
    expect(shownOn('offset', false, 'arrive')).toEqual([...offsets, [0, 0, 0], [0, 0, 0]]);
    expect(shownOn('offset', false, 'stop')).toEqual([...offsets, [0, 0, 0], [0, 0, 0]]);
    expect(shownOn('offset', true, 'arrive')).toEqual([...offsets, [-4, -3, 0], [-4, -3, 0]]);
  });

  it('has a heading to the next distinct point, and none at the end of an open path', () => {
    const [east, north, none] = [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 0],
    ];
    const headings = [east, north, north, none, none, none];
    expect(shownOn('heading', false, 'arrive')).toEqual(headings);
    const back = [fround(-0.8), fround(-0.6), 0];
    expect(shownOn('heading', true, 'arrive')).toEqual([east, north, north, back, east, east]);
  });

  it('leads a law the way it leads followPath', () => {
    const seed = seedOf(5);
    const random = randomOf(seed);
    const positions = Array.from({ length: 23 }, () => [0, 0, 0].map(() => 9 * random() - 3));
    const follow = defineLaw({
      name: 'follow',
      description: 'Follows a path.',
      aim: 'waypoint',
      force: ({ self, aim }) => aim.offset.withLength(self.maxSpeed).sub(self.velocity),
    });
    const scene = (behavior: object) => ({
      name: 'follow',
      laws: [follow],
      paths: [{ name: 'way', points, closed: true }],
      species: [{ name: 'walker', maxSpeed: 3, ...pointsOf(positions), behaviors: [behavior] }],
    });
    const mine = worldOf(scene({ type: 'law:follow', switchDistance: 0.7 }));
    const own = worldOf(scene({ type: 'followPath', switchDistance: 0.7 }));
    tick(mine, 200);
    tick(own, 200);
    expect(Array.from(mine.front.waypoint)).toEqual(Array.from(own.front.waypoint));
    expect(new Set(mine.front.waypoint).size).toBeGreaterThan(1);
    positions.forEach((_, id) => {
      expect(distance(positionOf(mine, id), positionOf(own, id))).toBeLessThan(1e-3);
    });
  });
});

describe('the goal of an agent', () => {
  it('is at the offset to it, the short way around a torus', () => {
    const bounds = { type: 'wrap', min: [-9, -9, -9], max: [9, 9, 9] };
    const positions = [
      [1, 2, 3],
      [-8, 4, 0],
      [5, 5, 5],
    ];
    const goals = [
      [2, 2, -1],
      [8, 3, 0],
      [5, 5, 5],
    ];
    const scene = sceneOf(showing('goal', 'offset'), {}, { bounds });
    const agents = { ...pointsOf(positions), goals: { type: 'points', positions: goals } };
    expect(forces(scene, agents)).toEqual([
      [1, 0, -4],
      [-2, -1, 0],
      [0, 0, 0],
    ]);
  });
});

describe('a world of laws whose aims are places', () => {
  const bounds = { type: 'wrap', min: [-20, -20, -20], max: [20, 20, 20] };
  const box = { type: 'box', min: bounds.min, max: bounds.max, velocity: { speed: 2 } };

  /** Some species, each with a law and often a path of its own; the last has fewer agents than a vector has lanes. */
  function crowd(seed: number, wraps: boolean) {
    const random = randomOf(seed);
    const point = () => [0, 0, 0].map(() => 36 * random() - 18);
    const aims = ['path', 'waypoint', 'goal'] as const;
    const laws = aims.map((aim) => ({ ...walking(aim), name: aim }));
    const paths = [3, 17, 2].map((count, n) => {
      const points = Array.from({ length: count }, point);
      return { name: `way${n}`, points: [points[0], ...points], closed: random() < 0.5 };
    });
    const species = [41, 30, 6, 3].map((count, n) => {
      const aim = aims[Math.floor(random() * 3)];
      const path = aim === 'goal' ? {} : { path: `way${Math.floor(random() * 3)}` };
      const more = aim === 'path' ? { prediction: random(), from: 1, to: 25 } : {};
      const end = random() < 0.5 ? 'stop' : 'arrive';
      const points = aim === 'waypoint' ? { end, switchDistance: 6 } : {};
      return {
        name: `s${n}`,
        count,
        spawn: box,
        maxSpeed: 6,
        goals: { type: 'mirror', center: [1, 2, 3] },
        behaviors: [{ type: `law:${aim}`, ...path, ...more, ...points }, { type: 'separation' }],
      };
    });
    const room = wraps ? bounds : { type: 'open' };
    return parseScenario({ name: 'crowd', seed, dt: 0.1, bounds: room, laws, paths, species });
  }

  it(`has one hash for any number of workers, both kernels, and a resumed run, seed ${seedOf(3)}`, () => {
    const ended = new Set<number>();
    for (let n = 0; n < runsOf(4, 12); n++) {
      const seed = seedOf(3) + n;
      const random = randomOf(seed);
      const scenario = crowd(seed, n % 2 === 0);
      const [ts, simd] = KERNELS.map((kernel) => createWorld(scenario, { kernel, maxWorkers: 13 }));
      let resumed = ts;
      for (let t = 0; t < (LONG ? 30 : 18); t++) {
        stepAsTeam(ts, [1, 2, 3, 5, 8, 13][t % 6], random);
        stepAsTeam(simd, [13, 8, 5, 3, 2, 1][t % 6], random);
        if (resumed !== ts) tick(resumed);
        if (stateHash(ts) !== stateHash(simd)) {
          throw new Error(`seed ${seed}, tick ${ts.tick}: ${stateDifference(simd, ts)}`);
        }
        if (t === 12) resumed = restore(snapshot(ts));
      }
      expect(stateHash(resumed)).toBe(stateHash(ts));
      for (const point of ts.front.waypoint) ended.add(point);
    }
    // Agents have moved along their paths.
    expect(ended.size).toBeGreaterThan(LONG ? 2 : 1);
  });
});

describe('a scenario of laws that go after places', () => {
  const problems = (scene: Record<string, unknown>): string => {
    try {
      parseScenario(scene);
    } catch (error) {
      return String(error);
    }
    return 'none';
  };
  const one = { ...pointsOf([[0, 0, 0]]) };

  it.each([
    ['path', {}, '$.species[0].behaviors[0].path: found nothing, expected a path'],
    ['waypoint', { path: 'street' }, '$.species[0].behaviors[0].path: found "street"'],
    ['goal', {}, 'found "law:walk" in a species without goals, expected a species with goals'],
  ] as const)('is refused without what a law with aim "%s" needs', (aim, keys, message) => {
    const scene = sceneOf(walking(aim), keys);
    Object.assign(scene.species[0], one);
    expect(problems(scene)).toContain(message);
  });

  it('is refused with two behaviors that follow the points of a path', () => {
    const points = [
      [0, 0, 0],
      [1, 0, 0],
    ];
    const scene = sceneOf(walking('waypoint'), {}, { paths: [{ name: 'way', points }] });
    Object.assign(scene.species[0], one);
    (scene.species[0].behaviors as object[]).push({ type: 'followPath' });
    expect(problems(scene)).toContain(
      '$.species[0].behaviors[1]: found both "law:walk" and "followPath", expected at most one of "followPath", "navigate", "law:walk"',
    );
  });

  it.each([
    ['path', 'prediction', 'type, species, states, path, prediction, from, to'],
    ['waypoint', 'end', 'type, species, states, path, switchDistance, end, from, to'],
  ] as const)('has no law with aim "%s" and a parameter named %s', (aim, name, keys) => {
    const number = { unit: '1', default: 1, min: 0, max: 2, description: 'One.' };
    const options = {
      name: 'mine',
      description: 'Mine.',
      parameters: { [name]: number },
      force: () => vec3(0, 0, 0),
    };
    const message = `Law "mine": parameters.${name}: found "${name}", expected a name other than ${keys} in a law with aim "${aim}".`;
    expect(() => defineLaw({ ...options, aim })).toThrow(message);
    expect(() => defineLaw({ ...options, aim: 'goal' })).not.toThrow();
  });
});
