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
          { type: 'dodge', target: name },
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
  it('finds behaviors that seek, flee or dodge the pointer, with a weight of force over speed, or commanded', () => {
    expect(followersOf(scenario('pointer'))).toEqual([
      { species: 'bird', behavior: 1, pull: 'pull', parameter: 'weight', value: 2.5 },
      { species: 'bird', behavior: 'flee', pull: 'scare', parameter: 'weight', value: 2.5 },
      { species: 'bird', behavior: 'dodge', pull: 'pull', parameter: 'commanded', value: 1 },
      { species: 'cow', behavior: 'flee', pull: 'scare', parameter: 'weight', value: 20 },
    ]);
  });

  it('finds none without a target of that name', () => {
    expect(followersOf(scenario('other'))).toEqual([]);
  });
});

describe('the commands of a hold', () => {
  const followers = followersOf(scenario('pointer'));
  const given = (...pulls: Array<'pull' | 'scare' | undefined>) =>
    pulls.flatMap((pull, tick) =>
      pullCommands(followers, pull).map((pullCommand) => ({ ...pullCommand, tick }) as Command),
    );

  const set = (pull: 'pull' | 'scare' | undefined) =>
    given(pull).map((command) => 'parameter' in command && `${command.parameter} ${command.value}`);

  it('set their own parameters, those of the others to 0, and all to 0 at the release', () => {
    expect(set('pull')).toEqual(['weight 2.5', 'weight 0', 'commanded 1', 'weight 0']);
    expect(set('scare')).toEqual(['weight 0', 'weight 2.5', 'commanded 0', 'weight 20']);
    expect(set(undefined)).toEqual(['weight 0', 'weight 0', 'commanded 0', 'weight 0']);
  });

  it('pull until the release', () => {
    expect(isPulling(followers, [])).toBe(false);
    expect(isPulling(followers, given('pull'))).toBe(true);
    expect(isPulling(followers, given('pull', 'scare'))).toBe(true);
    expect(isPulling(followers, given('pull', 'scare', undefined))).toBe(false);
  });

  it('are distinguished from commands that set other parameters of the same behaviors', () => {
    const other = {
      type: 'set',
      species: 'bird',
      behavior: 'dodge',
      parameter: 'horizon',
      value: 2,
    };
    expect(isPulling(followers, [{ ...other, tick: 9 } as Command])).toBe(false);
    expect(isPulling(followers, [...given('pull'), { ...other, tick: 9 } as Command])).toBe(true);
  });
});
