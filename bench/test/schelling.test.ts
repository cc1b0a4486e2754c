import { kernels, stateHash, type World } from '@skein/core';
import { tickSliced } from '@skein/core/internal';
import { describe, expect, it } from 'vitest';
import { LONG, someOf } from '../../packages/core/test/helpers/long.ts';
import { Schelling, STEPS, TOWNS, type Town } from '../src/abm/schelling.ts';
import { randomNumbers } from '../src/random-numbers.ts';

/** By id: where each agent lives, and whether it is happy. */
interface People {
  readonly cells: readonly number[];
  readonly happy: readonly boolean[];
}

function seen({ views }: World, edge: number): People {
  const { id, position, columns } = views;
  const cells: number[] = [];
  const happy: boolean[] = [];
  id.forEach((value, place) => {
    cells[value] = position.y[place] * edge + position.x[place];
    happy[value] = (columns.happy as Uint32Array)[place] === 1;
  });
  return { cells, happy };
}

/** Which agents are happy after a step on a plain grid: all look at once. */
function happyIn(town: Town, { cells, happy }: People): boolean[] {
  const { edge, people, reach, enough } = town;
  const groups = new Map(cells.map((cell, id) => [cell, id < people / 2]));
  return happy.map((is, id) => {
    const [x, y] = [cells[id] % edge, Math.floor(cells[id] / edge)];
    let own = -1;
    for (let b = Math.max(0, y - reach); b <= Math.min(edge - 1, y + reach); b++) {
      for (let a = Math.max(0, x - reach); a <= Math.min(edge - 1, x + reach); a++) {
        if (groups.get(b * edge + a) === groups.get(cells[id])) own++;
      }
    }
    return is || own >= enough;
  });
}

/**
 * Moves one after the other, in the order of ids, from the cells before a step to those after it: only those who are
 * not happy move, each to a cell that is free at that moment.
 *
 * @returns of each move, where the cell is among those that are free, from 0 to 1
 */
function movesBetween(before: People, after: People, edge: number): number[] {
  const free = new Set(Array.from({ length: edge * edge }, (_, cell) => cell));
  for (const cell of before.cells) free.delete(cell);
  return before.cells.flatMap((from, id) => {
    const to = after.cells[id];
    if (after.happy[id]) {
      expect(to, `${id} is happy`).toBe(from);
      return [];
    }
    expect(free.has(to), `${id} moves to a free cell`).toBe(true);
    let lower = 0;
    for (const cell of free) if (cell < to) lower++;
    const place = (lower + 0.5) / free.size;
    free.delete(to);
    free.add(from);
    return [place];
  });
}

const LOPSIDED = { edge: 17, people: 190, reach: 2, enough: 9 };
const [SMALL, LARGE] = TOWNS;
const CASES: readonly [string, Town, number][] = [
  ['small', SMALL, STEPS],
  ['large', LARGE, 4],
  ['reach 2, most of it taken', LOPSIDED, STEPS],
];

describe.each(kernels())("the comparison's segregation by Schelling, by %s", (kernel) => {
  it.each(someOf(CASES, 3, 2 * kernels().indexOf(kernel)))(
    'equals that of a plain grid, agent by agent: %s',
    (_, town, steps) => {
      const model = new Schelling(town, randomNumbers(), { kernel });
      let people = seen(model.world, town.edge);
      expect(people.happy).toEqual(Array(town.people).fill(false));
      expect(new Set(people.cells).size).toBe(town.people);
      const places: number[] = [];
      for (let at = 0; at < steps; at++) {
        const expected = happyIn(town, people);
        model.step();
        const found = seen(model.world, town.edge);
        expect(found.happy, `step ${at}`).toEqual(expected);
        places.push(...movesBetween(people, found, town.edge));
        people = found;
      }
      const happy = people.happy.filter((is) => is).length;
      expect(happy).toBeGreaterThan(town.people / 2);
      // All free cells are equally likely.
      const mean = places.reduce((sum, place) => sum + place, 0) / places.length;
      expect(Math.abs(mean - 0.5)).toBeLessThan(4 / Math.sqrt(12 * places.length));
    },
  );
});

it('is the same for any number of workers', () => {
  const hashes = someOf([[0], [1, 0], [2, 0, 1]], 2).map((order) => {
    const model = new Schelling(LONG ? LARGE : SMALL, randomNumbers(), { maxWorkers: 3 });
    for (let step = 0; step < STEPS; step++) model.step((world) => tickSliced(world, order));
    return stateHash(model.world);
  });
  expect(new Set(hashes).size).toBe(1);
});
