import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { someOf } from '../../packages/core/test/helpers/long.ts';
import { runExample } from './run-example.ts';

const example = fileURLToPath(new URL('../08-path-finding.mjs', import.meta.url));
const ROWS = [...readFileSync(example, 'utf8').matchAll(/^ {2}'([.#~]+)',$/gm)].map(
  ([, row]) => row!,
);
const [WIDTH, START, GOAL] = [ROWS[0]!.length, [5, 3], [43, 3]] as const;

/** The minimum cost of a path, found by relaxing all steps until nothing changes. */
function leastCost(costs: Record<string, number>): number {
  const costOf = (x: number, y: number) => costs[ROWS[y]?.[x] ?? '#'] ?? Number.POSITIVE_INFINITY;
  const best = ROWS.map(() => Array<number>(WIDTH).fill(Number.POSITIVE_INFINITY));
  best[START[1]]![START[0]] = 0;
  for (let changed = true; changed; ) {
    changed = false;
    for (let y = 0; y < ROWS.length; y++) {
      for (let x = 0; x < WIDTH; x++) {
        for (const [dx, dy] of [
          [1, 0],
          [0, 1],
          [1, 1],
          [-1, 1],
          [-1, 0],
          [0, -1],
          [-1, -1],
          [1, -1],
        ] as const) {
          // A diagonal step does not cut a corner.
          if (costOf(x + dx, y) + costOf(x, y + dy) === Number.POSITIVE_INFINITY) continue;
          const step = (Math.hypot(dx, dy) * (costOf(x, y) + costOf(x + dx, y + dy))) / 2;
          const cost = best[y]![x]! + step;
          if (!(cost < best[y + dy]![x + dx]! - 1e-9)) continue;
          best[y + dy]![x + dx] = cost;
          changed = true;
        }
      }
    }
  }
  return best[GOAL[1]]![GOAL[0]]!;
}

const walkers = [
  { name: 'knight', costs: { '.': 1, '~': 10 } },
  { name: 'duck', costs: { '.': 10, '~': 1 } },
];

it.each(someOf(walkers, 2))(
  'path-finding shows the cheapest path of the $name',
  async ({ name, costs }) => {
    expect(ROWS).toHaveLength(16);
    const { stdout } = await runExample('08-path-finding.mjs');
    const lines = stdout
      .split('\n\n')
      .find((part) => part.includes(`${name}:`))!
      .trim()
      .split('\n');
    const [, length, cost] = lines
      .pop()!
      .match(/length (\S+), cost (\S+),/)!
      .map(Number);
    expect(cost).toBe(Number(leastCost(costs).toFixed(1)));

    // The marked cells are a path from the start to the goal, without walls, with the reported length.
    const marked = lines.flatMap((line, y) =>
      [...line].flatMap((letter, x) => ('*o'.includes(letter) ? [[x, y] as const] : [])),
    );
    for (const [x, y] of marked) expect(ROWS[y]![x]).not.toBe('#');
    let [x, y] = START as readonly [number, number];
    let sum = 0;
    const left = new Set(marked.map((cell) => cell.join()));
    left.delete(`${x},${y}`);
    while (left.size > 0) {
      const steps = [
        [1, 0],
        [0, 1],
        [-1, 0],
        [0, -1],
        [1, 1],
        [-1, 1],
        [-1, -1],
        [1, -1],
      ] as const;
      const step = steps.find(([dx, dy]) => left.delete(`${x + dx},${y + dy}`));
      if (step === undefined) break;
      [x, y] = [x + step[0], y + step[1]];
      sum += Math.hypot(...step);
    }
    expect([left.size, x, y]).toEqual([0, ...GOAL]);
    expect(length).toBe(Number(sum.toFixed(1)));
  },
);
