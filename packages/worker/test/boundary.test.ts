import { expect, it } from 'vitest';
import { Boundary } from '../src/boundary.ts';

it('carries out waiting requests in order, including those that they add', async () => {
  const boundary = new Boundary();
  const done: string[] = [];
  const first = boundary.add(() => {
    done.push('first');
    void boundary.add(() => done.push('added by first'));
    return 1;
  });
  const second = boundary.add(() => {
    throw new Error('second');
  });
  void boundary.add(() => done.push('third'));
  expect(done).toEqual([]);
  boundary.reach();
  expect(done).toEqual(['first', 'third', 'added by first']);
  await expect(first).resolves.toBe(1);
  await expect(second).rejects.toThrow('second');
});

it('rejects waiting requests when it is closed', async () => {
  const boundary = new Boundary();
  const waiting = boundary.add(() => 1);
  boundary.close(new Error('closed'));
  await expect(waiting).rejects.toThrow('closed');
  boundary.reach();
});
