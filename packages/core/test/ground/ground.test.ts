import { describe, expect, it } from 'vitest';
import { inspect } from '../../src/insight/inspect.ts';
import { heightIn, isInPolygon } from '../../src/path/mesh/mesh-place.ts';
import type { NavMesh } from '../../src/path/mesh/nav-mesh.ts';
import { stateHash } from '../../src/phases/hash.ts';
import { parseScenario } from '../../src/scenario/parse.ts';
import { restore, snapshot } from '../../src/snapshot/snapshot.ts';
import { createWorld } from '../../src/tick/create-world.ts';
import { tick, tickSliced } from '../../src/tick/tick.ts';
import { command } from '../../src/world/commands.ts';
import { ROUTE } from '../../src/world/engine-columns.ts';
import { takeEvents } from '../../src/world/event-ring.ts';
import { findPaths } from '../../src/world/find-paths.ts';
import { meshIn } from '../../src/world/mesh.ts';
import { innerOf, type World } from '../../src/world/public-world.ts';
import { problemLinesOf, scenarioOn, TWO_FLOORS } from './two-floors.ts';

/** The places of the walkers, by index: the walkers of the fixture come first. */
function walkersOf({ views }: World): number[] {
  return Array.from({ length: 40 }, (_, index) => views.slot[index]);
}

/** The polygons from which a walker can have come in one step: its own, and those around it. */
function isBeside({ first, next }: NavMesh, p: number, q: number): boolean {
  return p === q || next.subarray(first[p], first[p + 1]).includes(q);
}

