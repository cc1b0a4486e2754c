import { createWorld, parseScenario, tick } from '@skein/core';
import { describe, expect, it } from 'vitest';
import { Poses } from '../../src/sync/poses.ts';

/** An agent that flies along +z and seeks a place far to one side. */
function turning(aside: number, dimensions: 2 | 3 = 3) {
  const flat = dimensions === 2;
  return createWorld(
    parseScenario({
      name: 'turn',
      dimensions,
      species: [
        {
          name: 'flier',
          count: 3,
          maxSpeed: 10,
          maxForce: 10,
          spawn: {
            type: 'points',
            positions: [-1, 0, 2].map((x) => (flat ? [x, 0] : [x, 0, 0])),
            velocities: Array(3).fill(flat ? [0, 10] : [0, 0, 10]),
          },
          behaviors: [{ type: 'seek', target: 'there', weight: 10 }],
        },
      ],
      targets: [{ name: 'there', position: flat ? [aside, 50] : [aside, 0, 50] }],
    }),
  );
}

describe('Poses', () => {
  for (const [name, aside] of [
    ['left (+x of who flies along +z)', 60],
    ['right', -60],
  ] as const) {
    it(`rolls into a turn to the ${name}`, () => {
      const world = turning(aside);
      const poses = new Poses(world);
      for (let i = 0; i < 20; i++) {
        tick(world);
        poses.copyFrom(world, world.count);
      }
      const [x, , z, roll] = poses.pose;
      expect(Math.sign(x)).toBe(Math.sign(aside));
      expect(z).toBeGreaterThan(0.5);
      expect(roll * Math.sign(aside)).toBeGreaterThan(0.2);
    });
  }

  it('faces along the velocity in the plane, and rolls in a turn', () => {
    const world = turning(40, 2);
    const poses = new Poses(world);
    for (let i = 0; i < 150; i++) {
      tick(world);
      poses.copyFrom(world, world.count);
      if (i === 5) expect(Math.abs(poses.pose[3])).toBeGreaterThan(0.02);
    }
    for (let i = 0; i < 3; i++) {
      const { x, y } = world.views.velocity;
      const speed = Math.hypot(x[i], y[i]);
      expect((poses.pose[4 * i] * x[i] + poses.pose[4 * i + 1] * y[i]) / speed).toBeGreaterThan(
        0.99,
      );
    }
  });

  it('keeps the pose of the previous tick', () => {
    const world = turning(60);
    const poses = new Poses(world);
    tick(world, 9);
    poses.copyFrom(world, 3);
    tick(world);
    const last = [...poses.pose];
    poses.copyFrom(world, 3);
    expect([...poses.before]).toEqual(last);
    expect([...poses.pose]).not.toEqual(last);
    expect(poses.beat[0]).toBeGreaterThan(0);
  });

  it('starts again when an agent is fired again', () => {
    const world = createWorld(
      parseScenario({
        name: 'guns',
        species: [
          {
            name: 'beam',
            count: 1,
            lifetime: 0.1,
            spawn: { type: 'pool' },
            behaviors: [{ type: 'homing', target: 'end' }],
          },
        ],
        targets: [{ name: 'end', position: [0, 0, 90], radius: 1 }],
        launchers: [
          { name: 'a', species: 'beam', target: 'end', position: [0, 0, 0], speed: 30 },
          { name: 'b', species: 'beam', target: 'end', position: [0, 0, 180], speed: 30 },
        ],
        commands: [
          { tick: 0, type: 'fire', launcher: 'a', angle: 0 },
          { tick: 20, type: 'fire', launcher: 'b', angle: 0 },
        ],
      }),
    );
    const poses = new Poses(world);
    tick(world, 2);
    poses.copyFrom(world, 1);
    expect(poses.pose[2]).toBeCloseTo(1, 3);
    tick(world, 20);
    poses.copyFrom(world, 1);
    expect(poses.pose[2]).toBeCloseTo(-1, 3);
    expect(poses.pose[3]).toBeCloseTo(0, 3);
  });
});
