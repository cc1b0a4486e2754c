import { expect, it } from 'vitest';
import { runExample } from './run-example.ts';

const [CARS, LENGTH, DT] = [40, 80, 0.1];

/** The model of Bando et al. in plain f64 numbers, which draws every 50th tick. */
function bando() {
  const x = Array.from(
    { length: CARS },
    (_, car) => (car * LENGTH) / CARS + (car === 20 ? 0.5 : 0),
  );
  let v: number[] = x.map(() => 0);
  const pictures: string[] = [];
  for (let tick = 0; tick <= 1800; tick++) {
    if (tick % 50 === 0) {
      const row = Array<string>(LENGTH).fill(' ');
      x.forEach((at, car) => {
        row[Math.floor(at)] = v[car]! < 0.5 ? '#' : '-';
      });
      pictures.push(row.join('').trimEnd());
      if (tick === 1800) break;
    }
    v = v.map((speed, car) => {
      const gap = (x[(car + 1) % CARS]! - x[car]! + LENGTH) % LENGTH;
      return speed + DT * (Math.tanh(gap - 2) + Math.tanh(2) - speed);
    });
    v.forEach((speed, car) => {
      x[car] = (x[car]! + DT * speed + LENGTH) % LENGTH;
    });
  }
  return { pictures, slowest: Math.min(...v), fastest: Math.max(...v) };
}

it('custom-law shows the traffic jams of the model computed in plain numbers', async () => {
  const { stdout } = await runExample('05-custom-law.mjs');
  const [, ...rest] = stdout.split('\n\n');
  const lines = rest[0]!.split('\n');
  const { pictures, slowest, fastest } = bando();
  expect(lines).toHaveLength(pictures.length);
  // A car on the border between two characters may be drawn as either.
  const letters = (text: string) => [...text.padEnd(LENGTH)];
  const unlike = lines.map((line, at) => {
    const expected = letters(pictures[at]!);
    return letters(line).filter((letter, column) => letter !== expected[column]).length;
  });
  expect(Math.max(...unlike)).toBeLessThanOrEqual(4);
  expect(lines.at(-1)).toMatch(/####/);
  const speeds = rest[1]!
    .match(/slowest car (\S+) m\/s, fastest (\S+) m\/s/)!
    .slice(1)
    .map(Number);
  expect(speeds[0]).toBeCloseTo(slowest, 1);
  expect(speeds[1]).toBeCloseTo(fastest, 1);
});
