import { expect, it } from 'vitest';
import { Heap } from '../../src/path/heap.ts';
import { randomOf, shuffled } from '../helpers/random-of.ts';

it.each([1, 2, 3, 4, 5])(
  'pops entries in the order (f, h, cell), in whichever order they were pushed, seed %i',
  (seed) => {
    const random = randomOf(seed);
    const count = [0, 1, 5, 17, 1003][seed - 1];
    const few = () => Math.floor(random() * 5);
    const entries = Array.from({ length: count }, (_, cell) => [few(), few(), cell] as const);
    const sorted = [...entries].sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]);
    const heap = new Heap(4);
    for (let turn = 0; turn < 3; turn++) {
      for (const index of shuffled(count, random)) heap.push(...entries[index]);
      const given = Array.from({ length: count }, () => heap.pop());
      expect(given).toEqual(sorted.map(([, , cell]) => cell));
      expect(heap.pop()).toBe(-1);
    }
  },
);

it('keeps the order when entries are pushed and popped in turn, seed 9', () => {
  const random = randomOf(9);
  const heap = new Heap(2);
  const held: [number, number, number][] = [];
  for (let turn = 0; turn < 4000; turn++) {
    if (random() < 0.55) {
      const entry: [number, number, number] = [Math.floor(random() * 9), 0, turn];
      held.push(entry);
      heap.push(...entry);
    } else {
      held.sort((a, b) => a[0] - b[0] || a[2] - b[2]);
      expect(heap.pop()).toBe(held.shift()?.[2] ?? -1);
    }
  }
});

it('is empty after it is cleared', () => {
  const heap = new Heap();
  heap.push(1, 0, 7);
  heap.clear();
  expect(heap.pop()).toBe(-1);
});
