import { type CommandInput, command, createWorld, parseScenario, tick } from '@skein/core';
import { describe, expect, it } from 'vitest';
import type { Deed } from '../../src/deeds/deed-list.ts';
import { LawChanges } from '../../src/laws/law-changes.ts';
import type { Session } from '../../src/session.ts';

/** A run of a small flock, and everything that its controls have told the page. */
function opened() {
  const scenario = parseScenario({
    name: 'flock',
    species: [
      {
        name: 'boid',
        count: 3,
        maxSpeed: 4,
        spawn: { type: 'sphere', center: [0, 0, 0], radius: 2 },
        behaviors: [
          { type: 'cohesion', weight: 1 },
          { type: 'cohesion', weight: 2 },
        ],
      },
    ],
  });
  const world = createWorld(scenario);
  const told: string[] = [];
  const deeds: Deed[] = [];
  const kept: string[] = [];
  const session = { scenario, world, state: world } as unknown as Session;
  const changes = new LawChanges({
    set: async (change) => command(world, { type: 'set', ...change } as CommandInput),
    keep: (all) => kept.push(all.map((change) => `${change.parameter}=${change.value}`).join()),
    startAgain: () => told.push('again'),
    did: (deed) => deeds.push(deed),
    fail: (error) => told.push(`failed: ${error}`),
  });
  changes.listen(({ behavior, parameter, value }) =>
    told.push(`${behavior ?? ''}.${parameter}=${value}`),
  );
  changes.describe(session);
  const settled = () => new Promise((resolve) => setTimeout(resolve));
  return { world, changes, told, deeds, kept, settled };
}

const speed = (value: number) => ({ species: 'boid', parameter: 'maxSpeed', value });
const weight = (behavior: number | string, value: number) => {
  return { species: 'boid', behavior, parameter: 'weight', value };
};

describe('changes of parameters', () => {
  it('become commands, and one deed when the control comes to rest', async () => {
    const { world, changes, told, deeds, kept, settled } = opened();
    for (const value of [5, 6, 7]) changes.want(speed(value));
    changes.rest();
    expect(changes.valueOf(speed(0))).toBe(7);
    await settled();
    expect(world.log.at(-1)).toMatchObject({ type: 'set', parameter: 'maxSpeed', value: 7 });
    expect(told).toEqual(['.maxSpeed=5', '.maxSpeed=6', '.maxSpeed=7']);
    expect(kept.at(-1)).toBe('maxSpeed=7');
    expect(deeds).toHaveLength(1);
    deeds[0]!.undo();
    await settled();
    expect(world.log.at(-1)).toMatchObject({ parameter: 'maxSpeed', value: 4 });
    expect([changes.valueOf(speed(0)), kept.at(-1)]).toEqual([4, '']);
    deeds[0]!.redo();
    await settled();
    expect(changes.valueOf(speed(0))).toBe(7);
    expect(deeds).toHaveLength(1);
  });

  it('name a behavior by its type or its place, which are the same parameter', async () => {
    const { changes, told, settled } = opened();
    changes.change([weight(0, 8), weight('cohesion', 9), weight(1, 5)]);
    await settled();
    expect(told).toEqual(['cohesion.weight=8', 'cohesion.weight=9', '1.weight=5']);
    expect([0, 'cohesion', 1].map((value) => changes.valueOf(weight(value, 0)))).toEqual([9, 9, 5]);
  });

  it('are no deed if a control returns to where it was', async () => {
    const { changes, deeds, settled } = opened();
    changes.want(speed(9));
    changes.want(speed(4));
    changes.rest();
    await settled();
    expect(deeds).toEqual([]);
  });

  it('follow the commands of a run, and its way back', () => {
    const { world, changes, told } = opened();
    const session = { scenario: world.scenario, world, state: world } as unknown as Session;
    command(world, { type: 'set', ...speed(11) });
    tick(world, 2);
    changes.frame(session);
    expect(told).toEqual(['.maxSpeed=11']);
    const before = createWorld(world.scenario);
    changes.show({ scenario: world.scenario, world: before, state: before } as unknown as Session);
    expect(told).toEqual(['.maxSpeed=11', '.maxSpeed=4']);
  });

  it('that are refused show the value of the run again', async () => {
    const { changes, told, settled } = opened();
    changes.change([speed(-1)]);
    await settled();
    expect(told[0]).toBe('.maxSpeed=-1');
    expect(told[1]).toContain('failed: ');
    expect(told[2]).toBe('.maxSpeed=4');
    expect(changes.valueOf(speed(0))).toBe(4);
  });
});
