import { describe, expect, it } from 'vitest';
import { stateHash } from '../../src/phases/hash.ts';
import { tick, tickSliced } from '../../src/tick/tick.ts';
import { command } from '../../src/world/commands.ts';
import { takeEvents } from '../../src/world/event-ring.ts';
import type { World } from '../../src/world/world.ts';
import { pointsOf, worldOf } from '../helpers/scenes.ts';

function targetOf(world: World): { position: number[]; velocity: number[] } {
  const { targetPosition: p, targetVelocity: v } = world.views;
  return { position: [p.x[0], p.y[0], p.z[0]], velocity: [v.x[0], v.y[0], v.z[0]] };
}

/** A beam on its way to a target 1.25 m off, radius 1: it hits in the first step. */
function hammered(target: Record<string, unknown>, dt = 1 / 60): World {
  return worldOf({
    dt,
    species: [
      {
        name: 'hammer',
        ...pointsOf([[0, 0, 0]], [[30, 0, 0]]),
        behaviors: [{ type: 'homing', speed: 30 }],
      },
    ],
    targets: [{ name: 'goal', position: [1.25, 0, 0], radius: 1, ...target }],
  });
}

describe('a target', () => {
  it('takes its share of the velocity of a hit, and moves from the next step on', () => {
    const world = hammered({ impact: 0.5 });
    tick(world);
    expect(targetOf(world)).toEqual({ position: [1.25, 0, 0], velocity: [15, 0, 0] });
    tick(world);
    expect(targetOf(world).position[0]).toBeCloseTo(1.5, 6);
  });

  it('stays still if it takes no impact', () => {
    const world = hammered({ stiffness: 3, damping: 1 });
    tick(world, 30);
    expect(targetOf(world)).toEqual({ position: [1.25, 0, 0], velocity: [0, 0, 0] });
  });

  it('stays finite when its share of the speed of a hit would be out of range', () => {
    const world = hammered({ impact: 1000, stiffness: 3 });
    world.views.velocity.x[0] = 3e17;
    tick(world);
    expect(targetOf(world).velocity[0]).toBeCloseTo(1e18, -14);
    tick(world, 100);
    const { position, velocity } = targetOf(world);
    expect([...position, ...velocity].every(Number.isFinite)).toBe(true);
  });

  it('slows down by 1/(1 + damping dt) a step', () => {
    const world = hammered({ impact: 1, damping: 6 });
    tick(world, 11);
    expect(targetOf(world).velocity[0]).toBeCloseTo(30 / 1.1 ** 10, 3);
  });

  it('swings about its home with the period of its spring, and comes to rest there', () => {
    const world = hammered({ impact: 1, stiffness: 16, damping: 0.5 }, 1 / 600);
    tick(world, 6);
    const crossings: number[] = [];
    let before = targetOf(world).position[0] - 1.25;
    for (let k = 0; k < 6000; k++) {
      tick(world);
      const now = targetOf(world).position[0] - 1.25;
      if (before > 0 !== now > 0) crossings.push(world.tick / 600);
      before = now;
    }
    // omega^2 = stiffness - damping^2/4.
    const half = Math.PI / Math.sqrt(16 - 0.25 ** 2);
    expect(crossings[3] - crossings[1]).toBeCloseTo(2 * half, 1);
    tick(world, 12_000);
    expect(targetOf(world).position[0]).toBeCloseTo(1.25, 2);
  });

  it.each([
    [1000, 0.1],
    [1e4, 1],
    [1e4, 1 / 60],
  ])('stays bounded with a stiffness of %d/s^2 at a tick of %d s', (stiffness, dt) => {
    const world = hammered({ impact: 1, stiffness }, dt);
    let farthest = 0;
    for (let k = 0; k < 500; k++) {
      tick(world);
      const { position, velocity } = targetOf(world);
      expect([...position, ...velocity].every(Number.isFinite)).toBe(true);
      farthest = Math.max(farthest, Math.abs(position[0] - 1.25));
    }
    expect(farthest).toBeLessThan(60);
  });
});