describe('walkers on a ground', () => {
  it('keep to their floor, cross only shared edges, arrive, and do not overlap', () => {
    const world = createWorld(parseScenario(scenarioOn()));
    const mesh = meshIn(innerOf(world));
    const polygonOf = (at: number): number => world.views.polygon[at];
    const before = walkersOf(world).map(polygonOf);
    let deepest = 0;
    for (let k = 0; k < 1600; k++) {
      tick(world);
      const { x, y, z } = world.views.position;
      const places = walkersOf(world);
      places.forEach((at, index) => {
        const polygon = polygonOf(at);
        expect(isInPolygon(mesh, polygon - 1, x[at], y[at])).toBe(true);
        expect(z[at]).toBe(Math.fround(heightIn(mesh, polygon - 1, x[at], y[at])));
        expect(isBeside(mesh, before[index] - 1, polygon - 1)).toBe(true);
        before[index] = polygon;
        for (const other of places.slice(index + 1)) {
          if (Math.abs(z[at] - z[other]) > 1) continue;
          const apart = Math.hypot(x[at] - x[other], y[at] - y[other]);
          deepest = Math.max(deepest, 0.5 - apart);
        }
      });
    }
    const heights = walkersOf(world).map((at) => world.views.position.z[at]);
    expect(heights.slice(0, 20)).toEqual(Array(20).fill(4));
    expect(heights.slice(20)).toEqual(Array(20).fill(0));
    expect(deepest).toBeLessThan(0.05 * 0.25);
  });

  it('have the same hash for any number of workers, kernel and resume', () => {
    const scenario = parseScenario(scenarioOn());
    const hashes = [
      ...[1, 2, 3, 7].map((workers) => ({ workers, kernel: 'ts' as const })),
      ...[1, 3].map((workers) => ({ workers, kernel: 'simd' as const })),
    ].map(({ workers, kernel }) => {
      let world = createWorld(scenario, { kernel });
      for (let k = 0; k < 240; k++) {
        tickSliced(world, [...Array(workers).keys()]);
        if (k === 100) world = restore(snapshot(world), { kernel });
      }
      return stateHash(world);
    });
    expect(new Set(hashes).size).toBe(1);
  });

  it('that a command makes wider take the way of those that were resumed since', () => {
    const corner = [
      [0, 0, 0],
      [10, 0, 0],
      [10, 4, 0],
      [4, 4, 0],
      [4, 10, 0],
      [0, 10, 0],
      [0, 4, 0],
    ];
    const polygons = [
      [0, 1, 2, 3, 6],
      [6, 3, 4, 5],
    ];
    const walker = {
      name: 'walker',
      count: 1,
      spawn: { type: 'box', min: [9, 1, 0], max: [9, 1, 0] },
      goals: { type: 'points', positions: [[3, 9, 0]] },
      maxSpeed: 1,
      radius: 0.2,
      behaviors: [{ type: 'navigate', weight: 10 }],
    };
    const ground = { vertices: corner, polygons };
    const scenario = { name: 'corner', dimensions: 3, dt: 0.05, ground, species: [walker] };
    const world = createWorld(parseScenario(scenario));
    for (let k = 0; k < 8; k++) tick(world);
    command(world, { type: 'set', species: 'walker', parameter: 'radius', value: 0.8 });
    // The command acts in this tick, and the walker has kept the bends of its old size.
    tick(world);
    const resumed = restore(snapshot(world));
    for (const one of [world, resumed]) for (let k = 0; k < 60; k++) tick(one);
    expect(stateHash(resumed)).toBe(stateHash(world));
  });

  it('do not see who is on another floor, though right above or below', () => {
    const twice = (positions: number[][]) =>
      createWorld(
        parseScenario(
          scenarioOn({
            species: [
              {
                name: 'shy',
                count: positions.length,
                spawn: { type: 'points', positions },
                maxSpeed: 1,
                maxForce: 5,
                behaviors: [
                  { type: 'separation', radius: 8, weight: 3 },
                  { type: 'context', radius: 8 },
                ],
              },
            ],
          }),
        ),
      );
    const [alone, above, beside] = [
      twice([[5, 5, 0]]),
      twice([
        [5, 5, 0],
        [5.1, 5, 4],
      ]),
      twice([
        [5, 5, 0],
        [5.1, 5, 0],
      ]),
    ];
    for (const world of [alone, above, beside]) for (let k = 0; k < 20; k++) tick(world);
    const placeOf = ({ views }: World) => {
      const at = views.slot[0];
      return [views.position.x[at], views.position.y[at], views.position.z[at]];
    };
    expect(placeOf(above)).toEqual(placeOf(alone));
    expect(placeOf(beside)).not.toEqual(placeOf(alone));
  });

  it.each([
    ['avoidance', { type: 'avoidance', lookAhead: 2, margin: 0.3, weight: 40 }, 0.4],
    [
      'avoidance that reflects',
      { type: 'avoidance', lookAhead: 2, margin: 0.3, weight: 40, steer: 'reflect' },
      0.4,
    ],
    ['containment', { type: 'containment', lookAhead: 0.5, margin: 1, weight: 40 }, 0.4],
    [
      'context',
      { type: 'context', radius: 1, castRadius: 0.5, castRange: 2, weight: 20, speed: 1 },
      0.3,
    ],
  ] as const)('keep off the walls of their floor by %s', (_, behavior, least) => {
    for (const kernel of ['ts', 'simd'] as const) {
      const nearest = [[], [behavior]].map((behaviors) => {
        const world = createWorld(
          parseScenario(
            scenarioOn({
              targets: [{ name: 'far', position: [10, -50, 0] }],
              species: [
                {
                  name: 'walker',
                  count: 1,
                  spawn: { type: 'points', positions: [[4, 6, 0]], velocities: [[0.7, -0.7, 0]] },
                  radius: 0.25,
                  maxSpeed: 1,
                  maxForce: 40,
                  behaviors: [{ type: 'seek', target: 'far', weight: 0.5 }, ...behaviors],
                },
              ],
            }),
          ),
          { kernel },
        );
        let nearest = Number.POSITIVE_INFINITY;
        for (let k = 0; k < 400; k++) {
          tick(world);
          nearest = Math.min(nearest, world.views.position.y[0]);
        }
        return nearest;
      });
      expect(nearest[0]).toBeLessThan(1e-6);
      expect(nearest[1]).toBeGreaterThan(least);
    }
  });

  it('have paths with heights, that lie on the surface', () => {
    const world = createWorld(parseScenario(scenarioOn()));
    const [{ status, points, length }] = findPaths(world, [{ from: [1, 1, 0], to: [1, 1, 4] }]);
    expect(status).toBe('found');
    const corners = Array.from({ length: points.length / 3 }, (_, k) => [
      ...points.subarray(3 * k, 3 * k + 3),
    ]);
    expect(corners.map((corner) => corner.map((v) => Math.round(100 * v) / 100))).toEqual([
      [1, 1, 0],
      [20, 3.11, 0],
      [28, 4, 2],
      [28, 6, 2],
      [20, 6, 4],
      [1, 1, 4],
    ]);
    const ways = [Math.hypot(27, 3), 2, 8, Math.hypot(19, 5)];
    expect(length).toBeCloseTo(ways[0] + ways[1] + ways[2] + ways[3], 9);
    // The nearest floor counts.
    const [low] = findPaths(world, [{ from: [1, 1, 0.4], to: [15, 8, 1.5] }]);
    expect(low.length).toBeCloseTo(Math.hypot(14, 7), 9);
  });
});

