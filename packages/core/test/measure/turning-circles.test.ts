import { describe, expect, it } from 'vitest';
import { findOrbits, hasTurningCircles, widestCircle } from '../../src/measure/turning-circles.ts';
import { parseScenario } from '../../src/scenario/parse.ts';
import { createWorld } from '../../src/tick/create-world.ts';
import { tick } from '../../src/tick/tick.ts';
import { takeEvents } from '../../src/world/event-ring.ts';
import { long } from '../helpers/long.ts';
import { randomOf } from '../helpers/random-of.ts';
import { beams, SCENE_NAMES, scene } from '../helpers/scenes.ts';
import { shoot } from '../helpers/shots.ts';

/** What is found of one beam that is fired at an angle. */
function found(homing: Record<string, unknown>, angle?: number): string[] {
  const fire = { tick: 0, type: 'fire', ...(angle !== undefined && { angle }) };
  return findOrbits(createWorld(beams(homing, { commands: [fire] }))).map((orbit) => orbit.found);
}

describe('a beam at a target 50 m away with a radius of 3 m', () => {
  const quarter = Math.PI / 2;

  it.each([
    ['add', 25, quarter, false],
    ['add', 26, quarter, true],
    ['rotate', 26, quarter, false],
    ['rotate', 26.6, quarter, true],
    ['rotate', 40, quarter, true],
    ['rotate', 40, 3.1415927, false],
    ['rotate', 400, 0, false],
  ])(
    'turning by "%s" with R %d, started at %d rad, is warned of: %s',
    (turn, curvatureRadius, angle, warned) => {
      expect(found({ turn, curvatureRadius }, angle)).toHaveLength(warned ? 1 : 0);
    },
  );

  it('is reported with its launcher, its circle and the widest circle that hits', () => {
    const world = createWorld(
      beams(
        { turn: 'rotate', curvatureRadius: 40 },
        { commands: [{ tick: 0, type: 'fire', count: 16 }] },
      ),
    );
    expect(findOrbits(world)).toEqual([
      {
        path: '$.launchers[0]',
        found:
          'a turning radius of 40 m, so a flight that starts at an angle of 90 degrees orbits "target"',
        expected: 'at most 26.5 m: $.species[0].behaviors[0]',
      },
    ]);
  });

  it('is checked at the default angles of a fire if the scenario has no command', () => {
    const world = createWorld(beams({ turn: 'rotate', curvatureRadius: 40 }, { commands: [] }));
    expect(
      findOrbits(world).map((orbit) => /starts at an angle of \d+ degrees/.exec(orbit.found)?.[0]),
    ).toEqual(['starts at an angle of 60 degrees', 'starts at an angle of 90 degrees']);
  });
});

it('the widest circle passes the center of the target at the distance of the reach, seed 1', () => {
  const random = randomOf(1);
  for (let k = 0; k < 100; k++) {
    const [distance, reach] = [5 + 95 * random(), 3 * random()];
    const angle = Math.PI * random();
    const aside = distance * Math.sin(angle);
    const radius = widestCircle(distance, aside, reach);
    if (radius === Number.POSITIVE_INFINITY) expect(aside).toBeLessThanOrEqual(reach);
    else {
      const toMiddle = Math.hypot(distance * Math.cos(angle), aside - radius);
      expect(toMiddle).toBeCloseTo(radius - reach, 6);
    }
  }
});

describe('200 random starts, seed 2', () => {
  const random = randomOf(2);
  const counted = { orbits: 0, hits: 0 };
  const laws = [
    (radius: number) => ({ type: 'homing', turn: 'rotate', curvatureRadius: radius }),
    (radius: number) => ({ type: 'homing', turn: 'add', curvatureRadius: radius }),
    (radius: number) => ({ type: 'lead', curvatureRadius: radius }),
    (radius: number) => ({ type: 'turn', rate: 30 / radius }),
    (radius: number) => ({ type: 'turn', by: 'quaternion', rate: 30 / radius }),
  ];

  long('give a warning when they orbit, and none when they hit', () => {
    for (let k = 0; k < 200; k++) {
      const angle = Math.PI * random();
      const radius = 5 + 60 * random();
      const world = shoot({
        behavior: laws[k % laws.length](radius),
        velocity: [30 * Math.sin(angle), 0, 30 * Math.cos(angle)],
        radius: 1.5,
      });
      const widest = widestCircle(50, 50 * Math.sin(angle), 1.5);
      // Close to the limit the outcome depends on the time step, and on the speed that "add" gains.
      if (Math.abs(radius / widest - 1) < 0.06) continue;
      const warned = findOrbits(world).length > 0;
      let end = '';
      while (end === '' && world.tick < 3000) {
        tick(world, 10);
        end = takeEvents(world)[0]?.type ?? '';
      }
      expect(end, `${k}: R ${radius} at ${angle}, at most ${widest}`).toBe(
        warned ? 'orbit' : 'hit',
      );
      counted[warned ? 'orbits' : 'hits']++;
    }
    expect(counted.orbits).toBeGreaterThan(40);
    expect(counted.hits).toBeGreaterThan(40);
  });
});

it('the report counts how many of the agents that live at the start orbit', () => {
  const velocities = [
    [30, 0, 0],
    [0, 0, 30],
    [0, 0, -30],
    [0, -30, 0],
    [0, 0, 0],
  ];
  const world = shoot({
    behavior: { type: 'homing', curvatureRadius: 40 },
    count: 5,
    species: { spawn: { type: 'points', positions: Array(5).fill([0, 0, 0]), velocities } },
  });
  expect(findOrbits(world)).toEqual([
    {
      path: '$.species[0].behaviors[0]',
      found:
        '2 of 5 agents of "missile" in orbit around "goal", because they start too close to it and do not fly straight at it',
      expected:
        'agents that turn in tighter circles, that start farther away, or that fly straight at the target',
    },
  ]);
});

it('moving targets, further behaviors, and bounds that wrap are not checked', () => {
  const behavior = { type: 'homing', curvatureRadius: 40 };
  const bounds = { type: 'wrap', min: [-500, -500, -500], max: [500, 500, 500] };
  expect(findOrbits(shoot({ behavior }))).toHaveLength(1);
  expect(findOrbits(shoot({ behavior, course: [1, 0, 0] }))).toEqual([]);
  expect(findOrbits(shoot({ behavior, bounds }))).toEqual([]);
  const falling = { behaviors: [behavior, { type: 'gravity' }] };
  expect(findOrbits(shoot({ behavior, species: falling }))).toEqual([]);
});

it('no scene of the repository gives a warning', () => {
  const looked = SCENE_NAMES.filter((name) => hasTurningCircles(scene(name)));
  expect(looked).toContain('beams');
  for (const name of looked) expect(findOrbits(createWorld(scene(name))), name).toEqual([]);
  expect(
    hasTurningCircles(
      parseScenario({ name: 'one', species: [{ name: 'a', count: 1, spawn: { type: 'pool' } }] }),
    ),
  ).toBe(false);
});
