import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Crossing, type Line, LineCrossings } from '../../../src/analysis/flow/index.ts';
import { samplesOf, straight, timesFrom, type Walker } from './walkers.ts';

/** A line across the x axis; its right side is where x is greater. */
const ACROSS: Line = [3, -2, 3, 4];

function crossingsOf(
  lines: readonly Line[],
  walkers: readonly Walker[],
  times: readonly number[],
  edges?: readonly [number, number],
): { meter: LineCrossings; found: Crossing[] } {
  const meter = new LineCrossings(lines, edges);
  return { meter, found: samplesOf(walkers, times).flatMap((sample) => meter.add(sample)) };
}

describe('crossings', () => {
  it('have times between the samples, in their order, whatever the samples are', () => {
    // At x = 0, -1, -2, ... with 2 m/s, they reach x = 3 at 1.5, 2, 2.5, ...
    const walkers = [4, 0, 3, 1, 2].map((k) => straight([-k, k / 2], [2, 0]));
    for (const times of [timesFrom(0, 0.7, 9), [0, 0.1, 6], timesFrom(0, 0.25, 40)]) {
      const { found, meter } = crossingsOf([ACROSS], walkers, times);
      expect(found.map(({ id, count, net, direction }) => [id, count, net, direction])).toEqual([
        [1, 1, 1, 1],
        [3, 2, 2, 1],
        [4, 3, 3, 1],
        [2, 4, 4, 1],
        [0, 5, 5, 1],
      ]);
      for (const [k, { time }] of found.entries()) expect(time).toBeCloseTo(1.5 + k / 2, 12);
      const [{ both, leftToRight, rightToLeft, length }] = meter.flows();
      // N - 1 agents in the time from the first to the last: q = k v = 1 agent per meter at 2 m/s.
      expect(both.flow).toBeCloseTo(2, 12);
      expect([length, both.specificFlow]).toEqual([6, both.flow! / 6]);
      expect(leftToRight).toEqual(both);
      expect(rightToLeft).toEqual({
        crossings: 0,
        first: null,
        last: null,
        flow: null,
        specificFlow: null,
      });
    }
  });

  it('of one that zigzags count in both directions, and its net is one', () => {
    // Back and forth over x = 3 with 1 m/s: 2 to 5 in 3 s, back to 1 in 4 s, to 9 in 8 s.
    const zigzag: Walker = (t) => {
      if (t <= 3) return [2 + t, 0, 1, 0];
      return t <= 7 ? [5 - (t - 3), 0, -1, 0] : [1 + (t - 7), 0, 1, 0];
    };
    const { found, meter } = crossingsOf([ACROSS], [zigzag], timesFrom(0, 0.4, 30));
    expect(found.map(({ direction, net }) => [direction, net])).toEqual([
      [1, 1],
      [-1, 0],
      [1, 1],
    ]);
    [1, 5, 9].forEach((time, k) => {
      expect(found[k].time).toBeCloseTo(time, 9);
    });
    const [{ both, leftToRight, rightToLeft }] = meter.flows();
    expect([both.crossings, leftToRight.crossings, rightToLeft.crossings]).toEqual([3, 2, 1]);
    expect(both.flow).toBeCloseTo(2 / 8, 9);
    expect(leftToRight.flow).toBeCloseTo(1 / 8, 9);
    expect(rightToLeft.flow).toBeNull();
  });

  it('are not those of agents beside the line, that turn on it, die before it or are born behind it', () => {
    const walkers = [
      straight([0, 4.1], [2, 0]),
      straight([0, -2.1], [2, 0]),
      straight([0, 0], [2, 0], 0, 1.4),
      straight([0, 0], [2, 0], 1.6),
      ((t) => [Math.min(2 + t, 4 - t), 0, 1, 0]) as Walker,
    ];
    const { found, meter } = crossingsOf([ACROSS], walkers, timesFrom(0, 0.1, 40));
    // The last is on the line at t = 1, so on its right side, and back at once.
    expect(found.map(({ id, direction }) => [id, direction])).toEqual([
      [4, 1],
      [4, -1],
    ]);
    expect(found[0].time).toBeCloseTo(found[1].time, 9);
    expect(meter.flows()[0].both.flow).toBeNull();
  });

  it('equal those of the turned and moved scene, seed 21', () => {
    const coordinate = fc.integer({ min: -50, max: 50 }).map((k) => k / 7);
    const input = fc.record({
      starts: fc.array(fc.tuple(coordinate, coordinate, coordinate, coordinate), {
        minLength: 1,
        maxLength: 12,
      }),
      line: fc.tuple(coordinate, coordinate, coordinate, coordinate),
      angle: fc.double({ min: 0, max: 6, noNaN: true }),
      move: fc.tuple(coordinate, coordinate),
    });
    fc.assert(
      fc.property(input, ({ starts, line, angle, move }) => {
        const [x1, y1, x2, y2] = line;
        fc.pre(Math.hypot(x2 - x1, y2 - y1) > 0.1);
        const turn = (x: number, y: number): [number, number] => [
          x * Math.cos(angle) - y * Math.sin(angle),
          x * Math.sin(angle) + y * Math.cos(angle),
        ];
        const moved = (x: number, y: number): [number, number] => {
          const [a, b] = turn(x, y);
          return [a + move[0], b + move[1]];
        };
        const times = timesFrom(0, 0.31, 12);
        const plain = starts.map(([x, y, vx, vy]) => straight([x, y], [vx, vy]));
        const turned = starts.map(([x, y, vx, vy]) => straight(moved(x, y), turn(vx, vy)));
        const expected = starts.flatMap(([x, y, vx, vy], id) => {
          // In closed form: where the path meets the line.
          const cross = vx * (y2 - y1) - vy * (x2 - x1);
          const time = ((x1 - x) * (y2 - y1) - (y1 - y) * (x2 - x1)) / cross;
          const u = ((x1 - x) * vy - (y1 - y) * vx) / cross;
          const isEdge = Math.min(...[u, 1 - u, time, times.at(-1)! - time].map(Math.abs)) < 1e-6;
          fc.pre(!isEdge);
          const isFound = time > 0 && time < times.at(-1)! && u > 0 && u < 1;
          return isFound ? [{ id, time, direction: cross > 0 ? 1 : -1 }] : [];
        });
        const ends: Line = [...moved(x1, y1), ...moved(x2, y2)];
        for (const { found } of [
          crossingsOf([line], plain, times),
          crossingsOf([ends], turned, times),
        ]) {
          const byId = found.sort((a, b) => a.id - b.id);
          expect(byId.map(({ id, direction }) => ({ id, direction }))).toEqual(
            expected.map(({ id, direction }) => ({ id, direction })),
          );
          byId.forEach(({ time }, k) => {
            expect(time).toBeCloseTo(expected[k].time, 6);
          });
        }
      }),
      { seed: 21, numRuns: 200 },
    );
  });
});