/** The two floors with a ladder and a teleport, and three walkers who want to the upper floor. */
function linked(links: object[], changes: object = {}, more: object = {}): World {
  return createWorld(
    parseScenario(
      scenarioOn({
        ground: { ...structuredClone(TWO_FLOORS), links, ...changes },
        species: [
          {
            name: 'walker',
            count: 3,
            spawn: {
              type: 'points',
              positions: [
                [2, 2, 0],
                [3, 3, 0],
                [8, 8, 0],
              ],
            },
            goals: { type: 'points', positions: Array(3).fill([2, 8, 4]) },
            radius: 0.2,
            maxSpeed: 1.4,
            behaviors: [{ type: 'navigate', weight: 10 }, { type: 'orca' }],
            ...more,
          },
        ],
      }),
    ),
  );
}

describe('links of a ground', () => {
  const ladder = { name: 'ladder', from: [1, 5, 0], to: [1, 5, 4], duration: 2 };

  it('lead up in their duration, and shorten the way', () => {
    const world = linked([ladder]);
    const heights = new Set<number>();
    let onLink = 0;
    for (let k = 0; k < 400; k++) {
      tick(world);
      const at = world.views.slot[0];
      if (world.views.link[at] === 0) continue;
      onLink++;
      heights.add(world.views.position.z[at]);
    }
    // 2 s of 0.05 s, after the step in which it gets on.
    expect(onLink).toBe(40);
    expect(Math.max(...heights)).toBeCloseTo(3.9, 5);
    expect([...world.views.position.z].every((z) => z === 4)).toBe(true);
  });

  it('are not used when closed, and are used when a command opens them', () => {
    const world = linked([{ ...ladder, open: false }]);
    const zs = (): number[] =>
      [0, 1, 2].map((index) => world.views.position.z[world.views.slot[index]]);
    tick(world, 200);
    expect(zs()[0]).toBe(0);
    command(world, { type: 'link', link: 'ladder', open: true });
    command(world, { type: 'place', ids: [0], position: [3, 5, 0] });
    tick(world, 200);
    expect(zs()[0]).toBe(4);
    expect(() => command(world, { type: 'link', link: 'lader', open: true })).toThrow(
      'did you mean "ladder"',
    );
  });

  it('are left by an agent that is placed elsewhere', () => {
    const world = linked([ladder], {}, { reports: [{ type: 'left', link: 'ladder' }] });
    const linkOf = () => world.views.link[world.views.slot[0]];
    while (linkOf() === 0) tick(world);
    tick(world, 10);
    command(world, { type: 'place', ids: [0], position: [15, 5, 0] });
    takeEvents(world);
    tick(world);
    expect(linkOf()).toBe(0);
    const [{ type, tick: at }] = takeEvents(world);
    expect([type, at]).toEqual(['left', world.tick]);
    tick(world);
    expect(world.views.position.z[world.views.slot[0]]).toBe(0);
  });

  it('are not entered once they are closed, however seldom paths are searched', () => {
    const behaviors = [{ type: 'navigate', weight: 10, interval: 60 }];
    const reports = [{ type: 'entered', link: 'ladder' }];
    const world = linked([ladder], {}, { behaviors, reports });
    tick(world, 10);
    command(world, { type: 'link', link: 'ladder', open: false });
    tick(world, 400);
    expect(takeEvents(world).filter(({ type }) => type === 'entered')).toEqual([]);
    expect(Math.max(...world.views.position.z)).toBeGreaterThan(2);
  });

  it('lead past a floor from which there is no way', () => {
    const floors = [0, 4, 8].flatMap((z) => [
      [0, 0, z],
      [9, 0, z],
      [9, 9, z],
      [0, 9, z],
    ]);
    const polygons = [0, 4, 8].map((at) => [at, at + 1, at + 2, at + 3]);
    const links = [{ ...ladder, to: [1, 5, 8], both: false }];
    const spawn = { type: 'points', positions: [[1, 4, 0]] };
    const goals = { type: 'points', positions: [[8, 8, 8]] };
    const behaviors = [{ type: 'navigate', weight: 10 }];
    const reports = [{ type: 'unreachable' }, { type: 'left', link: 'ladder' }];
    const walker = { name: 'walker', count: 1, radius: 0.2, maxSpeed: 1.4, spawn, goals };
    const ground = { vertices: floors, polygons, links };
    const species = [{ ...walker, behaviors, reports }];
    const world = createWorld(parseScenario(scenarioOn({ ground, species })));
    const statuses = new Set<string | undefined>();
    for (let k = 0; k < 100; k++) {
      tick(world);
      statuses.add(inspect(world, 0)?.ways[0]?.status);
    }
    expect(takeEvents(world).map(({ type }) => type)).toEqual(['left']);
    expect([...statuses]).toEqual(['found']);
  });

  it('of no duration and no cost are passed at once', () => {
    const world = linked([{ ...ladder, from: [18, 9, 0], to: [2, 7, 4], duration: 0, cost: 0 }]);
    let before = 0;
    for (let k = 0; k < 600 && before < 4; k++) {
      tick(world);
      const z = world.views.position.z[world.views.slot[2]];
      expect(z === before || z === 4).toBe(true);
      before = z;
    }
    expect(before).toBe(4);
  });

  it('are reported when an agent gets on and off, however short they are', () => {
    const teleport = { name: 'teleport', from: [10, 9, 0], to: [2, 7, 4], duration: 0, cost: 0 };
    const reports = ['entered', 'left'].flatMap((type) => [
      { type, link: 'ladder' },
      { type, link: 'teleport' },
    ]);
    const world = linked([ladder, teleport], {}, { reports });
    const seen: string[] = [];
    for (let k = 0; k < 600; k++) {
      tick(world);
      for (const event of takeEvents(world)) {
        if (event.type !== 'entered' && event.type !== 'left') continue;
        seen.push(`${event.tick} ${event.id} ${event.type} ${event.link}`);
      }
    }
    const of = (id: number) => seen.filter((line) => line.split(' ')[1] === String(id));
    const [first, , last] = [0, 1, 2].map(of);
    expect(seen.length).toBe(6);
    expect(first.map((line) => line.replace(/^\d+ /, ''))).toEqual([
      '0 entered ladder',
      '0 left ladder',
    ]);
    const [on, off] = first.map((line) => Number(line.split(' ')[0]));
    expect(off - on).toBe(40);
    expect(last.map((line) => line.replace(/^\d+ /, ''))).toEqual([
      '2 entered teleport',
      '2 left teleport',
    ]);
  });

  it('lead from one state of an agent to another', () => {
    const states = [
      { name: 'walk', next: [{ type: 'entered', link: 'ladder', to: 'climb' }] },
      { name: 'climb', next: [{ type: 'left', link: 'ladder', to: 'walk' }] },
    ];
    const world = linked([ladder], {}, { states });
    let climbing = 0;
    for (let k = 0; k < 400; k++) {
      tick(world);
      const at = world.views.slot[0];
      const state = (world.views.columns as Record<string, Uint32Array>).state[at];
      expect(state).toBe(world.views.link[at] > 0 ? 1 : 0);
      climbing += state;
    }
    expect(climbing).toBe(40);
  });

  it('are named in reports and transitions, beside regions', () => {
    const walker = (more: object) =>
      problemLinesOf(
        scenarioOn({
          ground: { ...structuredClone(TWO_FLOORS), links: [ladder] },
          species: [{ name: 'w', count: 1, spawn: { type: 'pool' }, behaviors: [], ...more }],
        }),
      );
    expect(walker({ reports: [{ type: 'entered', link: 'lader' }, { type: 'left' }] })).toEqual([
      '$.species[0].reports[0].link: "lader" (did you mean "ladder"?); a link of the ground: "ladder"',
      '$.species[0].reports[1].region: nothing; a region, a link, or a state of the species',
    ]);
  });

  it('are refused beside the ground, and with a name twice', () => {
    const far = { ...ladder, to: [-9, 5, 4] };
    const ground = { ...structuredClone(TWO_FLOORS), links: [ladder, far] };
    expect(problemLinesOf(scenarioOn({ ground }))).toEqual([
      '$.ground.links[1].name: "ladder" again; another name',
      '$.ground.links[1].to: a point beside the ground; at most 1 m away from it',
    ]);
  });
});

