import { describe, expect, it } from 'vitest';
import { tick } from '../../src/tick/tick.ts';
import { drainEvents, takeEvents } from '../../src/world/event-ring.ts';
import { WORD } from '../../src/world/layout.ts';
import { worldOf } from '../helpers/scenes.ts';

const SPARKS = {
  dt: 0.1,
  species: [{ name: 'spark', count: 9, spawn: { type: 'pool' }, behaviors: [{ type: 'homing' }] }],
  targets: [{ name: 'goal', position: [0, 0, 20] }],
  launchers: [{ name: 'gun', species: 'spark', target: 'goal', position: [0, 0, 0], speed: 30 }],
  commands: Array.from({ length: 30 }, (_, k) => ({ tick: k, type: 'fire', angle: 0 })),
};

describe('events', () => {
  it('wait until they are taken, in order, and are taken once', () => {
    const all = worldOf(SPARKS);
    tick(all, 30);
    const events = takeEvents(all);
    expect(events.filter((event) => event.type === 'fired')).toHaveLength(30);
    expect(events.filter((event) => event.type === 'hit').length).toBeGreaterThan(15);
    for (let k = 1; k < events.length; k++) {
      expect(events[k].tick).toBeGreaterThanOrEqual(events[k - 1].tick);
    }
    expect(takeEvents(all)).toEqual([]);

    const often = worldOf(SPARKS);
    const taken = [];
    for (let k = 0; k < 30; k++) {
      tick(often);
      taken.push(...takeEvents(often));
    }
    expect(taken).toEqual(events);
  });

  it('are reported in the tick of the state that shows them', () => {
    const world = worldOf(SPARKS);
    tick(world);
    expect(takeEvents(world)).toEqual([
      {
        type: 'fired',
        tick: 1,
        launcher: 'gun',
        species: 'spark',
        count: 1,
        recycled: 0,
        refused: 0,
      },
    ]);
    expect(world.tick).toBe(1);
  });

  it('are all kept when the ring, or its 32-bit counter, wraps around', () => {
    const expected = worldOf(SPARKS);
    tick(expected, 30);
    const events = takeEvents(expected);
    const size = expected.control.eventTick.length;
    for (const start of [size - 3, 0x7ffffffe, 0xfffffffd]) {
      const world = worldOf(SPARKS);
      for (const state of world.states) state.eventCount[0] = start;
      world.control.word[WORD.eventsTaken] = start;
      tick(world, 30);
      expect(takeEvents(world)).toEqual(events);
    }
  });

  it('that are drained to the host stay there', () => {
    const world = worldOf(SPARKS);
    tick(world, 3);
    drainEvents(world);
    drainEvents(world);
    expect(takeEvents(world)).toHaveLength(3);
  });
});
