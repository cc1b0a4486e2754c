import { describe, expect, it } from 'vitest';
import { createWorld } from '../../src/tick/create-world.ts';
import { tick } from '../../src/tick/tick.ts';
import { takeEvents } from '../../src/world/event-ring.ts';
import type { WorldEvent } from '../../src/world/events.ts';
import { scene, sceneText } from '../helpers/scenes.ts';

/** The events of a number of ticks, of the scene with some numbers of its behavior replaced. */
function eventsOf(intercept: Record<string, unknown>, ticks: number): WorldEvent[] {
  const input = JSON.parse(sceneText('salvo'));
  Object.assign(input.species[0].behaviors[0], intercept);
  const world = createWorld(scene('salvo', { species: input.species }));
  tick(world, ticks);
  return takeEvents(world);
}

function hitTicks(events: WorldEvent[]): number[] {
  return events.flatMap((event) => (event.type === 'hit' ? [event.tick] : []));
}

describe('salvo', () => {
  it('four volleys of 44 missiles strike in tick 240, the next four of 42 in tick 480', () => {
    const events = eventsOf({}, 600);
    expect(events.filter((event) => event.type === 'fired')).toHaveLength(8);
    expect(hitTicks(events)).toEqual([...Array(44).fill(240), ...Array(42).fill(480)]);
  });

  it.each([2, 4])('the volleys strike in the same ticks with gain %i', (gain) => {
    const ticks = hitTicks(eventsOf({ gain }, 600));
    expect(ticks).toEqual([...Array(44).fill(240), ...Array(42).fill(480)]);
  });

  it('without the period each volley strikes at its own time', () => {
    const ticks = new Set(hitTicks(eventsOf({ period: 0, time: 1.5 }, 600)));
    expect([...ticks]).toEqual([0, 40, 95, 150, 260, 300, 350, 400].map((fired) => fired + 91));
  });
});