describe('walkers on a ground with one goal', () => {
  const start = (kernel: 'ts' | 'simd' = 'ts', perTick = 1): World => {
    const positions = Array.from({ length: 60 }, (_, k) => [1 + (k % 12), 1 + 0.7 * (k % 7), 0]);
    const goals = positions.map((_, k) => (k % 6 === 0 ? [3 + (k % 5), 8, 4] : [2, 8, 4]));
    const walker = {
      ...{ name: 'walker', count: 60, radius: 0.2, maxSpeed: 1.4 },
      spawn: { type: 'points', positions },
      goals: { type: 'points', positions: goals },
      behaviors: [{ type: 'navigate', weight: 10 }, { type: 'orca' }],
    };
    const scenario = { ...scenarioOn(), routes: { perTick }, species: [walker] };
    return createWorld(parseScenario(scenario), { kernel });
  };
  const without = (world: World): number => {
    const { route } = innerOf(world).front;
    return [...Array(60).keys()].filter((agent) => route[agent * ROUTE.words] === 0).length;
  };

  it('share a search, eight times as many in a tick', () => {
    const world = start();
    const counts = Array.from({ length: 12 }, () => {
      tick(world);
      return without(world);
    });
    expect(counts.slice(0, 2)).toEqual([60, 59]);
    // Each sixth has a goal of its own, and its turn comes before that of others with a higher id.
    expect(counts.slice(2, 5)).toEqual([51, 50, 42]);
    tick(world, 60);
    expect(without(world)).toBe(0);
  });

  it('have the same hash for any number of workers, kernel and resume, while they wait', () => {
    const plain = start();
    tick(plain, 80);
    for (const order of [[0], [2, 0, 1], [4, 2, 0, 3, 1]]) {
      for (const kernel of ['ts', 'simd'] as const) {
        let world = start(kernel);
        for (let k = 0; k < 4; k++) tickSliced(world, order);
        world = restore(snapshot(world), { kernel });
        for (let k = 0; k < 76; k++) tickSliced(world, order);
        expect(stateHash(world)).toBe(stateHash(plain));
      }
    }
  });
});