/** Four beams of two species that all hit in the same step; one more expires in it. */
const CROWD = {
  species: [
    {
      name: 'fast',
      ...pointsOf(
        [
          [30, 0, 0],
          [-30, 0, 0],
        ],
        [
          [-3000, 0, 0],
          [3000, 0, 0],
        ],
      ),
      behaviors: [
        { type: 'homing', speed: 3000, curvatureRadius: 1e5 },
        // Sees no agent, but needs cells, so that the order of places is not that of ids.
        { type: 'cohesion', weight: 0, radius: 1, species: ['mayfly'] },
      ],
    },
    { name: 'mayfly', ...pointsOf([[900, 900, 900]]), lifetime: 0.001 },
    {
      name: 'slow',
      ...pointsOf(
        [
          [0, 2.1, 0],
          [0, -2.1, 0],
          [0, 0, 2.1],
        ],
        [
          [0, -30, 0],
          [0, 30, 0],
          [0, 0, -30],
        ],
      ),
      behaviors: [{ type: 'homing', speed: 30 }],
    },
  ],
  targets: [{ name: 'goal', position: [0, 0, 0], radius: 2, impact: 0.1 }],
};

it('events come in id order and hits push in that order, for any slices', () => {
  const alone = worldOf(CROWD);
  expect([...alone.views.id]).not.toEqual([0, 1, 2, 3, 4, 5]);
  tick(alone);
  const events = takeEvents(alone);
  expect(events.map((event) => [event.type, 'id' in event ? event.id : -1])).toEqual([
    ['hit', 0],
    ['hit', 1],
    ['expired', 2],
    ['hit', 3],
    ['hit', 4],
    ['hit', 5],
  ]);
  for (const order of [
    [1, 0],
    [2, 0, 1],
    [4, 3, 2, 1, 0],
  ]) {
    const world = worldOf(CROWD);
    tickSliced(world, order);
    expect(takeEvents(world)).toEqual(events);
    expect(targetOf(world)).toEqual(targetOf(alone));
  }
});

it('an event says where the agent touched, and is reported once', () => {
  const world = hammered({});
  tick(world);
  const [event, ...rest] = takeEvents(world);
  expect(rest).toEqual([]);
  expect(event).toMatchObject({ type: 'hit', tick: 1, id: 0, species: 'hammer', target: 'goal' });
  expect(event.type === 'hit' && event.position[0]).toBeCloseTo(0.25, 5);
  expect(takeEvents(world)).toEqual([]);
});

it('a hundred thousand events of one tick are all reported', () => {
  const count = 100_003;
  const world = worldOf({
    species: [
      {
        name: 'mayfly',
        count,
        spawn: { type: 'box', min: [0, 0, 0], max: [1, 1, 1] },
        lifetime: 0.01,
      },
    ],
  });
  tick(world);
  const ids = takeEvents(world).map((event) => (event.type === 'expired' ? event.id : -1));
  expect(ids.length).toBe(count);
  expect(ids.every((id, index) => id === index)).toBe(true);
});

describe('a moved target', () => {
  it('jumps, stands still, and has its home there from then on', () => {
    const world = hammered({ impact: 1, stiffness: 9, damping: 2 });
    tick(world, 5);
    command(world, { type: 'move', position: [4, 5, 6] });
    tick(world);
    expect(targetOf(world)).toEqual({ position: [4, 5, 6], velocity: [0, 0, 0] });
    tick(world, 50);
    expect(targetOf(world)).toEqual({ position: [4, 5, 6], velocity: [0, 0, 0] });
  });
});

describe('a command of an unknown kind', () => {
  /** A world with two agents and a command for its first tick; the kind is then overwritten. */
  function commanded(kind: number): World {
    const world = hammered({ impact: 1 });
    command(world, { type: 'set', species: 'hammer', parameter: 'radius', value: 7 });
    world.host.commands.write(world);
    world.constants.commandKind[0] = kind;
    return world;
  }

  it.each([0, 4, 77, 0xffffffff])('%i is refused, and nothing is written', (kind) => {
    for (const order of [[0], [1, 0], [2, 0, 1], [4, 2, 0, 1, 3]]) {
      const world = commanded(kind);
      const before = stateHash(world);
      expect(() => tickSliced(world, order)).toThrow(
        expect.objectContaining({
          name: 'CommandError',
          code: 'COMMAND_UNKNOWN',
          message: `constants.commandKind[0]: found ${kind}, expected a kind of command that this version knows.`,
        }),
      );
      expect(world.tick).toBe(0);
      expect(stateHash(world)).toBe(before);
    }
  });

  it('does no harm once its tick has passed', () => {
    const world = hammered({ impact: 1 });
    command(world, { type: 'set', species: 'hammer', parameter: 'radius', value: 7 });
    tick(world);
    world.constants.commandKind[0] = 77;
    tick(world);
    const slot = world.constants.commandPlace[2];
    expect(world.front.speciesParameters[slot]).toBe(7);
  });
});
