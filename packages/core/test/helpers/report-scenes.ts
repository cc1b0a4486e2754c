import { randomOf } from './random-of.ts';

/** The species of a scene with reports, in the order of ids. */
export const REPORTING = { walker: 37, wolf: 5, sheep: 61, dart: 9, runner: 7 } as const;

/**
 * A scene with reports of every kind, drawn by a seed: walkers with goals, wolves among sheep, more of these than
 * are checked one by one, darts that are fired at a moving target, and runners along a path. In the plane
 * it has a map with a room that nothing leads into, and walls that commands build and take away.
 */
export function reportScene(
  seed: number,
  dimensions: 2 | 3,
  bounds: 'open' | 'contain' | 'wrap',
): Record<string, unknown> {
  const random = randomOf(seed);
  const onMap = dimensions === 2 && bounds !== 'wrap';
  const min = [0, 0, 0];
  const max = [30, 24, 18];
  const at = (): number[] => max.map((edge, axis) => (axis < dimensions ? edge * random() : 0));
  const spawn = { type: 'box', min, max: dimensions === 2 ? [30, 24, 0] : max };
  const goals = { type: 'points', positions: Array.from({ length: REPORTING.walker }, at) };
  const go = (tick: number) => ({ tick, type: 'go', species: 'walker', position: at() });
  const path = { name: 'lane', points: [at(), at(), at()], closed: false };
  const wander = { type: 'wander', weight: 20 };
  const unreachable = onMap ? [{ type: 'unreachable' }] : [];
  return {
    name: 'reports',
    seed,
    dt: 0.1,
    dimensions,
    bounds: bounds === 'open' ? { type: 'open' } : { type: bounds, min, max },
    ...(onMap && {
      map: {
        rows: ['..........', '..####....', '..#..#....', '..#..#....', '..####....', '..........'],
        legend: { '.': 1, '#': 'wall' },
        cellSize: 4,
        origin: [-5, 0],
      },
    }),
    paths: [path],
    regions: [
      { name: 'door', type: 'box', min: [5, 4, 0], max: [14, 15, 9] },
      { name: 'pond', type: 'sphere', center: at(), radius: 6 },
    ],
    targets: [
      {
        name: 'sun',
        position: [15, 12, 0],
        motion: { type: 'orbit', center: [12, 10, 2], axis: [0, 0, 1], rate: 0.7 },
      },
      { name: 'moon', position: at() },
    ],
    species: [
      {
        name: 'walker',
        count: REPORTING.walker,
        spawn,
        goals,
        maxSpeed: 6,
        reports: [
          { type: 'arrived', radius: 1.5 },
          { type: 'entered', region: 'door' },
          { type: 'left', region: 'door' },
          ...unreachable,
          { type: 'near', species: 'walker', distance: 1.2, release: 2 },
        ],
        behaviors: [{ type: 'goal', weight: 3 }],
      },
      {
        name: 'wolf',
        count: REPORTING.wolf,
        spawn,
        maxSpeed: 7,
        reports: [{ type: 'near', species: 'sheep', distance: 2.5 }],
        behaviors: [wander],
      },
      {
        name: 'sheep',
        count: REPORTING.sheep,
        spawn,
        maxSpeed: 5,
        behaviors: [wander],
        reports: [
          { type: 'near', species: 'wolf', distance: 3 },
          { type: 'near', species: 'wolf', distance: 1 },
          { type: 'near', target: 'sun', distance: 4, release: 4 },
          { type: 'arrived', target: 'sun', radius: 2 },
          { type: 'entered', region: 'pond' },
          ...(onMap ? [{ type: 'unreachable', target: 'moon' }] : []),
        ],
      },
      {
        name: 'dart',
        count: REPORTING.dart,
        spawn: { type: 'pool' },
        lifetime: 2.3,
        behaviors: [wander],
        maxSpeed: 9,
        reports: [
          { type: 'left', region: 'pond' },
          { type: 'entered', region: 'door' },
          { type: 'arrived', target: 'moon', radius: 3 },
        ],
      },
      {
        name: 'runner',
        count: REPORTING.runner,
        spawn,
        maxSpeed: 8,
        behaviors: [{ type: 'followPath', weight: 4 }],
        reports: [{ type: 'arrived', path: 'lane', radius: 1 }],
      },
    ],
    launchers: [{ name: 'gun', species: 'dart', target: 'sun', position: [9, 8, 3], speed: 8 }],
    commands: [
      { tick: 3, type: 'fire', count: 5 },
      { tick: 20, type: 'fire', count: 7 },
      go(25),
      { tick: 20, type: 'place', species: 'sheep', position: [15, 12, dimensions - 2] },
      go(44),
      { tick: 47, type: 'remove', sphere: { center: [10, 10, 0], radius: 4 }, species: 'sheep' },
      ...(onMap
        ? [
            { tick: 15, type: 'cells', min: [16, 9], max: [18, 11], cost: 1 },
            { tick: 40, type: 'cells', min: [16, 9], max: [18, 11], cost: 'wall' },
          ]
        : []),
    ],
  };
}