describe('areas of a ground', () => {
  it('that cost more are avoided by those whom they cost, until a command says otherwise', () => {
    // The stair is the only way but for a dear link.
    const ladder = { name: 'ladder', from: [1, 5, 0], to: [1, 5, 4], cost: 70 };
    const areas = [{ name: 'stair', polygons: [1, 3], cost: 6 }];
    const isOnLadder = (changed: boolean): boolean => {
      const world = linked([ladder], { areas });
      if (changed) command(world, { type: 'area', area: 'stair', cost: 1 });
      for (let k = 0; k < 300; k++) {
        tick(world);
        if (world.views.link[world.views.slot[0]] > 0) return true;
      }
      return false;
    };
    expect(isOnLadder(false)).toBe(true);
    expect(isOnLadder(true)).toBe(false);
  });
});

describe('a scenario with a ground', () => {
  const ground = structuredClone(TWO_FLOORS) as unknown as {
    vertices: number[][];
    polygons: number[][];
  };
  const vertices = ground.vertices;

  it.each([
    [
      'the plane',
      { dimensions: 2 },
      '$.ground: a ground in two dimensions; dimensions 3, or the key "mesh" instead',
    ],
    ['a mesh too', { mesh: ground }, '$.ground: both a mesh and a ground; one of the two'],
    [
      'a torus',
      { bounds: { type: 'wrap', min: [-1, -1, -1], max: [33, 11, 5] } },
      '$.ground: a ground in bounds that wrap; bounds that do not wrap',
    ],
    [
      'upright polygons',
      { ground: { vertices, polygons: [...ground.polygons, [0, 1, 16]] } },
      '$.ground.polygons[5][2]: the position of corner 1 again; a different position for each corner',
    ],
  ])('is refused with %s', (_, changes, line) => {
    expect(problemLinesOf(scenarioOn(changes))).toContain(line);
  });

  it('refuses walkers where there is no ground, and navigators that fly', () => {
    const walker = { name: 'w', count: 1, spawn: { type: 'points', positions: [[0, 0, 0]] } };
    const { ground: _, ...without } = scenarioOn({
      species: [{ ...walker, moves: 'walk', height: 1 }],
    }) as never as Record<string, unknown>;
    expect(problemLinesOf(without)).toEqual([
      '$.species[0].moves: "moves" without a ground; a scenario with the key "ground"',
      '$.species[0].height: "height" without a ground; a scenario with the key "ground"',
    ]);
    const species = [
      {
        ...walker,
        moves: 'fly',
        maxSpeed: 1,
        goals: { type: 'mirror', center: [1, 1, 0] },
        behaviors: [{ type: 'navigate' }],
      },
    ];
    expect(problemLinesOf(scenarioOn({ species }))).toContain(
      '$.species[0].behaviors[0]: "navigate" in a species that flies; a species that walks',
    );
  });
});
