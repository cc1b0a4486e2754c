import { expect, it } from 'vitest';
import { inTurns } from '../src/turns.ts';

const { signal } = new AbortController();

function counting(log: string[], name: string) {
  let count = 0;
  return {
    sample() {
      log.push(name);
      return ++count;
    },
  };
}

it('all contenders take turns, in reverse order every other time', async () => {
  const log: string[] = [];
  const names = ['a', 'b', 'c'];
  const contenders = names.map((name) => counting(log, name));
  const samples = await inTurns(contenders, { turns: 2, warmUp: 1, signal });
  expect(log.join('')).toBe('cbaabccba');
  expect(samples).toEqual([
    [2, 3],
    [2, 3],
    [2, 3],
  ]);
});

it('an abort ends the turns between two samples', async () => {
  const control = new AbortController();
  const log: string[] = [];
  const aborting = {
    sample() {
      if (log.length === 4) control.abort(new Error('enough'));
      return 0;
    },
  };
  const run = inTurns([counting(log, 'a'), aborting], { turns: 100, signal: control.signal });
  await expect(run).rejects.toThrow('enough');
  expect(log).toHaveLength(4);
});
