import { type Command, parseScenario } from '@skein/core';
import { describe, expect, it } from 'vitest';
import { followersOf, isPulling, pullCommands } from '../../src/controls/pull.ts';

const spawn = { type: 'sphere', center: [0, 0, 0], radius: 3 };
const scenario = (name: string) =>
  parseScenario({
    name: 'three-kinds',
    targets: [
      { name: 'tree', position: [1, 2, 3] },
      { name, position: [0, 0, 0] },
    ],
    species: [
      {
        name: 'bird',
        count: 2,
        maxSpeed: 4,
        maxForce: 10,
        spawn,
        behaviors: [
          { type: 'seek', target: 'tree', weight: 1 },
          { type: 'seek', target: name, weight: 0 },
          { type: 'flee', target: name, weight: 0 },
          { type: 'arrive', target: name, weight: 0 },
        ],
      },
      {
        name: 'cow',
        count: 1,
        mass: 6,
        maxSpeed: 3,
        spawn,
        behaviors: [{ type: 'flee', target: name, weight: 0 }],
      },
      { name: 'stone', count: 1, spawn },
    ],
  });

describe('followersOf', () => {
  it('finds who seeks and flees the pointer, as strong as their force over their speed', () => {
    expect(followersOf(scenario('pointer'))).toEqual([
      { species: 'bird', behavior: 1, pull: 'pull', strength: 2.5 },
      { species: 'bird', behavior: 'flee', pull: 'scare', strength: 2.5 },
      { species: 'cow', behavior: 'flee', pull: 'scare', strength: 20 },
    ]);
  });

  it('finds nobody where no target is called so', () => {
    expect(followersOf(scenario('other'))).toEqual([]);
  });
});

describe('the commands of a hold', () => {
  const followers = followersOf(scenario('pointer'));
  const given = (...pulls: Array<'pull' | 'scare' | undefined>) =>
    pulls.flatMap((pull, tick) =>
      pullCommands(followers, pull).map((one) => ({ ...one, tick }) as Command),
    );

  it('set each weight, the others to 0', () => {
    const weights = given('scare').map((one) => 'value' in one && one.value);
    expect(weights).toEqual([0, 2.5, 20]);
  });

  it('pull until they let go', () => {
    expect(isPulling(followers, [])).toBe(false);
    expect(isPulling(followers, given('pull'))).toBe(true);
    expect(isPulling(followers, given('pull', 'scare'))).toBe(true);
    expect(isPulling(followers, given('pull', 'scare', undefined))).toBe(false);
  });
});
