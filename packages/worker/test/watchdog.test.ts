import { expect, it } from 'vitest';
import { CHECK_MS, Watchdog } from '../src/watchdog.ts';

/** Three workers and a patience of four looks. */
function watched() {
  const beats = [0, 0, 0];
  const watchdog = new Watchdog(beats.length, 4 * CHECK_MS, (worker) => beats[worker]);
  return { beats, look: (open = [0, 1, 2]) => watchdog.look(open) };
}

it('finds the worker that has not moved for as long as the limit says', () => {
  const { beats, look } = watched();
  for (let count = 1; count <= 4; count++) {
    beats[0]++;
    beats[2]++;
    expect(look()).toBe(count < 4 ? undefined : 1);
  }
});

it('begins anew with each beat', () => {
  const { beats, look } = watched();
  for (let count = 0; count < 30; count++) {
    if (count % 4 === 0) for (const worker of beats.keys()) beats[worker]++;
    expect(look()).toBeUndefined();
  }
});

it('leaves workers alone that have done their part', () => {
  const { look } = watched();
  for (let count = 0; count < 30; count++) expect(look([])).toBeUndefined();
});
