import { expect, it } from 'vitest';
import { MAX_SILENCES, Patience } from '../src/patience.ts';

it('doubles with each silence of the same tick, until there are no more tries', () => {
  const patience = new Patience(100);
  const borne: number[] = [];
  let timeMs = 0;
  for (let silences = 1; silences < MAX_SILENCES; silences++) {
    timeMs += borne[borne.push(patience.at(timeMs, 5)) - 1];
    expect(patience.double(timeMs, 5)).toBe(true);
  }
  borne.push(patience.at(timeMs, 5));
  expect(borne).toEqual([100, 200, 400, 800, 1600, 3200, 6400]);
  expect(patience.double(timeMs, 5)).toBe(false);
});

it('counts silences separately for each tick, and from zero after completed work', () => {
  const patience = new Patience(100);
  for (let tick = 0; tick < 50; tick++) expect(patience.double(tick, tick)).toBe(true);
  for (let time = 50; time < 100; time++) {
    expect(patience.double(time, 50)).toBe(true);
    patience.passed(time);
  }
});

it('keeps its value until the tick is done, and halves in each 10 s of calm', () => {
  const patience = new Patience(100);
  for (let silences = 0; silences < 3; silences++) patience.double(0, 5);
  expect(patience.at(60_000, 5)).toBe(800);
  expect(patience.at(60_000, 6)).toBe(800);
  expect(patience.at(69_999, 7)).toBe(800);
  expect(patience.at(70_000, 8)).toBe(400);
  expect(patience.at(80_000, 9)).toBe(200);
  expect(patience.at(1e9, 10)).toBe(100);
});

it('never exceeds the patience of the last try', () => {
  const patience = new Patience(100);
  for (let tick = 0; tick < 50; tick++) patience.double(0, tick);
  expect(patience.at(0, 50)).toBe(6400);
});

it('counts a silent tick as done when it is stepped, and a silent side task when the task is done', () => {
  const patience = new Patience(100);
  for (let time = 1; time < MAX_SILENCES; time++) {
    expect(patience.double(time, 5)).toBe(true);
    patience.passed(time, false);
  }
  expect(patience.double(7, 5)).toBe(false);
  patience.passed(8);
  for (let time = 9; time < 50; time++) {
    expect(patience.double(time, 6, false)).toBe(true);
    patience.passed(time, false);
  }
});
