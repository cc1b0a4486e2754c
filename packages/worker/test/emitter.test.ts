import { expect, it } from 'vitest';
import { Emitter } from '../src/emitter.ts';

it('calls listeners in order, without those that were added or removed meanwhile', () => {
  const emitter = new Emitter<{ come: number }>();
  const told: string[] = [];
  const again = (name: string, value: number): void => {
    told.push(`${name} ${value}`);
    // Prevents an endless loop if new listeners are called at once.
    if (told.length > 9) return;
    const off = emitter.on('come', (next) => {
      off();
      again(name, next);
    });
  };
  again('first', 0);
  const takeThird = () => third();
  emitter.on('come', takeThird);
  const third = emitter.on('come', () => told.push('third'));
  for (const value of [1, 2]) emitter.emit('come', value);
  expect(told).toEqual(['first 0', 'first 1', 'first 2']);
});