describe('times to pass', () => {
  const LINES: readonly Line[] = [
    [0, -5, 0, 5],
    [6, -5, 6, 5],
    [7, 5, 7, -5],
  ];

  it('are distances over speeds, from each line to the next', () => {
    const speeds = [1, 1.5, 2, 3, 4];
    const walkers = speeds.map((speed, k) => straight([-1, k], [speed, 0]));
    const { meter } = crossingsOf(LINES, walkers, timesFrom(0, 0.3, 40));
    const [first, second] = meter.passTimes();
    const times = speeds.map((speed) => 6 / speed);
    expect(first).toMatchObject({ from: 1, to: 2, passes: 5 });
    expect(first.mean).toBeCloseTo(times.reduce((sum, time) => sum + time, 0) / 5, 9);
    expect([first.min, first.median, first.max].map((time) => time!.toFixed(9))).toEqual(
      [1.5, 3, 6].map((time) => time.toFixed(9)),
    );
    // Of 1.5, 2, 3, 4 and 6, as NumPy has them.
    expect([first.low, first.high].map((time) => time!.toFixed(6))).toEqual([
      '1.700000',
      '5.200000',
    ]);
    expect([second.passes, second.max!.toFixed(9)]).toEqual([5, (1).toFixed(9)]);
  });

  it('begin at the first crossing, do not need a return, and may be several of one agent', () => {
    // Over line 1 at 1 and 3, back at 2; over line 2 at 9; then around both lines, and once more 20 s later.
    const round: Walker = (t) => {
      const s = t % 20;
      if (s >= 16) return [s < 18 ? 13 : -1, 50, 0, 0];
      return [s <= 1.5 ? s - 1 : s <= 2.5 ? 2 - s : s - 3, 0, 0, 0];
    };
    const { meter } = crossingsOf(LINES.slice(0, 2), [round], timesFrom(0, 0.25, 130));
    expect(meter.passTimes()).toMatchObject([{ passes: 2, min: 8, max: 8 }]);
  });

  it('are null without any', () => {
    const { meter } = crossingsOf(
      LINES.slice(0, 2),
      [straight([1, 0], [1, 0])],
      timesFrom(0, 1, 9),
    );
    expect(meter.passTimes()).toEqual([
      {
        from: 1,
        to: 2,
        passes: 0,
        mean: null,
        min: null,
        low: null,
        median: null,
        high: null,
        max: null,
      },
    ]);
    expect(new LineCrossings([ACROSS]).passTimes()).toEqual([]);
  });
});

it('on a torus, agents cross the seam the short way, wherever the line is', () => {
  const edges = [10, 6] as const;
  // Around the torus once in 5 s, wrapped into x from 0 to 10.
  const round =
    (y: number): Walker =>
    (t) => [(2 * t + 0.5) % 10, y, 2, 0];
  const lines: Line[] = [
    [0, -1, 0, 2],
    [10, 5, 10, 8],
    [5, 0, 5, 6],
  ];
  const { meter } = crossingsOf(lines, [round(1), round(5.5)], timesFrom(0, 0.3, 51), edges);
  const counts = meter
    .flows()
    .map(({ leftToRight, rightToLeft }) => [leftToRight.crossings, rightToLeft.crossings]);
  // In 15 s: three rounds. Over the seam in y, y = 5.5 is y = -0.5 on the first line, and y = 1 is y = 7 on the second.
  expect(counts).toEqual([
    [6, 0],
    [6, 0],
    [6, 0],
  ]);
  expect(() => new LineCrossings([[0, 0, 11, 0]], edges)).toThrow(
    'line: found 0,0,11,0, expected at most the edges of the torus, 10 x 6 m',
  );
});

it('on a torus, a motion over the seam crosses a line behind it, far from its middle', () => {
  const walker: Walker = (t) => [4.7 + 0.4 * t, (5.8 + 0.8 * t) % 6, 0.4, 0.8];
  const { found } = crossingsOf([[5, 0, 5, 6]], [walker], [0, 1], [10, 6]);
  expect(found).toHaveLength(1);
  expect(found[0].time).toBeCloseTo(0.75, 9);
});

it('a line without a length is refused', () => {
  expect(() => new LineCrossings([[1, 2, 1, 2]])).toThrow(
    'line: found 1,2,1,2, of length 0, expected two',
  );
});
