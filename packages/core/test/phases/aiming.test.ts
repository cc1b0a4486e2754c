import { describe, expect, it } from 'vitest';
import { tick } from '../../src/tick/tick.ts';
import { command } from '../../src/world/commands.ts';
import { takeEvents } from '../../src/world/event-ring.ts';
import type { World } from '../../src/world/world.ts';
import { angleBetween, velocityOf, worldOf } from '../helpers/scenes.ts';

const GUN = [3, 10, 4];

interface Range {
  readonly aim?: string;
  readonly species?: Record<string, unknown>;
  readonly target?: number[];
  readonly course?: number[];
  readonly orbit?: Record<string, unknown>;
  readonly dimensions?: number;
  readonly dt?: number;
}

const shell = { behaviors: [{ type: 'gravity' }, { type: 'ballistic' }] };

/** A gun, a pool of shells, and a target that flies straight on or on an orbit. */
function range({ aim, species = shell, target = [40, 5, 30], course, ...rest }: Range): World {
  const speed = course ? Math.hypot(...course) : 0;
  const end = target.map((value, axis) => value + (course?.[axis] ?? 0) * 100);
  return worldOf({
    dt: rest.dt ?? 1 / 60,
    dimensions: rest.dimensions ?? 3,
    species: [{ name: 'shell', count: 5, spawn: { type: 'pool' }, lifetime: 30, ...species }],
    paths: course ? [{ name: 'course', points: [target, end] }] : [],
    targets: [
      {
        name: 'goal',
        position: target,
        radius: 0.05,
        ...(course && { motion: { type: 'path', path: 'course', speed } }),
        ...(rest.orbit && { motion: { type: 'orbit', ...rest.orbit } }),
      },
    ],
    launchers: [
      {
        name: 'gun',
        species: 'shell',
        target: 'goal',
        position: GUN,
        speed: 40,
        ...(aim && { aim }),
      },
    ],
  });
}

function firesAndHits(world: World): boolean {
  tick(world, 7);
  command(world, { type: 'fire' });
  tick(world, 1200);
  return takeEvents(world).some((event) => event.type === 'hit');
}

const COURSES: [string, Range][] = [
  ['at rest', {}],
  ['that crosses', { course: [-6, 2, 9] }],
  ['in the plane', { dimensions: 2, course: [5, -1, 0] }],
  ['in long steps', { dt: 0.2, course: [-3, 1, 4] }],
];

describe.each(COURSES)('a target of 5 cm %s', (_, course) => {
  it.each([
    ['ballistic', shell],
    ['ballistic', { ...shell, damping: 0.3 }],
    ['ballistic', { behaviors: [{ type: 'ballistic' }] }],
    ['lead', { behaviors: [{ type: 'ballistic' }] }],
  ])('is hit by "%s" of %j', (aim, species) => {
    expect(firesAndHits(range({ aim, species, ...course }))).toBe(true);
  });

  it('is missed by shells that fall if the aim ignores that', () => {
    expect(firesAndHits(range({ aim: 'lead', ...course }))).toBe(false);
  });
});

it('aiming uses the gravity that was set last', () => {
  const world = range({ aim: 'ballistic' });
  const gravity = { species: 'shell', behavior: 'gravity', parameter: 'acceleration', value: 3 };
  command(world, { type: 'set', ...gravity });
  expect(firesAndHits(world)).toBe(true);
});

describe('out of range', () => {
  const far = { target: [300, 0, 404], aim: 'ballistic' };

  it('"ballistic" throws 45 degrees up toward the target', () => {
    const world = range(far);
    command(world, { type: 'fire' });
    tick(world);
    expect(angleBetween(velocityOf(world, 0), [297, Math.hypot(297, 400), 400])).toBeLessThan(1e-5);
  });

  it('"ballistic" throws straight up at a target above', () => {
    const world = range({ ...far, target: [3, 900, 4] });
    command(world, { type: 'fire' });
    tick(world);
    expect(angleBetween(velocityOf(world, 0), [0, 1, 0])).toBeLessThan(1e-5);
  });

  it('"lead" points at a target that cannot be met', () => {
    const world = range({ aim: 'lead', course: [37, -5, 26].map((v) => 2 * v) });
    command(world, { type: 'fire' });
    tick(world);
    expect(angleBetween(velocityOf(world, 0), [37, -5, 26])).toBeLessThan(0.01);
  });
});

it('an angle given with a fire is measured from the line of aim', () => {
  const [plain, wide] = [range({ aim: 'ballistic' }), range({ aim: 'ballistic' })];
  command(plain, { type: 'fire', count: 3 });
  command(wide, { type: 'fire', count: 3, angle: 0.2 });
  tick(plain);
  tick(wide);
  for (const id of [0, 1, 2]) {
    expect(angleBetween(velocityOf(plain, id), velocityOf(plain, 0))).toBeLessThan(1e-6);
    expect(angleBetween(velocityOf(wide, id), velocityOf(plain, 0))).toBeCloseTo(0.2, 5);
  }
});
