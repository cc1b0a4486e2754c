import { expect, it } from 'vitest';
import { someOf } from '../../packages/core/test/helpers/long.ts';
import { FinderContender } from '../src/paths/contest.ts';
import { PEER_FINDERS, SKEIN } from '../src/paths/finders.ts';
import { costOf, pathTasks } from '../src/paths/task.ts';

const tasks = pathTasks(true).map((task) => ({ ...task, queries: task.queries.slice(0, 4) }));

it.each(someOf(tasks, 5).map((task) => [task.name, task] as const))(
  'all find the same costs: %s',
  (_, task) => {
    const { checksum } = new FinderContender(SKEIN, task);
    const peers = PEER_FINDERS.filter(({ fits }) => fits(task));
    expect(peers.length).toBeGreaterThanOrEqual(2);
    for (const finder of peers) {
      const contender = new FinderContender(finder, task);
      expect(contender.checksum, finder.name).toBe(checksum);
      expect(contender.sample()).toBeGreaterThan(0);
    }
  },
);

it('refuses an invalid path', () => {
  const [task] = tasks;
  const wall = task!.map.cost.indexOf(0);
  expect(() => costOf(task!, [wall, wall + 1])).toThrow('no step leads');
  const [start, goal] = task!.queries[0];
  expect(() => costOf(task!, [start, goal])).toThrow('no step leads');
  const short = { ...SKEIN, open: () => () => [start] };
  expect(() => new FinderContender(short, task!)).toThrow('no path from cell');
});

it('gives each package a grid on which it is fast', () => {
  for (const finder of PEER_FINDERS) expect(tasks.some(finder.fits)).toBe(true);
});
