import { expect, it } from 'vitest';
import { parseScenario } from '../../src/scenario/parse.ts';
import { createWorld } from '../../src/tick/create-world.ts';
import { tick } from '../../src/tick/tick.ts';
import { command } from '../../src/world/commands.ts';
import { takeEvents } from '../../src/world/event-ring.ts';
import type { World } from '../../src/world/world.ts';
import { leastGap } from '../helpers/gaps.ts';
import { LONG } from '../helpers/long.ts';
import { randomOf, shuffled } from '../helpers/random-of.ts';
import { distance, positionOf } from '../helpers/scenes.ts';

/** Meters between two places of the crowd, and the largest distance of a click from its place. */
const SPACING = 2.4;
const OFF = 0.25;
const TICKS_PER_SECOND = 20;
const NEAR = 0.2;

function crowd(count: number, columns: number): World {
  const placeOf = (id: number): number[] => [
    SPACING * (id % columns),
    SPACING * Math.floor(id / columns),
  ];
  const positions = Array.from({ length: count }, (_, id) => placeOf(id));
  return createWorld(
    parseScenario({
      name: 'clicks',
      dt: 1 / TICKS_PER_SECOND,
      dimensions: 2,
      species: [
        {
          name: 'walker',
          count,
          radius: 0.25,
          maxSpeed: 6,
          spawn: { type: 'points', positions },
          goals: { type: 'points', positions },
          reports: [{ type: 'arrived', radius: NEAR }],
          behaviors: [
            { type: 'goal', weight: TICKS_PER_SECOND, brakingDistance: 0.5 },
            { type: 'orca', radius: 3, timeHorizon: 0.5, margin: 0.05 },
          ],
        },
      ],
    }),
  );
}

/** Swaps the places of random walkers that stand beside each other; the others keep theirs. */
function swapNeighbors(places: number[], columns: number, random: () => number): void {
  const swapped = new Set<number>();
  for (const at of shuffled(places.length, random)) {
    const beside = random() < 0.5 ? at + columns : (at + 1) % columns === 0 ? at : at + 1;
    if (beside === at || beside >= places.length || swapped.has(at) || swapped.has(beside))
      continue;
    for (const one of [at, beside]) swapped.add(one);
    [places[at], places[beside]] = [places[beside], places[at]];
  }
}

it('a crowd that is steered by clicks, each walker to its own place, arrives within a second and none touch', {
  timeout: 120_000,
}, () => {
  const [count, columns, seconds] = LONG ? [1000, 32, 20] : [120, 12, 6];
  const world = crowd(count, columns);
  const random = randomOf(7);
  /** Which walker has which place. */
  const places = Array.from({ length: count }, (_, id) => id);
  tick(world);
  expect(takeEvents(world)).toHaveLength(count);
  for (let second = 0; second < seconds; second++) {
    swapNeighbors(places, columns, random);
    const goals = new Float32Array(3 * count);
    places.forEach((id, place) => {
      goals[3 * id] = SPACING * (place % columns) + OFF * (2 * random() - 1);
      goals[3 * id + 1] = SPACING * Math.floor(place / columns) + OFF * (2 * random() - 1);
    });
    command(world, { type: 'go', ids: Uint32Array.from(places.keys()), positions: goals });
    const arrived = new Set<number>();
    let late = 0;
    const isLate = (step: number) => step >= TICKS_PER_SECOND;
    for (let step = 0; step < 2 * TICKS_PER_SECOND; step++) {
      if (isLate(step) && arrived.size === count) break;
      tick(world);
      expect(leastGap(world)).toBeGreaterThan(0);
      for (const event of takeEvents(world)) {
        expect(event.type).toBe('arrived');
        const { id } = event as { id: number };
        expect(arrived).not.toContain(id);
        arrived.add(id);
        if (isLate(step)) late += 1;
        const goal = [goals[3 * id], goals[3 * id + 1], 0];
        expect(distance(positionOf(world, id), goal)).toBeLessThanOrEqual(NEAR + 1e-6);
      }
    }
    expect(arrived.size).toBe(count);
    // Of tens of thousands, a few are pushed aside on their way, and arrive in the next second.
    expect(late).toBeLessThanOrEqual(count / 500);
  }
});
