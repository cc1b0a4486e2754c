import { expect, it } from 'vitest';
import { UndoList } from '../../src/laws/undo.ts';

it('takes back what was done, the last first, and does it again until something else is done', () => {
  const list = new UndoList<string>();
  expect(list.undo()).toBeUndefined();
  for (const n of [1, 2, 3]) list.add({ undo: `-${n}`, redo: `+${n}` });
  expect([list.undo(), list.undo(), list.redo(), list.undo(), list.undo()]).toEqual([
    ...['-3', '-2', '+2', '-2', '-1'],
  ]);
  expect([list.undo(), list.canUndo, list.canRedo]).toEqual([undefined, false, true]);
  expect(list.redo()).toBe('+1');
  list.add({ undo: '-4', redo: '+4' });
  expect(list.redo()).toBeUndefined();
  expect([list.undo(), list.undo(), list.undo()]).toEqual(['-4', '-1', undefined]);
});
