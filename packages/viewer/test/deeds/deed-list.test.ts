import { expect, it } from 'vitest';
import { DeedList } from '../../src/deeds/deed-list.ts';

function list() {
  const done: string[] = [];
  const failed: unknown[] = [];
  const deeds = new DeedList((error) => failed.push(error));
  const add = (n: number) =>
    deeds.add({
      name: String(n),
      undo: async () => {
        // A later undo must not overtake this one.
        await new Promise((resolve) => setTimeout(resolve, 5 - n));
        if (n === 0) throw new Error('no way back');
        done.push(`-${n}`);
      },
      redo: () => done.push(`+${n}`),
    });
  return { deeds, done, failed, add };
}

it('undoes changes, the last first, and redoes them until another change is made', async () => {
  const { deeds, done, failed, add } = list();
  expect(await deeds.undo()).toBeUndefined();
  for (const n of [1, 2, 3]) add(n);
  const steps = [deeds.undo(), deeds.undo(), deeds.redo(), deeds.undo(), deeds.undo()];
  const names = (await Promise.all(steps)).map((deed) => deed?.name);
  expect(names).toEqual(['3', '2', '2', '2', '1']);
  expect(done).toEqual(['-3', '-2', '+2', '-2', '-1']);
  expect(await deeds.undo()).toBeUndefined();
  expect((await deeds.redo())?.name).toBe('1');
  add(4);
  expect(await deeds.redo()).toBeUndefined();
  await deeds.undo();
  await deeds.undo();
  expect([done.slice(5), failed]).toEqual([['+1', '-4', '-1'], []]);
});

it('reports a change that cannot be undone, drops it, and continues with earlier changes', async () => {
  const { deeds, done, failed, add } = list();
  add(1);
  add(0);
  expect([await deeds.undo(), String(failed[0])]).toEqual([undefined, 'Error: no way back']);
  expect((await deeds.undo())?.name).toBe('1');
  expect((await deeds.redo())?.name).toBe('1');
  expect(await deeds.redo()).toBeUndefined();
  expect(done).toEqual(['-1', '+1']);
});

it('reports when undo or redo becomes possible or impossible', async () => {
  const { deeds, add } = list();
  const seen: string[] = [];
  deeds.listen(() => seen.push(`${Number(deeds.canUndo)}${Number(deeds.canRedo)}`));
  add(1);
  await deeds.undo();
  await deeds.redo();
  add(0);
  await deeds.undo();
  await deeds.undo();
  add(2);
  expect(seen).toEqual(['10', '01', '10', '10', '10', '01', '10']);
});
